/** A rule of recurrence (RRULE of RFC 5545), daily or slower. */
export type Rule = {
  frequency: Frequency
  interval: number
  count?: number
  until?: Until
  /** 0 is Monday. */
  weekStart: number
  byMonth?: readonly number[]
  byMonthDay?: readonly number[]
  byYearDay?: readonly number[]
  byWeekNumber?: readonly number[]
  byDay?: readonly { weekday: number; nth?: number }[]
  bySetPosition?: readonly number[]
  byHour?: readonly number[]
  byMinute?: readonly number[]
  bySecond?: readonly number[]
}

/** A moment, or a local time in milliseconds as if in UTC. A day includes its end. */
export type Until = { moment: number } | { wall: number }

export type Frequency = (typeof frequencies)[number]
export const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const

export const weekdays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']

type ListOfNumbers = Extract<keyof Rule, `by${string}`>
type Numbers = { of: Exclude<ListOfNumbers, 'byDay'>; from: number; to: number; isSigned?: true }
const numbers: Record<string, Numbers> = {
  BYMONTH: { of: 'byMonth', from: 1, to: 12 },
  BYMONTHDAY: { of: 'byMonthDay', from: 1, to: 31, isSigned: true },
  BYYEARDAY: { of: 'byYearDay', from: 1, to: 366, isSigned: true },
  BYWEEKNO: { of: 'byWeekNumber', from: 1, to: 53, isSigned: true },
  BYSETPOS: { of: 'bySetPosition', from: 1, to: 366, isSigned: true },
  BYHOUR: { of: 'byHour', from: 0, to: 23 },
  BYMINUTE: { of: 'byMinute', from: 0, to: 59 },
  BYSECOND: { of: 'bySecond', from: 0, to: 60 },
}

/** Parses a rule; a fault is worded to follow the name of the field. */
export function readRule(text: string): Rule | { fault: string } {
  const parts = new Map<string, string>()
  for (const part of text.split(';')) {
    const [, name = '', value = ''] = /^([A-Z]+)=(.+)$/.exec(part) ?? []
    if (name === '') return { fault: `must be a rule such as FREQ=WEEKLY;BYDAY=MO;COUNT=10, not ${text}.` }
    if (parts.has(name)) return { fault: `must not have ${name} twice.` }
    parts.set(name, value)
  }
  const frequency = frequencies.find((frequency) => frequency === parts.get('FREQ'))
  if (!frequency)
    return { fault: `must have a FREQ of ${frequencies.slice(0, -1).join(', ')} or ${frequencies.at(-1)}.` }
  let rule: Rule = { frequency, interval: 1, weekStart: 0 }
  for (const [name, value] of parts) {
    const part = parsePart(name, value)
    if (part === undefined) return { fault: `must not have ${name}.` }
    if ('fault' in part) return part
    rule = { ...rule, ...part }
  }
  return rule
}

function parsePart(name: string, value: string): Partial<Rule> | { fault: string } | undefined {
  const listPart = numbers[name]
  if (listPart) return parseNumbers(name, value, listPart)
  switch (name) {
    case 'FREQ':
      return {}
    case 'INTERVAL':
    case 'COUNT': {
      const isNumber = /^\d{1,9}$/.test(value) && Number(value) > 0
      if (!isNumber) return { fault: `must have a ${name} of at least 1, not ${value}.` }
      return name === 'COUNT' ? { count: Number(value) } : { interval: Number(value) }
    }
    case 'UNTIL': {
      const until = parseUntil(value)
      return until
        ? { until }
        : { fault: `must have an UNTIL such as 20960302 or 20960302T140000Z, not ${value}.` }
    }
    case 'WKST': {
      const weekStart = weekdays.indexOf(value)
      return weekStart < 0 ? { fault: `must have a WKST such as MO, not ${value}.` } : { weekStart }
    }
    case 'BYDAY':
      return parseDays(value)
  }
  return undefined
}

function parseNumbers(
  name: string,
  value: string,
  { of, from, to, isSigned }: Numbers,
): Partial<Rule> | { fault: string } {
  const all = value.split(',').map(Number)
  const isInRange = (number: number) => {
    const size = isSigned ? Math.abs(number) : number
    return Number.isInteger(number) && size >= from && size <= to
  }
  if (all.every(isInRange) && /^[-+\d,]+$/.test(value)) return { [of]: all } as Partial<Rule>
  return {
    fault: `must have a ${name} of whole numbers from ${from} to ${to}${isSigned ? ', or negative ones' : ''}, not ${value}.`,
  }
}

function parseDays(value: string): Partial<Rule> | { fault: string } {
  const byDay: { weekday: number; nth?: number }[] = []
  for (const day of value.split(',')) {
    const [, nth = '', name = ''] = /^([-+]?[1-9]\d?)?(MO|TU|WE|TH|FR|SA|SU)$/.exec(day) ?? []
    if (name === '' || Math.abs(Number(nth)) > 53)
      return { fault: `must have a BYDAY such as MO,WE or -1FR, not ${value}.` }
    byDay.push({ weekday: weekdays.indexOf(name), ...(nth === '' ? {} : { nth: Number(nth) }) })
  }
  return { byDay }
}

function parseUntil(value: string): Until | undefined {
  const [, date, time, zone] = /^(\d{8})(?:T(\d{6})(Z?))?$/.exec(value) ?? []
  if (date === undefined) return undefined
  const day = date.replace(/(....)(..)(..)/, '$1-$2-$3')
  const clock = (time ?? '235959').replace(/(..)(..)(..)/, '$1:$2:$3')
  const ms = Date.parse(`${day}T${clock}Z`)
  if (Number.isNaN(ms) || new Date(ms).toISOString().slice(0, 10) !== day) return undefined
  return zone === 'Z' ? { moment: ms } : { wall: ms }
}
