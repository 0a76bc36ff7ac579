import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { HolidayCalendar } from '@portico/contract/profile/deadlines'
import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { calendars } from '../../profile/default/calendars.ts'
import { sized } from '../../test/size.ts'
import { computeDeadline } from './deadline.ts'
import type { Changes, Terms } from './deadline-terms.ts'
import { type Arrival, filedOn } from './filed-on.ts'
import { federalHolidays } from './test/federal-holidays.ts'

const federal: HolidayCalendar = {
  name: 'federal',
  label: 'Federal holidays',
  weekend: [6, 7],
  from: '1997-01-01',
  to: '2041-12-31',
  holidays: Object.entries(federalHolidays).flatMap(([label, days]) =>
    days.split(' ').map((day) => ({ day, label })),
  ),
}

const terms = (more: Partial<Terms>): Terms => ({
  length: { days: 30 },
  calendar: federal,
  timeZone: 'America/New_York',
  ...more,
})

type Case = { rule: string; terms?: Partial<Terms>; from: string; changes?: Changes; day: string }

/** Dates that others have published, or that the words of a rule leave no doubt about. */
const published: Case[] = [
  {
    rule: 'FRCP 6(a)(1)(C): the last day is Saturday, September 1, 2007, and Monday is Labor Day',
    terms: { length: { days: 30 } },
    from: '2007-08-02',
    day: '2007-09-04',
  },
  {
    rule: 'FRCP 6(a)(5): counted backwards from Saturday, September 22, 2007, over Labor Day and a weekend, to Friday, August 31',
    terms: { length: { days: 21 }, runs: 'before' },
    from: '2007-09-22',
    day: '2007-08-31',
  },
  {
    rule: 'FRCP 6(d): three days for mail after a period that ends on a Friday end on Monday',
    terms: { length: { days: 10 }, counts: 'workingDays' },
    from: '2005-03-04',
    changes: { extensions: [{ by: { days: 3 }, why: 'It was sent by mail.' }] },
    day: '2005-03-21',
  },
  {
    rule: 'FRCP 6(d): where that Monday is a legal holiday (Memorial Day), on the next day that is none',
    terms: { length: { days: 10 }, counts: 'workingDays' },
    from: '2005-05-13',
    changes: { extensions: [{ by: { days: 3 }, why: 'It was sent by mail.' }] },
    day: '2005-05-31',
  },
  {
    rule: '38 CFR 20.305(b), BVA 1338883: the sixtieth day, November 21, 2009, falls on a weekend: Monday, November 23',
    terms: { length: { days: 60 } },
    from: '2009-09-22',
    day: '2009-11-23',
  },
  {
    rule: 'a year from February 29 ends on February 28',
    terms: { length: { years: 1 } },
    from: '2024-02-29',
    day: '2025-02-28',
  },
  {
    rule: 'Regulation 1182/71, Article 3(2)(c): the month has no such day, so it ends on its last',
    terms: { length: { months: 1 } },
    from: '2023-01-31',
    day: '2023-02-28',
  },
  {
    rule: 'Regulation 1182/71, Article 3(2)(c): in a leap year',
    terms: { length: { months: 1 } },
    from: '2024-01-31',
    day: '2024-02-29',
  },
  {
    rule: 'Regulation 1182/71, Article 3(2)(c): six months from August 31, in a year without February 29',
    terms: { length: { months: 6 } },
    from: '2022-08-31',
    day: '2023-02-28',
  },
  {
    rule: 'Regulation 1182/71, Article 3(2)(c): weeks end on the same day of the week',
    terms: { length: { weeks: 3 } },
    from: '2026-03-12',
    day: '2026-04-02',
  },
  {
    rule: 'Dodds v Walker [1981] 1 WLR 1027: four months from September 30, 1978 end on January 30, not on the last day',
    terms: { length: { months: 4 }, lastDay: 'stays' },
    from: '1978-09-30',
    day: '1979-01-30',
  },
  {
    rule: '5 U.S.C. 6103: July 4, 2026 is a Saturday and kept on Friday: the last day is that Friday',
    terms: { length: { days: 30 } },
    from: '2026-06-03',
    day: '2026-07-06',
  },
  {
    rule: '5 U.S.C. 6103: December 25, 2022 is a Sunday and kept on Monday',
    terms: { length: { days: 90 } },
    from: '2022-09-26',
    day: '2022-12-27',
  },
  {
    rule: 'the New Year of 2028, a Saturday, is kept in 2027',
    terms: { length: { days: 1 }, counts: 'workingDays' },
    from: '2027-12-30',
    day: '2028-01-03',
  },
  { rule: 'a leap day is counted', terms: { length: { days: 90 } }, from: '2024-01-01', day: '2024-04-01' },
]

