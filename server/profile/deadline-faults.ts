import { eventTypes } from '@portico/contract/events'
import type { Profile } from '@portico/contract/profile'
import { deadlineFacts, type Length, type StandingTimer } from '@portico/contract/profile/deadlines'
import { longDay, monthsLater, wholeDaysBetween } from '../core/time/calendar-days.ts'
import { lengthInWords } from '../core/time/deadline-words.ts'
import { dayLater, isCalendarDate } from '../core/time/moments.ts'
import { faultOfTimeZone } from '../core/time/zone-names.ts'
import { datedTypes } from '../core/work/state.ts'
import { unknownSentence } from './references.ts'
import type { ProfileFault } from './schema-faults.ts'

const fault = (place: string, what: string): ProfileFault => ({ place, what: `${place} ${what}` })

/** What is wrong with deadlines and calendars, beside names that lead nowhere. */
export function deadlineFaults(profile: Profile): ProfileFault[] {
  const { timers, taskTypes, deadlines, calendars, deadlineWarning } = profile
  const zone = faultOfTimeZone(deadlines.timeZone, 'deadlines.timeZone')
  return [
    ...(zone === undefined ? [] : [{ place: 'deadlines.timeZone', what: zone }]),
    ...calendars.flatMap((calendar, index) => calendarFaults(`calendars[${index}]`, calendar)),
    ...timers.flatMap((timer, index) => timerFaults(`timers[${index}]`, timer, profile)),
    ...timers.flatMap((timer, index) =>
      timer.name === deadlineWarning && timer.runsFrom !== undefined
        ? [
            fault(
              `timers[${index}].runsFrom`,
              'must be left out: the warning runs back from the deadline of a task.',
            ),
          ]
        : [],
    ),
    ...taskTypes.flatMap(({ due, dueDays }, index) => {
      const place = `taskTypes[${index}]`
      if (due && dueDays !== undefined) return [fault(place, 'must have due or dueDays, not both.')]
      return due ? termsFaults(`${place}.due`, due, profile) : []
    }),
  ]
}

function calendarFaults(place: string, { from, to, holidays }: Profile['calendars'][number]): ProfileFault[] {
  const notDates = [
    { at: `${place}.from`, day: from },
    { at: `${place}.to`, day: to },
    ...holidays.map(({ day }, index) => ({ at: `${place}.holidays[${index}].day`, day })),
  ].filter(({ day }) => !isCalendarDate(day))
  if (notDates.length > 0)
    return notDates.map(({ at, day }) => fault(at, `is ${day}: it must be a real date as YYYY-MM-DD.`))
  if (from > to) return [fault(`${place}.to`, `is ${to}: it must not be before from, ${from}.`)]
  const first = new Map<string, number>()
  return holidays.flatMap(({ day, label }, index) => {
    const at = `${place}.holidays[${index}].day`
    const other = first.get(day)
    if (other !== undefined)
      return [fault(at, `is ${day}, like that of holidays[${other}]: it must be unique.`)]
    first.set(day, index)
    if (day < from || day > to)
      return [fault(at, `is ${day} (${label}), which the calendar does not cover: from ${from} to ${to}.`)]
    return []
  })
}

const ofLength = [
  'runsFrom',
  'counts',
  'calendar',
  'lastDay',
  'whenMailed',
  'extendedBy',
  'tolledBy',
  'forParties',
] as const satisfies (keyof StandingTimer)[]

function timerFaults(place: string, timer: StandingTimer, profile: Profile): ProfileFault[] {
  const { name, length, days, from, runsFrom, whenMailed, extendedBy = [], tolledBy = [] } = timer
  if (length === undefined) {
    if (days === undefined) return [fault(place, 'must have length, or days.')]
    const strange = ofLength.filter((field) => timer[field] !== undefined)
    return strange.map((field) =>
      fault(`${place}.${field}`, 'must be left out, or days be written as length.'),
    )
  }
  if (days !== undefined) return [fault(place, 'must have length or days, not both.')]
  if (from !== undefined)
    return [fault(`${place}.from`, 'is a sentence for a timer with days: say in runsFrom what it runs from.')]
  const events = [
    ...extendedBy.map(({ on }, index) => ({ at: `${place}.extendedBy[${index}].on.event`, event: on.event })),
    ...tolledBy.flatMap(({ from, until }, index) => [
      { at: `${place}.tolledBy[${index}].from.event`, event: from.event },
      ...until.map(({ event }, nth) => ({ at: `${place}.tolledBy[${index}].until[${nth}].event`, event })),
    ]),
  ]
  return [
    ...(runsFrom === undefined && name !== profile.deadlineWarning
      ? [fault(place, `must have runsFrom: ${deadlineFacts.join(', ')}, or an event.`)]
      : []),
    ...(runsFrom ?? []).flatMap((word, index) =>
      startFaults(`${place}.runsFrom[${index}]`, word, name, profile),
    ),
    ...termsFaults(place, { ...timer, length }, profile),
    ...(whenMailed && Object.values(whenMailed)[0] === 0
      ? [fault(`${place}.whenMailed`, 'must be more than 0, or left out.')]
      : []),
    ...extendedBy.flatMap(({ by, counts }, index) =>
      countFaults(`${place}.extendedBy[${index}]`, by, counts),
    ),
    ...events
      .filter(({ event }) => !(eventTypes as readonly string[]).includes(event))
      .map(({ at, event }) => ({ place: at, what: unknownSentence(at, 'event', event, eventTypes) })),
  ]
}

