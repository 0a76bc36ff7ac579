import type { EventType } from '@portico/contract/events'
import type { Assignee } from '@portico/contract/tasks'
import type { Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import type { Extension, Toll } from '../time/deadline-terms.ts'
import type { Arrival } from '../time/filed-on.ts'
import { type Happened, happeningTypes, withHappening } from './happened.ts'
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
  /** When it would be due if it concerned no session, and why. */
  usualDeadline?: string
  usualWhy?: string
  /** The session that it concerns, where that is not what it is about. */
  sessionId?: string
  /** Loaded from another system, which says nothing of what opened it. */
  isBrought?: true
  openedAt: string
}

export type Timer = {
  id: string
  name: string
  taskId?: string
  about?: string
  /** Without one it stands still. */
  due?: string
} & Reckoned

/** What a timer that is a deadline of the profile was worked out from. */
export type Reckoned = {
  deadline?: string
  day?: string
  why?: string
  from?: { fact: string; day: string; of?: string }
  extensions?: Extension[]
  tolls?: Toll[]
}

/** A deadline that has passed, or was ended before: what arrived in it is still judged by it. */
export type PastDeadline = Timer & {
  deadline: string
  hasPassed: boolean
  /** The task that waited for it, and what that stood under. */
  task?: { type: string; under?: string }
}

export type JudgedMail = {
  mailType: string
  documentId?: string
  taskId: string
  arrival: Arrival
  timeliness: NonNullable<Extract<Recorded, { type: 'mail.routed' }>['data']['timeliness']>
}

/** The state of the work on a case: its open tasks in order of opening, and what its status is derived from. */
export type WorkState = {
  caseType: string | null
  receiptDate: string | null
  docket: string | null
  rootId: string | null
  tasks: OpenTask[]
  /** The open tasks that something which arrived has opened. */
  mail: string[]
  /** What was judged by a window, each with the task that has it or had it. */
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
  /** The remands that are away. */
  away: string[]
  /** Those of which something was heard. */
  heardOf: string[]
  /** How many issues the last decision decided, and how many of them it sent back. */
  decided: { workProductId: string; issues: number; sentBack: number } | null
  /** Deliveries without a receipt. */
  owed: string[]
  /** Whether everything that was owed of the last decision has a receipt. */
  isSent: boolean
  sessions: Record<string, string>
  /** When those begin that have a date. */
  sessionStarts: Record<string, string>
  /** What completing a task may depend on, each with when it was last so. */
  happened: Happened[]
  isClosed: boolean
  closedBecause: string | null
  /** When it was closed elsewhere. */
  closedAt?: string
  standing: Standing | null
  /** Where it stood before it was closed; known from its reopening until its standing is said again. */
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

/** What the work on a case consists of, and follows. */
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

/** The events of which a deadline may name the last as the day from which it runs. */
export const datedTypes: readonly EventType[] = workEventTypes.filter(
  (type) => /^(case|session|workProduct|effectuation)\./.test(type) && type !== 'case.stateChanged',
)

/** With what only completing a task and the days of letters ask for. */
export const workReads: readonly EventType[] = [
  ...new Set([...workEventTypes, ...happeningTypes, ...letterDayTypes]),
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
      const known = state.tasks.find(({ id }) => id === taskId)
      return changed(withHolder(state, known ?? event.data, assignee), taskId, (task) => ({
        ...task,
        assignee,
        status,
      }))
    }
    case 'task.moved':
      return changed(state, event.data.taskId, (task) => ({ ...task, parentId: event.data.parentId }))
    case 'task.deadlineMoved': {
      const { taskId, deadline, was, deadlineWhy } = event.data
      return changed(state, taskId, ({ deadlineWhy: whyBefore, ...task }) => ({
        ...task,
        deadline,
        usualDeadline: task.usualDeadline ?? was,
        ...withoutUndefined({ deadlineWhy, usualWhy: task.usualDeadline ? task.usualWhy : whyBefore }),
      }))
    }
    case 'task.started':
      return changed(state, event.data.taskId, (task) => ({ ...task, status: 'inProgress' }))
    case 'task.held': {
      const { taskId, until } = event.data
      return changed(state, taskId, ({ heldUntil: _, ...task }) => ({
        ...task,
        status: 'onHold',
        ...(until === undefined ? {} : { heldUntil: until }),
      }))
    }
    case 'task.resumed':
      return changed(state, event.data.taskId, ({ heldUntil: _, ...task }) => ({
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
        judged: [...state.judged, ...judgedIn(event.data)],
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
      const { timerId: id, ...said } = event.data
      const timer: Timer = { id, ...said }
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
      const { timerId: id, because: _, wasDay: __, hadPassed: ___, ...said } = event.data
      const moved = <One extends Timer>(one: One): One =>
        one.id === id ? { ...withoutReckoning(one), ...said, id } : one
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
      const timers = state.timers.filter((one) => one !== timer)
      if (timer?.deadline === undefined) return { ...state, timers }
      const { deadline, about } = timer
      const isOther = (pastDeadline: PastDeadline) =>
        pastDeadline.deadline !== deadline || pastDeadline.about !== about
      const past = { ...timer, deadline, hasPassed: event.type === 'timer.fired', ...waiting(state, timer) }
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
      // What an earlier decision comes to does not say how the last one stands.
      const isOfLast = !state.decided || state.decided.workProductId === event.data.workProductId
      if (!isOfLast) return state
      return { ...state, effectuation: event.type === 'effectuation.completed' ? 'completed' : 'failed' }
    }
    case 'delivery.owed':
      return { ...state, owed: [...state.owed, event.data.deliveryId], isSent: false }
    // A failed delivery is owed again.
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

function judgedIn({
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

/** What it is worked out anew without. */
export function withoutReckoning<One extends Timer>({ due: _, day: __, tolls: ___, ...timer }: One): One {
  return timer as One
}

function waiting({ tasks }: WorkState, { taskId }: Timer): Pick<PastDeadline, 'task'> {
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

function changed(state: WorkState, taskId: string, change: (task: OpenTask) => OpenTask): WorkState {
  return { ...state, tasks: state.tasks.map((task) => (task.id === taskId ? change(task) : task)) }
}

function withHolder(
  state: WorkState,
  { type, about }: { type: string; about?: string },
  assignee: Assignee | undefined,
): WorkState {
  if (assignee?.kind !== 'person') return state
  const ofThing = about === undefined ? {} : { [holderKey(type, about)]: assignee }
  return {
    ...state,
    lastHolder: assignee,
    lastHolders: { ...state.lastHolders, [type]: assignee, ...ofThing },
  }
}

const holderKey = (type: string, about: string) => `${type} ${about}`

/** Who last had a task of a type: of those about this thing, where there was one. */
export function lastHolderOf(
  { lastHolders }: WorkState,
  type: string,
  about: string | undefined,
): Assignee | undefined {
  return (about === undefined ? undefined : lastHolders[holderKey(type, about)]) ?? lastHolders[type]
}