describe('the last day of a deadline', () => {
  for (const { rule, terms: more = {}, from, changes, day } of published)
    it(rule, () => {
      assert.equal(computeDeadline(terms(more), { day: from, called: 'notice' }, changes).day, day)
    })

  it('ends when the day ends in the zone of the board, whatever its clock does', () => {
    const due = (from: string, timeZone: string) =>
      computeDeadline(terms({ length: { days: 30 }, lastDay: 'stays', timeZone }), {
        day: from,
        called: 'receipt',
      }).due
    assert.equal(due('2027-02-12', 'America/New_York'), '2027-03-15T03:59:59.999Z', 'a day of 23 hours')
    assert.equal(due('2026-10-02', 'America/New_York'), '2026-11-02T04:59:59.999Z', 'a day of 25 hours')
    assert.equal(due('2026-06-03', 'Asia/Kolkata'), '2026-07-03T18:29:59.999Z')
    assert.equal(due('2026-06-03', 'Pacific/Kiritimati'), '2026-07-03T09:59:59.999Z')
    // The clock is put forward at midnight: the day after begins at one.
    assert.equal(due('2026-08-06', 'America/Santiago'), '2026-09-06T03:59:59.999Z')
    // And back: the last hour of the day comes twice.
    assert.equal(due('2026-03-05', 'America/Santiago'), '2026-04-05T03:59:59.999Z')
  })

  it('says why it is this day', () => {
    const why = (more: Partial<Terms>, from: string, changes: Changes = {}) =>
      computeDeadline(terms({ length: { days: 90 }, ...more }), { day: from, called: 'receipt' }, changes).why
    assert.equal(why({}, '2026-06-03'), '90 days from receipt on June 3, 2026 is Tuesday, September 1, 2026.')
    assert.equal(
      why({}, '2026-06-07'),
      '90 days from receipt on June 7, 2026 is Saturday, September 5, 2026; the next working day is Tuesday, September 8, 2026 (Monday, September 7 is Labor Day).',
    )
    assert.equal(
      why({ length: { days: 1 }, counts: 'workingDays' }, '2026-12-24', {
        extensions: [{ by: { months: 1 }, why: 'An extension was granted.' }],
      }),
      '1 working day from receipt on December 24, 2026 is Monday, December 28, 2026. An extension was granted. 1 month more is Thursday, January 28, 2027.',
    )
    assert.equal(
      why({}, '2026-06-03', {
        tolls: [{ from: '2026-06-10', to: '2026-06-22', why: 'The claimant had died.' }],
      }),
      '90 days from receipt on June 3, 2026, not counting the 12 days from June 10, 2026 to June 21, 2026 (The claimant had died.), is Sunday, September 13, 2026; the next working day is Monday, September 14, 2026.',
    )
    assert.equal(
      why({ length: { years: 40 } }, '2026-06-03'),
      '40 years from receipt on June 3, 2026 is Thursday, June 3, 2066. “Federal holidays” has the holidays from January 1, 1997 to December 31, 2041 only.',
    )
  })

  it('has no day while it stands still, unless it had passed before', () => {
    const start = { day: '2026-06-03', called: 'receipt' }
    const still = (from: string) => computeDeadline(terms({}), start, { tolls: [{ from, why: 'A stay.' }] })
    assert.deepEqual(still('2026-07-06'), {
      why: 'A stay. The days since July 6, 2026 are not counted in the 30 days from receipt on June 3, 2026.',
    })
    assert.equal(still('2026-07-07').day, '2026-07-06')
  })
})

