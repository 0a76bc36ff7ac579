import type { Occasion } from '@portico/contract/profile'
import type { Length, StandingTimer } from '@portico/contract/profile/deadlines'
import type { Context } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { longDay } from '../time/calendar-days.ts'
import type { Extension, Toll } from '../time/deadline-terms.ts'
import { matches, type Trigger } from './answers-to.ts'
import { warnBefore } from './deadlines.ts'
import { type Draft, hold, holdTimer, setTimer, taskFields, taskTypeOf, timerFields } from './draft.ts'
import { openTask } from './open-task.ts'
import {
  betterStart,
  computeTimer,
  dayOfBoard,
  dayOfFact,
  factWords,
  type TimerSet,
  timerOf,
} from './reckon.ts'
import { isTracked, tollsOf } from './standstills.ts'
import { type OpenTask, type PastDeadline, type Timer, withoutResults } from './state.ts'

type Declared = StandingTimer & { length: Length }

/**
 * Moves the deadlines that an event affects: by correcting the day from which they run, by an extension, or by the start
 * or end of tolling. A passed deadline that is moved into the future runs again.
 */
export function moveDeadlines(draft: Draft, trigger: Trigger) {
  const { timers, pastDeadlines } = draft.state
  for (const timer of timers) move(draft, timer, trigger)
  for (const past of pastDeadlines.filter(({ hasPassed }) => hasPassed)) {
    // It was moved while the case was closed.
    if (past.due === undefined || Date.parse(past.due) > draft.context.at.getTime())
      runAgain(draft, past, trigger)
    else move(draft, past, trigger)
  }
}

function move(draft: Draft, timer: Timer | PastDeadline, trigger: Trigger) {
  const { context, state } = draft
  const { deadline, from: originalStart } = timer
  const declared = deadline === undefined ? undefined : timerOf(context, deadline)
  if (declared?.length === undefined || originalStart === undefined) return
  const rules: Declared = { ...declared, length: declared.length }
  const day = dayOfFact(state, context, originalStart.fact, originalStart.of) ?? originalStart.day
  const occasion = { trigger, about: timer.about }
  const better = betterStart(state, context, rules, { from: originalStart, occasion })
  const from = better ?? { ...originalStart, day }
  const change = changeBy(draft, rules, timer, trigger)
  const because = better
    ? `It runs from ${factWords(better.fact)} on ${longDay(better.day)}.`
    : day === originalStart.day
      ? change.because
      : correctionSentence(originalStart.fact, originalStart.day, day)
  if (because === undefined) return
  const moved = computeTimer(context, rules, { from, ...withoutUndefined(change.changes) })
  // While a deadline is tolled, further extensions and tolls change neither its day nor the reason.
  const isUnchanged = moved.day === timer.day && moved.why === timer.why
  if (isUnchanged && (moved.day !== undefined || change.because === undefined)) return
  const hadPassed = 'hasPassed' in timer
  draft.add({
    type: 'timer.moved',
    subject: timer.id,
    data: {
      ...timerFields(timer),
      ...moved,
      ...withoutUndefined({ wasDay: timer.day }),
      because,
      ...(hadPassed ? { hadPassed } : {}),
    },
  })
  if (hadPassed) return runAgain(draft, { ...withoutResults(timer), ...moved }, trigger)
  const task = state.tasks.find(({ id }) => id === timer.taskId)
  if (task && timer.name === holdTimer) return hold(draft, task, moved.why ?? because, moved.due)
  if (task?.deadline !== undefined && task.deadline === timer.due && moved.due !== undefined)
    moveTask(
      draft,
      { ...task, deadline: task.deadline },
      { deadline: moved.due, why: because, deadlineWhy: moved.why },
    )
}

/** Moves the deadline of the task that is due at a timer's. */
function moveTask(
  draft: Draft,
  task: OpenTask & { deadline: string },
  { deadline, why, deadlineWhy }: { deadline: string; why: string; deadlineWhy: string | undefined },
) {
  const data = {
    ...taskFields(draft, task),
    deadline,
    was: task.deadline,
    why,
    ...withoutUndefined({ deadlineWhy }),
  }
  draft.add({ type: 'task.deadlineMoved', subject: task.id, data })
  warnBefore(draft, { ...task, deadline })
}

