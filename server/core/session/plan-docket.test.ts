import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { NamedParticipant } from '@portico/contract/sessions'
import fc from 'fast-check'
import { sized } from '../../test/size.ts'
import { overlaps, type Span } from '../time/spans.ts'
import { type Bench, type Docket, planDocket, type Waiting } from './plan-docket.ts'
import { type Calendar, conflictsWith, sessionDays } from './slots.ts'

const timeZone = 'America/New_York'
const one = (kind: NamedParticipant['kind'], id: string): NamedParticipant => ({ kind, id, name: id })
const judge = one('adjudicator', 'judith')
const room = one('room', 'washington1')
const bench = { participants: [judge, room], timeZone }
const at = (time: string, day = '05') => Date.parse(`2096-03-${day}T${time}:00.000Z`)
const calendar = (participant: NamedParticipant, of: Partial<Calendar> = {}): Calendar => ({
  ...{ participant, busy: [], booked: [] },
  ...of,
})
const docket = (of: Partial<Docket<Waiting>>): Docket<Waiting> => ({
  waiting: [],
  benches: [bench],
  from: '2096-03-05',
  to: '2096-03-05',
  minutes: 60,
  day: { firstStart: '08:15', slotsPerDay: 8, slotMinutes: 60, startEveryMinutes: 15 },
  calendars: [],
  blackouts: [],
  notBefore: new Date('2096-01-01T00:00:00Z'),
  ...of,
})
const waiting = (...names: string[]): Waiting[] =>
  names.map((sessionId) => ({
    sessionId,
    kind: 'video',
    participants: [one('party', `party of ${sessionId}`)],
  }))
const shown = (of: Docket<Waiting>) => {
  const { planned, unplanned } = planDocket(of)
  return [
    ...planned.map(({ sessionId, startsAt }) => `${sessionId} ${startsAt.toISOString().slice(8, 16)}`),
    ...unplanned.map(({ sessionId, why }) => `${sessionId}: ${why}`),
  ]
}

