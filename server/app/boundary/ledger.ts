import type { Obligation as Told } from '@portico/contract/boundary'
import { deadLetters } from '../../core/decision/dead-letter.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { keyOf } from '../../store/obligations/claim.ts'
import {
  findObligation,
  type LedgerFilter,
  listObligations,
  type Obligation,
  reviveObligation,
} from '../../store/obligations/ledger.ts'
import { lockedStanding } from '../../store/obligations/settle.ts'
import { type BindingName, resumeBinding } from '../../store/port-bindings.ts'
import type { Execute, Request } from '../engine/execute.ts'

export type Ledger = ReturnType<typeof openLedger>

const atOnce = 500

/** What is owed to other systems, and what became of it. */
export function openLedger({
  db,
  execute,
  clock,
  wake,
  isBound = () => true,
}: {
  db: Database
  execute: Execute
  clock: () => Date
  /** Something is due at a binding. */
  wake: (port: string, binding: string) => void
  /** Whether a binding is in the configuration. */
  isBound?: (port: string, binding: string) => boolean
}) {
  const found = async (id: string): Promise<Obligation> => {
    const one = await findObligation(db, id)
    if (!one) throw new Refusal('notFound', 'There is no such delivery.')
    return one
  }

  /** The event on its case and the ledger, in one transaction. */
  async function change(
    request: Request,
    one: Obligation,
    { to, why }: { to: 'waiting' | 'dropped'; why?: string | undefined },
  ) {
    if (one.status !== 'failed')
      throw new Refusal(
        'stateForbids',
        `Only a delivery that has failed can be changed: this one is ${one.status}.`,
      )
    const { id: obligationId, caseId, port, binding, call } = one
    if (to === 'waiting' && !isBound(port, binding))
      throw new Refusal(
        'stateForbids',
        `The binding ${port}/${binding} is not in the configuration: bind it again first, or drop the delivery.`,
      )
    const of = { caseId, obligationId, port, binding, call }
    const command =
      to === 'waiting'
        ? { type: 'redrive' as const, ...of, ...(why === undefined ? {} : { why }) }
        : { type: 'drop' as const, ...of, why: why ?? '' }
    const refuse = async (tx: Queryable) => {
      if ((await lockedStanding(tx, obligationId))?.status === 'failed') return
      throw new Refusal('stateForbids', 'Somebody else has just changed this delivery: read it again.')
    }
    const also = (tx: Queryable) => reviveObligation(tx, obligationId, { to, at: clock() })
    const { idempotency: _, expectedVersion: __, ...asked } = request
    await execute(deadLetters, { ...asked, refuse, also }, command, () => null)
  }

  /** They are sent now, even if the binding was to be left alone for a while. */
  async function resume(bindings: readonly BindingName[]) {
    const distinct = new Map(bindings.map((binding) => [`${binding.port}/${binding.binding}`, binding]))
    for (const { port, binding } of distinct.values()) {
      await resumeBinding(db, { port, binding }, clock())
      wake(port, binding)
    }
  }

  async function changeAll(
    request: Request,
    filter: LedgerFilter,
    how: { to: 'waiting' | 'dropped'; why?: string | undefined },
  ) {
    const counts = { changed: 0, refused: 0 }
    const revived: Obligation[] = []
    let before: number | undefined
    for (;;) {
      const page = await listObligations(db, { ...filter, statuses: ['failed'] }, { before, limit: atOnce })
      for (const one of page) {
        const isRefused = await change(request, one, how).then(
          () => false,
          (error) => {
            if (!(error instanceof Refusal)) throw error
            return true
          },
        )
        counts[isRefused ? 'refused' : 'changed'] += 1
        if (!isRefused && how.to === 'waiting') revived.push(one)
      }
      before = page.at(-1)?.number
      await resume(revived.splice(0))
      if (page.length < atOnce) return counts
    }
  }

  return {
    async list(filter: LedgerFilter, { after, limit }: { after?: string | undefined; limit: number }) {
      const before = after === undefined ? undefined : Number(after)
      const page = await listObligations(db, filter, { before, limit: limit + 1 })
      const last = page.length > limit ? page[limit - 1] : undefined
      return {
        deliveries: page.slice(0, limit).map(asTold),
        ...(last ? { next: String(last.number) } : {}),
      }
    },

    caseOf: async (id: string): Promise<string> => (await found(id)).caseId,

    async redrive(request: Request, id: string, why?: string) {
      const one = await found(id)
      await change(request, one, { to: 'waiting', why })
      await resume([one])
      return asTold(await found(id))
    },

    async drop(request: Request, id: string, why: string) {
      await change(request, await found(id), { to: 'dropped', why })
      return asTold(await found(id))
    },

    redriveAll: (request: Request, filter: LedgerFilter, why?: string) =>
      changeAll(request, filter, { to: 'waiting', why }),
    dropAll: (request: Request, filter: LedgerFilter, why: string) =>
      changeAll(request, filter, { to: 'dropped', why }),
  }
}

function asTold({ number: _, dueAt, keyNumber, ...row }: Obligation): Told {
  const { recipient, channel, triedAt, settledAt, deliveredAt, errorCode, error, createdAt, ...plain } = row
  return {
    ...plain,
    createdAt: createdAt.toISOString(),
    ...(recipient === null ? {} : { recipient }),
    ...(channel === null ? {} : { channel }),
    ...(triedAt === null ? {} : { triedAt: triedAt.toISOString() }),
    ...(row.status === 'waiting' ? { nextAttemptAt: dueAt.toISOString() } : {}),
    ...(settledAt === null ? {} : { settledAt: settledAt.toISOString() }),
    ...(deliveredAt === null ? {} : { deliveredAt: deliveredAt.toISOString() }),
    ...(errorCode === null ? {} : { errorCode }),
    ...(error === null ? {} : { error }),
    ...(keyNumber === 0 ? {} : { key: keyOf(row.id, keyNumber) }),
  }
}
