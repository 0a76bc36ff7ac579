import type { Actor } from '@portico/contract/envelope'
import type { PortError } from '@portico/contract/ports/kit'
import type { Execute } from '../../../app/engine/execute.ts'
import { deadLetters } from '../../../core/decision/dead-letter.ts'
import { type Reaction, Refusal, reaction } from '../../../core/kernel/decider.ts'
import type { Queryable } from '../../../store/db.ts'
import type { ClaimedObligation } from '../../../store/obligations/claim.ts'
import { lockedStanding, type Settlement, settleObligations } from '../../../store/obligations/settle.ts'
import { actorOf, type Binding } from '../bindings/binding.ts'
import type { Due } from '../bindings/serve-port.ts'

type Around = {
  execute: Execute
  binding: Pick<Binding, 'served' | 'name'>
  by: string
  now: Date
  obligation: ClaimedObligation
}

/** Executes what an answer leads to; the ledger is written in the same transaction. */
export async function concludeWith(
  commands: readonly Reaction[],
  settlement: Settlement,
  { execute, binding, by, now, obligation }: Around,
): Promise<void> {
  const also = (tx: Queryable) => settleObligations(tx, by, [settlement])
  const refuse = async (tx: Queryable) => {
    if (settlement.status === 'failed' && (await lockedStanding(tx, obligation.id))?.isMoot)
      throw new Refusal('stateForbids', 'It no longer needs to be sent.')
  }
  await executeAll(commands, { execute, actor: actorOf(binding), now, event: obligation.event, also, refuse })
}

/** Commands one after the other; what else is to be written goes with the last. */
export async function executeAll(
  commands: readonly Reaction[],
  around: {
    execute: Execute
    actor: Actor
    now: Date
    event?: { id: string; correlationId: string } | undefined
    correlationId?: string
    also: (tx: Queryable, isNews: boolean) => Promise<unknown>
    refuse?: (tx: Queryable) => Promise<void>
  },
): Promise<void> {
  const { execute, actor, now, event, also, refuse } = around
  for (const [index, { decider, command }] of commands.entries()) {
    const request = {
      at: now,
      actor,
      correlationId: event?.correlationId ?? around.correlationId ?? actor.id,
      ...(event ? { causationId: event.id } : {}),
      ...(refuse ? { refuse } : {}),
      ...(index === commands.length - 1 ? { also } : {}),
    }
    await execute(decider as never, request, command as never, () => null)
  }
}

/** The dead letter: on the case, where it opens a task by the rules of the profile, and in the ledger. */
export async function giveUp(
  due: Due,
  error: PortError,
  around: Around,
  { isUncalled = false }: { isUncalled?: boolean } = {},
): Promise<Settlement | undefined> {
  const { binding, now, obligation } = around
  const failure = { code: error.code, why: error.message, at: now }
  const commands = binding.served.gaveUp(obligation.call, due, failure) ?? [
    reaction(deadLetters, {
      type: 'giveUp',
      caseId: obligation.caseId,
      obligationId: obligation.id,
      port: binding.served.port.name,
      binding: binding.name,
      call: obligation.call,
      ...(obligation.subject === obligation.caseId ? {} : { about: obligation.subject }),
      why: error.message.slice(0, 2000) || error.code,
      failedAt: now.toISOString(),
    }),
  ]
  const { id, attempt } = obligation
  const failed: Settlement = {
    id,
    attempt,
    status: 'failed',
    at: now,
    code: error.code,
    error: error.message,
    isUncalled,
  }
  try {
    await concludeWith(commands, failed, around)
    return undefined
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return { ...failed, status: 'cancelled', error: refusal.message }
  }
}
