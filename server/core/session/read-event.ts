import { Temporal } from 'temporal-polyfill'
import { type Recurring, spansOf } from '../time/recurrence.ts'
import { spanFrom as spanAt } from '../time/spans.ts'
import { type Component, type Property, propertiesOf, propertyOf, textOf } from './calendar-text.ts'
import { dayIn, durationIn, localTimeIn, type Time, timeOf, type Zones, zonedOf } from './calendar-times.ts'
import { type InterpretedRule, interpretRule } from './read-rules.ts'

type Note = (why: string) => void

/** An event without any readable time. */
export class NoTime extends Error {}

/** Beyond the end of any calendar. */
const lastDay = Temporal.PlainDateTime.from('9999-12-31')

/**
 * The busy times of the parts of one event: the event itself, and its changed instances. Whatever cannot be interpreted
 * exactly is taken as busy generously, and noted.
 */
export function busyIn(components: readonly Component[], zones: Zones, note: Note): Recurring[] {
  const parts = components.flatMap((part) => interpretations(part, note))
  const isOriginal = (part: Component) => !propertyOf(part, 'recurrence-id')
  const originals = parts.filter(isOriginal)
  const changedInstances = parts.filter((part) => !isOriginal(part))
  if (components.filter(isOriginal).length > 1) note('Two events have its UID: both are taken as busy.')
  for (const line of parts.flatMap(({ unread: unreadable }) => unreadable).slice(0, 1))
    note(`A line of it cannot be read (${line}): the rest is taken as busy.`)
  const moved = changedInstances.flatMap((part): Time[] => {
    const property = propertyOf(part, 'recurrence-id') as Property
    if (property.parameters.has('range')) return []
    const time = timeOf(property, property.value, zones)
    if (!time)
      note(`The instance that it changes cannot be read (${property.value}): both are taken as busy.`)
    return time ? [time] : []
  })
  let skipped = 0
  const readOrSkip = (read: () => Recurring[]): Recurring[] => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof NoTime)) throw error
      skipped += 1
      if (skipped === parts.length) throw error
      note('When a part of it is cannot be read: that part takes no time.')
      return []
    }
  }
  return [
    ...originals.flatMap((part) => readOrSkip(() => spansIn(part, moved, zones, note))),
    ...changedInstances.flatMap((part) =>
      readOrSkip(() => [
        ...spansIn(part, [], zones, note),
        ...(propertyOf(part, 'recurrence-id')?.parameters.has('range')
          ? changedFromOn(part, originals, zones, note)
          : []),
      ]),
    ),
  ]
}

const oncePerEvent = ['dtstart', 'dtend', 'duration']
const maxReadings = 20

/** All interpretations of an event with several beginnings or ends, which RFC 5545 forbids. */
function interpretations(part: Component, note: Note): Component[] {
  const others = part.properties.filter(({ name }) => !oncePerEvent.includes(name))
  const [start, ...further] = propertiesOf(part, 'dtstart')
  const hasEnd = propertyOf(part, 'dtend') ?? propertyOf(part, 'duration')
  // Without an end, a second beginning is taken as the end.
  if (start && further.length > 0 && !hasEnd) {
    note('It says several times when it begins, and no end: taken as busy between them.')
    return further
      .slice(0, maxReadings)
      .map((end) => ({ ...part, properties: [start, { ...end, name: 'dtend' }, ...others] }))
  }
  const readings = oncePerEvent.reduce<Property[][]>(
    (all, name) => {
      const given = propertiesOf(part, name)
      return given.length === 0 ? all : all.flatMap((list) => given.map((property) => [...list, property]))
    },
    [[]],
  )
  if (readings.length === 1) return [part]
  if (readings.length > maxReadings) {
    note('It says too many times when it begins or ends: only the first are taken as busy.')
  } else note('It says several times when it begins or ends: taken as busy at each of them.')
  return readings.slice(0, maxReadings).map((times) => ({ ...part, properties: [...times, ...others] }))
}

