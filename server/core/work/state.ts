import type { EventType } from '@portico/contract/events'
import type { Assignee } from '@portico/contract/tasks'
import type { Recorded } from '../kernel/decider.ts'
import type { Extension, Toll } from '../time/deadline-terms.ts'
import type { Arrival } from '../time/filed-on.ts'
import { type Happened, trackedTypes } from './happened.ts'
import { type KnownDays, letterDayTypes, noDays } from './known-days.ts'

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
