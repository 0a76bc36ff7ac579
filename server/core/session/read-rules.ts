import type { Temporal } from 'temporal-polyfill'
import { hourMs, minuteMs } from '../time/moments.ts'
import { readRule } from '../time/rule.ts'

/** A rule of a calendar, or what covers at least all that it may mean. */
export type TakenRule = { repeats: string; isWholeDays?: true; isSeveralADay?: true }

/**
 * The rules that a text means. What is not understood exactly is covered, and noted: by each of two readings, by the same
 * time every day, or by whole days where it comes several times a day.
 */
export function takeRule(
  text: string,
  { first, isDay }: { first: Temporal.PlainDateTime; isDay: boolean },
  note: (why: string) => void,
): TakenRule[] {
  const parts = partsOf(text, isDay)
  const until = parts.get('UNTIL')
  if (until !== undefined && 'fault' in readRule(`FREQ=DAILY;UNTIL=${until}`)) {
    note(`The end of its rule cannot be read (UNTIL=${until}): taken as a rule without an end.`)
    parts.delete('UNTIL')
  }
  const unit = finer.get(parts.get('FREQ') ?? '')
  if (unit !== undefined) {
    note('Its rule is finer than daily: taken as busy all day.')
    return [{ repeats: everyDay(endOf(parts, first, unit)), isWholeDays: true }]
  }
  const repeats = joined(parts)
  const rule = readRule(repeats)
  if ('fault' in rule) {
    note(
      `Its rule is not understood (it ${rule.fault.replace(/\.$/, '')}): taken as busy at that time every day.`,
    )
    return [{ repeats: everyDay(parts.get('UNTIL')) }]
  }
  const times = [rule.byHour, rule.byMinute, rule.bySecond]
  const several = times.some((time) => time !== undefined) ? { isSeveralADay: true as const } : {}
  const readings = readingsOf(parts, first)
  if (readings.length > 1) note('Programs read its rule in two ways: taken as busy by either.')
  return readings.map((reading) => ({ repeats: joined(reading), ...several }))
}

type Parts = Map<string, string>

const joined = (parts: Parts) => [...parts].map(([name, value]) => `${name}=${value}`).join(';')

/** What the calendar of the Gregorian years says of itself says nothing more. */
const ofCourse = new Set(['RSCALE=GREGORIAN', 'SKIP=OMIT', 'INTERVAL=1', ''])

function partsOf(text: string, isDay: boolean): Parts {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().replaceAll(/\s/g, '').split(';')) {
    if (ofCourse.has(part)) continue
    const [, name = part, value = ''] = /^([^=]*)=(.*)$/.exec(part) ?? []
    // Of whole days the last day is meant to its end, and no time of day.
    if (isDay && /^BY(HOUR|MINUTE|SECOND)$/.test(name)) continue
    parts.set(name, isDay && name === 'UNTIL' ? value.slice(0, 8) : value)
  }
  const frequency = parts.get('FREQ')
  return frequency === undefined ? parts : new Map([['FREQ', frequency], ...parts])
}

const everyDay = (until: string | undefined) => `FREQ=DAILY${until === undefined ? '' : `;UNTIL=${until}`}`

const finer = new Map([
  ['HOURLY', hourMs],
  ['MINUTELY', minuteMs],
  ['SECONDLY', 1000],
])

/** When a rule finer than daily has been counted to its end, if nothing makes it skip times. */
function endOf(parts: Parts, first: Temporal.PlainDateTime, unit: number): string | undefined {
  const until = parts.get('UNTIL')
  const [count, interval] = [Number(parts.get('COUNT')), Number(parts.get('INTERVAL') ?? 1)]
  const isPlain = [...parts.keys()].every((name) => !name.startsWith('BY'))
  if (until !== undefined || !isPlain || !(count > 0 && interval > 0)) return until
  // A day more: a clock may be put back meanwhile.
  const days = Math.ceil((count * interval * unit) / (24 * hourMs)) + 1
  return days > 36_600 ? undefined : first.toPlainDate().add({ days }).toString().replaceAll('-', '')
}

/** A rule that both counts and has a last day, and one by days of months that names no month, are read in two ways. */
function readingsOf(parts: Parts, first: Temporal.PlainDateTime): Parts[] {
  const without = (name: string): Parts => new Map([...parts].filter(([called]) => called !== name))
  if (parts.has('COUNT') && parts.has('UNTIL')) return [without('COUNT'), without('UNTIL')]
  const isByDaysOfMonths =
    parts.get('FREQ') === 'YEARLY' &&
    parts.has('BYMONTHDAY') &&
    parts.has('COUNT') &&
    !['BYMONTH', 'BYDAY', 'BYWEEKNO', 'BYYEARDAY'].some((name) => parts.has(name))
  return isByDaysOfMonths ? [parts, new Map([...parts, ['BYMONTH', String(first.month)]])] : [parts]
}
