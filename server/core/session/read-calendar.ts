import { Temporal } from 'temporal-polyfill'
import { faultOfRecurring, mostInstances, type Recurring } from '../time/recurrence.ts'
import { faultOfTimeZone } from '../time/zone-names.ts'

/** A component of iCalendar as JSON (RFC 7265): its name, its properties, its components. */
export type JCal = [name: string, properties: JCalProperty[], components: JCal[]]
type JCalProperty = [name: string, parameters: Record<string, unknown>, type: string, ...values: unknown[]]

/** What takes somebody's time, by the event of a calendar that says so. Nothing is left of one that was cancelled. */
export type ReadEvent = { uid: string; sequence: number; busy: Recurring[]; why?: string }
export type LeftOut = { uid: string; why: string }
export type ReadCalendar = { events: ReadEvent[]; leftOut: LeftOut[] }

/** Why a part of an event cannot be taken. */
class Untaken extends Error {}

/**
 * What a calendar says of somebody's time. An event of which a part cannot be taken is left out whole, with the reason.
 * Times without a zone, and whole days, are by the zone that is given.
 */
export function readCalendar(calendar: JCal, timeZone: string): ReadCalendar {
  const [name, , components] = calendar
  if (name !== 'vcalendar') throw new Untaken('It is no calendar: it must begin with BEGIN:VCALENDAR.')
  const byUid = new Map<string, JCal[]>()
  const leftOut: LeftOut[] = []
  for (const component of components) {
    if (component[0] !== 'vevent') continue
    const uid = textOf(component, 'uid')
    if (uid === undefined || uid === '') leftOut.push({ uid: '', why: 'It has no UID.' })
    else byUid.set(uid, [...(byUid.get(uid) ?? []), component])
  }
  const events: ReadEvent[] = []
  let instances = 0
  for (const [uid, parts] of byUid) {
    try {
      const event = readEvent(uid, parts, timeZone)
      instances += event.busy.reduce((sum, one) => sum + countOf(one), 0)
      if (instances > mostInstances)
        throw new Untaken(`With it the calendar would have more than ${mostInstances} instances.`)
      events.push(event)
    } catch (error) {
      if (!(error instanceof Untaken)) throw error
      leftOut.push({ uid, why: error.message })
    }
  }
  return { events, leftOut }
}

export const isUntaken = (error: unknown): error is Error => error instanceof Untaken

function readEvent(uid: string, parts: readonly JCal[], timeZone: string): ReadEvent {
  const masters = parts.filter((part) => !propertyOf(part, 'recurrence-id'))
  const overrides = parts.filter((part) => propertyOf(part, 'recurrence-id'))
  const [master, ...others] = masters
  if (others.length > 0) throw new Untaken('Two events have its UID.')
  const sequence = Math.max(...parts.map((part) => Number(textOf(part, 'sequence') ?? 0) || 0))
  const moved = overrides.map((part) => {
    const property = propertyOf(part, 'recurrence-id') as JCalProperty
    if (property[1].range !== undefined) throw new Untaken('It changes all instances from one on (RANGE).')
    return localOf(property, property[3], timeZone).local.toPlainDate().toString()
  })
  const busy = [
    ...(master ? spansIn(master, moved, timeZone) : []),
    ...overrides.flatMap((part) => spansIn(part, [], timeZone)),
  ]
  const why = master && textOf(master, 'summary')
  return { uid, sequence, busy, ...(why ? { why: why.slice(0, 500) } : {}) }
}

/** The time that one component takes. */
function spansIn(part: JCal, moved: readonly string[], timeZone: string): Recurring[] {
  if (textOf(part, 'status') === 'CANCELLED' || textOf(part, 'transp') === 'TRANSPARENT') return []
  const start = propertyOf(part, 'dtstart')
  if (!start) throw new Untaken('It has no DTSTART.')
  const { local, zone, isDay } = localOf(start, start[3], timeZone)
  const lasts = durationOf(part, { local, isDay }, timeZone)
  const rules = part[1].filter(([name]) => name === 'rrule')
  if (rules.length > 1) throw new Untaken('It has two rules (RRULE).')
  if (propertyOf(part, 'exrule')) throw new Untaken('It has an EXRULE.')
  const days = (name: string) =>
    part[1]
      .filter((property) => property[0] === name)
      .flatMap((property) => property.slice(3).map((value) => localOf(property, value, timeZone).local))
  const except = [...days('exdate').map((one) => one.toPlainDate().toString()), ...moved]
  const first: Recurring = {
    ...spanFrom(local, lasts, zone),
    ...(rules[0] ? { repeats: ruleOf(rules[0], isDay) } : {}),
    ...(except.length > 0 ? { except: [...new Set(except)] } : {}),
  }
  const all = [first, ...days('rdate').map((one) => spanFrom(one, lasts, zone))]
  for (const one of all) {
    const fault = faultOfRecurring(one)
    if (fault !== undefined)
      throw new Untaken(fault.replace(/^repeats/, 'Its rule').replace(/^ends/, 'Its end'))
  }
  return all
}

const spanFrom = (local: Temporal.PlainDateTime, lasts: Temporal.Duration, timeZone: string): Recurring => ({
  starts: shown(local),
  ends: shown(local.add(lasts)),
  timeZone,
})

const shown = (local: Temporal.PlainDateTime) => local.toString({ smallestUnit: 'second' }).slice(0, 19)

function durationOf(
  part: JCal,
  { local, isDay }: { local: Temporal.PlainDateTime; isDay: boolean },
  timeZone: string,
): Temporal.Duration {
  const end = propertyOf(part, 'dtend')
  if (end) return local.until(localOf(end, end[3], timeZone).local)
  const duration = textOf(part, 'duration')
  if (duration !== undefined) return Temporal.Duration.from(duration)
  if (isDay) return Temporal.Duration.from({ days: 1 })
  throw new Untaken('It takes no time: it has neither DTEND nor DURATION.')
}

/** What the clock shows, and where. */
function localOf([, parameters, type]: JCalProperty, value: unknown, timeZone: string) {
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

/** At the most: what a rule gives is bounded by its COUNT, or by a day each until its UNTIL. */
function countOf({ repeats, starts }: Recurring): number {
  if (repeats === undefined) return 1
  const count = /COUNT=(\d+)/.exec(repeats)?.[1]
  if (count !== undefined) return Number(count)
  const until = /UNTIL=(\d{4})(\d\d)(\d\d)/.exec(repeats)
  const last = until ? `${until[1]}-${until[2]}-${until[3]}` : starts.slice(0, 10)
  const days = Temporal.PlainDate.from(starts.slice(0, 10)).until(last).days + 1
  return Math.max(1, /FREQ=WEEKLY/.test(repeats) ? Math.ceil(days / 7) * 7 : days)
}
