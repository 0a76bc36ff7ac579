import { hoursAhead } from '../time/local-time.ts'
import { dayMs, hourMs, secondOf, secondsLater, utcOf } from '../time/moments.ts'
import { type Recurring, spansOf } from '../time/recurrence.ts'
import { windowsZones } from '../time/windows-zones.ts'
import { zoneClock } from '../time/zone-clock.ts'
import { faultOfTimeZone } from '../time/zone-names.ts'
import { type Component, componentsIn, propertiesOf, propertyOf, textOf } from './calendar-text.ts'

/** A zone of a calendar, mapped to a known one. */
export type CalendarZone = {
  id: string
  /**
   * For an unknown zone, its uncertainty: `id` is the zone furthest ahead that it may be, and it may be this many hours
   * behind.
   */
  lateHours: number
}

/** The zones of a calendar by their TZID, for times after `from`. */
export function zonesOf(
  calendar: Component,
  { likely, from }: { likely: string; from: number },
): (tzid: string) => CalendarZone {
  const descriptions = [...componentsIn(calendar)].filter(({ name }) => name === 'vtimezone')
  const zones = new Map<string, CalendarZone>()
  return (tzid) => {
    const cached = zones.get(tzid)
    if (cached) return cached
    const description = descriptions.find((component) => textOf(component, 'tzid') === tzid)
    const named = namedZone(tzid)
    const zone = named ? { id: named, lateHours: 0 } : describedZone(tzid, description, { likely, from })
    zones.set(tzid, zone)
    return zone
  }
}

const isValidZone = (name: string) => faultOfTimeZone(name) === undefined