/** An instance that changes all from it on, or up to it (RANGE): its time of day on every possible day. */
function changedFromOn(
  part: Component,
  originals: readonly Component[],
  zones: Zones,
  note: Note,
): Recurring[] {
  note('It changes many instances at once (RANGE): taken as busy at either time every day.')
  if (isFree(part)) return []
  const start = startOf(part, zones, () => {})
  const duration = lengthOf(part, start, zones, () => {})
  const firsts = originals.map((master) => startOf(master, zones, () => {}).local.toPlainDate())
  const first = [start.local.toPlainDate(), ...firsts].reduce((a, b) =>
    Temporal.PlainDate.compare(a, b) <= 0 ? a : b,
  )
  const earliest = { ...start, local: first.toPlainDateTime(start.local.toPlainTime()) }
  return [{ ...byClock(earliest, duration), repeats: 'FREQ=DAILY' }]
}

const valueIn = (part: Component, name: string) => textOf(part, name)?.trim().toUpperCase() ?? ''

const isFree = (part: Component) =>
  valueIn(part, 'status') === 'CANCELLED' ||
  (valueIn(part, 'transp') === 'TRANSPARENT' && !isBusyInOutlook(part))

/** Outlook's own property takes precedence over TRANSP. */
const isBusyInOutlook = (part: Component) =>
  ['BUSY', 'OOF', 'TENTATIVE'].includes(valueIn(part, 'x-microsoft-cdo-busystatus'))

/** The busy times of one component. */
function spansIn(part: Component, moved: readonly Time[], zones: Zones, note: Note): Recurring[] {
  if (isFree(part)) return []
  if (valueIn(part, 'transp') === 'TRANSPARENT')
    note('It says both that it takes time and that it takes none: taken as busy.')
  const start = inZoneOfRules(startOf(part, zones, note), part, zones)
  const length = lengthOf(part, start, zones, note)
  // It may begin at any time until the end of the day.
  const duration = start.isGuess ? plusOneDay(length) : length
  if (start.zone.lateHours > 0) note('Its time zone is not known: taken as busy whenever its time may be.')
  if (propertyOf(part, 'exrule'))
    note('It has an EXRULE, which is not understood: its days are taken as busy.')
  const excludedDays = excludedDaysOf(part, moved, start, zones, note)
  const rules = rulesOf(part, start, note).map(({ repeats, isWholeDays, isSeveralADay }): Recurring => {
    if (isSeveralADay && excludedDays.length > 0)
      note('It comes at other times of the day too: instances that were left out or moved are taken as busy.')
    const base = { ...byClock(isWholeDays ? atMidnight(start) : start, duration), repeats }
    if (isWholeDays) return { ...base, ends: toText(localTime(base.ends).add({ days: 1 })) }
    return isSeveralADay || excludedDays.length === 0 ? base : { ...base, except: excludedDays }
  })
  const isExcluded = (local: Temporal.PlainDateTime) => excludedDays.includes(dayOf(local))
  const isByRule = rules.some((rule) => includesStart(rule, start))
  return [
    ...rules,
    ...(isByRule || isExcluded(start.local) ? [] : [spanFrom(start, duration)]),
    ...periodsIn(part, start, zones, note, duration).filter(({ starts }) => !isExcluded(localTime(starts))),
  ]
}

/** The rules of a component; one that is cut off may have had any. */
function rulesOf(part: Component, { local, isDay }: Time, note: Note): InterpretedRule[] {
  if (part.isCutOff) {
    note('The calendar ends within it: taken as busy all day, every day from then on.')
    return [{ repeats: 'FREQ=DAILY', isWholeDays: true }]
  }
  const rules = propertiesOf(part, 'rrule')
  if (rules.length > 0 && propertyOf(part, 'recurrence-id'))
    note('It changes one instance and has a rule of its own: taken as busy by that rule.')
  return rules.flatMap(({ value }) => interpretRule(value, { first: local, isDay }, note))
}

function inZoneOfRules(start: Start, part: Component, { rulesInUtc }: Zones): Start {
  const isByClock = rulesInUtc !== undefined && start.zone.id === 'UTC' && propertyOf(part, 'rrule')
  if (!isByClock) return start
  const zone = { id: rulesInUtc, lateHours: 0 }
  return { ...start, zone, local: localTimeIn(start, zone) }
}

const dayOf = (local: Temporal.PlainDateTime) => local.toPlainDate().toString()
const localTime = (local: string) => Temporal.PlainDateTime.from(local)
const atMidnight = (time: Time): Time => ({ ...time, local: time.local.toPlainDate().toPlainDateTime() })
const wholeDay = (day: Temporal.PlainDate, zones: Zones): Time => ({
  ...{ local: day.toPlainDateTime(), isDay: true, isFloating: true },
  zone: { id: zones.days, lateHours: 0 },
})

