import { Temporal } from 'temporal-polyfill'
import type { Property } from './calendar-text.ts'
import type { CalendarZone } from './calendar-zones.ts'

/** A local time in a zone. */
export type Time = {
  local: Temporal.PlainDateTime
  zone: CalendarZone
  isDay: boolean
  /** Without a zone of its own. */
  isFloating: boolean
}

export type Zones = {
  named: (tzid: string) => CalendarZone
  /** The zone of times without one. */
  floating: string
  /** The zone of whole days. */
  days: string
  /** The zone of rules that begin at a time in UTC, if not UTC. */
  rulesInUtc?: string
  /** Whether a zone takes precedence over a time written in UTC. */
  isZoneFirst?: true
}

const zoneById = (id: string): CalendarZone => ({ id, lateHours: 0 })

const timePattern = /^(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d)?(?:[.,]\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i

/** Undefined if the value cannot be read. */
export function timeOf({ parameters }: Property, value: string, zones: Zones): Time | undefined {
  const [, year, month, day, hour, minute, second = '00', offset] = timePattern.exec(value.trim()) ?? []
  const date = dateOf(`${year}-${month}-${day}`)
  if (!date) return undefined
  if (hour === undefined)
    return { local: date.toPlainDateTime(), zone: zoneById(zones.days), isDay: true, isFloating: true }
  const clock = { hour: Number(hour), minute: Number(minute), second: Math.min(59, Number(second)) }
  // Midnight at the end of the day.
  const isEndOfDay = clock.hour === 24 && clock.minute === 0
  if ((clock.hour > 23 && !isEndOfDay) || clock.minute > 59) return undefined
  const local = isEndOfDay
    ? date.add({ days: 1 }).toPlainDateTime()
    : date.toPlainDateTime(Temporal.PlainTime.from(clock))
  const tzid = parameters.get('tzid')
  if (offset === undefined || (zones.isZoneFirst && tzid)) {
    const zone = tzid ? zones.named(tzid) : zoneById(zones.floating)
    return { local, zone, isDay: false, isFloating: !tzid }
  }
  const [, sign, hours = '0', minutes = '0'] = /^([+-])(\d\d):?(\d\d)$/.exec(offset) ?? []
  const ahead = { hours: Number(hours), minutes: Number(minutes) }
  return {
    ...{ zone: zoneById('UTC'), isDay: false, isFloating: false },
    local: sign === '-' ? local.add(ahead) : local.subtract(ahead),
  }
}

/** The day of a value, even if its time of day cannot be read. */
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

/** A duration of iCalendar, such as P1W or PT1H30M; undefined if invalid or negative. */
export function durationIn(text: string): Temporal.Duration | undefined {
  try {
    const duration = Temporal.Duration.from(text.trim().toUpperCase())
    if (duration.sign < 0 || duration.years || duration.months) return undefined
    return duration.with({ weeks: 0, days: duration.days + 7 * duration.weeks })
  } catch {
    return undefined
  }
}

export const zonedOf = ({ local, zone }: Time) => local.toZonedDateTime(zone.id)

/** The local time in another zone. Days and times without a zone are the same everywhere. */
export const localTimeIn = (time: Time, { id }: CalendarZone): Temporal.PlainDateTime =>
  time.isFloating || time.zone.id === id ? time.local : zonedOf(time).withTimeZone(id).toPlainDateTime()
