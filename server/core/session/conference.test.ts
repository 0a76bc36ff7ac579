import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SessionKind } from '@portico/contract/sessions'
import { alice, callBy, given, noon, recorded } from '../../test/given.ts'
import type { Fact } from '../kernel/decider.ts'
import { reactions } from '../reactions.ts'
import { conference } from './conference.ts'
import { conferenceTimer, conferenceWatch } from './conference-watch.ts'

const caseId = 'case_1'
const sessionId = 'session_1'
const of = { caseId, sessionId }
const slotOn = (day: string) => ({
  startsAt: `2096-03-${day}T14:00:00.000Z`,
  minutes: 60,
  timeZone: 'America/New_York',
})
const fact = <Type extends Fact['type']>(type: Type, data: object = {}) =>
  ({ type, subject: sessionId, data: { sessionId, ...data } }) as Fact
const slot = slotOn('05')
const scheduled = (kind: SessionKind = 'video') => fact('session.scheduled', { kind, slot })
const rescheduled = (kind: SessionKind = 'video', to = slotOn('06')) =>
  fact('session.rescheduled', { kind, slot: to, from: slot })
const hosted = (handle = 'conf_1') => ({ handle, binding: 'main' })
const created = (handle?: string) => fact('session.conferenceCreated', hosted(handle))
const ready = (handle?: string, because = 'scheduled', at = slot, kind = 'video') =>
  fact('session.conferenceReady', { kind, slot: at, ...hosted(handle), because })
const unneeded = (why: string, handle?: string) =>
  fact('session.conferenceUnneeded', { ...hosted(handle), why })
const set = (handle = 'conf_1', { at = slot, isReplaced = false } = {}) => ({
  ...{ type: 'setConference' as const, ...of, ...hosted(handle) },
  ...{ kind: 'video' as const, slot: at, isReplaced },
})
const told = (...facts: Fact[]) =>
  given(conference, recorded([fact('session.requested', { kind: 'video' }), ...facts]))

describe('the conference of a session', () => {
  it('is ready once it stands for the time of the session, and told twice it is ready once', () => {
    told(scheduled()).when(set()).then([created(), ready()])
    told(scheduled(), created(), ready()).when(set()).then([])
  })

  it('made for a time that the session no longer has is recorded, and not ready', () => {
    told(scheduled(), rescheduled()).when(set()).then([created()])
    told(scheduled(), fact('session.withdrawn')).when(set()).then([created()])
  })

  it('follows the session to another time, with its handle or with another', () => {
    const at = slotOn('06')
    const moved = [scheduled(), created(), ready(), rescheduled()]
    told(...moved)
      .when(set('conf_1', { at, isReplaced: true }))
      .then([ready('conf_1', 'rescheduled', at)])
    told(...moved)
      .when(set('conf_2', { at, isReplaced: true }))
      .then([created('conf_2'), ready('conf_2', 'rescheduled', at)])
  })

  it('moved before anybody was invited, the session is told of as scheduled', () => {
    const at = slotOn('06')
    told(scheduled(), created(), rescheduled())
      .when(set('conf_1', { at, isReplaced: true }))
      .then([ready('conf_1', 'scheduled', at)])
  })

  it('of a session that is postponed inside its window is kept, and moved or given up when it is placed again', () => {
    const follow = { type: 'followSession' as const, ...of }
    const kept = fact('session.postponed', { windowEndsAt: '2096-03-20T14:00:00.000Z' })
    const again = (day: string, kind = 'video') => fact('session.scheduled', { kind, slot: slotOn(day) })
    const moved = fact('session.conferenceMoved', { kind: 'video', slot: slotOn('20'), ...hosted() })
    const before = [scheduled(), created(), ready()]
    told(...before, kept, again('20'))
      .when(follow)
      .then([moved])
    told(...before, kept, again('20'), moved)
      .when(set('conf_1', { at: slotOn('20'), isReplaced: true }))
      .then([ready('conf_1', 'scheduled', slotOn('20'))])
    told(...before, kept, again('20'), moved, rescheduled('video', slotOn('21')))
      .when(follow)
      .then([])
    told(...before, kept, again('21'))
      .when(follow)
      .then([unneeded('The session was placed past its window.')])
    told(...before, kept, again('20', 'inPerson'))
      .when(follow)
      .then([unneeded('The session is held in person.')])
    // Past its window it is cancelled, and another one is made for the next slot.
    told(...before, fact('session.postponed'), again('20'))
      .when(follow)
      .then([])
  })

  it('is not needed in person, and needed again where that changes', () => {
    const follow = { type: 'followSession' as const, ...of }
    const why = 'The session is held in person.'
    told(scheduled(), created(), ready(), rescheduled('inPerson'))
      .when(follow)
      .then([unneeded(why)])
    told(scheduled('inPerson')).when(follow).then([])
    told(scheduled('inPerson'), rescheduled('phone'))
      .when(follow)
      .then([fact('session.conferenceNeeded', { kind: 'phone', slot: slotOn('06') })])
    told(scheduled(), created(), ready(), rescheduled('inPerson'), unneeded(why), rescheduled())
      .when(follow)
      .then([fact('session.conferenceNeeded', { kind: 'video', slot: slotOn('06') })])
    told(scheduled(), rescheduled('inPerson'))
      .when(set())
      .then([created(), unneeded(why)])
  })

  it('made anew, the old one goes; a second one that nobody asked to replace goes too', () => {
    const why = 'A link was passed on.'
    const renew = { type: 'renewConference' as const, ...of, why }
    told(scheduled(), created(), ready())
      .when(renew)
      .then([unneeded(why), fact('session.conferenceNeeded', { kind: 'video', slot, why })])
    told(scheduled(), created(), ready())
      .when(set('conf_2'))
      .then([unneeded('Another conference was made.'), created('conf_2'), ready('conf_2')])
    told(fact('session.withdrawn'))
      .when(renew)
      .thenRefused('stateForbids', /not scheduled/)
    told(scheduled('inPerson'))
      .when(renew)
      .thenRefused('stateForbids', /in person/)
  })

  it('is cancelled once, and what is said of it later is still recorded', () => {
    const end = { type: 'endConference' as const, ...of, ...hosted() }
    const cancelled = fact('session.conferenceCancelled', hosted())
    told(scheduled(), created()).when(end).then([cancelled])
    told(scheduled(), created(), cancelled).when(end).then([])
    const left = {
      ...{ type: 'leaveConference' as const, ...of, ...hosted() },
      ...{ participant: { name: 'Maria' }, happenedAt: noon.toISOString() },
    }
    told(scheduled(), created(), cancelled)
      .when(left)
      .then([
        fact('session.participantLeft', {
          ...hosted(),
          participant: { name: 'Maria' },
          happenedAt: noon.toISOString(),
        }),
      ])
    told(scheduled())
      .when(left)
      .thenRefused('notFound', /no conference/)
  })

  it('announces an artifact once, and gives up one that is not filed', () => {
    const artifact = {
      artifactId: 'r1',
      kind: 'recording' as const,
      name: 'Hearing.ogg',
      mediaType: 'audio/ogg',
    }
    const announce = { type: 'announceArtifact' as const, ...of, ...hosted(), artifact }
    const announced = fact('session.artifactAnnounced', { ...hosted(), ...artifact })
    told(scheduled(), created()).when(announce).then([announced])
    told(scheduled(), created(), announced).when(announce).then([])
    const failed = {
      type: 'failArtifact' as const,
      ...of,
      handle: 'conf_1',
      artifactId: 'r1',
      why: 'It is gone.',
    }
    const { artifactId, kind, name } = artifact
    const failure = fact('session.artifactFailed', {
      handle: 'conf_1',
      artifactId,
      kind,
      name,
      why: failed.why,
    })
    told(scheduled(), created(), announced).when(failed).then([failure])
    const filed = fact('session.artifactFiled', { handle: 'conf_1', artifactId, kind, documentId: 'doc_1' })
    told(scheduled(), created(), announced, filed).when(failed).then([])
  })
})

