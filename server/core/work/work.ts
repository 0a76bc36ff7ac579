import type { LinkKind } from '@portico/contract/links'
import type { Assignee, TaskChanges } from '@portico/contract/tasks'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { derivedId } from '../kernel/ids.ts'
import { didYouMean, namesOf, oneOf, refuseUnknownWord } from '../kernel/known-words.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { longDay } from '../time/calendar-days.ts'
import { computeDeadline } from '../time/deadline.ts'
import type { Arrival } from '../time/filed-on.ts'
import { dayOf, daysBetween } from '../time/moments.ts'
import { aboutOf, subjectOf, tasksConcerned, timersConcerned } from './about.ts'
import {
  allowedActions,
  holderWords,
  holdOf,
  mayAssignTo,
  overridableActions,
  possibleActions,
  type TaskAction,
} from './actions.ts'
import type { Trigger } from './answers-to.ts'
import { type BroughtTask, bring, bringTask } from './bring.ts'
import { unmetCondition } from './completion.ts'
import { followSession } from './deadlines.ts'
import {
  childrenOf,
  type Draft,
  draftFrom,
  endTask,
  hold,
  holdTimer,
  isMail,
  refuseOwing,
  setTimer,
  stopTimers,
  taskFields,
  taskTypeOf,
  teamAssignee,
  timerFields,
  workflowOf,
} from './draft.ts'
import { type HandedTask, handOverMail, takeOverMail } from './hand-over-mail.ts'
import { judgeDocumentAgain, judgeMailAgain } from './judge-mail.ts'
import { refuseOpenMail, routeMail } from './mail.ts'
import { moveDeadlines } from './move-deadlines.ts'
import { openTask } from './open-task.ts'
import { overrideUsed } from './override.ts'
import { termsOf } from './reckon.ts'
import { reopenCase, type Stood } from './reopen.ts'
import { applyRules, close, refuseConcurrentStep, startTimer } from './rules.ts'
import { answeredScope, scopeQuestion } from './scope.ts'
import { standingOf } from './standing.ts'
import { evolveWork, initialWork, type OpenTask, type WorkState, workReads } from './state.ts'

type OfTask = { caseId: string; taskId: string }

/** The opening event of a case. */
export type Opening = { id: string; at: string; data: Fact<'case.opened'>['data'] }

export type Finding = { reason: string; why?: string }

export type WorkCommand =
  | { type: 'react'; caseId: string; trigger: Trigger }
  | { type: 'settle'; caseId: string; newId: string }
  | { type: 'followSession'; caseId: string; sessionId: string }
  /** After an event that may move deadlines. */
  | { type: 'moveDeadlines'; caseId: string; trigger: Trigger }
  /** After the date of receipt of a document was corrected. */
  | { type: 'judgeDocumentAgain'; caseId: string; documentId: string; receivedOn: string; trigger: Trigger }
  /** After a letter with an answer window was written or sent, failed or was withdrawn. */
  | { type: 'awaitAnswer'; caseId: string; timer: string; trigger: Trigger; isOver: boolean }
  | { type: 'requireOpen'; caseId: string }
  /** Closes a case that is continued as another, and hands its open mail over. */
  | { type: 'stop'; caseId: string; reason: LinkKind; goesOnAs: string }
  /** Takes over the open mail of the case that this one continues. */
  | { type: 'takeOver'; caseId: string; tasks: HandedTask[] }
  | { type: 'begin'; caseId: string; opening: Opening }
  | { type: 'bring'; caseId: string; opening: Opening }
  | ({ type: 'bringTask'; caseId: string } & BroughtTask)
  | { type: 'fireTimer'; caseId: string; timerId: string }
  | {
      type: 'docket'
      caseId: string
      docket: string
      /** The docket date of the case that this one replaces; the date of receipt if absent. */
      docketDate?: string
      /** The date of the contested decision, if known. */
      contestedDate?: string
      findings: Finding[]
      override?: string
      mayOverride: boolean
    }
  | { type: 'refuseDocketing'; caseId: string; findings: Finding[] }
  | ({
      type: 'openTask'
      parentId: string
      taskType: string
      newTaskId: string
      assignee?: Assignee
      instructions?: string
    } & { caseId: string })
  | {
      type: 'routeMail'
      caseId: string
      mailType: string
      documentId?: string
      newTaskId: string
      instructions?: string
      arrival?: Arrival
    }
  | ({ type: 'assignTask'; assignee: Assignee; why?: string } & OfTask)
  | ({ type: 'releaseTask'; personId: string; why?: string } & OfTask)
  | ({ type: 'startTask' } & OfTask)
  | ({ type: 'holdTask'; until: string; why: string; timerId: string } & OfTask)
  | ({ type: 'resumeTask'; why?: string } & OfTask)
  | ({
      type: 'completeTask'
      outcome?: string
      note?: string
      person?: Assignee
      /** The reason, if someone else holds the task. */
      override?: string
      changes?: TaskChanges
    } & OfTask)
  | { type: 'reopenCase'; caseId: string; why: string; stood: Stood }
  | ({ type: 'cancelTask'; why: string } & OfTask)
  | ({ type: 'instructTask'; text: string } & OfTask)