/** Whether a rule includes the start of its event; if not, the start is an instance of its own. */
function includesStart({ except: _, ...rule }: Recurring, start: Time): boolean {
  return spansOf(rule, spanAt(zonedOf(start).epochMilliseconds, 1)).length > 0
}

/** `isGuess`: only the day could be read. */
type Start = Time & { isGuess?: true }

/** The start of a component, or its whole day if only that can be read. */
function startOf(part: Component, zones: Zones, note: Note): Start {
  const property = propertyOf(part, 'dtstart')
  const start = property && timeOf(property, property.value, zones)
  if (start) return start
  const values = ['dtstart', 'recurrence-id', 'dtend'].map((name) => propertyOf(part, name)?.value)
  const day = values.map((value) => value && dayIn(value)).find((found) => found)
  if (!day) throw new NoTime()
  note(
    `When it begins cannot be read (${property ? property.value.slice(0, 100) : 'no DTSTART'}): taken as busy all day.`,
  )
  return { ...wholeDay(day, zones), isGuess: true }
}

/** By the clock, which may change meanwhile, or exact. */
type Length = { clock: Temporal.Duration } | { exact: Temporal.Duration }

const oneDay: Length = { clock: Temporal.Duration.from({ days: 1 }) }
/** For an event of no length; a second is the smallest unit of calendars. */
const oneMoment: Length = { exact: Temporal.Duration.from({ seconds: 1 }) }
const plusOneDay = (duration: Length): Length => ({
  clock: ('clock' in duration ? duration.clock : duration.exact).add({ days: 1 }),
})

function lengthOf(part: Component, start: Start, zones: Zones, note: Note): Length {
  const unreadable = (what: string): Length => {
    note(`${what}: taken as busy for a day.`)
    return oneDay
  }
  const property = propertyOf(part, 'dtend')
  const duration = textOf(part, 'duration')
  if (property) {
    const end = timeOf(property, property.value, zones)
    if (!end) return unreadable(`When it ends cannot be read (${property.value.slice(0, 100)})`)
    const isClock = end.zone.id === start.zone.id || end.isDay || start.isDay
    const elapsed = isClock
      ? start.local.until(localTimeIn(end, start.zone))
      : zonedOf(start).until(zonedOf(end))
    if (elapsed.sign < 0) return unreadable('It ends before it begins')
    if (elapsed.sign === 0) return start.isDay ? oneDay : oneMoment
    return isClock ? { clock: elapsed } : { exact: elapsed }
  }
  if (duration !== undefined) {
    const lasting = durationIn(duration)
    if (!lasting) return unreadable(`How long it lasts cannot be read (${duration.slice(0, 100)})`)
    if (start.isDay && !start.isGuess && lasting.days !== lasting.total('days')) {
      note('It begins on a day without a time, and lasts for a time: taken as busy to the end of a day.')
      return { clock: Temporal.Duration.from({ days: Math.floor(lasting.total('days')) + 1 }) }
    }
    return lasting.sign === 0 ? oneMoment : { exact: lasting }
  }
  if (part.unread.some((line) => /^\s*(?:dtend|duration)/i.test(line)))
    return unreadable('It says no end that can be read')
  return start.isDay || part.isCutOff ? oneDay : oneMoment
}

/** Repeating events begin and end by the clock. */
function byClock({ local, zone }: Time, duration: Length): Recurring {
  const ends = later(local, 'clock' in duration ? duration.clock : duration.exact)
  return { starts: toText(local), ends: toText(later(ends, { hours: zone.lateHours })), timeZone: zone.id }
}

function later(local: Temporal.PlainDateTime, duration: Temporal.Duration | { hours: number }) {
  try {
    const ends = local.add(duration)
    return Temporal.PlainDateTime.compare(ends, lastDay) > 0 ? lastDay : ends
  } catch {
    return lastDay
  }
}

/** A single event of an exact length may end in the repeated hour of a clock change, which local time cannot express. */
function spanFrom(start: Time, duration: Length): Recurring {
  const whole = byClock(start, duration)
  if ('clock' in duration || start.zone.lateHours > 0 || whole.ends === toText(lastDay)) return whole
  const [begins, ends] = [zonedOf(start), zonedOf(start).add(duration.exact)]
  const { id } = start.zone
  const isExpressible = [begins, ends].every((moment) =>
    moment.toPlainDateTime().toZonedDateTime(id).equals(moment),
  )
  const timeZone = isExpressible ? id : 'UTC'
  const [from, to] = [begins, ends].map((moment) => toText(moment.withTimeZone(timeZone).toPlainDateTime()))
  return { starts: from as string, ends: to as string, timeZone }
}