describe('the watch over conferences', () => {
  const command = {
    type: 'watchConferences' as const,
    caseId,
    event: { id: 'evt_1', at: noon.toISOString() },
  }
  const decided = (facts: Fact[], at = noon) => {
    const state = recorded(facts).reduce(conferenceWatch.evolve, conferenceWatch.initial)
    return conferenceWatch
      .decide(command, state, { ...callBy(alice), at })
      .map(({ type, data }) => (type === 'timer.set' ? (data as { due: string }).due : type))
  }

  it('is set for the hours of the profile before the session, and stops when it is ready or over', () => {
    assert.deepEqual(decided([scheduled()]), ['2096-03-04T14:00:00.000Z'])
    assert.deepEqual(decided([scheduled('inPerson')]), [])
    assert.deepEqual(decided([scheduled(), created(), ready()]), [])
    assert.deepEqual(decided([scheduled(), fact('session.withdrawn')]), [])
    assert.deepEqual(decided([scheduled(), created(), ready(), rescheduled()]), ['2096-03-05T14:00:00.000Z'])
  })

  it('finds what is overdue once, and gives a session at short notice some minutes', () => {
    const late = new Date('2096-03-04T14:00:00.000Z')
    assert.deepEqual(decided([scheduled()], late), ['session.conferenceOverdue'])
    const overdue = fact('session.conferenceOverdue', { slot, why: 'w' })
    assert.deepEqual(decided([scheduled(), overdue], late), [])
    const soon = fact('session.scheduled', {
      kind: 'video',
      slot: { ...slot, startsAt: new Date(noon.getTime() + 3_600_000).toISOString() },
    })
    assert.deepEqual(decided([soon]), [new Date(noon.getTime() + 600_000).toISOString()])
  })

  it('gives up the conference of a session that was not placed again within its window', () => {
    const windowEndsAt = '2096-03-20T14:00:00.000Z'
    const kept = [scheduled(), created(), ready(), fact('session.postponed', { windowEndsAt })]
    const end = new Date(windowEndsAt)
    assert.deepEqual(decided(kept), [windowEndsAt])
    assert.deepEqual(decided(kept, end), ['session.conferenceUnneeded'])
    assert.deepEqual(decided([...kept, unneeded('w')], end), [])
    assert.deepEqual(decided([...kept, fact('session.withdrawn')], end), [])
    const again = fact('session.scheduled', { kind: 'video', slot: slotOn('19') })
    assert.deepEqual(decided([...kept, again]), ['2096-03-18T14:00:00.000Z'])
    assert.deepEqual(decided([...kept, again, ready('conf_1', 'scheduled', slotOn('19'))], end), [])
    const late = [scheduled(), fact('session.postponed', { windowEndsAt })]
    assert.deepEqual(decided(late, end), [], 'there is none')
    assert.deepEqual(decided([...late, created()], end), ['session.conferenceUnneeded'])
  })

  it('looks again when its timer goes off, and at no other', () => {
    const fired = (name: string) => ({
      ...{ id: 'evt_2', caseId, at: noon.toISOString(), actor: alice },
      ...{ type: 'timer.fired' as const, subject: 'timer_1', data: { timerId: 'timer_1', name } },
    })
    const watches = (name: string) =>
      reactions
        .to(fired(name) as never, callBy(alice))
        .filter(({ decider }) => (decider as { name: string }).name === 'conferenceWatch').length
    assert.deepEqual([watches(conferenceTimer), watches('hold')], [1, 0])
  })
})
