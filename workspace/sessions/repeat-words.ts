import { calendarDay, dayIn } from '../ui/dates.ts'
import { words } from '../words/sessions.ts'
import { type Frequency, frequencies, type Weekday } from './repeat-rule.ts'

const text = words.availability

const told = ['FREQ', 'INTERVAL', 'BYDAY', 'BYMONTHDAY', 'COUNT', 'UNTIL', 'WKST']

/** What a rule says in words; one that says more than there are words for is shown as it is. */
export function repeatWords(rule: string | undefined, timeZone: string): string {
  if (rule === undefined) return text.once
  const parts = new Map(rule.split(';').map((part) => part.split('=', 2) as [string, string]))
  const every = frequencies.find((one) => one === parts.get('FREQ'))
  const days = every && daysOf(every, parts)
  if (!every || days === undefined || [...parts.keys()].some((name) => !told.includes(name))) return rule
  const interval = Number(parts.get('INTERVAL') ?? 1)
  return `${interval === 1 ? text.every[every] : text.everyFew[every](interval)}${days}${endOf(parts, timeZone)}`
}

function daysOf(every: Frequency, parts: ReadonlyMap<string, string>): string | undefined {
  const [byDay, byMonthDay] = [parts.get('BYDAY'), parts.get('BYMONTHDAY')]
  if (byMonthDay !== undefined) {
    const isTold = every === 'MONTHLY' && byDay === undefined && /^[\d,]+$/.test(byMonthDay)
    return isTold ? text.daysOfMonth(byMonthDay.replaceAll(',', ', ')) : undefined
  }
  if (byDay === undefined) return ''
  const days = byDay.split(',').map((day) => {
    const [, nth, name] = /^([+-]?\d+)?([A-Z]{2})$/.exec(day) ?? []
    const weekday = text.weekdays[name as Weekday] as string | undefined
    if (weekday === undefined || (nth !== undefined && every !== 'MONTHLY')) return undefined
    return nth === undefined ? weekday : text.nthDay(Number(nth), weekday)
  })
  return every === 'YEARLY' || days.includes(undefined) ? undefined : text.on(days.join(', '))
}

function endOf(parts: ReadonlyMap<string, string>, timeZone: string): string {
  const [count, until] = [parts.get('COUNT'), parts.get('UNTIL')]
  if (count !== undefined) return text.often(Number(count))
  if (until === undefined) return text.noEnd
  return text.until(calendarDay(lastDay(until, timeZone)))
}

/** By the clock of the entry, which may show another day than UTC. */
function lastDay(until: string, timeZone: string): string {
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)(?:T(\d\d)(\d\d)(\d\d)Z)?/.exec(until) ?? []
  const date = `${year}-${month}-${day}`
  if (hour === undefined) return date
  return dayIn(`${date}T${hour}:${minute}:${second}Z`, timeZone)
}
