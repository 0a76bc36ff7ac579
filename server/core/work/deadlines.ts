import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { longDay } from '../time/calendar-days.ts'
import { startOfDayIn } from '../time/days-in-zone.ts'
import { computeDeadline } from '../time/deadline.ts'
import { daysEarlier, earliest, hourMs, msBetween, msEarlier } from '../time/moments.ts'
import { type Draft, setTimer, stopTimers, taskFields, taskTypeOf } from './draft.ts'
import { dayOfBoard, dueByType, termsOf, timerOf } from './reckon.ts'
import { isPending, type OpenTask, type WorkState } from './state.ts'

type Concerned = { about?: string | undefined; sessionId?: string | undefined; parentId?: string | undefined }

/** The deadline of a task, and its usual deadline if a session moves it. */
export type Due = { deadline?: string; deadlineWhy?: string; usualDeadline?: string; usualWhy?: string }

/** The given deadline; otherwise that of the task's type, or the time of its session if that is earlier. */
export function dueOf(
  draft: Draft,
  task: Concerned & { type: string; deadline?: string | undefined; deadlineWhy?: string | undefined },
): Due {
  const { context, state } = draft
  if (task.deadline !== undefined)
    return { deadline: task.deadline, ...withoutUndefined({ deadlineWhy: task.deadlineWhy }) }
  const usual = dueByType(context, taskTypeOf(context, task.type) ?? {})
  if (!usual) return {}
  const sessionId = sessionConcerned(state, task)
  const deadline = beforeSession(draft, sessionId, usual.deadline)
  if (deadline === usual.deadline) return usual
  const deadlineWhy = beforeSessionWhy(draft, sessionId)
  return { deadline, deadlineWhy, usualDeadline: usual.deadline, usualWhy: usual.deadlineWhy }
}

/** The session that a task concerns: its own, or that of its nearest ancestor. */
export function sessionConcerned({ sessions, tasks }: WorkState, task: Concerned): string | undefined {
  let current: Concerned | undefined = task
  while (current) {
    const { about = '', sessionId, parentId }: Concerned = current
    if (sessionId !== undefined) return sessionId
    if (Object.hasOwn(sessions, about)) return about
    current = tasks.find(({ id }) => id === parentId)
  }
  return undefined
}

/** The session of an event about something else, such as a letter that announces its date. */
export function sessionIn({ sessions }: WorkState, data: unknown): string | undefined {
  const { sessionId, about } = (data ?? {}) as { sessionId?: unknown; about?: unknown }
  return [sessionId, about].find((id): id is string => typeof id === 'string' && Object.hasOwn(sessions, id))
}

/** The session that mail is presumed to be about: the next pending one with a date. */
export function pendingSession({ sessions, sessionStarts }: WorkState): string | undefined {
  const pending = Object.keys(sessions).filter((id) => isPending(sessions[id] ?? ''))
  const dated = pending.filter((id) => sessions[id] === 'scheduled' && sessionStarts[id] !== undefined)
  const inOrder = dated.toSorted((a, b) => msBetween(sessionStarts[b] ?? '', sessionStarts[a] ?? ''))
  return inOrder[0] ?? pending[0]
}

/** Moves the deadlines of a session's tasks when its date changes. */
export function followSession(draft: Draft, sessionId: string) {
  const { tasks } = draft.state
  for (const task of tasks.filter((task) => sessionConcerned(draft.state, task) === sessionId)) {
    const { deadline: was, usualDeadline: usual = was } = task
    if (was === undefined || usual === undefined) continue
    const deadline = beforeSession(draft, sessionId, usual)
    if (deadline === was) continue
    const why =
      draft.state.sessions[sessionId] === 'scheduled'
        ? 'The session it concerns has another date.'
        : 'The session it concerns has no date any more.'
    const usualWhy = task.usualDeadline === undefined ? task.deadlineWhy : task.usualWhy
    const deadlineWhy = deadline === usual ? usualWhy : beforeSessionWhy(draft, sessionId)
    const data = { ...taskFields(draft, task), deadline, was, why, ...withoutUndefined({ deadlineWhy }) }
    draft.add({ type: 'task.deadlineMoved', subject: task.id, data })
    warnBefore(draft, { ...task, deadline })
  }
}

/** Tasks about a session are due a day before it, or an hour if that day has passed. */
function beforeSession({ state, context: { at } }: Draft, sessionId = '', usual: string): string {
  const startsAt = state.sessions[sessionId] === 'scheduled' ? state.sessionStarts[sessionId] : undefined
  if (startsAt === undefined || Date.parse(startsAt) <= at.getTime()) return usual
  const [latest = startsAt] = [daysEarlier(startsAt, 1), msEarlier(startsAt, hourMs)].filter(
    (moment) => moment > at,
  )
  return earliest(latest, usual).toISOString()
}

function beforeSessionWhy({ state, context }: Draft, sessionId = ''): string {
  const startsAt = state.sessionStarts[sessionId] ?? ''
  return `Before the session that it concerns, on ${longDay(dayOfBoard(context, startsAt))}.`
}

/** A task opened close to its deadline needs no warning. */
export function warnBefore(
  draft: Draft,
  { id: taskId, type, deadline }: Pick<OpenTask, 'id' | 'type'> & { deadline: string },
) {
  const { profile, at } = draft.context
  const { deadlineWarning: name } = profile
  stopTimers(draft, (timer) => timer.taskId === taskId && timer.name === name)
  const due = warningTime(draft, type, deadline)
  if (due === undefined || due <= at) return
  const timerId = derivedId('timer', { id: taskId, at: at.toISOString() }, name)
  setTimer(draft, { timerId, name, taskId, due: due.toISOString() })
}

/** The time of the warning: by the clock, or at the start of a day, as the profile prescribes. */
function warningTime({ context }: Draft, type: string, deadline: string): Date | undefined {
  const { profile } = context
  const { warnDays } = taskTypeOf(context, type) ?? {}
  const timer = timerOf(context, profile.deadlineWarning)
  if (timer?.length === undefined) {
    const days = warnDays ?? timer?.days
    return days === undefined ? undefined : daysEarlier(deadline, days)
  }
  const length = warnDays === undefined ? timer.length : { days: warnDays }
  const terms = termsOf(profile, { ...timer, length, lastDay: timer.lastDay ?? 'stays' })
  const start = { day: dayOfBoard(context, deadline), called: 'the deadline' }
  const { day } = computeDeadline({ ...terms, runs: 'before' }, start)
  return day === undefined ? undefined : startOfDayIn(day, profile.deadlines.timeZone)
}
