import type { Occasion } from '@portico/contract/profile'
import type { Length, StandingTimer } from '@portico/contract/profile/deadlines'
import type { Context } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { longDay } from '../time/calendar-days.ts'
import type { Extension, Toll } from '../time/deadline-terms.ts'
import { answersTo, type Trigger } from './answers-to.ts'
import { warnBefore } from './deadlines.ts'
import { type Draft, hold, holdTimer, named, namedTimer, setTimer, taskTypeOf } from './draft.ts'
import { withoutReckoning } from './evolve-timers.ts'
import { openTask } from './open-task.ts'
import {
  betterStart,
  dayOfBoard,
  dayOfFact,
  factInWords,
  reckoned,
  type TimerSet,
  timerOf,
} from './reckon.ts'
import { isTold, standstillsOf } from './standstills.ts'
import type { OpenTask, PastDeadline, Timer } from './state.ts'

type Declared = StandingTimer & { length: Length }

/**
 * Something happened that a deadline depends on: the day from which it runs was corrected, it was extended, or it stands
 * still from now on or no longer. Every deadline that has another day then is moved; one that had passed and has not any
 * more runs again.
 */
export function moveDeadlines(draft: Draft, trigger: Trigger) {
  const { timers, pastDeadlines } = draft.state
  for (const timer of timers) move(draft, timer, trigger)
  for (const past of pastDeadlines.filter(({ hasPassed }) => hasPassed)) {
    // Moved while the case was closed.
    if (past.due === undefined || Date.parse(past.due) > draft.context.at.getTime())
      runAgain(draft, past, trigger)
    else move(draft, past, trigger)
  }
}

function move(draft: Draft, timer: Timer | PastDeadline, trigger: Trigger) {
  const { context, state } = draft
  const { deadline, from: before } = timer
  const declared = deadline === undefined ? undefined : timerOf(context, deadline)
  if (declared?.length === undefined || before === undefined) return
  const rules: Declared = { ...declared, length: declared.length }
  const day = dayOfFact(state, context, before.fact, before.of) ?? before.day
  const occasion = { trigger, about: timer.about }
  const better = betterStart(state, context, rules, { from: before, occasion })
  const from = better ?? { ...before, day }
  const told = changedBy(draft, rules, timer, trigger)
  const because = better
    ? `It runs from ${factInWords(better.fact)} on ${longDay(better.day)}.`
    : day === before.day
      ? told.because
      : correctedWords(before.fact, before.day, day)
  if (because === undefined) return
  const now = reckoned(context, rules, { from, ...withoutUndefined(told.changes) })
  // While it stands still, what extends it or stops it once more changes neither its day nor why.
  const isUnchanged = now.day === timer.day && now.why === timer.why
  if (isUnchanged && (now.day !== undefined || told.because === undefined)) return
  const hadPassed = 'hasPassed' in timer
  draft.add({
    type: 'timer.moved',
    subject: timer.id,
    data: {
      ...namedTimer(timer),
      ...now,
      ...withoutUndefined({ wasDay: timer.day }),
      because,
      ...(hadPassed ? { hadPassed } : {}),
    },
  })
  if (hadPassed) return runAgain(draft, { ...withoutReckoning(timer), ...now }, trigger)
  const task = state.tasks.find(({ id }) => id === timer.taskId)
  if (task && timer.name === holdTimer) return hold(draft, task, now.why ?? because, now.due)
  if (task?.deadline !== undefined && task.deadline === timer.due && now.due !== undefined)
    moveTask(
      draft,
      { ...task, deadline: task.deadline },
      { deadline: now.due, why: because, deadlineWhy: now.why },
    )
}

/** The task that is due when the deadline ends. */
function moveTask(
  draft: Draft,
  task: OpenTask & { deadline: string },
  { deadline, why, deadlineWhy }: { deadline: string; why: string; deadlineWhy: string | undefined },
) {
  const data = {
    ...named(draft, task),
    deadline,
    was: task.deadline,
    why,
    ...withoutUndefined({ deadlineWhy }),
  }
  draft.add({ type: 'task.deadlineMoved', subject: task.id, data })
  warnBefore(draft, { ...task, deadline })
}

