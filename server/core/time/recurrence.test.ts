import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { RRuleTemporal } from 'rrule-temporal'
import { Temporal } from 'temporal-polyfill'
import { sized } from '../../test/size.ts'
import { faultOfRecurring, type Recurring, spansOf } from './recurrence.ts'

const within = (from: string, to: string) => ({ from: Date.parse(from), to: Date.parse(to) })
const shown = (recurring: Recurring, span: ReturnType<typeof within>) =>
  spansOf(recurring, span).map(
    ({ from, to }) =>
      `${new Date(from).toISOString().slice(0, 16)}/${new Date(to).toISOString().slice(0, 16)}`,
  )

const mondays: Recurring = {
  starts: '2026-03-02T09:00',
  ends: '2026-03-02T17:00',
  timeZone: 'America/New_York',
  repeats: 'FREQ=WEEKLY;COUNT=3',
}

describe('what recurs', () => {
  it('keeps to the clock on the wall when summer time begins', () => {
    assert.deepEqual(shown(mondays, within('2026-01-01', '2027-01-01')), [
      '2026-03-02T14:00/2026-03-02T22:00',
      '2026-03-09T13:00/2026-03-09T21:00',
      '2026-03-16T13:00/2026-03-16T21:00',
    ])
  })

  it('is left out on the days that are excepted, and outside of the span', () => {
    const span = within('2026-03-09T20:00:00Z', '2026-04-01')
    assert.deepEqual(shown({ ...mondays, except: ['2026-03-16'] }, span), [
      '2026-03-09T13:00/2026-03-09T21:00',
    ])
  })

  it('that began long before reaches into the span, and lasts by the clock', () => {
    const night = { ...mondays, starts: '2026-03-07T20:00', ends: '2026-03-08T04:00', repeats: undefined }
    assert.deepEqual(shown(night, within('2026-03-08T07:30:00Z', '2026-03-09')), [
      '2026-03-08T01:00/2026-03-08T08:00',
    ])
    const leave = { ...night, ends: '2026-04-07T20:00' }
    assert.equal(spansOf(leave, within('2026-04-07T00:00:00Z', '2026-04-07T01:00:00Z')).length, 1)
  })

  it('of two moments that a clock shows the first is meant', () => {
    const twice = { ...mondays, starts: '2026-11-01T01:30', ends: '2026-11-01T03:00', repeats: undefined }
    assert.deepEqual(shown(twice, within('2026-11-01', '2026-11-02')), ['2026-11-01T05:30/2026-11-01T08:00'])
  })

  it('that begins at a time which the clock skips begins later on that day alone', () => {
    const skipped = { starts: '2027-09-05T00:00', ends: '2027-09-05T02:00', timeZone: 'America/Santiago' }
    for (const [repeats, expected] of [
      ['FREQ=DAILY;COUNT=2', ['2027-09-05T04:00/2027-09-05T06:00', '2027-09-06T03:00/2027-09-06T05:00']],
      ['FREQ=WEEKLY;COUNT=1;BYDAY=FR', ['2027-09-10T03:00/2027-09-10T05:00']],
      [
        'FREQ=MONTHLY;BYDAY=1FR;UNTIL=20271105T030000Z',
        ['2027-10-01T03:00/2027-10-01T05:00', '2027-11-05T03:00/2027-11-05T05:00'],
      ],
    ] as const)
      assert.deepEqual(shown({ ...skipped, repeats }, within('2027-01-01', '2028-01-01')), expected, repeats)
  })

  for (const [fault, changed] of [
    [/^starts must be a local time/, { starts: '2026-02-30T09:00' }],
    [/^ends must be later than starts/, { ends: '2026-03-02T09:00' }],
    [/^ends must be at most 31 days after/, { ends: '2026-04-03T09:00' }],
    [/FREQ of DAILY, WEEKLY, MONTHLY or YEARLY/, { repeats: 'FREQ=HOURLY;COUNT=2' }],
    [/must not have BYHOUR/, { repeats: 'FREQ=DAILY;BYHOUR=9,10;COUNT=2' }],
    [/must have an end/, { repeats: 'FREQ=DAILY' }],
    [/must be a rule such as/, { repeats: 'every Monday' }],
    [/must not have COUNT twice/, { repeats: 'FREQ=DAILY;COUNT=2;COUNT=3' }],
    [/must not have a COUNT above 10000/, { repeats: 'FREQ=DAILY;COUNT=10001' }],
    [/UNTIL within 27 years/, { repeats: 'FREQ=YEARLY;UNTIL=20540302T150000Z' }],
    [/at least one instance/, { repeats: 'FREQ=DAILY;UNTIL=20200101T000000Z' }],
  ] as const) {
    it(`is refused: ${JSON.stringify(changed)}`, () => {
      assert.match(faultOfRecurring({ ...mondays, ...changed }) ?? '', fault)
    })
  }

  it('is as an independent calculation has it, over zones, rules and changes of the clock', () => {
    const zones = [
      'America/New_York',
      'Europe/Berlin',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
      'America/Santiago',
      'Africa/Casablanca',
    ]
    const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
    /** Any day, or one on which some clock is put forward. */
    const day = fc.oneof(
      fc.integer({ min: 0, max: 700 }),
      fc.constantFrom(66, 80, 87, 248, 276, 437, 451, 612, 640),
    )
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        day,
        fc.oneof(fc.integer({ min: 0, max: 95 }), fc.integer({ min: 0, max: 15 })),
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 60 }),
        fc.option(fc.subarray(weekdays, { minLength: 1 }), { nil: undefined }),
        (timeZone, first, quarter, interval, count, days) => {
          const date = (number: number) =>
            new Date(Date.UTC(2026, 0, 1) + number * 86_400_000).toISOString().slice(0, 10)
          const clock = `${String(Math.floor(quarter / 4)).padStart(2, '0')}:${String((quarter % 4) * 15).padStart(2, '0')}`
          const byDay = days ? `;BYDAY=${days.join()}` : ''
          const repeats = `FREQ=${days ? 'WEEKLY' : 'DAILY'};INTERVAL=${interval};COUNT=${count}${byDay}`
          const starts = `${date(first)}T${clock}`
          const end = new Date(Date.parse(`${starts}Z`) + 3_600_000).toISOString().slice(0, 16)
          const recurring = { starts, ends: end, timeZone, repeats }

          const expected: number[] = []
          const monday = (number: number) => number - ((number + 3) % 7)
          let number = first
          for (let found = 0; found < count && number < first + 3000; number++) {
            const isDay = days
              ? days.includes(weekdays[(number + 3) % 7] as string) &&
                ((monday(number) - monday(first)) / 7) % interval === 0
              : (number - first) % interval === 0
            if (!isDay) continue
            const at = momentOf(`${date(number)}T${clock}`, timeZone, number === first)
            // A time that is skipped on that day does not come, and does not count.
            if (at === undefined) continue
            expected.push(at)
            found += 1
          }
          const got = spansOf(recurring, within('2020-01-01', '2040-01-01')).map(({ from }) => from)
          assert.deepEqual(got, expected, JSON.stringify(recurring))
        },
      ),
      { numRuns: sized(150) },
    )
  })

  it('is what the library finds, where it is counted by days and weeks', () => {
    // Not Casablanca: the library is an hour early right behind a clock that was put back, and counts a night twice.
    const zones = [
      ...['America/New_York', 'Europe/Dublin', 'Australia/Lord_Howe', 'America/Havana'],
      ...['Pacific/Apia', 'Asia/Kathmandu', 'UTC', 'America/Santiago', 'Asia/Gaza'],
    ]
    const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']
    const day = (number: number) => Temporal.PlainDate.from('2009-06-01').add({ days: number }).toString()
    const number = (max: number) => fc.integer({ min: 0, max })
    const some = fc.record({
      timeZone: fc.constantFrom(...zones),
      first: number(6000),
      // Every other one at night, when clocks are changed.
      minute: fc.oneof(number(240), number(1439)),
      lasts: fc.oneof(number(600), number(31 * 1440 - 1)),
      frequency: fc.constantFrom('DAILY', 'WEEKLY'),
      interval: fc.option(fc.integer({ min: 1, max: 9 })),
      days: fc.option(fc.subarray(weekdays, { minLength: 1 })),
      weekStart: fc.option(fc.constantFrom(...weekdays)),
      end: fc.oneof(
        fc.integer({ min: 1, max: 400 }).map((count) => `COUNT=${count}`),
        fc.tuple(number(2500), fc.constantFrom('', 'T013000Z', 'T235959Z')),
      ),
      from: number(2600),
      length: number(90),
      except: fc.array(number(300), { maxLength: 4 }),
    })
    fc.assert(
      fc.property(some, (one) => {
        const starts = Temporal.PlainDateTime.from(day(one.first)).add({ minutes: one.minute })
        const end =
          typeof one.end === 'string'
            ? one.end
            : `UNTIL=${day(one.first + one.end[0]).replaceAll('-', '')}${one.end[1]}`
        const recurring = {
          starts: starts.toString({ smallestUnit: 'minute' }),
          ends: starts.add({ minutes: one.lasts + 1 }).toString({ smallestUnit: 'minute' }),
          timeZone: one.timeZone,
          except: one.except.map((days) => day(one.first + days)),
          repeats: [
            `FREQ=${one.frequency}`,
            ...(one.interval === null ? [] : [`INTERVAL=${one.interval}`]),
            ...(one.days === null ? [] : [`BYDAY=${one.days.join()}`]),
            ...(one.weekStart === null ? [] : [`WKST=${one.weekStart}`]),
            end,
          ].join(';'),
        }
        // A first time that is skipped the library has later ever after.
        fc.pre(starts.equals(starts.toZonedDateTime(one.timeZone).toPlainDateTime()))
        const from = Date.parse(day(one.first + one.from - 40))
        const span = { from, to: from + one.length * 86_400_000 + 3_600_000 }
        assert.deepEqual(spansOf(recurring, span), byTheLibrary(recurring, span), JSON.stringify(recurring))
      }),
      { numRuns: sized(150) },
    )
  })
})