/** The IANA zone for a name as written by various calendar programs. */
export function namedZone(tzid: string): string | undefined {
  const name = tzid.trim()
  if (isValidZone(name)) return name
  const plain = name.replace(/^tzone:\/\/microsoft\//i, '')
  // /mozilla.org/20050126_1/Europe/Berlin
  const parts = plain.split('/')
  const suffixes = [3, 2, 1].map((length) => parts.slice(-length).join('/'))
  return (
    windowsZones.get(plain.toLowerCase()) ??
    (parts.length > 1 ? suffixes.find((ending) => isValidZone(ending)) : undefined) ??
    zoneByDisplayName(plain)
  )
}

/** The display names of Windows for North America, such as “(UTC-05:00) Eastern Time (US & Canada)”. */
const displayNames: ReadonlyMap<string, string> = new Map([
  ['eastern time', 'America/New_York'],
  ['central time', 'America/Chicago'],
  ['mountain time', 'America/Denver'],
  ['pacific time', 'America/Los_Angeles'],
  ['atlantic time', 'America/Halifax'],
  ['alaska', 'America/Anchorage'],
  ['hawaii', 'Pacific/Honolulu'],
  ['arizona', 'America/Phoenix'],
  ['newfoundland', 'America/St_Johns'],
  ['saskatchewan', 'America/Regina'],
  ['indiana', 'America/Indiana/Indianapolis'],
  ['coordinated universal time', 'UTC'],
])

const offsetPrefix = /^\(?(?:GMT|UTC)\s*(?:([+-])(\d\d?)[:.]?(\d\d)?)?\)?\s*/i

/** Finds a zone by its display name or a city in it; its offset must match the prefix. */
function zoneByDisplayName(name: string): string | undefined {
  const offset = offsetIn(name)
  if (offset === undefined) return undefined
  const rest = name.replace(offsetPrefix, '').toLowerCase()
  const displayName = rest.replace(/\s*\((?:us|canada|east)\b.*$/, '').replace(/[;,].*$/, '')
  const cities = rest.split(/\s*[,;/:]\s*/).map((city) => city.replaceAll(' ', '_'))
  const candidates = [
    ...[displayNames.get(displayName)].filter((zone) => zone !== undefined),
    ...cities.flatMap((city) =>
      Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().endsWith(`/${city}`)),
    ),
  ]
  return candidates.find((zone) => standardOffset(zone) === offset)
}

function offsetIn(name: string): number | undefined {
  const match = offsetPrefix.exec(name)
  if (!match) return undefined
  const [, sign = '+', hours = '0', minutes = '0'] = match
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

/** In hours, without daylight saving. */
function standardOffset(zone: string): number {
  const offsets = [1, 7].map((month) => hoursAhead(zone, utcOf([2026, month, 1])))
  return Math.min(...offsets)
}

/** A zone given only by its clock changes: a known one with the same changes, otherwise the range that it may be in. */
function describedZone(
  tzid: string,
  description: Component | undefined,
  { likely, from }: { likely: string; from: number },
): CalendarZone {
  const changes = description ? changesIn(description, from) : []
  if (changes.length > 0) {
    const same = [likely, ...new Set(windowsZones.values())].find((zone) => isSame(zone, changes, from))
    if (same) return { id: same, lateHours: 0 }
    return zoneInRange(changes.map(({ ahead }) => ahead))
  }
  const offset = offsetIn(tzid)
  if (offset === undefined || !/[+-]/.test(tzid)) return zoneInRange([-12, 14])
  return zoneInRange([offset, offset + 1])
}

function zoneInRange(hours: readonly number[]): CalendarZone {
  const ahead = Math.min(14, Math.ceil(Math.max(...hours)))
  const behind = Math.max(-12, Math.floor(Math.min(...hours)))
  return { id: fixedZone(ahead), lateHours: Math.max(0, ahead - behind) }
}

/** The signs of these IANA names are inverted. */
const fixedZone = (ahead: number) => `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`

/** From `at` on, the clock is `ahead` hours ahead of UTC. */
type Change = { at: number; ahead: number }

const comparedDays = 2 * 366

function changesIn(description: Component, from: number): Change[] {
  const range = { from: from - 366 * dayMs, to: from + comparedDays * dayMs }
  const changes = description.components.flatMap((part): Change[] => {
    const ahead = hoursOf(textOf(part, 'tzoffsetto'))
    if (ahead === undefined) return []
    const before = hoursOf(textOf(part, 'tzoffsetfrom')) ?? ahead
    const starts = localOf(propertyOf(part, 'dtstart')?.value ?? '')
    if (starts === undefined) return [{ at: Number.NEGATIVE_INFINITY, ahead }]
    const rules = propertiesOf(part, 'rrule').map(({ value }) => value)
    const dates = propertiesOf(part, 'rdate').flatMap(({ value }) => value.split(',').map(localOf))
    const onsets: Recurring[] = [
      ...rules.map((repeats) => ({ ...momentary(starts), repeats })),
      ...[starts, ...dates].filter((date) => date !== undefined).map(momentary),
    ]
    const rangeOfSingle = { from: Math.min(range.from, Date.parse(`${starts}Z`)), to: range.to }
    return onsets
      .flatMap((onset) => spansOf(onset, onset.repeats === undefined ? rangeOfSingle : range))
      .map((onset) => ({ at: onset.from - before * hourMs, ahead }))
  })
  return changes.toSorted((a, b) => a.at - b.at)
}

const momentary = (starts: string): Recurring => ({
  ...{ starts, timeZone: 'UTC' },
  ends: secondOf(secondsLater(`${starts}Z`, 1)),
})

function localOf(text: string): string | undefined {
  const [, ...parts] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/.exec(text.trim()) ?? []
  const [offsets, month, day, hour, minute, second] = parts
  const local = `${offsets}-${month}-${day}T${hour}:${minute}:${second}`
  return parts.length > 0 && !Number.isNaN(Date.parse(`${local}Z`)) ? local : undefined
}

function hoursOf(offset: string | undefined): number | undefined {
  const [, sign, hours, minutes, seconds = '0'] = /^([+-])(\d\d):?(\d\d):?(\d\d)?$/.exec(offset ?? '') ?? []
  if (hours === undefined) return undefined
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60 + Number(seconds) / 3600)
}

function isSame(zone: string, changes: readonly Change[], from: number): boolean {
  const to = from + comparedDays * dayMs
  const { wall } = zoneClock(zone, { from, to })
  let next = 0
  let ahead = changes[0]?.ahead
  for (let at = from; at < to; at += dayMs / 4) {
    while (next < changes.length && (changes[next] as Change).at <= at) ahead = changes[next++]?.ahead
    if (ahead === undefined || Math.abs((wall(at) - at) / hourMs - ahead) > 1 / 60) return false
  }
  return true
}