describe('a deadline that gives way to a working day', () => {
  // The last day by the count is Saturday, June 20, 2026, so it ends on Monday.
  const start = { day: '2026-05-21', called: 'receipt' }
  const stood = (from: string, to: string) =>
    computeDeadline(terms({}), start, { tolls: [{ from, to, why: 'A stay.' }] }).day

  it('ends on a day on which it does not stand still, also where only the days of giving way are left', () => {
    assert.equal(stood('2026-06-21', '2026-06-25'), '2026-06-25')
    assert.equal(stood('2026-06-22', '2026-06-26'), '2026-06-26')
    assert.equal(stood('2026-06-22', '2026-06-27'), '2026-06-29')
    assert.equal(stood('2026-06-23', '2026-06-26'), '2026-06-22', 'it had passed before')
    assert.equal(stood('2026-06-20', '2026-06-25'), '2026-06-25', 'the last day is not counted before')
  })

  it('never ends before it runs again', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 3000 }),
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 1, max: 20 }),
        (since, days, after, stands) => {
          const first = Temporal.PlainDate.from('2024-01-03').add({ days: since })
          const from = first.add({ days: after }).toString()
          const to = first.add({ days: after + stands }).toString()
          const begun = { day: first.toString(), called: 'receipt' }
          const without = computeDeadline(terms({ length: { days } }), begun).day as string
          const { day = '' } = computeDeadline(terms({ length: { days } }), begun, {
            tolls: [{ from, to, why: 'A stay.' }],
          })
          if (without < from) assert.equal(day, without)
          else assert.ok(day >= to && day >= without, `${day}, until ${to}`)
        },
      ),
      { numRuns: sized(1000) },
    )
  })
})

describe('what is posted', () => {
  const mailbox = { presumedDays: 5, counts: 'workingDays' as const, channels: ['mail'] }
  const filed = (receivedOn: string, more: Omit<Arrival, 'receivedOn'> = { channel: 'mail' }) =>
    filedOn({ receivedOn, ...more }, mailbox, federal).day

  it('counts by its postmark, 38 CFR 20.305(a)', () => {
    assert.equal(filed('2026-09-09', { channel: 'mail', postmark: '2026-08-29' }), '2026-08-29')
    assert.equal(
      filed('2026-09-09', { channel: 'mail', postmark: '2026-09-10' }),
      '2026-09-01',
      'a misread one',
    )
  })

  it('is presumed posted five days before, without weekends and holidays', () => {
    assert.equal(filed('2013-06-21'), '2013-06-14', 'BVA 18142489')
    assert.equal(filed('2009-11-30'), '2009-11-20', 'BVA 1338883, over Thanksgiving')
    assert.equal(filed('2026-09-09'), '2026-09-01', 'over Labor Day')
    assert.equal(filed('2026-06-28'), '2026-06-22', 'received on a Sunday')
    assert.equal(filed('2027-01-04'), '2026-12-24', 'over New Year')
  })

  it('says why, and counts from receipt if it came otherwise', () => {
    assert.equal(filed('2026-09-09', { channel: 'portalUpload' }), '2026-09-09')
    assert.equal(filedOn({ receivedOn: '2026-09-09', channel: 'mail' }, undefined, federal).day, '2026-09-09')
    assert.equal(
      filedOn({ receivedOn: '2026-09-09', channel: 'mail' }, mailbox, federal).why,
      'It was received on September 9, 2026 without a postmark, and is presumed to have been posted 5 working days before, on September 1, 2026.',
    )
  })
})

describe('the calendars of the default profile', () => {
  it('have the holidays that the table of others has', () => {
    const [ours] = calendars
    const theirs = federal.holidays.map(({ day }) => day).filter((day) => day >= '2024' && day < '2033')
    assert.deepEqual(ours?.holidays.map(({ day }) => day).toSorted(), theirs.toSorted())
    assert.equal(theirs.length, 100)
  })
})

const numberOf = (day: string) =>
  Temporal.PlainDate.from('1970-01-01').until(day, { largestUnit: 'days' }).days
const dayOfNumber = (days: number) => Temporal.PlainDate.from('1970-01-01').add({ days })
const closedDays = new Set(federal.holidays.map(({ day }) => numberOf(day)))

