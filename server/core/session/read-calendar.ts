import { Temporal } from 'temporal-polyfill'
import { countUpTo, faultOfRecurring, mostInstances, type Recurring } from '../time/recurrence.ts'
import { faultOfTimeZone } from '../time/zone-names.ts'

/** A component of iCalendar as JSON (RFC 7265): its name, its properties, its components. */
export type JCal = [name: string, properties: JCalProperty[], components: JCal[]]
type JCalProperty = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]]

/** What takes somebody's time, by the event of a calendar that says so. Nothing is left of one that was cancelled. */
export type ReadEvent = {
  uid: string
  sequence: number
  busy: Recurring[]
  why?: string
  /** It says only what became of single instances, not when the others are. */
  isOfInstances?: true
}
export type LeftOut = { uid: string; why: string }
export type ReadCalendar = { events: ReadEvent[]; leftOut: LeftOut[] }

/** Why a part of an event cannot be taken. */
class Untaken extends Error {}

const longestUid = 1000
/** What the column holds. */
const highestSequence = 2 ** 31 - 1

/**
 * What a calendar says of somebody's time. An event of which a part cannot be taken, or could not be read, is left out
 * whole, with the reason. Times without a zone, and whole days, are by the zone that is given.
 */
export function readCalendar(
  calendar: JCal,
  timeZone: string,
  unread: readonly LeftOut[] = [],
): ReadCalendar {
  const [name, , components] = calendar
  if (name !== 'vcalendar') throw new Untaken('It is no calendar: it must begin with BEGIN:VCALENDAR.')
  const byUid = new Map<string, JCal[]>()
  const partsOf = (uid: string): JCal[] => {
    const parts = byUid.get(uid) ?? []
    byUid.set(uid, parts)
    return parts
  }
  const leftOut: LeftOut[] = unread.map((one) => ({ ...one, uid: one.uid.slice(0, longestUid) }))
  const isUnread = new Set(unread.map(({ uid }) => uid))
  for (const component of components) {
    if (component[0] !== 'vevent') continue
    const uid = textOf(component, 'uid')
    if (uid === undefined || uid === '') leftOut.push({ uid: '', why: 'It has no UID.' })
    else if (uid.length > longestUid)
      leftOut.push({
        uid: uid.slice(0, longestUid),
        why: `Its UID must have at most ${longestUid} characters.`,
      })
    else if (!isUnread.has(uid)) partsOf(uid).push(component)
  }
  const events: ReadEvent[] = []
  let instances = 0
  for (const [uid, parts] of byUid) {
    try {
      const event = readEvent(uid, parts, timeZone)
      let left = mostInstances - instances
      for (const one of event.busy) left -= countUpTo(one, left + 1)
      if (left < 0) throw new Untaken(`With it the calendar would have more than ${mostInstances} instances.`)
      instances = mostInstances - left
      events.push(event)
    } catch (error) {
      const why = whyUntaken(error)
      if (why === undefined) throw error
      leftOut.push({ uid, why })
    }
  }
  return { events, leftOut }
}

function whyUntaken(error: unknown): string | undefined {
  if (error instanceof Untaken) return error.message
  // By Temporal: a length that is none, or a year that no calendar has.
  return error instanceof RangeError ? `It cannot be read: ${error.message.slice(0, 200)}` : undefined
}

export const isUntaken = (error: unknown): error is Error => error instanceof Untaken

function readEvent(uid: string, parts: readonly JCal[], timeZone: string): ReadEvent {
  const masters = parts.filter((part) => !propertyOf(part, 'recurrence-id'))
  const overrides = parts.filter((part) => propertyOf(part, 'recurrence-id'))
  const [master, ...others] = masters
  if (others.length > 0) throw new Untaken('Two events have its UID.')
  const sequence = Math.max(...parts.map(sequenceOf))
  const moved = overrides.map((part) => {
    const property = propertyOf(part, 'recurrence-id') as JCalProperty
    if (property[1].range !== undefined) throw new Untaken('It changes all instances from one on (RANGE).')
    return timeOf(property, property[3], timeZone)
  })
  const busy = [
    ...(master ? spansIn(master, moved, timeZone) : []),
    ...overrides.flatMap((part) => spansIn(part, [], timeZone)),
  ]
  const why =
    master &&
    textOf(master, 'summary')
      ?.slice(0, 500)
      .replace(/[\uD800-\uDBFF]$/, '')
  return {
    ...{ uid, sequence, busy },
    ...(why ? { why } : {}),
    ...(master ? {} : { isOfInstances: true as const }),
  }
}

function sequenceOf(part: JCal): number {
  const sequence = Number(textOf(part, 'sequence') ?? 0)
  if (Number.isInteger(sequence) && sequence >= 0 && sequence <= highestSequence) return sequence
  throw new Untaken(`Its SEQUENCE must be a whole number from 0 to ${highestSequence}.`)
}

