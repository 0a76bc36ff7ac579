import { hoursAhead } from '../time/local-time.ts'
import { dayMs, hourMs, secondOf, secondsLater, utcOf } from '../time/moments.ts'
import { type Recurring, spansOf } from '../time/recurrence.ts'
import { windowsZones } from '../time/windows-zones.ts'
import { zoneClock } from '../time/zone-clock.ts'
import { faultOfTimeZone } from '../time/zone-names.ts'
import { type Component, componentsIn, propertiesOf, propertyOf, textOf } from './calendar-text.ts'

/** A zone of a calendar as one that is known. */
export type CalendarZone = {
  id: string
  /**
   * Where the zone is not known: its clock may show a time by so many hours later than that of `id`, which is ahead of all
   * that it can be.
   */
  lateHours: number
}

/** The zones of a calendar by their TZID. `from` is when its times begin to matter. */
export function zonesOf(
  calendar: Component,
  { likely, from }: { likely: string; from: number },
): (tzid: string) => CalendarZone {
  const described = [...componentsIn(calendar)].filter(({ name }) => name === 'vtimezone')
  const found = new Map<string, CalendarZone>()
  return (tzid) => {
    const known = found.get(tzid)
    if (known) return known
    const description = described.find((component) => textOf(component, 'tzid') === tzid)
    const named = namedZone(tzid)
    const zone = named ? { id: named, lateHours: 0 } : describedZone(tzid, description, { likely, from })
    found.set(tzid, zone)
    return zone
  }
}

const isKnown = (name: string) => faultOfTimeZone(name) === undefined

/** The zone that a name means, as the programs write it that others come from. */
export function namedZone(tzid: string): string | undefined {
  const name = tzid.trim()
  if (isKnown(name)) return name
  const plain = name.replace(/^tzone:\/\/microsoft\//i, '')
  // /mozilla.org/20050126_1/Europe/Berlin
  const parts = plain.split('/')
  const endings = [3, 2, 1].map((length) => parts.slice(-length).join('/'))
  return (
    windowsZones.get(plain.toLowerCase()) ??
    (parts.length > 1 ? endings.find((ending) => isKnown(ending)) : undefined) ??
    shownZone(plain)
  )
}

/** As Windows shows them to people in North America: (UTC-05:00) Eastern Time (US & Canada). */
const shownToPeople: ReadonlyMap<string, string> = new Map([
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

const offsetBefore = /^\(?(?:GMT|UTC)\s*(?:([+-])(\d\d?)[:.]?(\d\d)?)?\)?\s*/i

/** By its name, or by a city that is named; either must have the offset that stands before it. */
function shownZone(name: string): string | undefined {
  const offset = offsetIn(name)
  if (offset === undefined) return undefined
  const rest = name.replace(offsetBefore, '').toLowerCase()
  const called = rest.replace(/\s*\((?:us|canada|east)\b.*$/, '').replace(/[;,].*$/, '')
  const cities = rest.split(/\s*[,;/:]\s*/).map((city) => city.replaceAll(' ', '_'))
  const candidates = [
    ...[shownToPeople.get(called)].filter((zone) => zone !== undefined),
    ...cities.flatMap((city) =>
      Intl.supportedValuesOf('timeZone').filter((zone) => zone.toLowerCase().endsWith(`/${city}`)),
    ),
  ]
  return candidates.find((zone) => standardOffset(zone) === offset)
}

function offsetIn(name: string): number | undefined {
  const found = offsetBefore.exec(name)
  if (!found) return undefined
  const [, sign = '+', hours = '0', minutes = '0'] = found
  return (sign === '-' ? -1 : 1) * (Number(hours) + Number(minutes) / 60)
}

/** In hours, at the less of two ends of a year. */
function standardOffset(zone: string): number {
  const year = [1, 7].map((month) => hoursAhead(zone, utcOf([2026, month, 1])))
  return Math.min(...year)
}

/** A zone that is told only by its changes of the clock: one that has the same, or else all that it may be. */
function describedZone(
  tzid: string,
  description: Component | undefined,
  { likely, from }: { likely: string; from: number },
): CalendarZone {
  const changes = description ? changesIn(description, from) : []
  if (changes.length > 0) {
    const same = [likely, ...new Set(windowsZones.values())].find((zone) => isSame(zone, changes, from))
    if (same) return { id: same, lateHours: 0 }
    return between(changes.map(({ ahead }) => ahead))
  }
  const offset = offsetIn(tzid)
  if (offset === undefined || !/[+-]/.test(tzid)) return between([-12, 14])
  return between([offset, offset + 1])
}

function between(hours: readonly number[]): CalendarZone {
  const ahead = Math.min(14, Math.ceil(Math.max(...hours)))
  const least = Math.max(-12, Math.floor(Math.min(...hours)))
  return { id: fixedZone(ahead), lateHours: Math.max(0, ahead - least) }
}

/** IANA counts these the other way round. */
const fixedZone = (ahead: number) => `Etc/GMT${ahead > 0 ? '-' : '+'}${Math.abs(ahead)}`

/** From when on the clock is ahead of UTC by how many hours. */
type Change = { at: number; ahead: number }

const comparedDays = 2 * 366

function changesIn(description: Component, from: number): Change[] {
  const within = { from: from - 366 * dayMs, to: from + comparedDays * dayMs }
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
      ...[starts, ...dates].filter((one) => one !== undefined).map(momentary),
    ]
    const early = { from: Math.min(within.from, Date.parse(`${starts}Z`)), to: within.to }
    return onsets
      .flatMap((onset) => spansOf(onset, onset.repeats === undefined ? early : within))
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
  const [year, month, day, hour, minute, second] = parts
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}`
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
