import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { sized } from '../../test/size.ts'
import type { Span } from '../time/spans.ts'
import { type Calendar, conflictsWith, findSlots, type Search, sessionDays } from './slots.ts'

const at = (time: string) => Date.parse(`2026-03-${time}:00Z`)
const span = (from: string, to: string): Span => ({ from: at(from), to: at(to) })
const calendarOf = (name: string, of: Partial<Calendar> = {}): Calendar => ({
  participant: { kind: 'adjudicator', id: name, name },
  busy: [],
  booked: [],
  ...of,
})
// From Friday to Monday, in winter time: 08:15 is 13:15 in UTC.
const search = (of: Partial<Search> = {}): Search => ({
  from: '2026-03-06',
  to: '2026-03-09',
  minutes: 60,
  timeZone: 'America/New_York',
  day: { firstStart: '08:15', slotsPerDay: 8, slotMinutes: 60, startEveryMinutes: 15 },
  calendars: [calendarOf('Judith')],
  blackouts: [],
  notBefore: new Date('2026-03-01T00:00:00Z'),
  limit: 100,
  ...of,
})
const startsOf = (of: Partial<Search>) =>
  findSlots(search(of)).slots.map(({ startsAt }) => startsAt.toISOString().slice(8, 16))

describe('slots', () => {
  it('are every quarter of an hour of a working day, by the clock of the zone', () => {
    const starts = startsOf({})
    assert.equal(starts.length, 2 * 29)
    assert.deepEqual([starts[0], starts[28], starts[29]], ['06T13:15', '06T20:15', '09T12:15'])
  })

  it('are those in which all can', () => {
    const calendars = [
      calendarOf('Judith', { free: [span('06T13:00', '06T16:00')] }),
      calendarOf('Ada', { busy: [span('06T13:30', '06T14:40')] }),
      calendarOf('Room 1', { booked: [span('06T15:45', '06T17:00')] }),
    ]
    const found = findSlots(search({ calendars }))
    assert.deepEqual(
      found.slots.map(({ startsAt }) => startsAt.toISOString().slice(8, 16)),
      ['06T14:45'],
    )
    assert.deepEqual(found.slots[0]?.reasons, [
      'The first day on which all 3 are free.',
      'Adjoins another session of Room 1.',
    ])
    assert.deepEqual(
      found.blocking.map(({ participant, starts }) => [participant.name, starts]),
      [
        ['Judith', 50],
        ['Room 1', 8],
        ['Ada', 6],
      ],
    )
  })

  it('are not in the past, nor on days on which nothing may be placed', () => {
    const notBefore = new Date(at('09T12:15'))
    assert.equal(startsOf({ notBefore })[0], '09T12:30')
    const holiday = { from: '2026-03-06', to: '2026-03-06', why: 'A holiday.' }
    assert.equal(startsOf({ blackouts: [holiday] }).length, 29)
    assert.equal(startsOf({ blackouts: [{ ...holiday, participantId: 'Judith' }] }).length, 29)
    assert.equal(startsOf({ blackouts: [{ ...holiday, participantId: 'Ada' }] }).length, 58)
  })

  it('come first where it is office hours for all, then by day, then where they adjoin a session', () => {
    const calendars = [
      calendarOf('Judith', { booked: [span('06T17:15', '06T18:15')] }),
      calendarOf('Ada', { timeZone: 'America/Los_Angeles' }),
    ]
    const { slots } = findSlots(search({ calendars }))
    assert.equal(slots[0]?.startsAt.toISOString(), '2026-03-06T16:15:00.000Z')
    const early = slots.find(({ startsAt }) => startsAt.getTime() === at('06T13:15'))
    assert.deepEqual(early?.reasons, [
      'The first day on which all 2 are free.',
      'It is 05:15 for Ada (America/Los_Angeles).',
    ])
  })

  it('are what looking at everybody at every start finds, on random calendars', () => {
    const minute = fc.integer({ min: 0, max: 4 * 1440 })
    const spans = fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 600 })), { maxLength: 6 })
    const quarters = (list: [number, number][]) =>
      list.map(([from, lasts]) => ({
        from: at('06T00:00') + Math.floor(from / 15) * 900_000,
        to: at('06T00:00') + (Math.floor(from / 15) + Math.ceil(lasts / 15)) * 900_000,
      }))
    const zone = fc.constantFrom(undefined, 'America/New_York', 'America/Los_Angeles', 'Asia/Tokyo')
    const arbitrary = fc.record({ free: fc.option(spans), busy: spans, booked: spans, zone })
    fc.assert(
      fc.property(fc.array(arbitrary, { minLength: 1, maxLength: 5 }), (people) => {
        const calendars = people.map(({ free, busy, booked, zone: timeZone }, index) =>
          calendarOf(`Person ${index}`, {
            ...(free ? { free: quarters(free) } : {}),
            ...{ busy: quarters(busy), booked: quarters(booked) },
            ...(timeZone ? { timeZone } : {}),
          }),
        )
        const asked = search({ calendars, to: '2026-03-10', limit: 1000 })
        const found = findSlots(asked)
        const starts = sessionDays(asked).flatMap((day) => day.starts)
        const cannot = (start: number, some: readonly Calendar[]) =>
          conflictsWith({ from: start, to: start + 3_600_000 }, { ...asked, calendars: some }).length > 0
        const expected = starts.filter((start) => !cannot(start, calendars))
        assert.deepEqual(found.slots.map(({ startsAt }) => startsAt.getTime()).toSorted(), expected)
        assert.deepEqual(
          Object.fromEntries(found.blocking.map((each) => [each.participant.id, each.starts])),
          Object.fromEntries(
            calendars
              .map((each) => [each.participant.id, starts.filter((start) => cannot(start, [each])).length])
              .filter(([, blocked]) => blocked !== 0),
          ),
        )
        const adjoining = (start: number) =>
          calendars.filter(({ booked }) => booked.some((b) => b.to === start || b.from === start + 3_600_000))
        for (const { startsAt, reasons } of found.slots)
          assert.deepEqual(
            reasons.filter((why) => why.startsWith('Adjoins')),
            adjoining(startsAt.getTime()).map(
              (each) => `Adjoins another session of ${each.participant.name}.`,
            ),
          )
      }),
      { numRuns: sized(25, 5) },
    )
  })

  it('that are asked for are told what stands against them', () => {
    const calendars = [
      calendarOf('Judith', { booked: [span('06T14:00', '06T15:00')] }),
      calendarOf('Ada', { busy: [span('06T14:30', '06T16:00')] }),
      calendarOf('Room 1', { free: [span('06T15:00', '06T20:00')] }),
    ]
    const blackouts = [{ from: '2026-03-06', to: '2026-03-07', why: 'A holiday.' }]
    const around = { calendars, blackouts, timeZone: 'America/New_York' }
    assert.deepEqual(
      conflictsWith(span('06T14:00', '06T15:00'), around).map(({ why }) => why),
      [
        'A holiday.',
        'Judith is booked at that time.',
        'Ada is not available at that time.',
        'Room 1 is not available at that time.',
      ],
    )
    assert.deepEqual(
      conflictsWith(span('09T15:00', '09T16:00'), { ...around, calendars: calendars.slice(0, 2) }),
      [],
    )
  })
})
