import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { conferencingLaws } from '@portico/contract/conformance/conferencing'
import { keepsTheLaws } from '@portico/contract/conformance/kit'
import type { PorticoEvent } from '@portico/contract/events'
import { conferencing } from '@portico/contract/ports/conferencing'
import { defineAdapter, type Host, PortError } from '@portico/contract/ports/kit'
import type { Session } from '@portico/contract/sessions'
import type { TaskList } from '@portico/contract/tasks'
import Type from '@portico/contract/type'
import { doneBy } from '../../test/done.ts'
import { roomsSubject } from '../../test/rooms-subject.ts'
import { wav } from '../../test/sound.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

const timeZone = 'America/New_York'
const slotOn = (day: string) => ({ startsAt: `2096-03-${day}T14:00:00.000Z`, minutes: 60, timeZone })
/** 90 days after the first slot of a session on the fifth. */
const windowEndsAt = '2096-06-04T03:59:59.999Z'
const sound = wav(0.2)
const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:04.000\n<v Maria Lindqvist>The zebrawood cabinet was mine.\n'
const hash = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A conferencing service that replaces what is moved, and has recordings under names of its own. */
function service() {
  const calls: string[] = []
  const gone = new Set<string>()
  const files = new Map<string, Uint8Array>()
  let host: Host<typeof conferencing> | undefined
  let count = 0
  let isDown = false
  let site = 'https://meet.example/'
  const links = (handle: string, name = '') => ({
    handle,
    hostUrl: `${site}${handle}?host=${encodeURIComponent(name)}`,
    participantUrl: `${site}${handle}?as=${encodeURIComponent(name)}`,
  })
  const adapter = defineAdapter({
    port: conferencing,
    name: 'meet',
    does: 'Hosts.',
    options: Type.Object({}),
    open(_, given) {
      host = given
      return {
        supports: ['presence', 'artifacts'],
        calls: {
          async create({ slot, kind }) {
            if (isDown) throw new PortError('refused', 'No rooms are left.')
            count += 1
            calls.push(`create ${kind} ${slot.startsAt.slice(8, 10)}`)
            return links(`meet-${count}`)
          },
          async update({ slot, handle }) {
            calls.push(`update ${handle} ${slot.startsAt.slice(8, 10)}`)
            gone.add(handle)
            count += 1
            return links(`meet-${count}`)
          },
          async detail({ handle, participant }) {
            if (isDown) throw new PortError('unavailable', 'The service is away.')
            if (gone.has(handle)) throw new PortError('gone', 'It is over.')
            return links(handle, participant?.name)
          },
          async cancel({ handle, why }) {
            calls.push(`cancel ${handle} ${why ?? ''}`)
            gone.add(handle)
            return {}
          },
          async collect({ handle }) {
            calls.push(`collect ${handle}`)
            const of = {
              name: 'Track 1.wav',
              mediaType: 'audio/wav',
              size: sound.length,
              sha256: hash(sound),
            }
            const speaker = { name: 'Maria Lindqvist', participantId: 'party_1' }
            files.set('r1', sound)
            return {
              artifacts: [{ artifactId: 'r1', kind: 'recording' as const, ...of, speaker, durationMs: 200 }],
            }
          },
          async fetchArtifact({ artifactId }) {
            const bytes = files.get(artifactId)
            if (!bytes) throw new PortError('gone', 'It was deleted.')
            return (async function* () {
              yield bytes
            })()
          },
        },
        start: async () => {},
      }
    },
  })
  return {
    ...{ adapter, calls, files, gone },
    host: () => until(() => host),
    shut: (down: boolean) => (isDown = down),
    move: (to: string) => (site = to),
  }
}