describe('a docket', () => {
  it('is placed by rank, one after the other, and what is left over is told', () => {
    assert.deepEqual(shown(docket({ waiting: waiting('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i') })), [
      ...['a 05T13:15', 'b 05T14:15', 'c 05T15:15', 'd 05T16:15', 'e 05T17:15', 'f 05T18:15', 'g 05T19:15'],
      ...['h 05T20:15', 'i: All times of these days are taken by cases before it.'],
    ])
  })

  it('gives each its notice, by its kind', () => {
    const [video, inPerson, late] = waiting('video', 'inPerson', 'late') as [Waiting, Waiting, Waiting]
    const ends = {
      video: '2096-03-05T14:15:00Z',
      inPerson: '2096-03-05T18:00:00Z',
      phone: '2096-03-06T00:00:00Z',
    }
    const of = docket({
      waiting: [{ ...inPerson, kind: 'inPerson' }, video, { ...late, kind: 'phone' }],
      earliestWithNotice: (kind) => new Date(ends[kind as keyof typeof ends]),
    })
    assert.deepEqual(shown(of), [
      ...['inPerson 05T18:00', 'video 05T14:15'],
      'late: All times of these days are within the notice for such a session.',
    ])
  })

  it('goes around what is booked, busy or out, and says who cannot', () => {
    const party = one('party', 'party of a')
    const calendars = [
      calendar(judge, { booked: [{ from: at('13:15'), to: at('14:15') }] }),
      calendar(party, { busy: [{ from: at('14:00'), to: at('15:00') }] }),
    ]
    const { planned } = planDocket(docket({ waiting: waiting('a', 'b'), calendars }))
    assert.deepEqual(
      planned.map(({ startsAt, reasons }) => [startsAt.toISOString().slice(11, 16), ...reasons]),
      [
        ['15:00', 'Before that party of a cannot.'],
        ['16:00', 'The first time left when all are free.'],
      ],
    )
    const blackouts = [{ from: '2096-03-05', to: '2096-03-05', why: 'A holiday.' }]
    assert.deepEqual(shown(docket({ waiting: waiting('a'), blackouts, to: '2096-03-06' })), ['a 06T13:15'])
    assert.deepEqual(shown(docket({ waiting: waiting('a'), blackouts })), [
      'a: Those who sit cannot at any time of these days.',
    ])
  })

  it('uses benches beside each other, but nobody twice', () => {
    const other = { participants: [one('adjudicator', 'jill'), one('room', 'washington2')], timeZone }
    const both = docket({ waiting: waiting('a', 'b', 'c'), benches: [bench, other] })
    assert.deepEqual(shown(both), ['a 05T13:15', 'b 05T13:15', 'c 05T14:15'])
    const sameRoom = { participants: [one('adjudicator', 'jill'), room], timeZone }
    assert.deepEqual(shown({ ...both, benches: [bench, sameRoom] }), [
      'a 05T13:15',
      'b 05T14:15',
      'c 05T15:15',
    ])
    const attorney = one('representative', 'mem_1')
    const represented = waiting('a', 'b').map((session) => ({ ...session, participants: [attorney] }))
    assert.deepEqual(shown({ ...both, waiting: represented }), ['a 05T13:15', 'b 05T14:15'])
  })

  it('somebody whom each case calls by another name is in one place at a time', () => {
    const represented = ['a', 'b'].map((sessionId) => ({
      ...{ sessionId, kind: 'video' as const },
      participants: [one('representative', `rep of ${sessionId}`)],
    }))
    const benches = [
      { participants: [judge], timeZone },
      { participants: [one('adjudicator', 'amos')], timeZone },
    ]
    const busy = [{ from: at('13:15'), to: at('14:15') }]
    const calendars = [calendar(one('representative', 'mem_1'), { busy })]
    const of = docket({ waiting: represented, benches, calendars })
    assert.deepEqual(shown(of), ['a 05T13:15', 'b 05T13:15'])
    const sameAs = (id: string) => (id.startsWith('rep of') ? 'mem_1' : id)
    assert.deepEqual(shown({ ...of, sameAs }), ['a 05T14:15', 'b 05T15:15'])
  })

  it('what is in person needs a place', () => {
    const [session] = waiting('a')
    const inPerson = [{ ...(session as Waiting), kind: 'inPerson' as const }, ...waiting('b')]
    const remote = { participants: [judge], timeZone }
    assert.deepEqual(shown(docket({ waiting: inPerson, benches: [remote] })), [
      'b 05T13:15',
      'a: It is in person, and those who sit have no place.',
    ])
    assert.deepEqual(shown(docket({ waiting: inPerson })), ['a 05T13:15', 'b 05T14:15'])
  })

  it('by the hours of each bench', () => {
    const denver = { participants: [one('room', 'denver1')], timeZone: 'America/Denver' }
    assert.deepEqual(shown(docket({ waiting: waiting('a', 'b'), benches: [denver] })), [
      'a 05T15:15',
      'b 05T16:15',
    ])
  })

  it('is what trying every bench at every start by rank finds, on random calendars', () => {
    const names = ['ann', 'bob', 'cyd', 'dan']
    const minute = fc.integer({ min: 0, max: 32 })
    const spans = fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 12 })), { maxLength: 3 })
    const quarters = (list: [number, number][]) =>
      list.map(([from, lasts]) => ({
        from: at('13:15') + from * 900_000,
        to: at('13:15') + (from + lasts) * 900_000,
      }))
    const person = fc.record({ free: fc.option(spans, { freq: 3 }), busy: spans, booked: spans })
    const session = fc.record({
      who: fc.subarray(names, { minLength: 1, maxLength: 2 }),
      kind: fc.constantFrom('video' as const, 'inPerson' as const),
    })
    const benches: Bench[] = [
      bench,
      { participants: [one('adjudicator', 'amos')], timeZone },
      { participants: [one('adjudicator', 'ann')], timeZone: 'America/Chicago' },
    ]
    const all = [...names.map((name) => one('party', name)), judge, one('adjudicator', 'amos'), room]
    fc.assert(
      fc.property(
        fc.tuple(...all.map(() => person)),
        fc.array(session, { maxLength: 9 }),
        (people, sessions) => {
          const calendars = all.map((participant, index) => {
            const { free, busy, booked } = people[index] as (typeof people)[number]
            return calendar(participant, {
              ...(free ? { free: quarters(free) } : {}),
              ...{ busy: quarters(busy), booked: quarters(booked) },
            })
          })
          const waiting = sessions.map(({ who, kind }, index) => ({
            ...{ sessionId: `${index}`, kind, participants: who.map((name) => one('party', name)) },
          }))
          const of = docket({ waiting, benches, calendars })
          assert.deepEqual(
            planDocket(of).planned.map(({ sessionId, startsAt, bench: before }) => [
              sessionId,
              startsAt.getTime(),
              benches.indexOf(before),
            ]),
            tried(of),
          )
        },
      ),
      { numRuns: sized(40, 8) },
    )
  })
})

/** Each in turn: all benches at all starts, the first of them first. */
function tried(of: Docket<Waiting>): [string, number, number][] {
  const found: [string, number, number][] = []
  const taken: { id: string; span: Span }[] = []
  const tries = of.benches
    .flatMap((before, index) =>
      sessionDays({ ...of, ...before }).flatMap(({ starts }) => starts.map((from) => ({ from, index }))),
    )
    .toSorted((a, b) => a.from - b.from)
  for (const { sessionId, kind, participants } of of.waiting) {
    const fits = tries.find(({ from, index }) => {
      const before = of.benches[index] as (typeof of.benches)[number]
      const span = { from, to: from + 3_600_000 }
      const who = [...before.participants, ...participants]
      const calendars = of.calendars.filter(({ participant: { id } }) => who.some((each) => each.id === id))
      return (
        (kind !== 'inPerson' || before.participants.some((each) => each.kind === 'room')) &&
        conflictsWith(span, { ...of, calendars, timeZone: before.timeZone }).length === 0 &&
        !taken.some((other) => who.some(({ id }) => id === other.id) && overlaps(other.span, span))
      )
    })
    if (!fits) continue
    const before = of.benches[fits.index] as (typeof of.benches)[number]
    for (const { id } of [...before.participants, ...participants])
      taken.push({ id, span: { from: fits.from, to: fits.from + 3_600_000 } })
    found.push([sessionId, fits.from, fits.index])
  }
  return found
}
