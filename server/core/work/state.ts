import type { EventType } from '@portico/contract/events'
import type { Assignee } from '@portico/contract/tasks'
import type { Recorded } from '../kernel/decider.ts'
import type { Extension, Toll } from '../time/deadline-terms.ts'
import type { Arrival } from '../time/filed-on.ts'
import { evolveCase } from './evolve-case.ts'
import { evolveDecision, evolveRemands } from './evolve-decision.ts'
import { evolveSessions } from './evolve-sessions.ts'
import { evolveTasks } from './evolve-tasks.ts'
import { evolveTimers } from './evolve-timers.ts'
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
  const next = evolvers.reduce((before, evolve) => evolve(before, event), withDays(state, event))
  const happened = withHappening(next.happened, event)
  return happened === next.happened ? next : { ...next, happened }
}

const evolvers = [evolveCase, evolveTasks, evolveTimers, evolveDecision, evolveRemands, evolveSessions]

function withDays(state: WorkState, event: Recorded): WorkState {
  const days = daysAfter(state.days, event)
  if (datedTypes.includes(event.type))
    return { ...state, days: { ...days, events: { ...days.events, [event.type]: event.at } } }
  return days === state.days ? state : { ...state, days }
}
