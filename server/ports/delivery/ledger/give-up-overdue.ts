import { PortError } from '@portico/contract/ports/kit'
import type { Execute } from '../../../app/engine/execute.ts'
import { msEarlier } from '../../../core/time/moments.ts'
import type { Database } from '../../../store/db.ts'
import { claimOverdue } from '../../../store/obligations/claim.ts'
import type { Settlement } from '../../../store/obligations/settle.ts'
import type { Binding } from '../bindings/binding.ts'
import { dueOf } from './attempt.ts'
import { giveUpAfterMs } from './backoff.ts'
import { giveUp } from './conclude.ts'

const mostAtOnce = 100

/**
 * Gives up what has failed for too long, without a call: while a binding is paused, what has run out of time does not wait
 * for its turn. Resolves to whether there may be more.
 */
export const createGiveUpOverdue =
  ({
    db,
    execute,
    binding,
    holder,
    settle,
  }: {
    db: Database
    execute: Execute
    binding: Binding
    holder: string
    settle: (settlement: Settlement) => Promise<void>
  }) =>
  async (now: Date, leasedUntil: Date): Promise<boolean> => {
    const bindingName = { port: binding.served.port.name, binding: binding.name }
    const failingSince = msEarlier(now, giveUpAfterMs)
    const lease = { now, until: leasedUntil, by: holder, most: mostAtOnce, failingSince }
    const overdue = await claimOverdue(db, bindingName, lease)
    const error = new PortError(
      'unavailable',
      'The binding was not there for three days: it was never tried.',
    )
    for (const obligation of overdue) {
      const around = { execute, binding, by: holder, now, obligation }
      const { id, attempt } = obligation
      const settlement = obligation.event
        ? await giveUp(dueOf(obligation, binding), error, around, { isUncalled: true })
        : ({ id, attempt, status: 'cancelled', at: now, error: 'The case was purged.' } as const)
      if (settlement) await settle(settlement)
    }
    return overdue.length === mostAtOnce
  }
