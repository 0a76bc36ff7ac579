import type { PortError } from '@portico/contract/ports/kit'
import type { Execute } from '../../../app/engine/execute.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { withoutUndefined } from '../../../core/kernel/without-undefined.ts'
import { earliest, latest, msBetween, msLater } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import { type ClaimedObligation, forgetFailure, spreadFailure } from '../../../store/obligations/claim.ts'
import type { Settlement } from '../../../store/obligations/settle.ts'
import type { Binding } from '../bindings/binding.ts'
import type { BindingHealth } from '../bindings/health.ts'
import type { Outcome } from './attempt.ts'
import type { Availability } from './availability.ts'
import { backoffMs, giveUpAfterMs } from './backoff.ts'
import { concludeWith, giveUp } from './conclude.ts'

type OutcomeOf<Type extends Outcome['type']> = Extract<Outcome, { type: Type }>

export type SettleOutcome = (obligation: ClaimedObligation, outcome: Outcome) => Promise<void>

/** Writes down what became of an attempt: delivered with what follows, to be retried, given up, or no longer needed. */
export function createSettleOutcome({
  db,
  execute,
  binding,
  holder,
  clock,
  random,
  health,
  availability,
  settle,
}: {
  db: Database
  execute: Execute
  binding: Binding
  holder: string
  clock: () => Date
  random: () => number
  health: BindingHealth
  availability: Availability
  settle: (settlement: Settlement) => Promise<void>
}): SettleOutcome {
  const bindingName = { port: binding.served.port.name, binding: binding.name }

  async function deliver(obligation: ClaimedObligation, { answered }: OutcomeOf<'answered'>, now: Date) {
    const { id, attempt, caseId, failingSince } = obligation
    await availability.answered()
    if (failingSince) await forgetFailure(db, bindingName, caseId)
    health.succeeded(now)
    const { commands = [], isReceiptToCome } = answered
    const status = isReceiptToCome ? 'accepted' : 'delivered'
    const settlement: Settlement = { id, attempt, status, at: now }
    if (commands.length === 0) return settle(settlement)
    const around = { execute, binding, by: holder, now, obligation }
    await concludeWith(commands, settlement, around).catch((error) => {
      // It was sent all the same.
      if (error instanceof Refusal) return settle({ ...settlement, error: error.message })
      throw error
    })
  }

  async function fail(obligation: ClaimedObligation, { due, error, isOurs }: OutcomeOf<'failed'>, now: Date) {
    if (!isOurs) await availability.failed(error, now)
    const failingSince = obligation.failingSince ?? now
    const isOver = msBetween(failingSince, now) >= giveUpAfterMs
    const isTaken = error.code === 'conflict' && binding.served.port.calls[obligation.call]?.endsInConflict
    if (error.retryable && !isTaken && !isOver) return retry(obligation, error, { failingSince, now })
    const around = { execute, binding, by: holder, now, obligation }
    const settlement = await giveUp(due, error, around)
    if (settlement) await settle(settlement)
  }

  async function retry(
    { id, attempt, attemptsBefore, caseId, recipient, channel }: ClaimedObligation,
    { code, message, retryAfterMs }: PortError,
    { failingSince, now }: { failingSince: Date; now: Date },
  ) {
    const waitMs = backoffMs(attempt - attemptsBefore, random, retryAfterMs)
    const last = latest(msLater(failingSince, giveUpAfterMs), msLater(now, 1000))
    const dueAt = earliest(msLater(now, waitMs), last)
    await settle({ id, attempt, status: 'waiting', at: now, dueAt, failingSince, code, error: message })
    const line = withoutUndefined({ caseId, recipient, channel })
    await spreadFailure(db, bindingName, { ...(availability.isAway() ? {} : line), since: now })
  }

  return async (obligation, outcome) => {
    const now = clock()
    const { id, attempt } = obligation
    switch (outcome.type) {
      case 'cancelled':
        return settle({ id, attempt, status: 'cancelled', at: now, error: outcome.why, isUncalled: true })
      case 'putOff': {
        const dueAt = outcome.until
        return settle({ id, attempt, status: 'waiting', at: now, dueAt, isUncalled: true, isPutOff: true })
      }
      case 'answered':
        return deliver(obligation, outcome, now)
      case 'failed':
        return fail(obligation, outcome, now)
    }
  }
}