type Of<Type extends WorkCommand['type']> = WorkCommand & { type: Type }

/** The work on a case: a tree of tasks, driven by people's commands, by timers, and by the rules of the profile. */
export const work: Decider<WorkCommand, WorkState> = {
  name: 'work',
  needs: {
    react: null,
    settle: null,
    followSession: null,
    moveDeadlines: null,
    judgeDocumentAgain: null,
    awaitAnswer: null,
    requireOpen: null,
    stop: null,
    takeOver: null,
    begin: null,
    bring: null,
    bringTask: 'workTasks',
    fireTimer: null,
    releaseTask: null,
    docket: 'docket',
    refuseDocketing: 'docket',
    openTask: 'workTasks',
    routeMail: 'routeMail',
    assignTask: 'workTasks',
    startTask: 'workTasks',
    holdTask: 'workTasks',
    resumeTask: 'workTasks',
    completeTask: 'workTasks',
    cancelTask: 'workTasks',
    reopenCase: 'reopenCases',
    instructTask: 'workTasks',
  },
  stateVersion: 15,
  reads: () => ({ types: workReads }),
  initial: initialWork,
  evolve: evolveWork,

  decide(command, state, context) {
    const draft = draftFrom(command.caseId, state, context)
    switch (command.type) {
      case 'react':
        applyRules(draft, command.trigger)
        break
      case 'settle':
        settle(draft, command)
        break
      case 'followSession':
        followSession(draft, command.sessionId)
        break
      case 'moveDeadlines':
        moveDeadlines(draft, command.trigger)
        judgeMailAgain(draft, command.trigger)
        break
      case 'judgeDocumentAgain':
        judgeDocumentAgain(draft, command)
        break
      case 'awaitAnswer':
        awaitAnswer(draft, command)
        break
      case 'requireOpen':
        if (state.isClosed) throw new Refusal('stateForbids', 'The case is closed.')
        break
      case 'stop':
        if (state.isClosed) break
        handOverMail(draft, command.goesOnAs)
        close(draft, command.reason)
        break
      case 'takeOver':
        takeOverMail(draft, command.tasks)
        break
      case 'begin':
        begin(draft, command)
        break
      case 'bring':
        bring(draft, command.opening)
        break
      case 'bringTask': {
        const { type: _, caseId: __, ...task } = command
        bringTask(draft, task)
        break
      }
      case 'fireTimer':
        fireTimer(draft, command)
        break
      case 'docket':
        docket(draft, command)
        break
      case 'refuseDocketing':
        refuseDocketing(draft, command)
        break
      case 'openTask':
        openChild(draft, command)
        break
      case 'routeMail':
        routeMail(draft, command)
        break
      case 'assignTask':
        assign(draft, command)
        break
      case 'releaseTask':
        release(draft, command)
        break
      case 'startTask': {
        add(draft, 'task.started', taskFor(draft, command.taskId, 'start'), {})
        break
      }
      case 'holdTask':
        holdUntil(draft, command)
        break
      case 'resumeTask':
        resume(draft, command)
        break
      case 'completeTask':
        complete(draft, command)
        break
      case 'cancelTask':
        cancel(draft, command)
        break
      case 'reopenCase':
        reopenCase(draft, command)
        break
      case 'instructTask':
        add(draft, 'task.instructed', taskFor(draft, command.taskId, 'instruct'), { text: command.text })
        break
    }
    return draft.facts
  },
}

function add<Type extends 'task.started' | 'task.instructed' | 'task.resumed' | 'task.assigned'>(
  draft: Draft,
  type: Type,
  task: OpenTask,
  fields: Omit<Fact<Type>['data'], 'taskId' | 'type' | 'about'>,
) {
  draft.add({ type, subject: task.id, data: { ...taskFields(draft, task), ...fields } } as Fact)
}