type DeadlineChange = { because?: string; changes: { extensions?: Extension[]; tolls?: Toll[] } }

/** An extension of a deadline, or the start or end of tolling. */
function changeBy(
  { state, context }: Draft,
  rules: Declared,
  { extensions = [], tolls = [] }: Timer,
  trigger: Trigger,
): DeadlineChange {
  const extension = rules.extendedBy?.find(({ on }) => matches({ on }, trigger))
  const currentTolls = tollsOf(state, context, rules, tollsByEvent(rules, tolls, trigger, context))
  const begun = currentTolls.find(({ why, to }) => !to && !tolls.some((toll) => toll.why === why && !toll.to))
  const ended = currentTolls.find(({ to }, index) => to !== undefined && tolls[index]?.to === undefined)
  const granted = extension && {
    by: extension.by,
    why: extension.why,
    ...withoutUndefined({ counts: extension.counts }),
  }
  const list = granted ? [...extensions, granted] : extensions
  const because = extension?.why ?? begun?.why ?? (ended?.to && `It runs again from ${longDay(ended.to)} on.`)
  return {
    ...withoutUndefined({ because }),
    changes: {
      ...(list.length > 0 ? { extensions: list } : {}),
      ...(currentTolls.length > 0 ? { tolls: currentTolls } : {}),
    },
  }
}

/** Tolls for reasons that only the event itself reveals, because the state does not track such events. */
function tollsByEvent(
  { tolledBy = [] }: Declared,
  tolls: Toll[],
  trigger: Trigger,
  context: Context,
): Toll[] {
  const reasons = tolledBy.filter((reason) => !isTracked(reason))
  const isMatch = (on: Occasion) => matches({ on }, trigger)
  const today = dayOfBoard(context, trigger.at)
  const begun = reasons.find(
    ({ from, why }) => isMatch(from) && !tolls.some((toll) => toll.why === why && !toll.to),
  )
  if (begun) return [...tolls, { from: today, why: begun.why }]
  const ended = tolls.find(
    ({ to, why }) => !to && reasons.some((reason) => reason.why === why && reason.until.some(isMatch)),
  )
  return tolls.map((toll) => (toll === ended ? { ...toll, to: today } : toll))
}

const correctionSentence = (fact: string, before: string, now: string): string =>
  `The day from which it runs (${fact}) is ${longDay(now)}, not ${longDay(before)}.`

/** Reopens the task that waited for the deadline under its former parent; if that is closed, adds a note to the current step. */
function runAgain(draft: Draft, past: PastDeadline & TimerSet, trigger: Trigger) {
  const { context, state } = draft
  const isPast = past.due !== undefined && Date.parse(past.due) <= context.at.getTime()
  if (isPast || state.isClosed) return
  const { id, name, about, task: waitingTask, hasPassed: _, taskId: __, ...set } = past
  const timerId = derivedId('timer', trigger, `again ${id}`)
  const parent = state.tasks.findLast(({ type }) => type === waitingTask?.under)
  if (waitingTask && parent) {
    const taskId = derivedId('task', trigger, `again ${id}`)
    openTask(draft, { taskId, type: waitingTask.type, parentId: parent.id, about })
    const task = draft.state.tasks.find((task) => task.id === taskId)
    if (task) hold(draft, task, past.why ?? '', past.due)
    return setTimer(draft, { timerId, name, taskId, about, ...set })
  }
  const step = state.tasks.find(({ type }) => taskTypeOf(context, type)?.isExclusive)
  const label = timerOf(context, past.deadline)?.label ?? past.deadline
  const text = `“${label}” had passed and runs again. ${past.why ?? ''}`.trim()
  if (waitingTask && step)
    draft.add({ type: 'task.instructed', subject: step.id, data: { ...taskFields(draft, step), text } })
  setTimer(draft, { timerId, name: waitingTask ? past.deadline : name, about, ...set })
}
