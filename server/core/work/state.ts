import type { EventType } from '@portico/contract/events'
import type { Assignee } from '@portico/contract/tasks'
import type { Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import type { Extension, Toll } from '../time/deadline-terms.ts'
import type { Arrival } from '../time/filed-on.ts'
import { type Happened, trackedTypes, withHappening } from './happened.ts'
import { daysAfter, type KnownDays, letterDayTypes, noDays } from './known-days.ts'

export const openStatuses = ['assigned', 'inProgress', 'onHold'] as const
export type OpenStatus = (typeof openStatuses)[number]
export type TaskStatus = OpenStatus | 'completed' | 'cancelled' | 'moved'

export type OpenTask = {
  id: string
  type: string
  parentId?: string
  about?: string
  status: OpenStatus
  assignee?: Assignee
  heldUntil?: string
  deadline?: string
  deadlineWhy?: string
  /** The deadline without regard to a session, and the reason for it. */
  usualDeadline?: string
  usualWhy?: string
  /** The session that it concerns, if that is not its subject. */
  sessionId?: string
  /** Loaded from another system, so that what opened it is unknown. */
  isBrought?: true
  openedAt: string
}

export type Timer = {
  id: string
  name: string
  taskId?: string
  about?: string
  /** Absent while it is tolled. */
  due?: string
} & Reckoned

/** How a deadline of the profile was computed. */
export type Reckoned = {
  deadline?: string
  day?: string
  why?: string
  from?: { fact: string; day: string; of?: string }
  extensions?: Extension[]
  tolls?: Toll[]
}

/** A deadline that has passed or was stopped; later mail is still judged by it. */
export type PastDeadline = Timer & {
  deadline: string
  hasPassed: boolean
  /** The task that waited for it, and the type of that task's parent. */
  task?: { type: string; under?: string }
}

export type JudgedMail = {
  mailType: string
  documentId?: string
  taskId: string
  arrival: Arrival
  timeliness: NonNullable<Extract<Recorded, { type: 'mail.routed' }>['data']['timeliness']>
}

/** The work on a case: its open tasks in order of opening, and everything that its status depends on. */
export type WorkState = {
  caseType: string | null
  receiptDate: string | null
  docket: string | null
  rootId: string | null
  tasks: OpenTask[]
  /** The open tasks about mail. */
  mail: string[]
  /** Mail judged by a window, each with its task, open or closed. */
  judged: JudgedMail[]
  /** The last person assigned a task. */
  lastHolder: Assignee | null
  /** The last assignee by task type, and by type and subject. */
  lastHolders: Record<string, Assignee>
  timers: Timer[]
  pastDeadlines: PastDeadline[]
  days: KnownDays
  workProduct: { id: string; status: string; packageSha256: string | null } | null
  effectuation: 'pending' | 'completed' | 'failed'
  /** Remands that have not returned. */
  away: string[]
  /** Remands with reported progress. */
  heardOf: string[]
  /** The last decision: the number of its issues, and how many of them it sent back. */
  decided: { workProductId: string; issues: number; sentBack: number } | null
  /** Deliveries without a receipt. */
  owed: string[]
  /** Whether all deliveries of the last decision have a receipt. */
  isSent: boolean
  sessions: Record<string, string>
  /** The start of each session with a date. */
  sessionStarts: Record<string, string>
  /** Events that completing a task or tolling a deadline may depend on, each with its latest time. */
  happened: Happened[]
  isClosed: boolean
  closedBecause: string | null
  /** When it was closed in another system. */
  closedAt?: string
  standing: Standing | null
  /** The standing before the case was closed; present from its reopening until the next standing. */
  stood?: Pick<Standing, 'step' | 'enteredStepAt'>
}

/** An upcoming session. */
export const isPending = (status: string) => ['requested', 'scheduled', 'postponed'].includes(status)

export type Standing = {
  status: string
  partyStatus: string
  why: string
  step: string
  taskId: string | null
  enteredStepAt: string
}

export const initialWork: WorkState = {
  caseType: null,
  receiptDate: null,
  docket: null,
  rootId: null,
  tasks: [],
  mail: [],
  judged: [],
  lastHolder: null,
  lastHolders: {},
  timers: [],
  pastDeadlines: [],
  days: noDays,
  workProduct: null,
  effectuation: 'pending',
  away: [],
  heardOf: [],
  decided: null,
  owed: [],
  isSent: false,
  sessions: {},
  sessionStarts: {},
  happened: [],
  isClosed: false,
  closedBecause: null,
  standing: null,
}

/** The events that the state of the work is folded from. */
export const workEventTypes: readonly EventType[] = [
  'case.opened',
  'case.corrected',
  'case.docketed',
  'case.closed',
  'case.reopened',
  'case.stateChanged',
  'task.opened',
  'task.assigned',
  'task.started',
  'task.held',
  'task.resumed',
  'task.completed',
  'task.moved',
  'task.deadlineMoved',
  'task.handedOver',
  'task.cancelled',
  'mail.routed',
  'mail.judgedAgain',
  'timer.set',
  'timer.moved',
  'timer.fired',
  'timer.cancelled',
  'workProduct.drafted',
  'workProduct.submitted',
  'workProduct.returned',
  'workProduct.discarded',
  'workProduct.reinstated',
  'workProduct.signed',
  'workProduct.cleared',
  'workProduct.released',
  'workProduct.recalled',
  'remand.sentBack',
  'remand.received',
  'remand.mandateCorrected',
  'remand.progressed',
  'remand.returned',
  'remand.ended',
  'remand.resumed',
  'session.requested',
  'session.scheduled',
  'session.rescheduled',
  'session.held',
  'session.noShow',
  'session.postponed',
  'session.withdrawn',
  'session.dayCorrected',
  'delivery.owed',
  'delivery.receipted',
  'delivery.failed',
  'delivery.withdrawn',
  'effectuation.completed',
  'effectuation.failed',
]

/** The events from whose latest occurrence a deadline may run. */
export const datedTypes: readonly EventType[] = workEventTypes.filter(
  (type) => /^(case|session|workProduct|effectuation)\./.test(type) && type !== 'case.stateChanged',
)

/** With the events that only completing tasks and the days of letters depend on. */
export const workReads: readonly EventType[] = [
  ...new Set([...workEventTypes, ...trackedTypes, ...letterDayTypes]),
]

export function evolveWork(state: WorkState, event: Recorded): WorkState {
  const next = evolveTasks(withDays(state, event), event)
  const happened = withHappening(next.happened, event)
  return happened === next.happened ? next : { ...next, happened }
}

function evolveTasks(state: WorkState, event: Recorded): WorkState {
  switch (event.type) {
    case 'case.opened':
      return { ...state, caseType: event.data.caseType, receiptDate: event.data.receiptDate }
    case 'case.corrected': {
      const { caseType = state.caseType, docket = state.docket, receiptDate = state.receiptDate } = event.data
      return { ...state, caseType, docket, receiptDate }
    }
    case 'case.docketed':
      return { ...state, docket: event.data.docket }
    case 'case.closed': {
      const { reason, closedAt } = event.data
      const elsewhere = closedAt === undefined ? {} : { closedAt }
      return { ...state, isClosed: true, closedBecause: reason, ...elsewhere }
    }
    case 'case.reopened': {
      const { closedAt: _, ...open } = state
      const { stood } = event.data
      return { ...open, isClosed: false, closedBecause: null, rootId: null, ...(stood ? { stood } : {}) }
    }
    case 'case.stateChanged': {
      const { to: status, partyTo: partyStatus, why, step, taskId = null, enteredStepAt } = event.data
      const { stood: _, ...settled } = state
      return { ...settled, standing: { status, partyStatus, why, step, taskId, enteredStepAt } }
    }
    case 'task.opened': {
      const { taskId: id, type, assignee, alias, isMail, since } = event.data
      const { parentId, about, sessionId, deadline, deadlineWhy, usualDeadline, usualWhy } = event.data
      const task: OpenTask = {
        id,
        type,
        ...withoutUndefined({ parentId, about, sessionId, assignee }),
        ...withoutUndefined({ deadline, deadlineWhy, usualDeadline, usualWhy }),
        ...(alias === undefined ? {} : { isBrought: true as const }),
        status: 'assigned',
        openedAt: since ?? event.at,
      }
      return {
        ...withHolder(state, task, assignee),
        rootId: parentId === undefined ? id : state.rootId,
        mail: isMail ? [...state.mail, id] : state.mail,
        tasks: [...state.tasks, task],
      }
    }
    case 'task.assigned': {
      const { taskId, assignee, status } = event.data
      const assigned = state.tasks.find(({ id }) => id === taskId)
      return withTask(withHolder(state, assigned ?? event.data, assignee), taskId, (task) => ({
        ...task,
        assignee,
        status,
      }))
    }
    case 'task.moved':
      return withTask(state, event.data.taskId, (task) => ({ ...task, parentId: event.data.parentId }))
    case 'task.deadlineMoved': {
      const { taskId, deadline, was, deadlineWhy } = event.data
      return withTask(state, taskId, ({ deadlineWhy: whyBefore, ...task }) => ({
        ...task,
        deadline,
        usualDeadline: task.usualDeadline ?? was,
        ...withoutUndefined({ deadlineWhy, usualWhy: task.usualDeadline ? task.usualWhy : whyBefore }),
      }))
    }
    case 'task.started':
      return withTask(state, event.data.taskId, (task) => ({ ...task, status: 'inProgress' }))
    case 'task.held': {
      const { taskId, until } = event.data
      return withTask(state, taskId, ({ heldUntil: _, ...task }) => ({
        ...task,
        status: 'onHold',
        ...(until === undefined ? {} : { heldUntil: until }),
      }))
    }
    case 'task.resumed':
      return withTask(state, event.data.taskId, ({ heldUntil: _, ...task }) => ({
        ...task,
        status: 'assigned',
      }))
    case 'task.completed':
    case 'task.handedOver':
    case 'task.cancelled': {
      const { taskId } = event.data
      const isOther = (id: string) => id !== taskId
      return {
        ...state,
        tasks: state.tasks.filter(({ id }) => isOther(id)),
        mail: state.mail.filter(isOther),
      }
    }
    case 'mail.routed':
      return {
        ...state,
        mail: [...state.mail, event.data.taskId],
        judged: [...state.judged, ...judgedMailIn(event.data)],
      }
    case 'mail.judgedAgain': {
      const { taskId, wasTaskId = taskId, receiptDate: receivedOn, timeliness } = event.data
      return {
        ...state,
        judged: state.judged.map((judgedMail) =>
          judgedMail.taskId === wasTaskId
            ? { ...judgedMail, taskId, timeliness, arrival: { ...judgedMail.arrival, receivedOn } }
            : judgedMail,
        ),
      }
    }
    case 'timer.set': {
      const { timerId: id, ...set } = event.data
      const timer: Timer = { id, ...set }
      const { deadline, about } = timer
      const isPast = (pastDeadline: PastDeadline) =>
        pastDeadline.deadline === deadline && pastDeadline.about === about
      return {
        ...state,
        timers: [...state.timers, timer],
        pastDeadlines: state.pastDeadlines.filter((pastDeadline) => !isPast(pastDeadline)),
      }
    }
    case 'timer.moved': {
      const { timerId: id, because: _, wasDay: __, hadPassed: ___, ...changes } = event.data
      const moved = <Any extends Timer>(timer: Any): Any =>
        timer.id === id ? { ...withoutResults(timer), ...changes, id } : timer
      return {
        ...state,
        timers: state.timers.map(moved),
        pastDeadlines: state.pastDeadlines.map(moved),
      }
    }
    case 'timer.fired':
    case 'timer.cancelled': {
      const { timerId } = event.data
      const timer = state.timers.find(({ id }) => id === timerId)
      const timers = state.timers.filter((other) => other !== timer)
      if (timer?.deadline === undefined) return { ...state, timers }
      const { deadline, about } = timer
      const isOther = (pastDeadline: PastDeadline) =>
        pastDeadline.deadline !== deadline || pastDeadline.about !== about
      const past = {
        ...timer,
        deadline,
        hasPassed: event.type === 'timer.fired',
        ...waitingTask(state, timer),
      }
      return { ...state, timers, pastDeadlines: [...state.pastDeadlines.filter(isOther), past] }
    }
    case 'workProduct.drafted':
      return withProduct(state, event.data.workProductId, 'draft')
    case 'workProduct.submitted':
      return withProduct(state, event.data.workProductId, 'inReview')
    case 'workProduct.returned':
      return withProduct(state, event.data.workProductId, 'draft')
    case 'workProduct.reinstated':
      return withProduct(state, event.data.workProductId, event.data.status)
    case 'workProduct.discarded':
      return state.workProduct?.id === event.data.workProductId ? { ...state, workProduct: null } : state
    case 'workProduct.signed': {
      const { workProductId, packageSha256, dispositions } = event.data
      const decided = { workProductId, issues: dispositions.length, sentBack: 0 }
      return { ...withProduct(state, workProductId, 'signed', packageSha256), decided, isSent: false }
    }
    case 'workProduct.cleared':
      return withProduct(state, event.data.workProductId, 'cleared', event.data.packageSha256)
    case 'workProduct.released':
      return {
        ...withProduct(state, event.data.workProductId, 'released', event.data.packageSha256),
        effectuation: 'pending',
      }
    case 'workProduct.recalled':
      return {
        ...withProduct(state, event.data.workProductId, 'recalled', event.data.packageSha256),
        isSent: false,
      }
    case 'remand.sentBack': {
      const { remandId, workProductId, issueIds } = event.data
      const { decided } = state
      const isOfLast = decided !== null && decided.workProductId === workProductId
      return {
        ...state,
        away: [...state.away, remandId],
        decided: isOfLast ? { ...decided, sentBack: decided.sentBack + issueIds.length } : decided,
      }
    }
    case 'remand.resumed':
      return {
        ...state,
        away: [...state.away.filter((id) => id !== event.data.remandId), event.data.remandId],
      }
    case 'remand.progressed': {
      const { remandId } = event.data
      return { ...state, heardOf: [...state.heardOf.filter((id) => id !== remandId), remandId] }
    }
    case 'remand.ended':
      return { ...state, away: state.away.filter((id) => id !== event.data.remandId) }
    case 'remand.returned':
    case 'remand.received': {
      const { remandId } = event.data
      const isSettled = state.workProduct?.status === 'released'
      return {
        ...state,
        away: state.away.filter((id) => id !== remandId),
        workProduct: isSettled ? null : state.workProduct,
      }
    }
    case 'session.scheduled':
    case 'session.rescheduled': {
      const { sessionId, slot } = event.data
      return {
        ...state,
        sessions: { ...state.sessions, [sessionId]: 'scheduled' },
        sessionStarts: { ...state.sessionStarts, [sessionId]: slot.startsAt },
      }
    }
    case 'session.requested':
    case 'session.held':
    case 'session.noShow':
    case 'session.postponed':
    case 'session.withdrawn': {
      const status = event.type.slice('session.'.length)
      return { ...state, sessions: { ...state.sessions, [event.data.sessionId]: status } }
    }
    case 'effectuation.completed':
    case 'effectuation.failed': {
      // Reports about earlier decisions do not count.
      const isOfLast = !state.decided || state.decided.workProductId === event.data.workProductId
      if (!isOfLast) return state
      return { ...state, effectuation: event.type === 'effectuation.completed' ? 'completed' : 'failed' }
    }
    case 'delivery.owed':
      return { ...state, owed: [...state.owed, event.data.deliveryId], isSent: false }
    case 'delivery.failed': {
      const { deliveryId, workProductId } = event.data
      if (workProductId === undefined) return state
      return state.owed.includes(deliveryId)
        ? state
        : { ...state, owed: [...state.owed, deliveryId], isSent: false }
    }
    case 'delivery.receipted': {
      const owed = state.owed.filter((id) => id !== event.data.deliveryId)
      const isOfLast = state.decided?.workProductId === event.data.workProductId
      return { ...state, owed, isSent: state.isSent || (isOfLast && owed.length === 0) }
    }
    case 'delivery.withdrawn':
      return { ...state, owed: state.owed.filter((id) => id !== event.data.deliveryId) }
    default:
      return state
  }
}

function judgedMailIn({
  mailType,
  documentId,
  taskId,
  receiptDate: receivedOn,
  channel,
  postmarkDate: postmark,
  timeliness,
}: Extract<Recorded, { type: 'mail.routed' }>['data']): JudgedMail[] {
  if (!timeliness || receivedOn === undefined) return []
  const arrival = { receivedOn, ...withoutUndefined({ channel, postmark }) }
  return [{ mailType, ...withoutUndefined({ documentId }), taskId, arrival, timeliness }]
}

/** A timer without the results of its last computation. */
export function withoutResults<Any extends Timer>({ due: _, day: __, tolls: ___, ...timer }: Any): Any {
  return timer as Any
}

function waitingTask({ tasks }: WorkState, { taskId }: Timer): Pick<PastDeadline, 'task'> {
  const task = tasks.find(({ id }) => id === taskId)
  if (!task) return {}
  const under = tasks.find(({ id }) => id === task.parentId)?.type
  return { task: { type: task.type, ...withoutUndefined({ under }) } }
}

function withDays(state: WorkState, event: Recorded): WorkState {
  const days = daysAfter(state.days, event)
  if (datedTypes.includes(event.type))
    return { ...state, days: { ...days, events: { ...days.events, [event.type]: event.at } } }
  return days === state.days ? state : { ...state, days }
}

function withProduct(
  state: WorkState,
  id: string,
  status: string,
  packageSha256: string | null = null,
): WorkState {
  return { ...state, workProduct: { id, status, packageSha256 } }
}

function withTask(state: WorkState, taskId: string, change: (task: OpenTask) => OpenTask): WorkState {
  return { ...state, tasks: state.tasks.map((task) => (task.id === taskId ? change(task) : task)) }
}

function withHolder(
  state: WorkState,
  { type, about }: { type: string; about?: string },
  assignee: Assignee | undefined,
): WorkState {
  if (assignee?.kind !== 'person') return state
  const bySubject = about === undefined ? {} : { [holderKey(type, about)]: assignee }
  return {
    ...state,
    lastHolder: assignee,
    lastHolders: { ...state.lastHolders, [type]: assignee, ...bySubject },
  }
}

const holderKey = (type: string, about: string) => `${type} ${about}`

/** The last assignee of a task of this type with the same subject, otherwise of any such task. */
export function lastHolderOf(
  { lastHolders }: WorkState,
  type: string,
  about: string | undefined,
): Assignee | undefined {
  return (about === undefined ? undefined : lastHolders[holderKey(type, about)]) ?? lastHolders[type]
}
