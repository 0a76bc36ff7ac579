import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Slot } from '@portico/contract/sessions'
import { alice, callBy, given, recorded } from '../../test/given.ts'
import { type Fact, fold } from '../kernel/decider.ts'
import { reactions } from '../reactions.ts'
import { session } from './session.ts'

const of = { caseId: 'case_1', sessionId: 'session_1' }
const { sessionId } = of
const slotOn = (day: string): Slot => ({
  startsAt: `${day}T14:00:00.000Z`,
  minutes: 60,
  timeZone: 'America/New_York',
})
const requested: Fact = { type: 'session.requested', subject: sessionId, data: { sessionId, kind: 'video' } }
const scheduled = (day: string): Fact => ({
  type: 'session.scheduled',
  subject: sessionId,
  data: { sessionId, kind: 'video', slot: slotOn(day) },
})
const rescheduled = (from: string, to: string): Fact => ({
  type: 'session.rescheduled',
  subject: sessionId,
  data: { sessionId, kind: 'video', slot: slotOn(to), from: slotOn(from) },
})
const placed = (day: string) => ({ type: 'placeSession' as const, ...of, slot: slotOn(day) })
const after = (...facts: Fact[]) => given(session, recorded([requested, ...facts]))

describe('a session that is moved', () => {
  it('inside its window keeps what was made for it', () => {
    after(scheduled('2096-03-05'))
      .when(placed('2096-06-03'))
      .then([rescheduled('2096-03-05', '2096-06-03')])
  })

  it('is inside its window at the same time of day once the clock has changed, until its last day ends', () => {
    const first = { ...slotOn('2096-03-05'), startsAt: '2096-09-05T13:00:00.000Z' }
    const at = (startsAt: string) => ({ ...placed('2096-12-04'), slot: { ...first, startsAt } })
    const placedFirst: Fact = {
      ...{ type: 'session.scheduled', subject: sessionId },
      data: { sessionId, kind: 'video', slot: first },
    }
    const types = (startsAt: string) =>
      session
        .decide(at(startsAt), fold(session, recorded([requested, placedFirst])), callBy(alice))
        .map(({ type }) => type)
    for (const sameDay of ['2096-12-04T14:00:00.000Z', '2096-12-05T04:30:00.000Z'])
      assert.deepEqual(types(sameDay), ['session.rescheduled'])
    assert.deepEqual(types('2096-12-05T05:00:00.000Z'), ['session.postponed', 'session.scheduled'])
  })

  it('is moved or ended only from where it was seen, if that is said', () => {
    const at = (day: string) => slotOn(day).startsAt
    const moved = { ...placed('2096-04-01'), from: null }
    after()
      .when(moved)
      .then([scheduled('2096-04-01')])
    after(scheduled('2096-03-05'))
      .when(moved)
      .thenRefused('conflict', /scheduled for 2096-03-05 14:00 UTC/)
    after(scheduled('2096-04-01')).when(moved).then([])
    after(scheduled('2096-03-05'))
      .when({ ...moved, from: at('2096-03-05') })
      .then([rescheduled('2096-03-05', '2096-04-01')])
    const missed: Fact = { type: 'session.noShow', subject: sessionId, data: { sessionId } }
    after(scheduled('2096-03-05'), missed)
      .when(moved)
      .then([scheduled('2096-04-01')])
    const ended = { type: 'endSession' as const, ...of, outcome: 'withdrawn' as const }
    after(scheduled('2096-03-05'))
      .when({ ...ended, from: at('2096-03-06') })
      .thenRefused('conflict', /scheduled for 2096-03-05/)
    after()
      .when({ ...ended, from: at('2096-03-06') })
      .thenRefused('conflict', /lost its slot/)
  })

  it('past its window is postponed and placed anew, however it came there', () => {
    const why = 'It was moved past its window of 90 days.'
    const anew = (day: string): Fact[] => [
      { type: 'session.postponed', subject: sessionId, data: { sessionId, why } },
      scheduled(day),
    ]
    after(scheduled('2096-03-05')).when(placed('2096-06-04')).then(anew('2096-06-04'))
    const inSteps = [scheduled('2096-03-05'), rescheduled('2096-03-05', '2096-05-30')]
    after(...inSteps)
      .when(placed('2096-06-04'))
      .then(anew('2096-06-04'))
    after(...inSteps, ...anew('2096-06-04'))
      .when(placed('2096-08-01'))
      .then([rescheduled('2096-06-04', '2096-08-01')])
  })

  it('is postponed inside its window as long as that lasts, and placed again inside it or past it', () => {
    const end = { type: 'endSession' as const, ...of, outcome: 'postponed' as const }
    const postponed = (window: object = {}): Fact => ({
      ...{ type: 'session.postponed', subject: sessionId },
      data: { sessionId, ...window },
    })
    const inside = postponed({ windowEndsAt: '2096-06-04T03:59:59.999Z' })
    after(scheduled('2096-03-05')).when(end).then([inside])
    after(scheduled('2096-03-05'), rescheduled('2096-03-05', '2096-05-30')).when(end).then([inside])
    // Whenever it is placed again inside it, the window stays what it was.
    after(scheduled('2096-03-05'), inside, scheduled('2096-06-01')).when(end).then([inside])
    after(scheduled('2096-03-05'), inside, scheduled('2096-06-04'))
      .when(end)
      .then([postponed({ windowEndsAt: '2096-09-03T03:59:59.999Z' })])
    after(scheduled('2096-03-05'), inside)
      .when(placed('2096-06-04'))
      .then([scheduled('2096-06-04')])
    after().when(end).then([postponed()])
    const past = scheduled('2020-01-01')
    after(past, { type: 'session.noShow', subject: sessionId, data: { sessionId } })
      .when(end)
      .then([postponed()])
  })

  it('is placed with notice, and moved to later, unless they have agreed to something else', () => {
    // It is noon on 1 November 2026, and a session by video has a notice of 14 days.
    const soon = placed('2026-11-14')
    after()
      .when(soon)
      .thenRefused(
        'stateForbids',
        /within its notice of 14 days: choose a later time, or name in consent who has agreed/,
      )
    after()
      .when(placed('2026-11-15'))
      .then([scheduled('2026-11-15')])
    // In New York it is 7 in the morning then, after the clock was put back; on 21 October it was 8.
    const inOctober = callBy(alice, new Date('2026-10-21T12:00:00.000Z'))
    const at = (startsAt: string) => ({
      ...placed('2026-11-04'),
      slot: { ...slotOn('2026-11-04'), startsAt },
    })
    after()
      .when(at('2026-11-04T12:59:00.000Z'), inOctober)
      .thenRefused('stateForbids', /within its notice of 14 days/)
    after()
      .when(at('2026-11-04T13:00:00.000Z'), inOctober)
      .then([
        {
          ...scheduled('2026-11-04'),
          data: { sessionId, kind: 'video', slot: at('2026-11-04T13:00:00.000Z').slot },
        } as Fact,
      ])
    const consent = 'Both sides, by telephone.'
    const agreed = (fact: Fact): Fact => ({ ...fact, data: { ...fact.data, consent } }) as Fact
    after()
      .when({ ...soon, consent })
      .then([agreed(scheduled('2026-11-14'))])
    after()
      .when({ ...soon, kind: 'inPerson' })
      .thenRefused('stateForbids', /notice of 21 days/)
    const far = scheduled('2027-02-01')
    after(far)
      .when(placed('2027-01-31'))
      .thenRefused('stateForbids', /earlier than it was/)
    after(far)
      .when({ ...placed('2027-01-31'), consent })
      .then([agreed(rescheduled('2027-02-01', '2027-01-31'))])
    // Where only the place changes, nobody has to come at another time.
    const near = scheduled('2026-11-03')
    const place = 'Room 4'
    const moved = { ...slotOn('2026-11-03'), place }
    after(near)
      .when({ ...placed('2026-11-03'), slot: moved })
      .then([
        {
          ...{ type: 'session.rescheduled', subject: sessionId },
          data: { sessionId, kind: 'video', slot: moved, from: slotOn('2026-11-03') },
        },
      ])
    after(near)
      .when(placed('2026-11-05'))
      .thenRefused('stateForbids', /within its notice/)
    const suggest = {
      ...{ type: 'suggestSlots' as const, ...of, binding: 'main' },
      slots: [slotOn('2026-11-02'), slotOn('2026-12-02')],
    }
    const suggested: Fact = {
      ...{ type: 'session.slotsSuggested', subject: sessionId },
      data: { sessionId, slots: [slotOn('2026-12-02')], binding: 'main' },
    }
    after().when(suggest).then([suggested])
  })

  it('held without a record says why there is none, or is missing one', () => {
    const past = scheduled('2020-01-01')
    const end = { type: 'endSession' as const, ...of, outcome: 'held' as const }
    const held = (more: object): Fact => ({
      ...{ type: 'session.held' as const, subject: sessionId },
      data: { sessionId, ...more },
    })
    after(past)
      .when({ ...end, record: 'none' })
      .then([held({ record: 'missing' })])
    const withoutRecord = 'The microphone was broken.'
    after(past)
      .when({ ...end, record: 'none', withoutRecord })
      .then([held({ record: 'none', withoutRecord })])
    for (const record of ['stored', 'toCome'] as const)
      after(past)
        .when({ ...end, record })
        .then([held({ record })])
    after(past)
      .when({ ...end, record: 'stored', withoutRecord })
      .thenRefused('stateForbids', /withoutRecord must be left out, since a record/)
    after(past)
      .when({ ...end, outcome: 'noShow', withoutRecord })
      .thenRefused('invalid', /withoutRecord must be left out/)
    const call = callBy(alice)
    const { profile } = call
    const strict = {
      ...call,
      profile: { ...profile, sessions: { ...profile.sessions, withoutRecord: 'needsReason' as const } },
    }
    after(past)
      .when({ ...end, record: 'none' }, strict)
      .thenRefused('stateForbids', /withoutRecord must be given, since no record/)
    after(past)
      .when({ ...end, record: 'none', withoutRecord }, strict)
      .then([held({ record: 'none', withoutRecord })])
  })

  it('was held by whoever sat alone, unless somebody else is named; the same again changes nothing, and nothing is lost', () => {
    const judith = { id: 'mem_judith', name: 'Judith' }
    const jules = { id: 'mem_jules', name: 'Jules' }
    const seat = (...seated: { id: string; name: string }[]): Fact => ({
      ...{ type: 'session.scheduled' as const, subject: sessionId },
      data: {
        ...{ sessionId, kind: 'video' as const, slot: slotOn('2020-01-01') },
        participants: seated.map((one) => ({ kind: 'adjudicator' as const, ...one })),
      },
    })
    const end = { type: 'endSession' as const, ...of, outcome: 'held' as const }
    const held = (more: object): Fact => ({
      ...{ type: 'session.held' as const, subject: sessionId },
      data: { sessionId, ...more },
    })
    after(seat(judith))
      .when(end)
      .then([held({ heldBy: judith })])
    after(seat(judith))
      .when({ ...end, heldBy: jules })
      .then([held({ heldBy: jules })])
    after(seat(judith, jules))
      .when(end)
      .then([held({})])
    after(seat(judith))
      .when({ ...end, outcome: 'noShow' })
      .then([{ type: 'session.noShow', subject: sessionId, data: { sessionId } }])
    const before = [seat(judith), held({ heldBy: judith, record: 'missing' })]
    for (const same of [end, { ...end, heldBy: judith }])
      after(...before)
        .when(same)
        .then([])
    for (const other of [
      { ...end, heldBy: jules },
      { ...end, withoutRecord: 'The microphone was broken.' },
    ])
      after(...before)
        .when(other)
        .thenRefused('conflict', /already recorded as held/)
  })

  it('is withdrawn with its case', () => {
    const closed: Fact = {
      type: 'case.closed',
      subject: 'case_1',
      data: { reason: 'decided', sessions: [sessionId] },
    }
    const happened = { ...recorded([closed])[0]!, id: 'evt_1', caseId: 'case_1' }
    const commands = reactions.to(happened, callBy(alice)).map(({ command }) => command)
    assert.deepEqual(commands, [
      { type: 'endRemands', caseId: 'case_1', how: 'closed', why: 'The case was closed.' },
      { type: 'endSession', ...of, outcome: 'withdrawn', why: 'The case was closed.' },
    ])
  })
})
