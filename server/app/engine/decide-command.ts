import type { Profile } from '@portico/contract/profile'
import { type Closed, refuseOnClosed } from '../../core/closed-case.ts'
import { type Call, type Decider, reaction } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'
import type { ChainedEvent } from '../../store/events/append.ts'
import type { Head } from '../../store/events/stream.ts'
import type { Idempotency } from './answers.ts'
import { decideAndReact, type Reactions, type StateBefore } from './decide-and-react.ts'

/** A request as it came in: who and when, and what makes repeating it harmless. */
export type Request = Call & {
  idempotency?: Idempotency
  /** The version of the case that the caller has seen. */
  expectedVersion?: number
  /** Refuses for what no decider reads. Asked while the case is locked, and not where the answer is a repeat. */
  refuse?: (tx: Queryable) => Promise<void>
  confirm?: Confirm
  /**
   * Written with the events, and without them where the command changes nothing (then it is no news); not where the
   * answer is a repeat.
   */
  also?: (tx: Queryable, isNews: boolean) => Promise<unknown>
}

/** Refuses for what a command would do, before it is written: its events with all that follows from them. */
export type Confirm = (
  events: readonly ChainedEvent[],
  around: { caseId: string; tx: Queryable; profile: Profile; at: Date },
) => Promise<void>

export type Outcome<State> = { state: State; version: number; events: ChainedEvent[] }

/** A command that is made from what the tables say while the case is locked; they are as its events have left them. */
export type UnderLock<Command> = {
  caseId: string
  underLock: (tx: Queryable, profile: Profile) => Promise<Command>
}

export type AnyCommand = { caseId: string; type: string }

export type Asked<Command, State, Answer> = [
  decider: Decider<Command, State>,
  request: Request,
  command: Command | UnderLock<Command>,
  answer: (outcome: Outcome<State>) => Answer,
]

/** A new id for an event, by its place in its case. */
export type NewEventId = (event: { caseId: string; sequence: number; at: Date }) => string

/** What a command comes to, with all that follows from it, and the answer to its request. */
export function createDecideCommand({
  reactions,
  newEventId,
}: {
  reactions: Reactions
  newEventId: NewEventId
}) {
  return async <Command extends AnyCommand, State, Answer>(
    [decider, request, , answer]: Asked<Command, State, Answer>,
    command: Command,
    around: { tx: Queryable; head: Head; closed: Closed; profile: Profile; stateBefore: StateBefore },
  ) => {
    const { caseId } = command
    const { idempotency, confirm, expectedVersion: _, refuse: __, also: ___, ...call } = request
    const { closed, profile } = around
    if (closed) refuseOnClosed(decider, command, { actor: request.actor, profile, closed })
    const decided = await decideAndReact(
      {
        ...around,
        context: { ...call, profile },
        newEventId: (sequence) => newEventId({ caseId, sequence, at: request.at }),
        reactions,
      },
      reaction(decider, command),
    )
    const { events, folded, head } = decided
    await confirm?.(events, { caseId, tx: around.tx, profile, at: request.at })
    const result = answer({ state: decided.state as State, version: head.version, events })
    const kept = idempotency ? [{ caseId, request, idempotency, answer: result }] : []
    return {
      change: { head: around.head, events, folded },
      result,
      kept,
      left: { head, closed, events, folded },
    }
  }
}
