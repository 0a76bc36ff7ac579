import { Temporal } from 'temporal-polyfill'
import { type Recurring, spansOf } from '../time/recurrence.ts'
import { spanFrom as spanAt } from '../time/spans.ts'
import { type Component, type Property, propertiesOf, propertyOf, textOf } from './calendar-text.ts'
import { dayIn, lengthIn, shownIn, type Time, timeOf, type Zones, zonedOf } from './calendar-times.ts'
import { type TakenRule, takeRule } from './read-rules.ts'

type Note = (why: string) => void

/** Nothing in it says when it is. */
export class NoTime extends Error {}

/** No calendar goes on for longer. */
const lastDay = Temporal.PlainDateTime.from('9999-12-31')

/**
 * The time that the parts of one event take: the event itself, and those of its instances that were changed. What is not
 * understood exactly is busy for at least all that it may mean, and noted.
 */
export function busyIn(written: readonly Component[], zones: Zones, note: Note): Recurring[] {
  const parts = written.flatMap((part) => eachTime(part, note))
  const isMaster = (part: Component) => !propertyOf(part, 'recurrence-id')
  const masters = parts.filter(isMaster)
  const changed = parts.filter((part) => !isMaster(part))
  if (written.filter(isMaster).length > 1) note('Two events have its UID: both are taken as busy.')
  for (const line of parts.flatMap(({ unread }) => unread).slice(0, 1))
    note(`A line of it cannot be read (${line}): the rest is taken as busy.`)
  const moved = changed.flatMap((part): Time[] => {
    const property = propertyOf(part, 'recurrence-id') as Property
    if (property.parameters.has('range')) return []
    const time = timeOf(property, property.value, zones)
    if (!time)
      note(`The instance that it changes cannot be read (${property.value}): both are taken as busy.`)
    return time ? [time] : []
  })
  let untimed = 0
  const readable = (read: () => Recurring[]): Recurring[] => {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof NoTime)) throw error
      untimed += 1
      if (untimed === parts.length) throw error
      note('When a part of it is cannot be read: that part takes no time.')
      return []
    }
  }
  return [
    ...masters.flatMap((part) => readable(() => spansIn(part, moved, zones, note))),
    ...changed.flatMap((part) =>
      readable(() => [
        ...spansIn(part, [], zones, note),
        ...(propertyOf(part, 'recurrence-id')?.parameters.has('range')
          ? fromOneOn(part, masters, zones, note)
          : []),
      ]),
    ),
  ]
}

const oncePerEvent = ['dtstart', 'dtend', 'duration']
const mostReadings = 20

/** One that says several times when it begins or ends, as RFC 5545 forbids: all that may be meant. */
function eachTime(part: Component, note: Note): Component[] {
  const others = part.properties.filter(({ name }) => !oncePerEvent.includes(name))
  const [start, ...further] = propertiesOf(part, 'dtstart')
  const hasEnd = propertyOf(part, 'dtend') ?? propertyOf(part, 'duration')
  // Without an end, the second beginning is where it ends.
  if (start && further.length > 0 && !hasEnd) {
    note('It says several times when it begins, and no end: taken as busy between them.')
    return further
      .slice(0, mostReadings)
      .map((end) => ({ ...part, properties: [start, { ...end, name: 'dtend' }, ...others] }))
  }
  const readings = oncePerEvent.reduce<Property[][]>(
    (all, name) => {
      const said = propertiesOf(part, name)
      return said.length === 0 ? all : all.flatMap((one) => said.map((property) => [...one, property]))
    },
    [[]],
  )
  if (readings.length === 1) return [part]
  if (readings.length > mostReadings) {
    note('It says too many times when it begins or ends: only the first are taken as busy.')
  } else note('It says several times when it begins or ends: taken as busy at each of them.')
  return readings.slice(0, mostReadings).map((times) => ({ ...part, properties: [...times, ...others] }))
}

/** An instance that changes all others from it on, or up to it (RANGE): its time of day, on every day that may be meant. */
function fromOneOn(part: Component, masters: readonly Component[], zones: Zones, note: Note): Recurring[] {
  note('It changes many instances at once (RANGE): taken as busy at either time every day.')
  if (isFree(part)) return []
  const start = startOf(part, zones, () => {})
  const lasts = lengthOf(part, start, zones, () => {})
  const firsts = masters.map((master) => startOf(master, zones, () => {}).local.toPlainDate())
  const first = [start.local.toPlainDate(), ...firsts].reduce((a, b) =>
    Temporal.PlainDate.compare(a, b) <= 0 ? a : b,
  )
  const earliest = { ...start, local: first.toPlainDateTime(start.local.toPlainTime()) }
  return [{ ...byTheClock(earliest, lasts), repeats: 'FREQ=DAILY' }]
}

