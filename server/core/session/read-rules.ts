import type { Temporal } from 'temporal-polyfill'
import { hourMs, minuteMs } from '../time/moments.ts'
import { readRule } from '../time/rule.ts'

/** A rule of a calendar, or one that covers everything it may mean. */
export type InterpretedRule = { repeats: string; isWholeDays?: true; isSeveralADay?: true }

/**
 * Interprets a rule. If its meaning is unclear, it is covered generously and noted: by two readings, by the same time every
 * day, or by whole days if it repeats several times a day.
 */
export function interpretRule(
  text: string,
  { first, isDay }: { first: Temporal.PlainDateTime; isDay: boolean },
  note: (why: string) => void,
): InterpretedRule[] {
  const parts = partsOf(text, isDay)
  const until = parts.get('UNTIL')
  if (until !== undefined && 'fault' in readRule(`FREQ=DAILY;UNTIL=${until}`)) {
    note(`The end of its rule cannot be read (UNTIL=${until}): taken as a rule without an end.`)
    parts.delete('UNTIL')
  }
  const unit = subDailyUnits.get(parts.get('FREQ') ?? '')
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
  const severalADay = times.some((time) => time !== undefined) ? { isSeveralADay: true as const } : {}
  const readings = readingsOf(parts, first)
  if (readings.length > 1) note('Programs read its rule in two ways: taken as busy by either.')
  return readings.map((reading) => ({ repeats: joined(reading), ...severalADay }))
}

type Parts = Map<string, string>

const joined = (parts: Parts) => [...parts].map(([name, value]) => `${name}=${value}`).join(';')

/** Parts that state the defaults. */
const defaultParts = new Set(['RSCALE=GREGORIAN', 'SKIP=OMIT', 'INTERVAL=1', ''])

function partsOf(text: string, isDay: boolean): Parts {
  const parts = new Map<string, string>()
  for (const part of text.toUpperCase().replaceAll(/\s/g, '').split(';')) {
    if (defaultParts.has(part)) continue
    const [, name = part, value = ''] = /^([^=]*)=(.*)$/.exec(part) ?? []
    // For whole days, UNTIL is a day, and times of day have no meaning.
    if (isDay && /^BY(HOUR|MINUTE|SECOND)$/.test(name)) continue
    parts.set(name, isDay && name === 'UNTIL' ? value.slice(0, 8) : value)
  }
  const frequency = parts.get('FREQ')
  return frequency === undefined ? parts : new Map([['FREQ', frequency], ...parts])
}

const everyDay = (until: string | undefined) => `FREQ=DAILY${until === undefined ? '' : `;UNTIL=${until}`}`

const subDailyUnits = new Map([
  ['HOURLY', hourMs],
  ['MINUTELY', minuteMs],
  ['SECONDLY', 1000],
])

/** The last day of a rule finer than daily that ends by a count, if it skips no times. */
function endOf(parts: Parts, first: Temporal.PlainDateTime, unit: number): string | undefined {
  const until = parts.get('UNTIL')
  const [count, interval] = [Number(parts.get('COUNT')), Number(parts.get('INTERVAL') ?? 1)]
  const isPlain = [...parts.keys()].every((name) => !name.startsWith('BY'))
  if (until !== undefined || !isPlain || !(count > 0 && interval > 0)) return until
  // One more day, in case a clock is put back.
  const days = Math.ceil((count * interval * unit) / (24 * hourMs)) + 1
  return days > 36_600 ? undefined : first.toPlainDate().add({ days }).toString().replaceAll('-', '')
}

/** Programs differ on rules with both COUNT and UNTIL, and on those by days of the month without a month. */
function readingsOf(parts: Parts, first: Temporal.PlainDateTime): Parts[] {
  const without = (name: string): Parts => new Map([...parts].filter(([key]) => key !== name))
  if (parts.has('COUNT') && parts.has('UNTIL')) return [without('COUNT'), without('UNTIL')]
  const isByDaysOfMonths =
    parts.get('FREQ') === 'YEARLY' &&
    parts.has('BYMONTHDAY') &&
    parts.has('COUNT') &&
    !['BYMONTH', 'BYDAY', 'BYWEEKNO', 'BYYEARDAY'].some((name) => parts.has(name))
  return isByDaysOfMonths ? [parts, new Map([...parts, ['BYMONTH', String(first.month)]])] : [parts]
}
