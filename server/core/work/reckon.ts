import type { Profile } from '@portico/contract/profile'
import type { Length, StandingTimer } from '@portico/contract/profile/deadlines'
import type { Context, Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import { reckonDeadline } from '../time/deadline.ts'
import type { Deadline, Terms } from '../time/deadline-terms.ts'
import { type Arrival, filedOn } from '../time/filed-on.ts'
import { daysLater } from '../time/moments.ts'
import { standstillsOf } from './standstills.ts'
import type { Reckoned, Timer, WorkState } from './state.ts'

type Board = Pick<Context, 'profile'>

export const timerOf = ({ profile }: Board, name: string): StandingTimer | undefined =>
  profile.timers.find((timer) => timer.name === name)

export const dayOfBoard = ({ profile }: Board, at: Date | string): string =>
  dayShownIn(new Date(at), profile.deadlines.timeZone)

/** How the profile counts, with its calendar and zone. */
export function termsOf(
  { deadlines, calendars }: Pick<Profile, 'deadlines' | 'calendars'>,
  {
    length,
    counts,
    lastDay,
    calendar: named = deadlines.calendar,
  }: Pick<StandingTimer, 'counts' | 'lastDay' | 'calendar'> & { length: Length },
): Terms {
  const calendar = calendars.find(({ name }) => name === named)
  if (!calendar) throw new Error(`the profile has no calendar ${named}`)
  return { length, counts, lastDay, calendar, timeZone: deadlines.timeZone }
}

const manyDays = (count: number) => (count === 1 ? '1 day' : `${count} days`)

/** What a timer of the profile is set to: by its length and facts, or by the clock if it has days. */
export type TimerSet = Pick<Timer, 'due'> & Reckoned

/** The event that sets it, and what that is about. */
export type Occasion = { trigger: Pick<Recorded, 'type' | 'at'>; about: string | undefined }

export function setOf(state: WorkState, context: Context, name: string, occasion: Occasion): TimerSet {
  const timer = timerOf(context, name)
  if (timer?.length === undefined) {
    const days = timer?.days ?? 0
    return {
      due: daysLater(context.at, days).toISOString(),
      why: `${manyDays(days)} from when it was set.`,
    }
  }
  const from = startOf(state, context, timer, occasion)
  const isMailed = from.of !== undefined && state.days.letters[from.of]?.channel === 'mail'
  const extensions =
    timer.whenMailed && isMailed ? [{ by: timer.whenMailed, why: 'It was sent by mail.' }] : undefined
  const standing = standstillsOf(state, context, timer)
  const tolls = standing.length > 0 ? standing : undefined
  return reckoned(
    context,
    { ...timer, length: timer.length },
    { from, ...withoutUndefined({ extensions, tolls }) },
  )
}

/** The same with its last day and the reason worked out. */
export function reckoned(
  { profile }: Board,
  timer: StandingTimer & { length: Length },
  {
    from,
    extensions,
    tolls,
  }: Pick<Reckoned, 'extensions' | 'tolls'> & { from: NonNullable<Reckoned['from']> },
): TimerSet {
  const start = { day: from.day, called: factInWords(from.fact) }
  const changes = withoutUndefined({ extensions, tolls })
  const found = reckonDeadline(termsOf(profile, timer), start, changes)
  return { deadline: timer.name, ...found, from, ...changes }
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

/** `case.docketed` is the event “case docketed”. */
export const factInWords = (fact: string): string =>
  facts[fact] ?? `the event “${fact.replace('.', ' ').toLowerCase()}”`

type From = NonNullable<Reckoned['from']>

/** The first fact of the timer that is known of what it is about; else the day on which it is set. */
function startOf(
  state: WorkState,
  context: Context,
  { name, runsFrom = [] }: StandingTimer,
  occasion: Occasion,
): From {
  for (const fact of runsFrom) {
    const found = factOf(state, context, fact, occasion, name)
    if (found) return found
  }
  return { fact: 'start', day: dayOfBoard(context, context.at) }
}

/** A fact that goes before the one from which a deadline runs so far, and is known by now. */
export function betterStart(
  state: WorkState,
  context: Board,
  { name, runsFrom = [] }: StandingTimer,
  { from, occasion }: { from: From; occasion: Occasion },
): From | undefined {
  const before = runsFrom.slice(0, Math.max(0, runsFrom.indexOf(from.fact)))
  for (const fact of before) {
    const found = factOf(state, context, fact, occasion, name)
    if (found) return found
  }
  return undefined
}

function factOf(
  state: WorkState,
  context: Board,
  fact: string,
  { trigger, about: subject }: Occasion,
  timer: string,
): From | undefined {
  const about = fact === 'mailing' ? (letterAwaited(state, context, timer, subject) ?? subject) : subject
  const day = dayOfFact(state, context, fact, about)
  if (day !== undefined)
    return { fact, day, ...withoutUndefined({ of: isOfThing(fact) ? about : undefined }) }
  return fact === trigger.type ? { fact, day: dayOfBoard(context, trigger.at) } : undefined
}

const isOfThing = (fact: string) => ['session', 'mailing', 'notice', 'remand', 'mandate'].includes(fact)

/** The last letter since a court's remand was recorded whose answer is awaited for as long as the timer runs. */
function letterAwaited(
  { days }: WorkState,
  { profile }: Board,
  timer: string,
  about: string | undefined,
): string | undefined {
  const { receivedAt } = days.remands[about ?? ''] ?? {}
  if (receivedAt === undefined) return undefined
  const awaits = profile.letters.filter(({ answerWindow }) => answerWindow === timer).map(({ name }) => name)
  return Object.entries(days.letters).findLast(
    ([, { letter = '', writtenAt = '' }]) => awaits.includes(letter) && writtenAt >= receivedAt,
  )?.[0]
}

/** As it is known now. */
export function dayOfFact(
  { days, receiptDate, sessions, workProduct, away }: WorkState,
  context: Board,
  fact: string,
  of: string | undefined,
): string | undefined {
  const letter = of === undefined ? undefined : days.letters[of]
  switch (fact) {
    case 'receipt':
      return receiptDate ?? undefined
    case 'session': {
      const session = of === undefined ? undefined : days.sessions[of]
      if (!session) return undefined
      if (session.on !== undefined) return session.on
      if (sessions[of ?? ''] !== 'withdrawn') return session.slotDay
      return session.endedAt && dayOfBoard(context, session.endedAt)
    }
    case 'remand': {
      const { sentAt } = days.remands[of ?? away.at(-1) ?? ''] ?? {}
      return sentAt && dayOfBoard(context, sentAt)
    }
    case 'mandate':
      return days.remands[of ?? '']?.mandateOn
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

/** When a task of this type is due if it is opened now. */
export function dueByType(
  context: Context,
  {
    due,
    dueDays,
  }: { due?: { length: Length } & Pick<StandingTimer, 'counts' | 'lastDay' | 'calendar'>; dueDays?: number },
): { deadline: string; deadlineWhy: string } | undefined {
  if (due) {
    const start = { day: dayOfBoard(context, context.at), called: 'its opening' }
    const found: Deadline = reckonDeadline(termsOf(context.profile, due), start)
    return found.due === undefined ? undefined : { deadline: found.due, deadlineWhy: found.why }
  }
  if (dueDays === undefined) return undefined
  return {
    deadline: daysLater(context.at, dueDays).toISOString(),
    deadlineWhy: `${manyDays(dueDays)} from when it was opened.`,
  }
}

/** Whether something arrived in a window of the case, by the mailbox rule; undefined if there was none. */
export function timelinessOf(
  { timers, pastDeadlines }: WorkState,
  { profile }: Board,
  name: string,
  arrival: Arrival,
) {
  const { deadlines, calendars } = profile
  const window = [...pastDeadlines, ...timers].findLast(({ deadline, from }) => deadline === name && from)
  const timer = timerOf({ profile }, name)
  const calendar = calendars.find((calendar) => calendar.name === (timer?.calendar ?? deadlines.calendar))
  if (!window || !timer || !calendar) return undefined
  const { day, why: whyDay = '' } = window
  const filed = filedOn(arrival, deadlines.mailbox, calendar)
  const isInTime = day === undefined || filed.day <= day
  const verdict = isInTime ? `In time for “${timer.label}”.` : `Too late for “${timer.label}”.`
  return {
    deadline: name,
    isInTime,
    filedOn: filed.day,
    ...withoutUndefined({ day }),
    why: `${verdict} ${filed.why} ${whyDay}`.trim(),
  }
}