/**
 * Finds an open task on which the caller may take the action; the service itself may take any that is possible.
 */
function taskFor({ state, context }: Draft, taskId: string, action: TaskAction, override?: string): OpenTask {
  const task = state.tasks.find(({ id }) => id === taskId)
  if (!task) throw new Refusal('stateForbids', 'The task is closed and cannot be changed.')
  const { caller, actor } = context
  const facts = { ...task, hasChildren: childrenOf(state, taskId).length > 0 }
  const may = caller
    ? allowedActions(facts, { ...actor, ...caller }, context)
    : possibleActions(facts, context)
  if (may.includes(action)) return task
  const { held, supervisors } = holderWords(task, context)
  if (caller && overridableActions(facts, { ...actor, ...caller }, context).includes(action)) {
    if (override !== undefined) return task
    throw new Refusal('forbidden', `${held}: to ${action} it in their place, give a reason in override.`)
  }
  if (may.length === 0)
    throw new Refusal('forbidden', `${held}: only its holder or a supervisor can do this (${supervisors}).`)
  throw new Refusal(
    'stateForbids',
    refusals[action](task, taskTypeOf(context, task.type)?.label ?? task.type),
  )
}

const refusals: Record<TaskAction, (task: OpenTask, label: string) => string> = {
  start: ({ status }) =>
    status === 'onHold' ? 'The task is on hold.' : 'A task can be started only once, by its assignee.',
  assign: (_, label) => `“${label}” is moved only by rules and cannot be assigned.`,
  hold: ({ status }, label) =>
    status === 'onHold' ? 'The task is already on hold.' : `“${label}” cannot be put on hold by hand.`,
  resume: ({ status }) =>
    status === 'onHold' ? 'The task resumes when the tasks under it are closed.' : 'The task is not on hold.',
  complete: ({ status }, label) =>
    status === 'onHold' ? 'The task is on hold.' : `“${label}” is completed automatically, not by hand.`,
  cancel: (_, label) =>
    `“${label}” can be cancelled only by its supervisors, and not at all if it is ended by rules.`,
  instruct: () => 'This task accepts no instructions.',
  openChild: (_, label) => `No task can be opened under “${label}”.`,
}

/** Starts the work on a case without any, as if it were opened now. */
function begin(draft: Draft, { opening, caseId }: Of<'begin'>) {
  const { state, context } = draft
  if (state.rootId !== null || state.isClosed || state.caseType === null) return
  applyRules(draft, { type: 'case.opened', subject: caseId, actor: context.actor, ...opening })
}

function openChild(draft: Draft, { parentId, taskType, newTaskId, assignee, instructions }: Of<'openTask'>) {
  const parent = taskFor(draft, parentId, 'openChild')
  const { context } = draft
  const children = taskTypeOf(context, parent.type)?.children ?? []
  if (!children.includes(taskType)) {
    const label = taskTypeOf(context, parent.type)?.label ?? parent.type
    throw new Refusal(
      'invalid',
      children.length === 0
        ? `No task can be opened under “${label}”.`
        : `A task of the type ${taskType.slice(0, 100)} cannot be opened under “${label}”: type must be ${oneOf(children)}.${didYouMean(taskType, children)}`,
    )
  }
  refuseConcurrentStep(draft, taskType)
  refuseDuplicate(draft, taskType, parent)
  openTask(draft, { taskId: newTaskId, type: taskType, parentId, assignee, instructions })
}

/** A task that only rules end must be unique for its subject. */
function refuseDuplicate({ state, context }: Draft, type: string, parent: OpenTask) {
  const taskType = taskTypeOf(context, type)
  const about = aboutOf(state, parent)
  if (
    !taskType?.byRulesOnly ||
    !tasksConcerned(state, type, about).some((task) => aboutOf(state, task) === about)
  )
    return
  throw new Refusal('stateForbids', `“${taskType.label}” is already open.`)
}