const saidIn = (part: Component, name: string) => textOf(part, name)?.trim().toUpperCase() ?? ''

const isFree = (part: Component) =>
  saidIn(part, 'status') === 'CANCELLED' ||
  (saidIn(part, 'transp') === 'TRANSPARENT' && !isBusyInOutlook(part))

/** Outlook goes by its own word, and has it also where TRANSP says otherwise. */
const isBusyInOutlook = (part: Component) =>
  ['BUSY', 'OOF', 'TENTATIVE'].includes(saidIn(part, 'x-microsoft-cdo-busystatus'))

/** The time that one component takes. */
function spansIn(part: Component, moved: readonly Time[], zones: Zones, note: Note): Recurring[] {
  if (isFree(part)) return []
  if (saidIn(part, 'transp') === 'TRANSPARENT')
    note('It says both that it takes time and that it takes none: taken as busy.')
  const start = byClockOfRules(startOf(part, zones, note), part, zones)
  const told = lengthOf(part, start, zones, note)
  // It may begin as late as the day ends.
  const lasts = start.isGuess ? aDayMore(told) : told
  if (start.zone.lateHours > 0) note('Its time zone is not known: taken as busy whenever its time may be.')
  if (propertyOf(part, 'exrule'))
    note('It has an EXRULE, which is not understood: its days are taken as busy.')
  const except = leftOutDays(part, moved, start, zones, note)
  const rules = rulesOf(part, start, note).map(({ repeats, isWholeDays, isSeveralADay }): Recurring => {
    if (isSeveralADay && except.length > 0)
      note('It comes at other times of the day too: instances that were left out or moved are taken as busy.')
    const base = { ...byTheClock(isWholeDays ? atMidnight(start) : start, lasts), repeats }
    if (isWholeDays) return { ...base, ends: shown(wallOf(base.ends).add({ days: 1 })) }
    return isSeveralADay || except.length === 0 ? base : { ...base, except }
  })
  const isExcepted = (local: Temporal.PlainDateTime) => except.includes(dayOf(local))
  const isByRule = rules.some((rule) => comesFirst(rule, start))
  return [
    ...rules,
    ...(isByRule || isExcepted(start.local) ? [] : [spanFrom(start, lasts)]),
    ...periodsIn(part, start, zones, note, lasts).filter(({ starts }) => !isExcepted(wallOf(starts))),
  ]
}

/** The rules that it comes by. What is cut off may have had any. */
function rulesOf(part: Component, { local, isDay }: Time, note: Note): TakenRule[] {
  if (part.isCutOff) {
    note('The calendar ends within it: taken as busy all day, every day from then on.')
    return [{ repeats: 'FREQ=DAILY', isWholeDays: true }]
  }
  const rules = propertiesOf(part, 'rrule')
  if (rules.length > 0 && propertyOf(part, 'recurrence-id'))
    note('It changes one instance and has a rule of its own: taken as busy by that rule.')
  return rules.flatMap(({ value }) => takeRule(value, { first: local, isDay }, note))
}

function byClockOfRules(start: Start, part: Component, { rulesInUtc }: Zones): Start {
  const isByClock = rulesInUtc !== undefined && start.zone.id === 'UTC' && propertyOf(part, 'rrule')
  if (!isByClock) return start
  const zone = { id: rulesInUtc, lateHours: 0 }
  return { ...start, zone, local: shownIn(start, zone) }
}

const dayOf = (local: Temporal.PlainDateTime) => local.toPlainDate().toString()
const wallOf = (local: string) => Temporal.PlainDateTime.from(local)
const atMidnight = (time: Time): Time => ({ ...time, local: time.local.toPlainDate().toPlainDateTime() })
const onTheDay = (day: Temporal.PlainDate, zones: Zones): Time => ({
  ...{ local: day.toPlainDateTime(), isDay: true, isFloating: true },
  zone: { id: zones.days, lateHours: 0 },
})

