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
  /** When it is recorded, if later than when it happened. */
  recordedAt?: Date
  actor: Actor
  onBehalfOf?: Actor
  correlationId: string
  causationId?: string
  /** What the actor may claim; absent where the service itself acts, by rules. */
  caller?: { roles: readonly string[]; teams: readonly string[]; isParty?: boolean }
}

/** The context of a decision: the caller, the time, and the profile in force. */
export type Context = Call & { profile: Profile }

/** What a decider says has happened; the store adds the envelope. */
export type Fact<Type extends EventType = EventType> = Type extends EventType
  ? { type: Type; subject: string; data: Extract<PorticoEvent, { type: Type }>['data']; carried?: Carried }
  : never

/** Where a fact comes from that goes on in another case: who made it so there, and when. */
export type Carried = { caseId: string; sequence: number; by: Actor; at: string }

/** The event of the other case that it repeats. */
export const causeOf = ({ caseId, sequence }: Carried) => `${caseId}#${sequence}`

/** Whether an event repeats one of another case: it has had its consequences there. */
export const isCarried = ({ causationId }: { causationId?: string }) =>
  causationId !== undefined && /^case_[^#]*#\d+$/.test(causationId)

/** A fact as stored, with what folding needs. */
export type Recorded<Type extends EventType = EventType> = Fact<Type> & {
  at: string
  actor: Actor
  onBehalfOf?: Actor
}

/** Who a fact is attributed to: the person it was recorded on behalf of, if any. */
export function authorOf({ actor, onBehalfOf }: { actor: Actor; onBehalfOf?: Actor }): Actor {
  return onBehalfOf ?? actor
}

/** Who is at work, with the rights of the caller: the member for whom a binding acts, if any. */
export function workerIn({
  caller,
  actor,
  onBehalfOf,
}: Pick<Call, 'caller' | 'actor' | 'onBehalfOf'>): Actor {
  return caller ? (onBehalfOf ?? actor) : actor
}

/** One subject's events, or all events of some types in the case. */
export type Reads = { subject: string } | { types: readonly EventType[] }

/**
 * One aggregate: what it reads of a case's events, how it folds them, and how it answers a command.
 * The state is plain JSON, because it is kept as a snapshot between commands.
 */
export type Decider<Command, State> = {
  name: string
  /** The action that each command is to roles and to closed cases; null for what the service does by itself. */
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

/** A further command that an event calls for. Its decider and its command belong together. */
export type Reaction = {
  decider: Decider<never, unknown>
  command: { caseId: string; type: string }
  /** For whom the service does it, if not for whoever caused it. */
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
  from = decider.initial,
): State {
  let state = from
  for (const event of events) state = decider.evolve(state, event)
  return state
}