function assign(draft: Draft, { taskId, assignee, why }: Of<'assignTask'>) {
  const task = taskFor(draft, taskId, 'assign')
  if (task.assignee?.kind === assignee.kind && task.assignee.id === assignee.id) return
  const { caller, actor } = draft.context
  if (caller && why === undefined && task.assignee?.kind === 'person' && task.assignee.id !== actor.id)
    throw new Refusal('invalid', `why must be given, since the task is taken from ${task.assignee.name}.`)
  refuseOtherTeam(draft, task, assignee)
  const status = task.status === 'onHold' ? 'onHold' : 'assigned'
  add(draft, 'task.assigned', task, { assignee, status, ...(why === undefined ? {} : { why }) })
}

/** A holder may return a task to its team; only supervisors may move it to another team. */
function refuseOtherTeam({ context }: Draft, { type, assignee: holder }: OpenTask, to: Assignee) {
  const { caller, actor, profile } = context
  if (!caller || holder?.kind !== 'person' || mayAssignTo(type, to, { ...actor, ...caller }, profile)) return
  const { label = type, team } = taskTypeOf(context, type) ?? {}
  const allowed = team === undefined ? 'to one of your own teams' : `to ${teamAssignee(context, team).name}`
  throw new Refusal(
    'forbidden',
    `“${label}” can be assigned ${allowed} or to an eligible person; only a supervisor can assign it to ${to.name} (${holderWords({ type }, context).supervisors}).`,
  )
}

/** Reassigns a task from a person who is no longer eligible to the team of its type, or of the fallback task type. */
function release(draft: Draft, { taskId, personId, why }: Of<'releaseTask'>) {
  const { context, state } = draft
  const task = state.tasks.find(({ id }) => id === taskId)
  if (task?.assignee?.kind !== 'person' || task.assignee.id !== personId) return
  const { fallback } = workflowOf(context, state.caseType)
  const team = taskTypeOf(context, task.type)?.team ?? taskTypeOf(context, fallback)?.team
  if (team === undefined) throw new Refusal('stateForbids', 'The profile has no team for this task.')
  const status = task.status === 'onHold' ? 'onHold' : 'assigned'
  const reason = why ?? 'The previous holder has left.'
  add(draft, 'task.assigned', task, { assignee: teamAssignee(context, team), status, why: reason })
}

function holdUntil(draft: Draft, { taskId, until, why, timerId }: Of<'holdTask'>) {
  const task = taskFor(draft, taskId, 'hold')
  const { least, most } = taskTypeOf(draft.context, task.type)?.holdDays ?? { least: 1, most: 120 }
  const days = daysBetween(draft.context.at, until)
  // A day's grace on both sides, since clients count days in their own time zones.
  if (days < least - 1 || days > most + 1) {
    throw new Refusal(
      'invalid',
      `until must be ${least} to ${most} days from now, the range in which this task can be on hold.`,
    )
  }
  hold(draft, task, why, until)
  setTimer(draft, { timerId, name: holdTimer, taskId, due: until })
}

function resume(draft: Draft, { taskId, why = 'Somebody resumed it.' }: Of<'resumeTask'>) {
  const task = taskFor(draft, taskId, 'resume')
  stopTimers(draft, (timer) => timer.taskId === taskId && timer.name === holdTimer)
  add(draft, 'task.resumed', task, { why })
}

function complete(draft: Draft, command: Of<'completeTask'>) {
  const { taskId, outcome, note, person, override } = command
  const task = taskFor(draft, taskId, 'complete', override)
  const type = taskTypeOf(draft.context, task.type)
  const outcomes = type?.outcomes ?? []
  const chosenOutcome = outcomes.find(({ name }) => name === outcome)
  if (outcomes.length > 0 && !chosenOutcome) {
    const names = namesOf(outcomes)
    throw new Refusal(
      'invalid',
      `outcome must be ${oneOf(names)}.${outcome === undefined ? '' : didYouMean(outcome, names)}`,
    )
  }
  if (outcomes.length === 0 && outcome !== undefined) {
    throw new Refusal('invalid', 'outcome must be left out, since this task has only one.')
  }
  if (chosenOutcome?.needsNote && !note?.trim())
    throw new Refusal('invalid', `note must be given with the outcome ${outcome}.`)
  if (chosenOutcome?.needsPerson && person?.kind !== 'person') {
    throw new Refusal('invalid', `assignee must be the next person, whom the outcome ${outcome} requires.`)
  }
  refuseUnlessDone(draft, task, command)
  const question = scopeQuestion(task.type, draft.state.caseType, draft.context.profile)
  const changes = answeredScope(command.changes, question)
  if (!chosenOutcome?.recalls) refuseUndelivered(draft, task)
  endTask(draft, task, { as: 'completed', outcome, note, person, changes })
  const { caller, actor, profile } = draft.context
  if (override === undefined || !caller) return
  if (holdOf(task, { ...actor, ...caller }, profile) !== 'supervised') return
  draft.add(overrideUsed({ action: 'complete', task, why: override }))
}

