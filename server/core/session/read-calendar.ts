import { hash } from 'node:crypto'
import { type Recurring, spansOf } from '../time/recurrence.ts'
import { spanFrom } from '../time/spans.ts'
import { type CalendarText, type Component, componentsIn, propertyOf, textOf } from './calendar-text.ts'
import type { Zones } from './calendar-times.ts'
import { namedZone, zonesOf } from './calendar-zones.ts'
import { busyIn, busyPeriods, NoTime } from './read-event.ts'

/** What takes somebody's time, by the event of a calendar that says so. Nothing is left of one that was cancelled. */
export type ReadEvent = {
  uid: string
  sequence: number
  busy: Recurring[]
  why?: string
  /** What was not understood, so that it is busy for at least all that it may mean. */
  unclear?: string
  /** It says only what became of single instances, not when the others are. */
  isOfInstances?: true
}
/** An event of which not even the day can be read. */
export type LeftOut = { uid: string; summary?: string; why: string }
export type ReadCalendar = { events: ReadEvent[]; leftOut: LeftOut[] }

const longestUid = 1000
const longestText = 500
/** What the column holds. */
const highestSequence = 2 ** 31 - 1
/** In the year after it is read: more could not be searched through in time. */
const mostInstances = 100_000

/**
 * What a calendar says of somebody's time, from a moment on as long as its rules go. Times without a zone, and whole days,
 * are by the zone that is given; times without a zone also by that which the calendar names for all of its times.
 */
export function readCalendar(
  { calendars }: CalendarText,
  { timeZone, at }: { timeZone: string; at: Date },
): ReadCalendar {
  const year = spanFrom(at, 366 * 24 * 60)
  const read: ReadCalendar = { events: [], leftOut: [] }
  let left = mostInstances
  for (const calendar of calendars) {
    const zones = zonesIn(calendar, timeZone, year.from)
    for (const [uid, parts] of eventsIn(calendar)) {
      const summary = textsIn(parts, 'summary')
      try {
        const event = readEvent(uid, parts, zones)
        const count = event.busy.reduce(
          (sum, recurring) => sum + (recurring.repeats ? spansOf(recurring, year).length : 0),
          0,
        )
        left -= count
        read.events.push(left < 0 && count > 0 ? throughout(event) : event)
      } catch (error) {
        if (!(error instanceof NoTime)) throw error
        const why = 'Nothing in it says when it is, so it takes no time: look it up where it comes from.'
        read.leftOut.push({ uid, ...(summary ? { summary } : {}), why })
      }
    }
    for (const { name } of componentsIn(calendar)) {
      if (name !== 'vavailability') continue
      const why = 'When somebody can at all (VAVAILABILITY) is not read: enter it as free times.'
      read.leftOut.push({ uid: name, why })
    }
  }
  return read
}

/**
 * One for each clock that its times may be by. Programs that go by the zone that a calendar names for itself let rules in UTC
 * come by that clock, too.
 */
function zonesIn(calendar: Component, timeZone: string, from: number): Zones[] {
  const usual: Zones = {
    named: zonesOf(calendar, { likely: timeZone, from }),
    floating: timeZone,
    days: timeZone,
  }
  const ofAll = namedZone(textOf(calendar, 'x-wr-timezone') ?? '')
  return [
    usual,
    ...(ofAll === undefined ? [] : [{ ...usual, floating: ofAll, rulesInUtc: ofAll }]),
    ...([...componentsIn(calendar)].some(namesTwoZones) ? [{ ...usual, isZoneFirst: true as const }] : []),
  ]
}

/** A time with the name of a zone that says at its end that it is of UTC. */
const namesTwoZones = ({ properties }: Component) =>
  properties.some(({ parameters, value }) => parameters.has('tzid') && /\dZ\s*$/i.test(value))

function eventsIn(calendar: Component): Map<string, Component[]> {
  const byUid = new Map<string, Component[]>()
  for (const component of componentsIn(calendar)) {
    if (component.name !== 'vevent' && component.name !== 'vfreebusy') continue
    const uid = uidOf(component)
    const parts = byUid.get(uid)
    if (parts) parts.push(component)
    else byUid.set(uid, [component])
  }
  return byUid
}

/** One that has none, or one that is too long, is told from others by what it says. */
function uidOf(component: Component): string {
  const uid = textOf(component, 'uid')?.trim() ?? ''
  if (uid !== '' && uid.length <= longestUid) return uid
  const said = uid || JSON.stringify(component.properties.map(({ name, value }) => [name, value]))
  return `no-uid-${hash('sha256', said).slice(0, 32)}`
}

function readEvent(uid: string, parts: readonly Component[], zones: readonly Zones[]): ReadEvent {
  const unclear = new Set<string>()
  const note = (why: string) => unclear.add(why)
  if (parts.some((part) => (textOf(part, 'uid')?.trim() ?? '') === ''))
    note('It has no UID: if it changes, remove what was imported before.')
  else if (parts.some((part) => textOf(part, 'uid')?.trim() !== uid))
    note(`Its UID has more than ${longestUid} characters: it is listed under another.`)
  if (parts.some(namesTwoZones)) note('A time of it names a zone and UTC: taken as busy by either.')
  const events = parts.filter(({ name }) => name === 'vevent')
  const reports = parts.filter(({ name }) => name === 'vfreebusy')
  const [usual, ...others] = zones.map((zone) => [
    ...busyIn(events, zone, note),
    ...reports.flatMap((part) => busyPeriods(part, zone, note)),
  ]) as [Recurring[], ...Recurring[][]]
  const isNew = (recurring: Recurring) =>
    usual.every((had) => JSON.stringify(had) !== JSON.stringify(recurring))
  const isOfInstances = events.length > 0 && events.every((part) => propertyOf(part, 'recurrence-id'))
  const why = textsIn(parts, 'summary')
  return {
    ...{ uid, sequence: Math.max(...parts.map((part) => sequenceOf(part, note))) },
    busy: [...usual, ...others.flat().filter(isNew)],
    ...(why ? { why } : {}),
    ...(unclear.size > 0 ? { unclear: cut([...unclear].join(' '), 2 * longestText) } : {}),
    ...(isOfInstances ? { isOfInstances: true as const } : {}),
  }
}

function textsIn(parts: readonly Component[], name: string): string | undefined {
  const master = parts.find((part) => !propertyOf(part, 'recurrence-id'))
  const text = master && textOf(master, name)
  // The column holds no such character.
  return text ? cut(text.replaceAll('\0', ''), longestText) : undefined
}

const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

function sequenceOf(part: Component, note: (why: string) => void): number {
  const text = textOf(part, 'sequence')?.trim() || '0'
  const sequence = Number(text)
  if (Number.isInteger(sequence) && sequence >= 0 && sequence <= highestSequence) return sequence
  note(`Its SEQUENCE is no whole number from 0 to ${highestSequence}: taken as 0.`)
  return 0
}

/** What is too much to be worked out is busy from its beginning on. */
function throughout(event: ReadEvent): ReadEvent {
  const why = `The calendar has more than ${mostInstances} instances a year: this event is taken as busy throughout.`
  const busy = event.busy.map(({ starts, ends, timeZone, repeats }) =>
    repeats === undefined ? { starts, ends, timeZone } : { starts, ends: '9999-12-31T00:00:00', timeZone },
  )
  return { ...event, busy, unclear: cut([why, event.unclear].join(' ').trim(), 2 * longestText) }
}
