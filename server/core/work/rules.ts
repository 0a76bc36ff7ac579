import { hash } from 'node:crypto'
import type { Rule, RuleStep } from '@portico/contract/profile'
import type { Assignee } from '@portico/contract/tasks'
import { Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { daysLater } from '../time/moments.ts'
import { aboutOf, alsoAbout, isOfOtherDecision, subjectOf, tasksMeant, timersMeant } from './about.ts'
import { answersTo, type Trigger } from './answers-to.ts'
import { sessionIn } from './deadlines.ts'
import {
  type Draft,
  endTask,
  hold,
  holdTimer,
  isMail,
  named,
  outlives,
  refuseOwing,
  setTimer,
  stopTimers,
  taskTypeOf,
  teamAssignee,
  workflowOf,
} from './draft.ts'
import { lastHolderOf } from './last-holders.ts'
import { refuseUnworkedMail, routeMail } from './mail.ts'
import { openTask } from './open-task.ts'
import { setOf, timerOf } from './reckon.ts'
import { isPending, type OpenTask, type WorkState } from './state.ts'

/** Applies the rules of the case's workflow to an event. */
export function applyRules(draft: Draft, trigger: Trigger) {
  const { rules } = workflowOf(draft.context, draft.state.caseType)
  for (const rule of rules) {
    if (!answersTo(rule, trigger) || !holds(rule.when, draft, trigger)) continue
    for (const [index, step] of rule.do.entries()) apply(draft, step, trigger, `${rule.name} ${index}`)
  }
  if (trigger.type === 'timer.fired') applyPassed(draft, trigger)
}

/** What the profile says happens when a deadline has passed. */
function applyPassed(draft: Draft, trigger: Trigger & { type: 'timer.fired' }) {
  const { name, deadline = name } = trigger.data
  const { passes = [] } = timerOf(draft.context, deadline) ?? {}
  if (draft.state.isClosed) return
  for (const [index, step] of passes.entries()) apply(draft, step, trigger, `passed ${deadline} ${index}`)
}

/** A timer of the profile begins to run, about what the event is about. */
export function startTimer(draft: Draft, name: string, trigger: Trigger, timerId: string, taskId?: string) {
  const about = subjectOf(trigger, draft.caseId)
  const set = setOf(draft.state, draft.context, name, { trigger, about })
  setTimer(draft, { timerId, name, taskId, about, ...set })
}

function holds(when: Rule['when'] = {}, { state, caseId }: Draft, trigger: Trigger): boolean {
  const {
    docket,
    open,
    notOpen,
    workProduct,
    effectuation,
    sentBack,
    isAway,
    isClosed = false,
    samplePercent,
    notSampled,
  } = when
  const about = subjectOf(trigger, caseId)
  const isOpen = (type: string) => tasksMeant(state, type, about).length > 0
  if (isClosed !== 'either' && isClosed !== state.isClosed) return false
  if (docket && !(state.docket !== null && docket.includes(state.docket))) return false
  if (workProduct && !workProduct.includes(state.workProduct?.status ?? '')) return false
  if (effectuation && !effectuation.includes(state.effectuation)) return false
  if (sentBack && !sentBack.includes(shareSentBack(state))) return false
  if (isAway !== undefined && isAway !== state.away.length > 0) return false
  if (open && !open.some(isOpen)) return false
  if (notOpen?.some(isOpen)) return false
  const share = drawnShare(state)
  if (samplePercent !== undefined && share >= samplePercent) return false
  return notSampled === undefined || share >= notSampled
}

/** How much of the last decision was sent back. */
function shareSentBack({ decided }: WorkState): 'none' | 'some' | 'all' {
  if (!decided || decided.sentBack === 0) return 'none'
  return decided.sentBack < decided.issues ? 'some' : 'all'
}

/** A stable, evenly distributed number from 0 to 100 for a case. */
function drawnShare({ rootId }: WorkState): number {
  return (hash('sha256', rootId ?? '', 'buffer').readUInt32BE() / 2 ** 32) * 100
}

function apply(draft: Draft, step: RuleStep, trigger: Trigger, name: string) {
  const about = subjectOf(trigger, draft.caseId)
  const ofType = (type: string) => {
    const own = taskOf(trigger)
    const tasks = tasksMeant(draft.state, type, about, alsoAbout(trigger)).filter(
      (task) => !isOfOtherDecision(draft.state, task, trigger),
    )
    const itself = tasks.filter(({ id }) => id === own)
    return itself.length > 0 ? itself : tasks
  }
  if ('open' in step) return open(draft, step, trigger, name)
  if ('route' in step) return route(draft, step, trigger, name)
  if ('complete' in step) {
    const { complete, outcome } = step
    for (const task of ofType(complete)) endIfOpen(draft, task, { as: 'completed', outcome })
    return
  }
  if ('instruct' in step) {
    const text = instructionsOf(step, trigger)
    if (text === undefined) return
    for (const task of ofType(step.instruct))
      draft.add({ type: 'task.instructed', subject: task.id, data: { ...named(draft, task), text } })
    return
  }
  if ('cancel' in step) {
    const isCancelled = (task: OpenTask) => !isMail(draft, task)
    for (const task of ofType(step.cancel).filter(isCancelled))
      endIfOpen(draft, task, { as: 'cancelled', why: step.why })
    return
  }
  if ('timer' in step) {
    const task = step.on === undefined ? undefined : ofType(step.on).at(-1)
    if (step.on !== undefined && !task) return
    const timerId = derivedId('timer', trigger, name)
    if (step.ofRemands) return awaitWord(draft, step.timer, trigger, name)
    if (step.days === undefined) return startTimer(draft, step.timer, trigger, timerId, task?.id)
    const due = daysLater(draft.context.at, step.days).toISOString()
    return setTimer(draft, { timerId, name: step.timer, taskId: task?.id, about, due })
  }
  if ('stop' in step) {
    const stopped = timersMeant(draft.state, step.stop, about)
    return stopTimers(draft, (timer) => stopped.includes(timer))
  }
  if ('reopen' in step) return reopen(draft, step.reopen, derivedId('task', trigger, name))
  if ('release' in step) return clear(draft)
  if ('requestSession' in step) {
    const sessionId = derivedId('session', trigger, name)
    const data = { sessionId, kind: step.requestSession }
    return draft.add({ type: 'session.requested', subject: sessionId, data })
  }
  return closeOrAsk(draft, step.close, trigger, name)
}

/** About each remand that is away and of which nothing was heard. */
function awaitWord(draft: Draft, timer: string, trigger: Trigger, name: string) {
  const { away, heardOf } = draft.state
  for (const about of away.filter((id) => !heardOf.includes(id))) {
    const set = setOf(draft.state, draft.context, timer, { trigger, about })
    setTimer(draft, { timerId: derivedId('timer', trigger, `${name} ${about}`), name: timer, about, ...set })
  }
}

/** The task that an event is an event of: its own, or that of a timer. */
function taskOf({ type, subject, data }: Trigger): string | undefined {
  if (type.startsWith('task.')) return subject
  return type.startsWith('timer.') ? (data as { taskId?: string }).taskId : undefined
}

/**
 * A person who asks for too much is refused. What another system reports, or the clock, cannot be asked to come again:
 * it is recorded, and where the case cannot be closed, somebody gets a task that says why.
 */
function closeOrAsk(draft: Draft, reason: string, trigger: Trigger, name: string) {
  if (trigger.actor.kind === 'person') return close(draft, reason)
  try {
    return close(draft, reason)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const { fallback } = workflowOf(draft.context, draft.state.caseType)
    const { rootId, tasks } = draft.state
    if (tasks.some(({ type }) => type === fallback)) return
    const instructions = `The case should be closed (${reason}), but could not be. ${error.message}`
    const taskId = derivedId('task', trigger, name)
    return openTask(draft, { taskId, type: fallback, ...(rootId ? { parentId: rootId } : {}), instructions })
  }
}

/** A child is closed with its parent, once. */
function endIfOpen(draft: Draft, { id }: OpenTask, ending: Parameters<typeof endTask>[2]) {
  const task = draft.state.tasks.find((task) => task.id === id)
  if (task) endTask(draft, task, ending)
}

function open(draft: Draft, step: Extract<RuleStep, { open: string }>, trigger: Trigger, name: string) {
  const { context } = draft
  const { open: type, under, assign = {}, holdFor, holdDays, dueBy } = step
  const instructions = instructionsOf(step, trigger)
  const about = aboutOfOpened(draft, step, trigger)
  if (draft.state.tasks.some((task) => task.type === type && aboutOf(draft.state, task) === about)) return
  refuseSecondStep(draft, type)
  const { root } = workflowOf(context, draft.state.caseType)
  const isRoot = type === root
  const parent = under === undefined ? undefined : tasksMeant(draft.state, under, about).at(-1)
  const parentId = isRoot ? undefined : (parent?.id ?? draft.state.rootId ?? undefined)
  const taskId = derivedId('task', trigger, name)
  const assignee = assigneeFor(draft, assign, trigger, about)
  const sessionId = sessionIn(draft.state, trigger.data)
  const due = dueBy === undefined ? undefined : setOf(draft.state, context, dueBy, { trigger, about })
  openTask(draft, {
    taskId,
    type,
    ...(parentId ? { parentId } : {}),
    about,
    sessionId,
    assignee,
    instructions,
    deadline: due?.due,
    deadlineWhy: due?.why,
  })
  if (dueBy !== undefined && due)
    setTimer(draft, {
      timerId: derivedId('timer', trigger, `${name} ${dueBy}`),
      name: dueBy,
      taskId,
      about,
      ...due,
    })
  const task = draft.state.tasks.find(({ id }) => id === taskId)
  if (!task) return
  const timerId = derivedId('timer', trigger, name)
  if (holdFor !== undefined) {
    const { why, ...set } = setOf(draft.state, context, holdFor, { trigger, about })
    // The timer of a hold that goes by the clock says no more than the hold.
    const isDeadline = set.deadline !== undefined
    hold(draft, task, isDeadline ? (why ?? '') : waits, set.due)
    return setTimer(draft, {
      timerId,
      name: holdTimer,
      taskId,
      ...set,
      ...(isDeadline && why ? { why } : {}),
    })
  }
  if (holdDays === undefined) return
  const until = daysLater(context.at, holdDays).toISOString()
  hold(draft, task, waits, until)
  setTimer(draft, { timerId, name: holdTimer, taskId, due: until })
}

function aboutOfOpened(
  { state, caseId }: Draft,
  { ofCase, ofDecision }: Extract<RuleStep, { open: string }>,
  trigger: Trigger,
): string | undefined {
  if (ofDecision && state.decided) return state.decided.workProductId
  return ofCase ? undefined : subjectOf(trigger, caseId)
}

const waits = 'It waits until then.'

/** Where the mail type is not taken, the case keeps what happened, and nobody has a task. */
function route(draft: Draft, step: Extract<RuleStep, { route: string }>, trigger: Trigger, name: string) {
  const { context, state, caseId } = draft
  const row = context.profile.mailTypes.find((one) => one.name === step.route)
  if (!row || state.rootId === null || (state.isClosed && !row.allowedOnClosed)) return
  const about = subjectOf(trigger, caseId)
  if (state.tasks.some((task) => task.type === row.taskType && aboutOf(state, task) === about)) return
  const instructions = instructionsOf(step, trigger)
  const newTaskId = derivedId('task', trigger, name)
  const more = withoutUndefined({ about, sessionId: sessionIn(state, trigger.data), instructions })
  routeMail(draft, { mailType: row.name, newTaskId, ...more })
}

type Instructed = { instructions?: string; withWhy?: true }

function instructionsOf({ instructions, withWhy }: Instructed, { data }: Trigger): string | undefined {
  const { why } = (data ?? {}) as { why?: string }
  return withWhy && why ? [instructions, why].filter(Boolean).join(' ') : instructions
}

export function refuseSecondStep(draft: Draft, type: string) {
  const { context, state } = draft
  if (!taskTypeOf(context, type)?.isExclusive) return
  const other = state.tasks.find((task) => taskTypeOf(context, task.type)?.isExclusive)
  if (!other) return
  const label = (name: string) => taskTypeOf(context, name)?.label ?? name
  throw new Refusal(
    'stateForbids',
    `“${label(type)}” cannot begin while “${label(other.type)}” is open: only one of these steps can be open at a time.`,
  )
}

function assigneeFor(
  { context, state }: Draft,
  { named: isNamed, holderOf, actor, team }: NonNullable<Extract<RuleStep, { open: string }>['assign']>,
  trigger: Trigger,
  about: string | undefined,
): Assignee | undefined {
  if (isNamed && trigger.type === 'task.completed' && trigger.data.named) return trigger.data.named
  if (isNamed && trigger.type === 'remand.returned' && trigger.data.adjudicator) {
    const { id, name } = trigger.data.adjudicator
    return { kind: 'person', id, name }
  }
  const holder = holderOf === undefined ? undefined : lastHolderOf(state, holderOf, about)
  if (holder) return holder
  const who = trigger.onBehalfOf ?? trigger.actor
  if (actor && who.kind === 'person') return { kind: 'person', id: who.id, name: who.name }
  return team === undefined ? undefined : teamAssignee(context, team)
}

/** Only clears it; the work product releases itself once sealed. */
function clear(draft: Draft) {
  const { workProduct } = draft.state
  if (workProduct?.status !== 'signed' || workProduct.packageSha256 === null) return
  const { id: workProductId, packageSha256 } = workProduct
  draft.add({ type: 'workProduct.cleared', subject: workProductId, data: { workProductId, packageSha256 } })
}

function reopen(draft: Draft, why: string, rootTaskId: string) {
  if (!draft.state.isClosed) return
  const outliving = draft.state.tasks
  draft.add({ type: 'case.reopened', subject: draft.caseId, data: { why } })
  openTask(draft, { taskId: rootTaskId, type: workflowOf(draft.context, draft.state.caseType).root })
  for (const task of outliving) {
    const isUnderOldRoot = !outliving.some(({ id }) => id === task.parentId)
    if (isUnderOldRoot) {
      draft.add({
        type: 'task.moved',
        subject: task.id,
        data: { ...named(draft, task), parentId: rootTaskId },
      })
    }
  }
}

export function close(draft: Draft, reason: string) {
  const { context, state } = draft
  // Tasks about a delivery outlive the case; a delivery without a task would be forgotten.
  refuseOwing(draft)
  refuseUnworkedMail(draft)
  const { workProduct } = state
  if (workProduct?.status === 'signed') {
    throw new Refusal(
      'stateForbids',
      'A decision is signed and not released: release or recall it before you close the case.',
    )
  }
  const sending = state.tasks.map(({ type }) => taskTypeOf(context, type)).find((type) => type?.needsReceipts)
  if (sending && workProduct?.status === 'released') {
    throw new Refusal(
      'stateForbids',
      `The decision is released: complete “${sending.label}”, or recall the decision, before you close the case.`,
    )
  }
  const isDecided = workProduct?.status === 'released' && state.away.length === 0
  const workProductId = isDecided ? workProduct.id : undefined
  const drafts = ['draft', 'inReview'].includes(workProduct?.status ?? '') ? [workProduct?.id ?? ''] : []
  const sessions = Object.keys(state.sessions).filter((id) => isPending(state.sessions[id] ?? ''))
  const ends = (task: OpenTask) => !outlives(draft, task) && task.id !== state.rootId
  for (const task of state.tasks.filter(ends)) {
    endIfOpen(draft, task, { as: 'cancelled', why: 'The case was closed.' })
  }
  const root = draft.state.tasks.find(({ id }) => id === state.rootId)
  stopTimers(draft, ({ taskId }) => taskId === undefined || taskId === root?.id)
  if (root) draft.add({ type: 'task.completed', subject: root.id, data: named(draft, root) })
  const data = {
    reason,
    ...(workProductId === undefined ? {} : { workProductId }),
    ...(sessions.length > 0 ? { sessions } : {}),
    ...(drafts.length > 0 ? { drafts } : {}),
  }
  draft.add({ type: 'case.closed', subject: draft.caseId, data })
}