const toText = (local: Temporal.PlainDateTime) => local.toString({ smallestUnit: 'second' }).slice(0, 19)

/** Further times (RDATE), each with its own length or that of the event. */
function periodsIn(part: Component, start: Time, zones: Zones, note: Note, duration: Length): Recurring[] {
  return propertiesOf(part, 'rdate').flatMap((property) =>
    property.value.split(',').flatMap((value): Recurring[] => {
      const [from = '', to] = value.split('/')
      const begins = timeOf(property, from, zones)
      const length = to === undefined ? duration : periodLength(property, begins, to, zones)
      if (!begins || (to !== undefined && !length)) {
        const day = dayIn(from)
        note(`One of its further times cannot be read (${value.slice(0, 100)}): taken as busy all day.`)
        return day ? [byClock(wholeDay(day, zones), oneDay)] : []
      }
      if (!length) return []
      if (begins.isDay && !start.isDay) {
        note('One of its further times is a day without a time: taken as busy all day.')
        const day = byClock({ ...begins, zone: start.zone }, length)
        return [{ ...day, ends: toText(localTime(day.ends).add({ days: 1 })) }]
      }
      return [spanFrom({ ...start, local: localTimeIn(begins, start.zone) }, length)]
    }),
  )
}

function periodLength(
  property: Property,
  begins: Time | undefined,
  to: string,
  zones: Zones,
): Length | undefined {
  const duration = to.startsWith('P') ? durationIn(to) : undefined
  if (duration) return duration.sign === 0 ? oneMoment : { exact: duration }
  const end = timeOf(property, to, zones)
  const elapsed = begins && end && zonedOf(begins).until(zonedOf(end))
  if (elapsed?.sign === 0) return oneMoment
  return elapsed && elapsed.sign > 0 ? { exact: elapsed } : undefined
}

/** The days whose instance was excluded or moved, which must be given by its exact start. */
function excludedDaysOf(
  part: Component,
  moved: readonly Time[],
  start: Time,
  zones: Zones,
  note: Note,
): string[] {
  const excluded = propertiesOf(part, 'exdate').flatMap((property) =>
    property.value.split(',').flatMap((value): Time[] => {
      const time = timeOf(property, value, zones)
      if (!time) note(`A day that it leaves out cannot be read (${value.slice(0, 100)}): taken as busy.`)
      return time ? [time] : []
    }),
  )
  // Whether it has several instances a day.
  const isSeveralADay =
    propertyOf(part, 'rdate') !== undefined ||
    propertiesOf(part, 'rrule').some(({ value }) =>
      /BY(HOUR|MINUTE|SECOND)|(HOUR|MINUTE|SECOND)LY/i.test(value),
    )
  const days = new Set<string>()
  const clock = start.local.toPlainTime()
  for (const time of [...excluded, ...moved]) {
    const local = localTimeIn(time, start.zone)
    if (time.isDay === start.isDay && local.toPlainTime().equals(clock)) days.add(dayOf(local))
    else if (time.isDay !== start.isDay || !isSeveralADay)
      note('It leaves out or moves a time that it does not have: taken as busy.')
  }
  return [...days]
}

/** The busy times of a free/busy report (VFREEBUSY). */
export function busyPeriods(part: Component, zones: Zones, note: Note): Recurring[] {
  return propertiesOf(part, 'freebusy')
    .filter(({ parameters }) => parameters.get('fbtype')?.toUpperCase() !== 'FREE')
    .flatMap((property) =>
      property.value.split(',').flatMap((value): Recurring[] => {
        const [from = '', to = ''] = value.split('/')
        const begins = timeOf(property, from, zones)
        const duration = periodLength(property, begins, to, zones)
        if (begins && duration) return [spanFrom(begins, duration)]
        const day = dayIn(from)
        note(`A time in it cannot be read (${value.slice(0, 100)}): taken as busy all day.`)
        return day ? [byClock(wholeDay(day, zones), oneDay)] : []
      }),
    )
}