/** A fact, or an event whose day is known when the deadline is set. */
function startFaults(place: string, word: string, timer: string, { workflows }: Profile): ProfileFault[] {
  if ((deadlineFacts as readonly string[]).includes(word)) return []
  if (!(eventTypes as readonly string[]).includes(word)) {
    const known = word.includes('.') ? eventTypes : deadlineFacts
    return [{ place, what: unknownSentence(place, word.includes('.') ? 'event' : 'fact', word, known) }]
  }
  if ((datedTypes as readonly string[]).includes(word)) return []
  const other = workflows
    .flatMap(({ rules }) => rules)
    .find(
      ({ on, do: steps }) =>
        on.event !== word &&
        steps.some(
          (step) =>
            ('timer' in step && step.timer === timer) ||
            ('open' in step && [step.holdFor, step.dueBy].includes(timer)),
        ),
    )
  return other
    ? [
        fault(
          place,
          `is ${word}, whose day the rule ${other.name} does not know: set the timer by a rule on ${word}, or let it run from another event.`,
        ),
      ]
    : []
}

type Counted = Pick<StandingTimer, 'counts' | 'calendar'> & { length: Length }

function termsFaults(
  place: string,
  { length, counts, calendar: named }: Counted,
  profile: Profile,
): ProfileFault[] {
  const calendar = profile.calendars.find(({ name }) => name === (named ?? profile.deadlines.calendar))
  const faults = countFaults(place, length, counts)
  if (!calendar || faults.length > 0 || !isCalendarDate(calendar.from) || !isCalendarDate(calendar.to))
    return faults
  const covered = wholeDaysBetween(calendar.from, calendar.to)
  // One that ends before it begins is told as such.
  if (covered < 0 || longestIn(length, counts) <= covered) return []
  return [
    fault(
      `${place}.length`,
      `is ${lengthInWords(length, counts)}, and the calendar ${calendar.name} ends before it can: it covers ${longDay(calendar.from)} to ${longDay(calendar.to)}.`,
    ),
  ]
}

function countFaults(place: string, length: Length, counts: StandingTimer['counts']): ProfileFault[] {
  if (counts !== 'workingDays' || length.days !== undefined) return []
  return [fault(place, `counts workingDays, so its length must be in days, not ${Object.keys(length)[0]}.`)]
}

/** In days of the calendar. */
function longestIn(length: Length, counts: StandingTimer['counts']): number {
  const { days, weeks, months, years } = length
  if (counts === 'workingDays') return Math.ceil(((days ?? 0) * 7) / 4)
  if (days !== undefined) return days
  if (weeks !== undefined) return weeks * 7
  return wholeDaysBetween('2000-01-01', monthsLater('2000-01-01', months ?? (years ?? 0) * 12))
}

/** Calendars that end before a window that begins today can; said when a profile is saved, since a kept one grows old. */
export function outdatedCalendars(profile: Profile, today: string): ProfileFault[] {
  const { timers, calendars, deadlines } = profile
  return calendars.flatMap(({ name, to }, index) => {
    const longest = Math.max(
      ...timers
        .filter(({ length, calendar = deadlines.calendar }) => length && calendar === name)
        .map(({ length = {}, counts }) => longestIn(length, counts)),
    )
    return !Number.isFinite(longest) || dayLater(today, longest) <= to
      ? []
      : [
          fault(
            `calendars[${index}].to`,
            `is ${to}: a window of ${longest} days that begins today ends later. Add the holidays of the years after it.`,
          ),
        ]
  })
}