describe('the conferencing port', () => {
  const meet = service()
  let world: World
  before(async () => {
    world = await startWorld({}, { ports: { conferencing: { adapter: meet.adapter } } })
  })
  after(() => world.close())

  const on = (place: string) => `/cases/${world.caseId}${place}`
  const done = doneBy(() => world.admin)
  const requested = async (kind = 'video') =>
    (await done<{ session: Session }>('POST', on('/sessions'), { kind })).session.id
  const session = async (id: string) => {
    const { sessions } = await done<{ sessions: Session[] }>('GET', on('/sessions'))
    return sessions.find((session) => session.id === id)
  }
  const place = (id: string, day: string, more: object = {}) =>
    done('PUT', on(`/sessions/${id}/slot`), { slot: slotOn(day), ...more })
  const end = (id: string, outcome: string) => done('PUT', on(`/sessions/${id}/outcome`), { outcome })
  const readyAs = (id: string) =>
    until(async () => {
      const conference = (await session(id))?.conference
      return conference?.isReady && conference.handle
    })
  const join = (id: string, as = world.admin) => as('GET', on(`/sessions/${id}/conference`))
  const events = async (type: string) =>
    (await done<{ events: PorticoEvent[] }>('GET', on(`/events?types=${type}&limit=500`))).events
  /** Only what has begun can be held. */
  const hold = (id: string) =>
    until(async () => {
      const path = on(`/sessions/${id}/outcome`)
      return (await world.admin('PUT', path, { body: { outcome: 'held' } })).status === 200
    })
  const placeNow = (id: string) => {
    const startsAt = new Date(Date.now() + 2000).toISOString()
    return done('PUT', on(`/sessions/${id}/slot`), {
      slot: { startsAt, minutes: 60, timeZone },
      consent: 'Everybody has agreed.',
    })
  }

  it('a session that is placed gets a conference; moved and postponed inside its window it keeps it, withdrawn it has none', async () => {
    const id = await requested()
    assert.equal((await join(id)).status, 404, 'there is none yet')
    await place(id, '05')
    const first = await readyAs(id)
    await place(id, '06')
    const second = await until(async () => {
      const handle = await readyAs(id)
      return handle !== first && handle
    })
    await end(id, 'postponed')
    const postponed = await session(id)
    assert.deepEqual(
      [postponed?.conference, postponed?.windowEndsAt, postponed?.slot],
      [{ handle: second, binding: 'main', isReady: false }, windowEndsAt, undefined],
    )
    assert.match((await join(id)).text, /The session was postponed: it has no date yet/)
    await place(id, '07')
    const third = await until(async () => {
      const handle = await readyAs(id)
      return handle !== second && handle
    })
    await end(id, 'withdrawn')
    await until(() => meet.gone.has(third))
    assert.deepEqual(meet.calls.splice(0), [
      'create video 05',
      `update ${first} 06`,
      `update ${second} 07`,
      `cancel ${third} `,
    ])
    const ready = await events('session.conferenceReady')
    const because = ready.map(({ data }) => (data as { because: string }).because)
    assert.deepEqual(because, ['scheduled', 'rescheduled', 'scheduled'])
    assert.equal((await join(id)).status, 410)
  })

  it('placed past its window, at once or after it was postponed, it gets another one', async () => {
    const id = await requested()
    const placeOn = (startsAt: string) =>
      done('PUT', on(`/sessions/${id}/slot`), { slot: { startsAt, minutes: 60, timeZone } })
    const another = (than: string) =>
      until(async () => {
        const conference = (await session(id))?.conference
        return conference?.isReady && conference.handle !== than && conference.handle
      })
    await place(id, '12')
    const first = await readyAs(id)
    await end(id, 'postponed')
    await placeOn('2096-06-20T14:00:00.000Z')
    const second = await another(first)
    await until(() => meet.gone.has(first))
    await placeOn('2096-12-20T14:00:00.000Z')
    const third = await another(second)
    await until(() => meet.gone.has(second))
    await end(id, 'withdrawn')
    await until(() => meet.gone.has(third))
    assert.deepEqual(meet.calls.splice(0).toSorted(), [
      `cancel ${first} The session was placed past its window.`,
      `cancel ${second} It was moved past its window of 90 days.`,
      `cancel ${third} `,
      'create video 12',
      'create video 20',
      'create video 20',
    ])
  })

  it('one that is held in person has none, and one that becomes so gives it up', async () => {
    const id = await requested('inPerson')
    await place(id, '08')
    await place(id, '09', { kind: 'phone' })
    const handle = await readyAs(id)
    await place(id, '10', { kind: 'inPerson' })
    await until(() => meet.gone.has(handle))
    assert.deepEqual(meet.calls.splice(0), [
      'create phone 09',
      `cancel ${handle} The session is held in person.`,
    ])
    assert.match((await join(id)).text, /held in person/)
    await end(id, 'withdrawn')
  })

  it('a link is that of a host only for those who may hold the session; the port is named where it is away', async () => {
    const id = await requested()
    await place(id, '11')
    const handle = await readyAs(id)
    const link = async (as = world.admin) =>
      ((await join(id, as)).json as { conference: { as: string; url: string } }).conference
    assert.deepEqual(await link(), {
      as: 'host',
      url: `https://meet.example/${handle}?host=tester`,
      binding: 'main',
    })
    const drafter = await world.member('dora', ['drafter'])
    const { as, url } = await link(drafter)
    assert.deepEqual([as, url], ['participant', `https://meet.example/${handle}?as=dora`])
    const renew = { body: { why: 'A link was passed on.' } }
    assert.equal((await drafter('POST', on(`/sessions/${id}/conference`), renew)).status, 403)
    meet.shut(true)
    const { status, text, headers } = await join(id)
    meet.shut(false)
    assert.deepEqual([status, headers.get('retry-after')], [503, '5'])
    assert.match(text, /conferencing\/main.*The service is away\./)
    for (const script of ['javascript:alert(1)//', 'data:text/html,']) {
      meet.move(script)
      const answer = await join(id)
      assert.equal(answer.status, 503, answer.text)
      assert.doesNotMatch(answer.text, /alert|text\/html/)
    }
    meet.move('https://meet.example/')

    await done('POST', on(`/sessions/${id}/conference`), renew.body)
    const renewed = await until(async () => {
      const now = await readyAs(id)
      return now !== handle && now
    })
    await until(() => meet.gone.has(handle))
    assert.ok((await link()).url.includes(renewed))
    meet.gone.add(renewed)
    assert.equal((await join(id)).status, 410, 'what the service has cancelled by itself')
    await end(id, 'withdrawn')
    meet.calls.length = 0
  })

  it('who comes and goes is on the session, under any of its handles and no other', async () => {
    const id = await requested()
    await place(id, '12')
    const handle = await readyAs(id)
    const host = await meet.host()
    const told = (name: 'participantJoined' | 'participantLeft', at: string, key: string) =>
      host.tell(name, { handle, participant: { name: 'Maria Lindqvist', id: 'party_1' }, at }, { id: key })
    await told('participantJoined', '2026-01-01T14:00:00.000Z', 'j1')
    await told('participantJoined', '2026-01-01T14:00:00.000Z', 'j1')
    await until(async () => (await session(id))?.attendance?.length === 1)
    await told('participantLeft', '2026-01-01T14:30:00.000Z', 'l1')
    const attendance = await until(async () => {
      const found = (await session(id))?.attendance
      return found?.[0]?.leftAt && found
    })
    assert.deepEqual(attendance, [
      {
        name: 'Maria Lindqvist',
        participantId: 'party_1',
        joinedAt: '2026-01-01T14:00:00.000Z',
        leftAt: '2026-01-01T14:30:00.000Z',
      },
    ])
    // Who came first is first, although it is told last.
    const early = { handle, participant: { name: 'Judith Arenas' }, at: '2026-01-01T13:55:00.000Z' }
    await host.tell('participantJoined', early, { id: 'j0' })
    const inOrder = await until(async () => {
      const found = (await session(id))?.attendance
      return found?.length === 2 && found.map(({ name }) => name)
    })
    assert.deepEqual(inOrder, ['Judith Arenas', 'Maria Lindqvist'])
    await host.tell(
      'participantJoined',
      { handle: 'unknown', participant: { name: 'x' }, at: '2026-01-01T14:00:00.000Z' },
      { id: 'j2' },
    )
    await until(async () => {
      const { facts } = await done<{ facts: { reason?: string }[] }>('GET', '/inbox')
      return facts.some(({ reason }) => reason === 'There is no conference with this handle.')
    })
    await end(id, 'withdrawn')
    meet.calls.length = 0
  })

  it('what came of it is filed once: the sound behind a sheet, a transcript to be searched', async () => {
    const id = await requested()
    await placeNow(id)
    const handle = await readyAs(id)
    await hold(id)
    const host = await meet.host()
    const at = '2026-01-01T15:00:00.000Z'
    meet.files.set('t1', new TextEncoder().encode(vtt))
    const transcript = {
      artifactId: 't1',
      kind: 'transcript',
      name: 'talk.vtt',
      mediaType: 'text/vtt',
    } as const
    await host.tell('recordingReady', { handle, ...transcript, at }, { id: 'a1' })
    await host.tell('recordingReady', { handle, ...transcript, at }, { id: 'a2' })
    const { uploadId } = await host.upload(
      (async function* () {
        yield sound
      })(),
      { name: 'mixed.wav' },
    )
    const mixed = { artifactId: 'r2', kind: 'recording', name: 'mixed.wav', mediaType: 'audio/wav' } as const
    await host.tell('recordingReady', { handle, ...mixed, uploadId, at }, { id: 'a3' })
    const artifacts = await until(async () => {
      const found = (await session(id))?.artifacts
      return found?.length === 3 && found.every(({ documentId }) => documentId !== undefined) && found
    })
    const filed = (await events('session.artifactFiled')).map(({ data }) => data)
    assert.equal(filed.length, 3)
    const recording = filed.find((data) => (data as { artifactId: string }).artifactId === 'r1')
    const { documentId, ...rest } = recording as { documentId: string }
    assert.deepEqual(rest, {
      ...{ sessionId: id, handle, artifactId: 'r1', kind: 'recording', mediaType: 'audio/wav' },
      ...{ speaker: { name: 'Maria Lindqvist', participantId: 'party_1' }, durationMs: 200 },
    })
    assert.deepEqual(artifacts.map(({ artifactId, speaker }) => [artifactId, speaker?.name]).toSorted(), [
      ['r1', 'Maria Lindqvist'],
      ['r2', undefined],
      ['t1', undefined],
    ])

    const original = on(`/documents/${documentId}/original`)
    const whole = await fetch(`${world.baseUrl}${original}`, {
      headers: { authorization: await tokenHeader(), range: 'bytes=4-11' },
    })
    const part = new Uint8Array(await whole.arrayBuffer())
    assert.deepEqual(
      [whole.status, whole.headers.get('content-type'), whole.headers.get('content-range')],
      [206, 'audio/wav', `bytes 4-11/${sound.length}`],
    )
    assert.deepEqual(part, sound.slice(4, 12))
    const found = (q: string) =>
      until(async () => {
        const { hits } = await done<{ hits: { snippet: string }[] }>(
          'GET',
          `/appeals/${world.caseId}/search?q=${encodeURIComponent(q)}`,
        )
        return hits[0]?.snippet
      })
    assert.match(await found('zebrawood'), /\[00:00:01\] Maria Lindqvist: The zebrawood cabinet was mine/)
    assert.match(await found('"RECORDING OF A SESSION"'), /Speaker (Maria|Everybody)/)
  })

  it('what is no sound, and what is gone, opens a task; a conference that cannot be had, too', async () => {
    const id = await requested()
    await place(id, '14')
    const handle = await readyAs(id)
    const host = await meet.host()
    const at = '2026-01-01T15:00:00.000Z'
    meet.files.set('bad', new TextEncoder().encode('Not a sound.'))
    const of = { kind: 'recording', name: 'x.ogg', mediaType: 'audio/ogg', at } as const
    await host.tell('recordingReady', { handle, artifactId: 'bad', ...of }, { id: 'b1' })
    await host.tell('recordingReady', { handle, artifactId: 'none', ...of }, { id: 'b2' })
    const artifacts = await until(async () => {
      const found = (await session(id))?.artifacts
      return found?.length === 2 && found.every(({ why }) => why !== undefined) && found
    })
    const whys = artifacts.map(({ why }) => why).join(' ')
    assert.match(whys, /must be sound or video/)
    assert.match(whys, /It was deleted/)
    const open = async () =>
      (await done<TaskList>('GET', on('/tasks?open=true'))).tasks.map(({ type }) => type)
    assert.ok((await open()).includes('artifactMissing'))

    meet.shut(true)
    const other = await requested()
    await place(other, '20')
    await until(async () => (await open()).includes('deliveryFailed'))
    const due = new Date('2096-03-19T15:00:00.000Z')
    const { conferenceWatch } = await import('../../core/session/conference-watch.ts')
    const actor = { id: 'system', name: 'Portico', kind: 'system' as const }
    const command = {
      type: 'watchConferences' as const,
      caseId: world.caseId,
      event: { id: 'evt_test', at: due.toISOString() },
    }
    await world.service.portico.execute(
      conferenceWatch,
      { at: due, actor, correlationId: 'test' },
      command,
      () => null,
    )
    assert.ok((await open()).includes('conferenceOverdue'))
    meet.shut(false)
    await done('POST', on(`/sessions/${other}/conference`), { why: 'Rooms are free again.' })
    await readyAs(other)
    assert.ok(!(await open()).includes('conferenceOverdue'))
  })

  it('the rooms of the workspace keep its laws as any service has to', async () => {
    const results = await keepsTheLaws(conferencingLaws, await roomsSubject(world))
    const skipped = results.flatMap(({ law, result }) => (result === 'skipped' ? [law] : []))
    const noMood = ['redrive', 'outage', 'health']
    assert.deepEqual(skipped, [...noMood, 'wire', 'collected', 'artifactBytes'])
  })

  const tokenHeader = async () => {
    const { username, password } = world
    const reply = await world.anonymous('POST', '/auth/token', { body: { username, password } })
    return `Bearer ${(reply.json as { token: string }).token}`
  }
})