function refuseUnlessDone({ state, context }: Draft, task: OpenTask, { outcome, note }: Of<'completeTask'>) {
  const unmet = unmetCondition(task, outcome, { state, profile: context.profile })
  if (!unmet || (unmet.orNote && note?.trim())) return
  throw new Refusal('stateForbids', unmet.why)
}

function cancel(draft: Draft, { taskId, why }: Of<'cancelTask'>) {
  const task = taskFor(draft, taskId, 'cancel')
  refuseUndelivered(draft, task)
  if (scopeQuestion(task.type, draft.state.caseType, draft.context.profile))
    throw new Refusal(
      'stateForbids',
      'A task about mail that asks something of the case cannot be cancelled: complete it instead, with the scope none and a reason if it changes nothing.',
    )
  if (isMail(draft, task))
    throw new Refusal(
      'stateForbids',
      'A task about mail cannot be cancelled: complete it instead, with a note if nothing follows.',
    )
  endTask(draft, task, { as: 'cancelled', why })
}

function refuseUndelivered(draft: Draft, task: OpenTask) {
  if (taskTypeOf(draft.context, task.type)?.needsReceipts) {
    refuseOpenMail(draft)
    return refuseOwing(draft)
  }
  if (task.about !== undefined && draft.state.owed.includes(task.about)) {
    throw new Refusal(
      'stateForbids',
      'The decision has not been delivered to this recipient: record how it was sent.',
    )
  }
}

/** Starts the answer window with the letter, and stops it if the letter is not sent; a closed case awaits nothing. */
function awaitAnswer(draft: Draft, { timer, trigger, isOver }: Of<'awaitAnswer'>) {
  const pending = timersConcerned(draft.state, timer, subjectOf(trigger, draft.caseId)).filter(
    ({ about }) => about === trigger.subject,
  )
  if (isOver) return stopTimers(draft, (timer) => pending.includes(timer))
  const isPast = draft.state.pastDeadlines.some(
    ({ deadline, about, hasPassed }) => deadline === timer && about === trigger.subject && hasPassed,
  )
  const { timers, days } = draft.state
  const isAwaited = timers.some(
    ({ deadline, about = '' }) => deadline === timer && days.remands[about]?.receivedAt !== undefined,
  )
  if (draft.state.isClosed || pending.length > 0 || isPast || isAwaited) return
  startTimer(draft, timer, trigger, derivedId('timer', trigger, timer))
}

function fireTimer(draft: Draft, { timerId }: Of<'fireTimer'>) {
  const timer = draft.state.timers.find(({ id }) => id === timerId)
  // It has already fired or was stopped, or this clock is behind the one that found it due.
  if (timer?.due === undefined || Date.parse(timer.due) > draft.context.at.getTime()) return
  const { name, taskId } = timer
  const { day } = timer
  draft.add({
    type: 'timer.fired',
    subject: timerId,
    data: { ...timerFields(timer), ...withoutUndefined({ day }) },
  })
  const task = draft.state.tasks.find(({ id }) => id === taskId)
  if (name === draft.context.profile.deadlineWarning && task?.deadline !== undefined) {
    const { deadline, assignee } = task
    const data = { ...taskFields(draft, task), deadline, ...(assignee ? { assignee } : {}) }
    draft.add({ type: 'task.deadlineApproaching', subject: task.id, data })
  }
  if (name === holdTimer && task?.status === 'onHold' && childrenOf(draft.state, task.id).length === 0) {
    add(draft, 'task.resumed', task, { why: 'Its hold has ended.' })
  }
}