/** The time that one component takes. */
function spansIn(part: JCal, moved: readonly Time[], timeZone: string): Recurring[] {
  if (textOf(part, 'status') === 'CANCELLED' || textOf(part, 'transp') === 'TRANSPARENT') return []
  const property = propertyOf(part, 'dtstart')
  if (!property) throw new Untaken('It has no DTSTART.')
  const start = timeOf(property, property[3], timeZone)
  const { zone } = start
  const rules = part[1].filter(([name]) => name === 'rrule')
  if (rules.length > 1) throw new Untaken('It has two rules (RRULE).')
  if (propertyOf(part, 'exrule')) throw new Untaken('It has an EXRULE.')
  const times = (name: string) =>
    part[1]
      .filter((one) => one[0] === name)
      .flatMap((one) => one.slice(3).map((value) => timeOf(one, value, timeZone)))
  const except = new Set([...times('exdate'), ...moved].map((one) => dayOf(shownIn(one, zone))))
  const others = times('rdate')
    .map((one) => ({ ...start, local: shownIn(one, zone) }))
    .filter(({ local }) => !except.has(dayOf(local)))
  const lasts = lengthOf(part, start, timeZone)
  const first: Recurring = rules[0]
    ? { ...byTheClock(start, lasts), repeats: ruleOf(rules[0], start.isDay) }
    : spanFrom(start, lasts)
  const all = [
    { ...first, ...(except.size > 0 ? { except: [...except] } : {}) },
    ...others.map((one) => spanFrom(one, lasts)),
  ]
  for (const one of all) {
    const fault = faultOfRecurring(one)
    if (fault !== undefined)
      throw new Untaken(fault.replace(/^repeats/, 'Its rule').replace(/^ends/, 'Its end'))
  }
  return all
}

/** What the clock shows, and where. */
type Time = { local: Temporal.PlainDateTime; zone: string; isDay: boolean }

/** To what the same clock shows in the end, or after a time that no clock is asked about. */
type Length = { clock: Temporal.Duration } | { exact: Temporal.Duration }

const dayOf = (local: Temporal.PlainDateTime) => local.toPlainDate().toString()

const zonedOf = ({ local, zone }: Time) => local.toZonedDateTime(zone)

/** What the clock of another zone shows then. A day is the same day there. */
const shownIn = (time: Time, zone: string): Temporal.PlainDateTime =>
  time.isDay || time.zone === zone ? time.local : zonedOf(time).withTimeZone(zone).toPlainDateTime()

/** What happens again and again begins and ends by the clock. */
function byTheClock({ local, zone }: Time, lasts: Length): Recurring {
  const ends = local.add('clock' in lasts ? lasts.clock : lasts.exact)
  return { starts: shown(local), ends: shown(ends), timeZone: zone }
}

/** What happens once, and lasts for a time, may end when the clock shows for the second time what it showed before. */
function spanFrom(start: Time, lasts: Length): Recurring {
  if ('clock' in lasts) return byTheClock(start, lasts)
  const [begins, ends] = [zonedOf(start), zonedOf(start).add(lasts.exact)]
  const isTold = [begins, ends].every((one) => one.toPlainDateTime().toZonedDateTime(start.zone).equals(one))
  const timeZone = isTold ? start.zone : 'UTC'
  const [from, to] = [begins, ends].map((one) => shown(one.withTimeZone(timeZone).toPlainDateTime()))
  return { starts: from as string, ends: to as string, timeZone }
}

const shown = (local: Temporal.PlainDateTime) => local.toString({ smallestUnit: 'second' }).slice(0, 19)

function lengthOf(part: JCal, start: Time, timeZone: string): Length {
  const property = propertyOf(part, 'dtend')
  if (property) {
    const end = timeOf(property, property[3], timeZone)
    if (end.zone === start.zone || end.isDay) return { clock: start.local.until(end.local) }
    return { exact: zonedOf(start).until(zonedOf(end)) }
  }
  const duration = textOf(part, 'duration')
  if (duration !== undefined) return { exact: Temporal.Duration.from(duration) }
  if (start.isDay) return { clock: Temporal.Duration.from({ days: 1 }) }
  throw new Untaken('It takes no time: it has neither DTEND nor DURATION.')
}

function timeOf([, parameters, type]: JCalProperty, value: unknown, timeZone: string): Time {
  const text = String(value)
  const { tzid } = parameters
  const zone = text.endsWith('Z') ? 'UTC' : tzid === undefined ? timeZone : String(tzid)
  if (faultOfTimeZone(zone) !== undefined) throw new Untaken(`Its time zone is not known: ${zone}.`)
  try {
    const local = Temporal.PlainDateTime.from(text.replace(/Z$/, ''))
    return { local, zone, isDay: type === 'date' }
  } catch {
    throw new Untaken(`It has no such time: ${text}.`)
  }
}

/** The rule as text: of whole days the last day is meant to its end. */
function ruleOf([, , , value]: JCalProperty, isDay: boolean): string {
  const parts = Object.entries(value as Record<string, unknown>).map(([name, part]) => {
    const text = [part].flat().map(String).join()
    const plain = name === 'until' ? text.replaceAll(/[-:]/g, '') : text
    return `${name.toUpperCase()}=${name === 'until' && isDay ? plain.slice(0, 8) : plain}`
  })
  return parts.toSorted((one) => (one.startsWith('FREQ=') ? -1 : 0)).join(';')
}

const propertyOf = (component: JCal, name: string): JCalProperty | undefined =>
  component[1].find((property) => property[0] === name)

function textOf(component: JCal, name: string): string | undefined {
  const property = propertyOf(component, name)
  return property ? String(property[3]) : undefined
}