/** A rule that does not come when the event begins leaves its beginning to be what it is: busy. */
function comesFirst({ except: _, ...rule }: Recurring, start: Time): boolean {
  return spansOf(rule, spanAt(zonedOf(start).epochMilliseconds, 1)).length > 0
}

/** A guess is the day alone of a time that cannot be read. */
type Start = Time & { isGuess?: true }

/** When it begins; the whole day where no more of that can be read. */
function startOf(part: Component, zones: Zones, note: Note): Start {
  const property = propertyOf(part, 'dtstart')
  const start = property && timeOf(property, property.value, zones)
  if (start) return start
  const said = ['dtstart', 'recurrence-id', 'dtend'].map((name) => propertyOf(part, name)?.value)
  const day = said.map((value) => value && dayIn(value)).find((one) => one)
  if (!day) throw new NoTime()
  note(
    `When it begins cannot be read (${property ? property.value.slice(0, 100) : 'no DTSTART'}): taken as busy all day.`,
  )
  return { ...onTheDay(day, zones), isGuess: true }
}

/** To what the same clock shows in the end, or after a time that no clock is asked about. */
type Length = { clock: Temporal.Duration } | { exact: Temporal.Duration }

const aDay: Length = { clock: Temporal.Duration.from({ days: 1 }) }
/** What begins and ends at once is busy at that moment. Calendars tell no time shorter than a second. */
const aMoment: Length = { exact: Temporal.Duration.from({ seconds: 1 }) }
const aDayMore = (lasts: Length): Length => ({
  clock: ('clock' in lasts ? lasts.clock : lasts.exact).add({ days: 1 }),
})

function lengthOf(part: Component, start: Start, zones: Zones, note: Note): Length {
  const unread = (what: string): Length => {
    note(`${what}: taken as busy for a day.`)
    return aDay
  }
  const property = propertyOf(part, 'dtend')
  const duration = textOf(part, 'duration')
  if (property) {
    const end = timeOf(property, property.value, zones)
    if (!end) return unread(`When it ends cannot be read (${property.value.slice(0, 100)})`)
    const isClock = end.zone.id === start.zone.id || end.isDay || start.isDay
    const lasts = isClock ? start.local.until(shownIn(end, start.zone)) : zonedOf(start).until(zonedOf(end))
    if (lasts.sign < 0) return unread('It ends before it begins')
    if (lasts.sign === 0) return start.isDay ? aDay : aMoment
    return isClock ? { clock: lasts } : { exact: lasts }
  }
  if (duration !== undefined) {
    const lasts = lengthIn(duration)
    if (!lasts) return unread(`How long it lasts cannot be read (${duration.slice(0, 100)})`)
    if (start.isDay && !start.isGuess && lasts.days !== lasts.total('days')) {
      note('It begins on a day without a time, and lasts for a time: taken as busy to the end of a day.')
      return { clock: Temporal.Duration.from({ days: Math.floor(lasts.total('days')) + 1 }) }
    }
    return lasts.sign === 0 ? aMoment : { exact: lasts }
  }
  if (part.unread.some((line) => /^\s*(?:dtend|duration)/i.test(line)))
    return unread('It says no end that can be read')
  return start.isDay || part.isCutOff ? aDay : aMoment
}

/** What happens again and again begins and ends by the clock. */
function byTheClock({ local, zone }: Time, lasts: Length): Recurring {
  const ends = later(local, 'clock' in lasts ? lasts.clock : lasts.exact)
  return { starts: shown(local), ends: shown(later(ends, { hours: zone.lateHours })), timeZone: zone.id }
}

function later(local: Temporal.PlainDateTime, lasts: Temporal.Duration | { hours: number }) {
  try {
    const ends = local.add(lasts)
    return Temporal.PlainDateTime.compare(ends, lastDay) > 0 ? lastDay : ends
  } catch {
    return lastDay
  }
}

/** What happens once, and lasts for a time, may end when the clock shows for the second time what it showed before. */
function spanFrom(start: Time, lasts: Length): Recurring {
  const whole = byTheClock(start, lasts)
  if ('clock' in lasts || start.zone.lateHours > 0 || whole.ends === shown(lastDay)) return whole
  const [begins, ends] = [zonedOf(start), zonedOf(start).add(lasts.exact)]
  const { id } = start.zone
  const isTold = [begins, ends].every((moment) => moment.toPlainDateTime().toZonedDateTime(id).equals(moment))
  const timeZone = isTold ? id : 'UTC'
  const [from, to] = [begins, ends].map((moment) => shown(moment.withTimeZone(timeZone).toPlainDateTime()))
  return { starts: from as string, ends: to as string, timeZone }
}