/** Another way to the same day: one day after the other, each a number; months and the ends of days by Temporal. */
function walked(
  { length, counts = 'calendarDays', calendar, timeZone, lastDay = 'next' }: Terms,
  from: string,
  { extensions = [], tolls = [] }: Changes,
): { day: string; due: string } {
  const standing = tolls.map((toll) => [numberOf(toll.from), numberOf(toll.to as string)] as const)
  // Day 0 was a Thursday.
  const works = (day: number) => !closedDays.has(day) && !calendar.weekend.includes(((day + 3) % 7) + 1)
  let end = numberOf(from)
  for (const { by, counts: how = 'calendarDays' } of [{ by: length, counts }, ...extensions]) {
    const begun = dayOfNumber(end)
    let left =
      how === 'workingDays' ? (by.days ?? 0) : begun.until(begun.add(by), { largestUnit: 'days' }).days
    while (left > 0) {
      end += 1
      if (standing.some(([first, last]) => first <= end && end < last)) continue
      if (how === 'calendarDays' || works(end)) left -= 1
    }
    while (lastDay !== 'stays' && !works(end)) end += lastDay === 'next' ? 1 : -1
  }
  const next = dayOfNumber(end + 1).toZonedDateTime(timeZone)
  return { day: dayOfNumber(end).toString(), due: new Date(next.epochMilliseconds - 1).toISOString() }
}

describe('a deadline worked out in another way', () => {
  const day = fc
    .integer({ min: 0, max: 12_000 })
    .map((days) => Temporal.PlainDate.from('2000-01-03').add({ days }).toString())
  const length = fc.oneof(
    fc.integer({ min: 0, max: 400 }).map((days) => ({ days })),
    fc.integer({ min: 0, max: 60 }).map((weeks) => ({ weeks })),
    fc.integer({ min: 0, max: 30 }).map((months) => ({ months })),
    fc.integer({ min: 0, max: 4 }).map((years) => ({ years })),
  )
  const part = fc.oneof(
    fc.record({ by: length, counts: fc.constant('calendarDays' as const) }),
    fc.record({
      by: fc.record({ days: fc.integer({ min: 0, max: 250 }) }),
      counts: fc.constant('workingDays' as const),
    }),
  )
  const zone = fc.constantFrom(
    'America/New_York',
    'America/Denver',
    'Europe/Berlin',
    'America/Santiago',
    'Asia/Kolkata',
    'Pacific/Apia',
    'Africa/Cairo',
    'Australia/Lord_Howe',
    'UTC',
  )
  const weekend = fc.constantFrom<number[][]>([6, 7], [5, 6], [7], [])

  it('is the same, without what stands still', () => {
    fc.assert(
      fc.property(
        day,
        part,
        fc.array(part, { maxLength: 3 }),
        zone,
        weekend,
        fc.constantFrom('next', 'previous', 'stays'),
        (from, first, more, timeZone, weekend, lastDay) => {
          const asked = {
            ...terms({ length: first.by, counts: first.counts, timeZone, lastDay }),
            calendar: { ...federal, weekend },
          }
          const changes = { extensions: more.map((one) => ({ ...one, why: 'So.' })) }
          const { day, due } = computeDeadline(asked, { day: from, called: 'receipt' }, changes)
          assert.deepEqual({ day, due }, walked(asked, from, changes))
        },
      ),
      { numRuns: sized(3000) },
    )
  })

  it('is the same, with what stands still', () => {
    const toll = fc.record({
      after: fc.integer({ min: -50, max: 500 }),
      days: fc.integer({ min: 0, max: 90 }),
    })
    fc.assert(
      fc.property(
        day,
        part,
        fc.array(part, { maxLength: 2 }),
        fc.array(toll, { maxLength: 3 }),
        zone,
        (from, first, more, stood, timeZone) => {
          const asked = terms({ length: first.by, counts: first.counts, timeZone, lastDay: 'stays' })
          const start = Temporal.PlainDate.from(from)
          const tolls = stood.map(({ after, days }) => ({
            from: start.add({ days: after }).toString(),
            to: start.add({ days: after + days }).toString(),
            why: 'So.',
          }))
          const changes = { extensions: more.map((one) => ({ ...one, why: 'So.' })), tolls }
          const { day, due } = computeDeadline(asked, { day: from, called: 'receipt' }, changes)
          assert.deepEqual({ day, due }, walked(asked, from, changes))
        },
      ),
      { numRuns: sized(3000) },
    )
  })
})
