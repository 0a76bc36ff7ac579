import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import fc from 'fast-check'
import { spansOf } from '../../core/time/recurrence.ts'
import { weekdays } from '../../core/time/rule.ts'
import { sized } from '../size.ts'

export const debianPackages = ['python3-dateutil']

/** The instances of each rule from its start until a day, each on a line. */
const reader = `
import sys, json, datetime
from dateutil.rrule import rrulestr
end = datetime.datetime(2036, 1, 1)
for rule, start in json.load(sys.stdin):
    first = datetime.datetime.fromisoformat(start)
    found = rrulestr(rule, dtstart=first).between(first, end, inc=True)
    print(' '.join(one.isoformat() for one in found))
`

const some = (from: number, to: number) =>
  fc.uniqueArray(
    fc.integer({ min: from, max: to }).filter((one) => one !== 0),
    { minLength: 1, maxLength: 3 },
  )
const listed = (name: string, values: fc.Arbitrary<readonly unknown[]>) =>
  fc.option(
    values.map((all) => `;${name}=${all.join()}`),
    { nil: '' },
  )
const days = fc.subarray(weekdays, { minLength: 1 })

const shared = [
  fc.integer({ min: 1, max: 4 }).map((interval) => `;INTERVAL=${interval}`),
  fc.constantFrom('', ';WKST=SU', ';WKST=MO', ';WKST=TH'),
  fc.oneof(
    fc.integer({ min: 1, max: 40 }).map((count) => `;COUNT=${count}`),
    fc.constantFrom('', ';UNTIL=20310615T120000'),
  ),
] as const
const rules = fc.oneof(
  fc.tuple(fc.constant('FREQ=DAILY'), listed('BYMONTH', some(1, 12)), listed('BYDAY', days), ...shared),
  fc.tuple(fc.constant('FREQ=WEEKLY'), listed('BYMONTH', some(1, 12)), listed('BYDAY', days), ...shared),
  fc.tuple(
    fc.constant('FREQ=MONTHLY'),
    listed('BYMONTHDAY', some(-31, 31)),
    listed(
      'BYDAY',
      fc.oneof(
        days,
        fc.constantFrom(['1MO', '-1FR'], ['2TU']).map((all) => [...all]),
      ),
    ),
    ...shared,
  ),
  // Both say which days are chosen from, so that there is one reading.
  fc.tuple(
    fc.constant('FREQ=MONTHLY'),
    days.map((all) => `;BYDAY=${all.join()}`),
    some(-5, 5).map((all) => `;BYSETPOS=${all.join()}`),
    ...shared,
  ),
  fc.tuple(
    fc.constant('FREQ=YEARLY'),
    days.map((all) => `;BYDAY=${all.join()}`),
    fc.oneof(
      listed('BYYEARDAY', some(-366, 366)),
      listed('BYWEEKNO', some(-53, 53)),
      listed('BYMONTH', some(1, 12)),
    ),
    ...shared,
  ),
)

describe('rules of recurrence, by dateutil', () => {
  it('come on the same days', () => {
    const start = fc
      .integer({ min: 0, max: 2500 })
      .map((day) => new Date(Date.UTC(2024, 0, 1, 9, 30) + day * 86_400_000).toISOString().slice(0, 19))
    const cases = fc.sample(
      fc.tuple(
        rules.map((parts) => parts.join('')),
        start,
      ),
      {
        ...{ numRuns: sized(2000), seed: 26 },
      },
    )
    const printed = execFileSync('python3', ['-c', reader], { input: JSON.stringify(cases), maxBuffer: 1e9 })
    const expected = printed.toString().split('\n')
    for (const [index, [repeats, starts]] of cases.entries()) {
      const ends = starts.replace('09:30', '09:31')
      const within = { from: Date.parse(`${starts}Z`), to: Date.parse('2036-01-01T00:00:01Z') }
      const found = spansOf({ starts, ends, timeZone: 'UTC', repeats }, within)
      const shown = found.map(({ from }) => new Date(from).toISOString().slice(0, 19)).join(' ')
      assert.equal(shown, expected[index], `${repeats} from ${starts}`)
    }
  })
})