function docket(draft: Draft, command: Of<'docket'>) {
  const { state, context, caseId } = draft
  const { docket: name, contestedDate, override } = command
  if (state.docket !== null) throw new Refusal('conflict', 'The case is already docketed.')
  if (state.isClosed) throw new Refusal('stateForbids', 'The case is closed.')
  refuseUnknownWord('docket', name, namesOf(context.profile.dockets))
  const findings = [
    ...checkedFindings(command.findings, context),
    ...untimelyFindings(state, contestedDate, context),
  ]
  if (findings.length > 0 && (override === undefined || !command.mayOverride)) {
    const reasons = findings.map(({ reason, why }) => why ?? labelOf(reason, context)).join(' ')
    throw new Refusal(
      'stateForbids',
      override === undefined
        ? `The case is not eligible: ${reasons} To docket it anyway, give a reason in override; that takes a permission.`
        : `The case is not eligible: ${reasons} Your roles do not allow an override.`,
    )
  }
  const docketDate = command.docketDate ?? state.receiptDate ?? dayOf(context.at)
  const data = {
    docket: name,
    docketDate,
    findings,
    ...(findings.length > 0 && override ? { override } : {}),
  }
  draft.add({ type: 'case.docketed', subject: caseId, data })
}

function refuseDocketing(draft: Draft, { findings }: Of<'refuseDocketing'>) {
  const { state, context, caseId } = draft
  if (state.docket !== null) throw new Refusal('conflict', 'The case is already docketed.')
  if (state.isClosed) throw new Refusal('stateForbids', 'The case is closed.')
  if (findings.length === 0) throw new Refusal('invalid', 'findings must have at least 1 entry.')
  const data = { findings: checkedFindings(findings, context) }
  draft.add({ type: 'case.docketingRefused', subject: caseId, data })
}

function checkedFindings(findings: Finding[], { profile }: Context): Finding[] {
  const reasons = namesOf(profile.ineligibility)
  for (const { reason } of findings) refuseUnknownWord('reason of ineligibility', reason, reasons)
  return findings
}

function untimelyFindings(
  { receiptDate }: WorkState,
  contestedDate: string | undefined,
  { profile }: Context,
): Finding[] {
  if (contestedDate === undefined || receiptDate === null) return []
  const days = daysBetween(contestedDate, receiptDate)
  return profile.ineligibility.flatMap(({ name, untimelyDays, untimelyAfter: length }) => {
    if (untimelyDays !== undefined && days > untimelyDays)
      return [{ reason: name, why: `It came ${days} days after the decision; ${untimelyDays} are allowed.` }]
    if (length === undefined) return []
    const start = { day: contestedDate, called: 'the decision' }
    const { day = receiptDate, why } = computeDeadline(termsOf(profile, { length }), start)
    return receiptDate > day ? [{ reason: name, why: `It came on ${longDay(receiptDate)}. ${why}` }] : []
  })
}

function labelOf(reason: string, { profile }: Context): string {
  return `${profile.ineligibility.find(({ name }) => name === reason)?.label ?? reason}.`
}

/** Runs after all reactions: gives an open case without work a task, and updates its standing. */
function settle(draft: Draft, { newId }: Of<'settle'>) {
  const { context, caseId } = draft
  if (draft.state.rootId !== null && !draft.state.isClosed && isStuck(draft.state)) {
    const { fallback } = workflowOf(context, draft.state.caseType)
    const trigger = { id: newId, at: context.at.toISOString() }
    const instructions = 'This case is open, but nothing is left to do: decide how it should continue.'
    const taskId = derivedId('task', trigger, 'fallback')
    openTask(draft, { taskId, type: fallback, parentId: draft.state.rootId, instructions })
  }
  if (draft.state.rootId === null && !draft.state.isClosed) return
  const { status, partyStatus, why, next, step, taskId } = standingOf(draft.state, context)
  const before = draft.state.standing
  const isSameStep = before?.step === step && before.taskId === taskId
  const isSame =
    isSameStep && before?.status === status && before.partyStatus === partyStatus && before.why === why
  if (isSame) return
  const { stood, closedAt = context.at.toISOString() } = draft.state
  const since = stood?.step === step ? stood.enteredStepAt : closedAt
  const enteredStepAt = isSameStep && before ? before.enteredStepAt : since
  draft.add({
    type: 'case.stateChanged',
    subject: caseId,
    data: {
      from: before?.status ?? null,
      to: status,
      partyFrom: before?.partyStatus ?? null,
      partyTo: partyStatus,
      why,
      ...(next === null ? {} : { next }),
      step,
      ...(taskId === null ? {} : { taskId }),
      enteredStepAt,
    },
  })
}

function isStuck({ tasks, rootId, workProduct }: WorkState): boolean {
  // It continues automatically when the decision is sealed.
  if (workProduct?.status === 'cleared') return false
  return !tasks.some(
    ({ id, status, heldUntil }) => id !== rootId && (status !== 'onHold' || heldUntil !== undefined),
  )
}