function byTheLibrary(recurring: Recurring & { repeats: string }, span: { from: number; to: number }) {
  const { starts, ends, timeZone, repeats, except = [] } = recurring
  const first = Temporal.PlainDateTime.from(starts)
  const lasts = first.until(Temporal.PlainDateTime.from(ends))
  const zone = (ms: number) => Temporal.Instant.fromEpochMilliseconds(ms).toZonedDateTimeISO(timeZone)
  const rule = new RRuleTemporal({
    rruleString: repeats,
    dtstart: first.toZonedDateTime(timeZone),
    temporal: Temporal,
    cache: false,
  })
  const found = rule.between(zone(span.from).subtract({ days: 32 }), zone(span.to), true)
  return (found as Temporal.ZonedDateTime[])
    .filter((start) => !except.includes(start.toPlainDate().toString()))
    .map((start) => ({
      from: start.epochMilliseconds,
      to: start.toPlainDateTime().add(lasts).toZonedDateTime(timeZone).epochMilliseconds,
    }))
    .filter(({ from, to }) => from < span.to && span.from < to)
}

/** By what `Intl` says the clock shows, minute by minute around the day: no part of the code under test. */
function momentOf(local: string, timeZone: string, isFirst: boolean): number | undefined {
  const wanted = Date.parse(`${local}Z`)
  for (let offset = 14 * 60; offset >= -12 * 60; offset -= 15) {
    const at = wanted - offset * 60_000
    if (shownBy(at, timeZone) === local) return at
  }
  if (!isFirst) return undefined
  // What is said to begin at a time that is skipped begins an hour after the clock showed an hour less.
  const before = momentOf(new Date(wanted - 3_600_000).toISOString().slice(0, 16), timeZone, false)
  return before === undefined ? undefined : before + 3_600_000
}

const clocks = new Map<string, Intl.DateTimeFormat>()

function shownBy(at: number, timeZone: string): string {
  let clock = clocks.get(timeZone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
    clocks.set(timeZone, clock)
  }
  return clock.format(at).replace(' ', 'T')
}
