import type { Profile } from '@portico/contract/profile'
import { type Closed, refuseOnClosed } from '../../core/closed-case.ts'
import { reaction } from '../../core/kernel/decider.ts'
import type { Queryable } from '../../store/db.ts'
import type { Head } from '../../store/events/stream.ts'
import { decideAndReact, type Reactions, type StateBefore } from './decide-and-react.ts'
import type { AnyCommand, Asked, NewEventId } from './execute.ts'

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
