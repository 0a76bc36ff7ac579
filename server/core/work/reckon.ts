import type { Profile } from '@portico/contract/profile'
import type { Length, StandingTimer } from '@portico/contract/profile/deadlines'
import type { Context, Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import { computeDeadline } from '../time/deadline.ts'
import type { Deadline, Terms } from '../time/deadline-terms.ts'
import { type Arrival, filedOn } from '../time/filed-on.ts'
import { daysLater } from '../time/moments.ts'
import { tollsOf } from './standstills.ts'
import type { Reckoned, Timer, WorkState } from './state.ts'

type WithProfile = Pick<Context, 'profile'>

export const timerOf = ({ profile }: WithProfile, name: string): StandingTimer | undefined =>
  profile.timers.find((timer) => timer.name === name)

export const dayOfBoard = ({ profile }: WithProfile, at: Date | string): string =>
  dayShownIn(new Date(at), profile.deadlines.timeZone)

/** The terms of a deadline, with the calendar and zone of the profile. */
export function termsOf(
  { deadlines, calendars }: Pick<Profile, 'deadlines' | 'calendars'>,
  {
    length,
    counts,
    lastDay,
    calendar: calendarName = deadlines.calendar,
  }: Pick<StandingTimer, 'counts' | 'lastDay' | 'calendar'> & { length: Length },
): Terms {
  const calendar = calendars.find(({ name }) => name === calendarName)
  if (!calendar) throw new Error(`the profile has no calendar ${calendarName}`)
  return { length, counts, lastDay, calendar, timeZone: deadlines.timeZone }
}

const daysInWords = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** The setting of a timer of the profile: computed from its length and facts, or by the clock if it has days. */
export type TimerSet = Pick<Timer, 'due'> & Reckoned

/** The event that sets a timer, and its subject. */
export type Occasion = { trigger: Pick<Recorded, 'type' | 'at'>; about: string | undefined }

export function settingOf(state: WorkState, context: Context, name: string, occasion: Occasion): TimerSet {
  const timer = timerOf(context, name)
  if (timer?.length === undefined) {
    const days = timer?.days ?? 0
    return {
      due: daysLater(context.at, days).toISOString(),
      why: `${daysInWords(days)} from when it was set.`,
    }
  }
  const from = startOf(state, context, timer, occasion)
  const isMailed = from.of !== undefined && state.days.letters[from.of]?.channel === 'mail'
  const extensions =
    timer.whenMailed && isMailed ? [{ by: timer.whenMailed, why: 'It was sent by mail.' }] : undefined
  const currentTolls = tollsOf(state, context, timer)
  const tolls = currentTolls.length > 0 ? currentTolls : undefined
  return computeTimer(
    context,
    { ...timer, length: timer.length },
    { from, ...withoutUndefined({ extensions, tolls }) },
  )
}

/** Computes the last day of a timer, with the reason. */
export function computeTimer(
  { profile }: WithProfile,
  timer: StandingTimer & { length: Length },
  {
    from,
    extensions,
    tolls,
  }: Pick<Reckoned, 'extensions' | 'tolls'> & { from: NonNullable<Reckoned['from']> },
): TimerSet {
  const start = { day: from.day, called: factWords(from.fact) }
  const changes = withoutUndefined({ extensions, tolls })
  const deadline = computeDeadline(termsOf(profile, timer), start, changes)
  return { deadline: timer.name, ...deadline, from, ...changes }
}

const facts: Record<string, string> = {
  receipt: 'receipt',
  notice: 'the notice',
  mailing: 'mailing',
  session: 'the session',
  remand: 'the remand',
  mandate: 'the mandate of the court',
  start: 'when it was set',
}

/** `case.docketed` becomes the event “case docketed”. */
export const factWords = (fact: string): string =>
  facts[fact] ?? `the event “${fact.replace('.', ' ').toLowerCase()}”`

type DeadlineStart = NonNullable<Reckoned['from']>

/** The first known fact that the timer runs from, otherwise the current day. */
function startOf(
  state: WorkState,
  context: Context,
  { name, runsFrom = [] }: StandingTimer,
  occasion: Occasion,
): DeadlineStart {
  for (const fact of runsFrom) {
    const found = factOf(state, context, fact, occasion, name)
    if (found) return found
  }
  return { fact: 'start', day: dayOfBoard(context, context.at) }
}

/** A fact that takes precedence over the one from which a deadline runs so far, if it has become known. */
export function betterStart(
  state: WorkState,
  context: WithProfile,
  { name, runsFrom = [] }: StandingTimer,
  { from, occasion }: { from: DeadlineStart; occasion: Occasion },
): DeadlineStart | undefined {
  const preferred = runsFrom.slice(0, Math.max(0, runsFrom.indexOf(from.fact)))
  for (const fact of preferred) {
    const found = factOf(state, context, fact, occasion, name)
    if (found) return found
  }
  return undefined
}

function factOf(
  state: WorkState,
  context: WithProfile,
  fact: string,
  { trigger, about: subject }: Occasion,
  timer: string,
): DeadlineStart | undefined {
  const about = fact === 'mailing' ? (letterAwaited(state, context, timer, subject) ?? subject) : subject
  const day = dayOfFact(state, context, fact, about)
  if (day !== undefined)
    return { fact, day, ...withoutUndefined({ of: hasSubject(fact) ? about : undefined }) }
  return fact === trigger.type ? { fact, day: dayOfBoard(context, trigger.at) } : undefined
}

const hasSubject = (fact: string) => ['session', 'mailing', 'notice', 'remand', 'mandate'].includes(fact)

/** The latest letter whose answer window is this timer, written since the court's remand was recorded. */
function letterAwaited(
  { days }: WorkState,
  { profile }: WithProfile,
  timer: string,
  about: string | undefined,
): string | undefined {
  const { receivedAt } = days.remands[about ?? ''] ?? {}
  if (receivedAt === undefined) return undefined
  const letterNames = profile.letters
    .filter(({ answerWindow }) => answerWindow === timer)
    .map(({ name }) => name)
  return Object.entries(days.letters).findLast(
    ([, { letter = '', writtenAt = '' }]) => letterNames.includes(letter) && writtenAt >= receivedAt,
  )?.[0]
}

/** The day of a fact, as currently known. */
export function dayOfFact(
  { days, receiptDate, sessions, workProduct, away }: WorkState,
  context: WithProfile,
  fact: string,
  subject: string | undefined,
): string | undefined {
  const letter = subject === undefined ? undefined : days.letters[subject]
  switch (fact) {
    case 'receipt':
      return receiptDate ?? undefined
    case 'session': {
      const session = subject === undefined ? undefined : days.sessions[subject]
      if (!session) return undefined
      if (session.on !== undefined) return session.on
      if (sessions[subject ?? ''] !== 'withdrawn') return session.slotDay
      return session.endedAt && dayOfBoard(context, session.endedAt)
    }
    case 'remand': {
      const { sentAt } = days.remands[subject ?? away.at(-1) ?? ''] ?? {}
      return sentAt && dayOfBoard(context, sentAt)
    }
    case 'mandate':
      return days.remands[subject ?? '']?.mandateOn
    case 'mailing':
      return letter?.sentAt === undefined ? letter?.date : dayOfBoard(context, letter.sentAt)
    case 'notice': {
      const { 'workProduct.released': releasedAt } = days.events
      if (letter) return letter.date
      return workProduct && releasedAt !== undefined ? dayOfBoard(context, releasedAt) : undefined
    }
    case 'start':
      return undefined
    default: {
      const at = days.events[fact]
      return at === undefined ? undefined : dayOfBoard(context, at)
    }
  }
}

/** The deadline of a task of this type if opened now. */
export function dueByType(
  context: Context,
  {
    due,
    dueDays,
  }: { due?: { length: Length } & Pick<StandingTimer, 'counts' | 'lastDay' | 'calendar'>; dueDays?: number },
): { deadline: string; deadlineWhy: string } | undefined {
  if (due) {
    const start = { day: dayOfBoard(context, context.at), called: 'its opening' }
    const deadline: Deadline = computeDeadline(termsOf(context.profile, due), start)
    return deadline.due === undefined ? undefined : { deadline: deadline.due, deadlineWhy: deadline.why }
  }
  if (dueDays === undefined) return undefined
  return {
    deadline: daysLater(context.at, dueDays).toISOString(),
    deadlineWhy: `${daysInWords(dueDays)} from when it was opened.`,
  }
}

/** Whether mail arrived within a window of the case, by the mailbox rule; undefined if there is no such window. */
export function timelinessOf(
  { timers, pastDeadlines }: WorkState,
  { profile }: WithProfile,
  name: string,
  arrival: Arrival,
) {
  const { deadlines, calendars } = profile
  const window = [...pastDeadlines, ...timers].findLast(({ deadline, from }) => deadline === name && from)
  const timer = timerOf({ profile }, name)
  const calendar = calendars.find((calendar) => calendar.name === (timer?.calendar ?? deadlines.calendar))
  if (!window || !timer || !calendar) return undefined
  const { day, why: windowWhy = '' } = window
  const filed = filedOn(arrival, deadlines.mailbox, calendar)
  const isInTime = day === undefined || filed.day <= day
  const verdict = isInTime ? `In time for “${timer.label}”.` : `Too late for “${timer.label}”.`
  return {
    deadline: name,
    isInTime,
    filedOn: filed.day,
    ...withoutUndefined({ day }),
    why: `${verdict} ${filed.why} ${windowWhy}`.trim(),
  }
}
