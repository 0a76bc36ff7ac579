import { hash } from 'node:crypto'
import { type Recurring, spansOf } from '../time/recurrence.ts'
import { spanFrom } from '../time/spans.ts'
import { type CalendarText, type Component, componentsIn, propertyOf, textOf } from './calendar-text.ts'
import type { Zones } from './calendar-times.ts'
import { namedZone, zonesOf } from './calendar-zones.ts'
import { busyIn, busyPeriods, NoTime } from './read-event.ts'

/** The busy times of one event of a calendar; a cancelled event has none. */
export type ReadEvent = {
  uid: string
  sequence: number
  busy: Recurring[]
  why?: string
  /** Notes about what could not be interpreted exactly and was taken as busy generously. */
  unclear?: string
  /** Whether it has only changed instances, without the event that repeats. */
  isOfInstances?: true
}
/** An event of which not even the day could be read. */
export type LeftOut = { uid: string; summary?: string; why: string }
export type ReadCalendar = { events: ReadEvent[]; leftOut: LeftOut[] }

const maxUidLength = 1000
const maxTextLength = 500
/** The limit of the database column. */
const maxSequence = 2 ** 31 - 1
/** In the year after reading; more would make searches too slow. */
const maxInstances = 100_000

/**
 * The busy times in a calendar, from a moment until its rules end. Whole days and times without a zone are in the given
 * zone; times without a zone also in the calendar's own default zone, if it has one.
 */
export function readCalendar(
  { calendars }: CalendarText,
  { timeZone, at }: { timeZone: string; at: Date },
): ReadCalendar {
  const year = spanFrom(at, 366 * 24 * 60)
  const read: ReadCalendar = { events: [], leftOut: [] }
  let remaining = maxInstances
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
        remaining -= count
        read.events.push(remaining < 0 && count > 0 ? busyThroughout(event) : event)
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
 * One for each way that programs interpret the zones of a calendar. Those that respect its default zone also apply it to
 * rules in UTC.
 */
function zonesIn(calendar: Component, timeZone: string, from: number): Zones[] {
  const standard: Zones = {
    named: zonesOf(calendar, { likely: timeZone, from }),
    floating: timeZone,
    days: timeZone,
  }
  const defaultZone = namedZone(textOf(calendar, 'x-wr-timezone') ?? '')
  return [
    standard,
    ...(defaultZone === undefined ? [] : [{ ...standard, floating: defaultZone, rulesInUtc: defaultZone }]),
    ...([...componentsIn(calendar)].some(hasTwoZones) ? [{ ...standard, isZoneFirst: true as const }] : []),
  ]
}

/** Whether a time both names a zone and is written in UTC. */
const hasTwoZones = ({ properties }: Component) =>
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

/** An event whose UID is missing or too long is identified by its content. */
function uidOf(component: Component): string {
  const uid = textOf(component, 'uid')?.trim() ?? ''
  if (uid !== '' && uid.length <= maxUidLength) return uid
  const content = uid || JSON.stringify(component.properties.map(({ name, value }) => [name, value]))
  return `no-uid-${hash('sha256', content).slice(0, 32)}`
}

function readEvent(uid: string, parts: readonly Component[], zones: readonly Zones[]): ReadEvent {
  const unclear = new Set<string>()
  const note = (why: string) => unclear.add(why)
  if (parts.some((part) => (textOf(part, 'uid')?.trim() ?? '') === ''))
    note('It has no UID: if it changes, remove what was imported before.')
  else if (parts.some((part) => textOf(part, 'uid')?.trim() !== uid))
    note(`Its UID has more than ${maxUidLength} characters: it is listed under another.`)
  if (parts.some(hasTwoZones)) note('A time of it names a zone and UTC: taken as busy by either.')
  const events = parts.filter(({ name }) => name === 'vevent')
  const reports = parts.filter(({ name }) => name === 'vfreebusy')
  const [standard, ...others] = zones.map((zone) => [
    ...busyIn(events, zone, note),
    ...reports.flatMap((part) => busyPeriods(part, zone, note)),
  ]) as [Recurring[], ...Recurring[][]]
  const isNew = (recurring: Recurring) =>
    standard.every((known) => JSON.stringify(known) !== JSON.stringify(recurring))
  const isOfInstances = events.length > 0 && events.every((part) => propertyOf(part, 'recurrence-id'))
  const why = textsIn(parts, 'summary')
  return {
    ...{ uid, sequence: Math.max(...parts.map((part) => sequenceOf(part, note))) },
    busy: [...standard, ...others.flat().filter(isNew)],
    ...(why ? { why } : {}),
    ...(unclear.size > 0 ? { unclear: cut([...unclear].join(' '), 2 * maxTextLength) } : {}),
    ...(isOfInstances ? { isOfInstances: true as const } : {}),
  }
}

function textsIn(parts: readonly Component[], name: string): string | undefined {
  const master = parts.find((part) => !propertyOf(part, 'recurrence-id'))
  const text = master && textOf(master, name)
  // PostgreSQL text cannot contain it.
  return text ? cut(text.replaceAll('\0', ''), maxTextLength) : undefined
}

const cut = (text: string, length: number) => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '')

function sequenceOf(part: Component, note: (why: string) => void): number {
  const text = textOf(part, 'sequence')?.trim() || '0'
  const sequence = Number(text)
  if (Number.isInteger(sequence) && sequence >= 0 && sequence <= maxSequence) return sequence
  note(`Its SEQUENCE is no whole number from 0 to ${maxSequence}: taken as 0.`)
  return 0
}

/** An event with too many instances counts as busy from its beginning on. */
function busyThroughout(event: ReadEvent): ReadEvent {
  const why = `The calendar has more than ${maxInstances} instances a year: this event is taken as busy throughout.`
  const busy = event.busy.map(({ starts, ends, timeZone, repeats }) =>
    repeats === undefined ? { starts, ends, timeZone } : { starts, ends: '9999-12-31T00:00:00', timeZone },
  )
  return { ...event, busy, unclear: cut([why, event.unclear].join(' ').trim(), 2 * maxTextLength) }
}
