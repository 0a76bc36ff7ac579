import type { Action } from '@portico/contract/actions'
import type { Actor } from '@portico/contract/envelope'
import type { EventType, PorticoEvent } from '@portico/contract/events'
import type { Profile } from '@portico/contract/profile'

export type RefusalCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'stateForbids'
  | 'tooMany'
  | 'gone'

/** The domain says no, in a sentence that the caller may read. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, sentence: string, retryAfterSeconds?: number) {
    super(sentence)
    this.name = 'Refusal'
    this.code = code
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Who asks, and when. */
export type Call = {
  at: Date
  /** When it was recorded, if later than when it happened. */
  recordedAt?: Date
  actor: Actor
  onBehalfOf?: Actor
  correlationId: string
  causationId?: string
  /** Absent when the service itself acts, by its rules. */
  caller?: { roles: readonly string[]; teams: readonly string[]; isParty?: boolean }
}

/** The context of a decision: the caller, the time, and the profile in force. */
export type Context = Call & { profile: Profile }

/** What a decider says has happened; the store adds the envelope. */
export type Fact<Type extends EventType = EventType> = Type extends EventType
  ? { type: Type; subject: string; data: Extract<PorticoEvent, { type: Type }>['data']; carried?: Carried }
  : never

/** The origin of a fact copied from another case: its event there, its author and its time. */
export type Carried = { caseId: string; sequence: number; by: Actor; at: string }

/** The ID of the copied event, as the cause of its copy. */
export const causeOf = ({ caseId, sequence }: Carried) => `${caseId}#${sequence}`

/** Whether an event is a copy from another case, where it has already had its consequences. */
export const isCarried = ({ causationId }: { causationId?: string }) =>
  causationId !== undefined && /^case_[^#]*#\d+$/.test(causationId)

/** A stored fact, with the parts of its envelope that folding needs. */
export type Recorded<Type extends EventType = EventType> = Fact<Type> & {
  at: string
  actor: Actor
  onBehalfOf?: Actor
}

/** The person on whose behalf a fact was recorded, otherwise its actor. */
export function authorOf({ actor, onBehalfOf }: { actor: Actor; onBehalfOf?: Actor }): Actor {
  return onBehalfOf ?? actor
}

/** The member for whom a binding acts, otherwise the actor. */
export function workerIn({
  caller,
  actor,
  onBehalfOf,
}: Pick<Call, 'caller' | 'actor' | 'onBehalfOf'>): Actor {
  return caller ? (onBehalfOf ?? actor) : actor
}

/** The events of one subject, or all events of some types in the case. */
export type Reads = { subject: string } | { types: readonly EventType[] }

/**
 * One aggregate: what it reads of a case's events, how it folds them, and how it answers a command.
 * The state is plain JSON, because it is kept as a snapshot between commands.
 */
export type Decider<Command, State> = {
  name: string
  /** The action that roles and closed cases must allow for each command; null for commands of the service itself. */
  needs?: Record<Command extends { type: infer Type extends string } ? Type : never, Action | null>
  /** Raise it when the fold changes: older snapshots are then ignored. */
  stateVersion: number
  reads(command: Command): Reads
  /** Whether the command creates the case. */
  opens?(command: Command): boolean
  initial: State
  evolve(state: State, event: Recorded): State
  decide(command: Command, state: State, context: Context): Fact[]
}

/** Whether a decider reads an event. */
export function isRead(reads: Reads, event: { type: EventType; subject: string }): boolean {
  return 'subject' in reads ? reads.subject === event.subject : reads.types.includes(event.type)
}

/** A command that follows from an event, with its decider. */
export type Reaction = {
  decider: Decider<never, unknown>
  command: { caseId: string; type: string }
  /** The person for whom the service acts, unless it is the author of the event. */
  onBehalfOf?: Actor
}

export function reaction<Command extends { caseId: string; type: string }, State>(
  decider: Decider<Command, State>,
  command: Command,
): Reaction {
  return { decider: decider as unknown as Reaction['decider'], command }
}

export function fold<State>(
  decider: Pick<Decider<never, State>, 'initial' | 'evolve'>,
  events: Iterable<Recorded>,
  snapshot = decider.initial,
): State {
  let state = snapshot
  for (const event of events) state = decider.evolve(state, event)
  return state
}