type Told = { because?: string; changes: { extensions?: Extension[]; tolls?: Toll[] } }

/** What the deadline has come to: an extension, the begin or the end of a standstill. */
function changedBy(
  { state, context }: Draft,
  rules: Declared,
  { extensions = [], tolls = [] }: Timer,
  trigger: Trigger,
): Told {
  const granted = rules.extendedBy?.find(({ on }) => answersTo({ on }, trigger))
  const stood = standstillsOf(state, context, rules, toldOnly(rules, tolls, trigger, context))
  const begun = stood.find(({ why, to }) => !to && !tolls.some((toll) => toll.why === why && !toll.to))
  const ended = stood.find(({ to }, index) => to !== undefined && tolls[index]?.to === undefined)
  const more = granted && {
    by: granted.by,
    why: granted.why,
    ...withoutUndefined({ counts: granted.counts }),
  }
  const list = more ? [...extensions, more] : extensions
  const because = granted?.why ?? begun?.why ?? (ended?.to && `It runs again from ${longDay(ended.to)} on.`)
  return {
    ...withoutUndefined({ because }),
    changes: {
      ...(list.length > 0 ? { extensions: list } : {}),
      ...(stood.length > 0 ? { tolls: stood } : {}),
    },
  }
}

/** With a reason that is told by the event alone, since the work does not keep when such events happened. */
function toldOnly({ tolledBy = [] }: Declared, tolls: Toll[], trigger: Trigger, context: Context): Toll[] {
  const reasons = tolledBy.filter((reason) => !isTold(reason))
  const meets = (on: Occasion) => answersTo({ on }, trigger)
  const today = dayOfBoard(context, trigger.at)
  const begun = reasons.find(
    ({ from, why }) => meets(from) && !tolls.some((toll) => toll.why === why && !toll.to),
  )
  if (begun) return [...tolls, { from: today, why: begun.why }]
  const ended = tolls.find(
    ({ to, why }) => !to && reasons.some((reason) => reason.why === why && reason.until.some(meets)),
  )
  return tolls.map((toll) => (toll === ended ? { ...toll, to: today } : toll))
}

const correctedWords = (fact: string, was: string, is: string): string =>
  `The day from which it runs (${fact}) is ${longDay(is)}, not ${longDay(was)}.`

/** The task that waited for it is opened again where it stood; if that is closed, the step of the case is told. */
function runAgain(draft: Draft, past: PastDeadline & TimerSet, trigger: Trigger) {
  const { context, state } = draft
  const isPast = past.due !== undefined && Date.parse(past.due) <= context.at.getTime()
  if (isPast || state.isClosed) return
  const { id, name, about, task: waited, hasPassed: _, taskId: __, ...set } = past
  const timerId = derivedId('timer', trigger, `again ${id}`)
  const parent = state.tasks.findLast(({ type }) => type === waited?.under)
  if (waited && parent) {
    const taskId = derivedId('task', trigger, `again ${id}`)
    openTask(draft, { taskId, type: waited.type, parentId: parent.id, about })
    const task = draft.state.tasks.find((one) => one.id === taskId)
    if (task) hold(draft, task, past.why ?? '', past.due)
    return setTimer(draft, { timerId, name, taskId, about, ...set })
  }
  const step = state.tasks.find(({ type }) => taskTypeOf(context, type)?.isExclusive)
  const label = timerOf(context, past.deadline)?.label ?? past.deadline
  const text = `“${label}” had passed and runs again. ${past.why ?? ''}`.trim()
  if (waited && step)
    draft.add({ type: 'task.instructed', subject: step.id, data: { ...named(draft, step), text } })
  setTimer(draft, { timerId, name: waited ? past.deadline : name, about, ...set })
}