const shown = (local: Temporal.PlainDateTime) => local.toString({ smallestUnit: 'second' }).slice(0, 19)

/** Further times (RDATE), each with a length of its own, or with that of the event. */
function periodsIn(part: Component, start: Time, zones: Zones, note: Note, lasts: Length): Recurring[] {
  return propertiesOf(part, 'rdate').flatMap((property) =>
    property.value.split(',').flatMap((value): Recurring[] => {
      const [from = '', to] = value.split('/')
      const begins = timeOf(property, from, zones)
      const taken = to === undefined ? lasts : periodLength(property, begins, to, zones)
      if (!begins || (to !== undefined && !taken)) {
        const day = dayIn(from)
        note(`One of its further times cannot be read (${value.slice(0, 100)}): taken as busy all day.`)
        return day ? [byTheClock(onTheDay(day, zones), aDay)] : []
      }
      if (!taken) return []
      if (begins.isDay && !start.isDay) {
        note('One of its further times is a day without a time: taken as busy all day.')
        const day = byTheClock({ ...begins, zone: start.zone }, taken)
        return [{ ...day, ends: shown(wallOf(day.ends).add({ days: 1 })) }]
      }
      return [spanFrom({ ...start, local: shownIn(begins, start.zone) }, taken)]
    }),
  )
}

function periodLength(
  property: Property,
  begins: Time | undefined,
  to: string,
  zones: Zones,
): Length | undefined {
  const duration = to.startsWith('P') ? lengthIn(to) : undefined
  if (duration) return duration.sign === 0 ? aMoment : { exact: duration }
  const end = timeOf(property, to, zones)
  const lasts = begins && end && zonedOf(begins).until(zonedOf(end))
  if (lasts?.sign === 0) return aMoment
  return lasts && lasts.sign > 0 ? { exact: lasts } : undefined
}

/** The days whose instance was left out, or moved: named exactly as it would have begun. */
function leftOutDays(
  part: Component,
  moved: readonly Time[],
  start: Time,
  zones: Zones,
  note: Note,
): string[] {
  const named = propertiesOf(part, 'exdate').flatMap((property) =>
    property.value.split(',').flatMap((value): Time[] => {
      const time = timeOf(property, value, zones)
      if (!time) note(`A day that it leaves out cannot be read (${value.slice(0, 100)}): taken as busy.`)
      return time ? [time] : []
    }),
  )
  // Then it has instances at other times of the day.
  const isOfSeveralTimes =
    propertyOf(part, 'rdate') !== undefined ||
    propertiesOf(part, 'rrule').some(({ value }) =>
      /BY(HOUR|MINUTE|SECOND)|(HOUR|MINUTE|SECOND)LY/i.test(value),
    )
  const days = new Set<string>()
  const clock = start.local.toPlainTime()
  for (const time of [...named, ...moved]) {
    const local = shownIn(time, start.zone)
    if (time.isDay === start.isDay && local.toPlainTime().equals(clock)) days.add(dayOf(local))
    else if (time.isDay !== start.isDay || !isOfSeveralTimes)
      note('It leaves out or moves a time that it does not have: taken as busy.')
  }
  return [...days]
}

/** What a report of free and busy time says (VFREEBUSY). */
export function busyPeriods(part: Component, zones: Zones, note: Note): Recurring[] {
  return propertiesOf(part, 'freebusy')
    .filter(({ parameters }) => parameters.get('fbtype')?.toUpperCase() !== 'FREE')
    .flatMap((property) =>
      property.value.split(',').flatMap((value): Recurring[] => {
        const [from = '', to = ''] = value.split('/')
        const begins = timeOf(property, from, zones)
        const lasts = periodLength(property, begins, to, zones)
        if (begins && lasts) return [spanFrom(begins, lasts)]
        const day = dayIn(from)
        note(`A time in it cannot be read (${value.slice(0, 100)}): taken as busy all day.`)
        return day ? [byTheClock(onTheDay(day, zones), aDay)] : []
      }),
    )
}
