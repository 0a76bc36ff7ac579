import { Temporal } from 'temporal-polyfill'
import type { Property } from './calendar-text.ts'
import type { CalendarZone } from './calendar-zones.ts'

/** What the clock shows, and where. */
export type Time = {
  local: Temporal.PlainDateTime
  zone: CalendarZone
  isDay: boolean
  /** It names no zone. */
  isFloating: boolean
}

export type Zones = {
  named: (tzid: string) => CalendarZone
  /** Of times that name none. */
  floating: string
  /** Of whole days. */
  days: string
  /** Of rules that begin at a time of UTC, if by another clock. */
  rulesInUtc?: string
  /** A zone counts also where the time says that it is of UTC. */
  isZoneFirst?: true
}

const known = (id: string): CalendarZone => ({ id, lateHours: 0 })

const written = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** The time that a value states; undefined where it cannot be read. */
export function timeOf({ parameters }: Property, value: string, zones: Zones): Time | undefined {
  const [, year, month, day, hour, minute, second = '00', offset] = written.exec(value.trim()) ?? []
  const date = dateOf(`${year}-${month}-${day}`)
  if (!date) return undefined
  if (hour === undefined)
    return { local: date.toPlainDateTime(), zone: known(zones.days), isDay: true, isFloating: true }
  const clock = { hour: Number(hour), minute: Number(minute), second: Math.min(59, Number(second)) }
  // Midnight at the end of a day.
  const isNext = clock.hour === 24 && clock.minute === 0
  if ((clock.hour > 23 && !isNext) || clock.minute > 59) return undefined
  const local = isNext
    ? date.add({ days: 1 }).toPlainDateTime()
    : date.toPlainDateTime(Temporal.PlainTime.from(clock))
  const tzid = parameters.get('tzid')
  if (offset === undefined || (zones.isZoneFirst && tzid)) {
    const zone = tzid ? zones.named(tzid) : known(zones.floating)
    return { local, zone, isDay: false, isFloating: !tzid }
  }
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  const ahead = { hours: Number(hours), minutes: Number(minutes) }
  return {
    ...{ zone: known('UTC'), isDay: false, isFloating: false },
    local: sign === '-' ? local.add(ahead) : local.subtract(ahead),
  }
}

/** The day that a value names, even where its time of day cannot be read. */
export function dayIn(value: string): Temporal.PlainDate | undefined {
  const [, year, month, day] = /(\d{4})-?(\d\d)-?(\d\d)/.exec(value) ?? []
  return dateOf(`${year}-${month}-${day}`)
}

function dateOf(text: string): Temporal.PlainDate | undefined {
  try {
    return Temporal.PlainDate.from(text)
  } catch {
    return undefined
  }
}

/** A length of iCalendar: P1W, PT1H30M. Undefined where it is none, or less than none. */
export function lengthIn(text: string): Temporal.Duration | undefined {
  try {
    const duration = Temporal.Duration.from(text.trim().toUpperCase())
    if (duration.sign < 0 || duration.years || duration.months) return undefined
    return duration.with({ weeks: 0, days: duration.days + 7 * duration.weeks })
  } catch {
    return undefined
  }
}

export const zonedOf = ({ local, zone }: Time) => local.toZonedDateTime(zone.id)

/** What the clock of another zone shows then. A day, and a time without a zone, is the same there. */
export const shownIn = (time: Time, { id }: CalendarZone): Temporal.PlainDateTime =>
  time.isFloating || time.zone.id === id ? time.local : zonedOf(time).withTimeZone(id).toPlainDateTime()
