import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { spansOf } from './recurrence.ts'
import { readRule } from './rule.ts'

const rows = readFileSync(new URL('../../test/calendars/libical-recurrences.tsv', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [rule: string, start: string, from: string, instances: string])

const local = (text: string) =>
  text.replace(/Z$/, '').replace(/^(....)(..)(..)(?:T(..)(..)(..))?$/, (_, year, month, day, ...clock) => {
    const [hour = '00', minute = '00', second = '00'] = clock.slice(0, 3) as (string | undefined)[]
    return `${year}-${month}-${day}T${hour}:${minute}:${second}`
  })

function instances(rule: string, start: string, from: string): string[] {
  const starts = local(start)
  const ends = new Date(Date.parse(`${starts}Z`) + 1000).toISOString().slice(0, 19)
  const within = { from: Date.parse(`${local(from)}Z`), to: Date.parse('2060-01-01') }
  return spansOf({ starts, ends, timeZone: 'UTC', repeats: rule }, within).map(({ from: at }) =>
    new Date(at).toISOString().slice(0, 19),
  )
}

/** Rules that programs read in two ways; ours is that of dateutil, and of the table of RFC 5545. */
const readOtherwise = new Set(['FREQ=YEARLY;BYMONTHDAY=29;COUNT=3', 'FREQ=YEARLY;BYMONTHDAY=-29,-1;COUNT=4'])

describe('rules of recurrence, by the vectors of libical', () => {
  let checked = 0
  for (const [text, start, from, expected] of rows) {
    const rule = text.replace(/;$/, '').replace(/;BYMINUTE=1,2,3,4/, start.includes('T') ? '$&' : '')
    if ('fault' in readRule(rule) || readOtherwise.has(rule)) continue
    checked += 1
    it(`${text} from ${start}`, () => {
      assert.deepEqual(instances(rule, start, from === '-' ? start : from), expected.split(',').map(local))
    })
  }

  it('are all but those finer than daily, and two that programs read in two ways', () => {
    const finer = rows.filter(([rule]) => /FREQ=(HOURLY|MINUTELY)/.test(rule)).length
    assert.equal(checked, rows.length - finer - readOtherwise.size)
  })
})
