import type { Actor } from '@portico/contract/envelope'
import type { Execute } from '../../app/engine/execute.ts'
import { tenRandomBytes } from '../../app/engine/random.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import type { Database, Queryable } from '../../store/db.ts'
import {
  factsToTry,
  findFact,
  type InboundFact,
  keepFact,
  listWaitingFacts,
  settleFact,
  unmatchedOf,
} from '../../store/inbound-facts.ts'
import { settleAccepted } from '../../store/obligations.ts'
import { actorOf, type Binding, type Bindings } from './binding.ts'
import { faultsOf } from './check-schema.ts'
import { executeAll } from './conclude.ts'
import type { Heard, PortParts } from './serve-port.ts'

/** For so long a fact that belongs to nothing yet is tried again by itself; then somebody has to match it. */
const triedForMs = 7 * 24 * 3_600_000

export type Inbox = ReturnType<typeof openInbox>

/** What other systems report: kept first, then applied to the case that it belongs to, or left for somebody to match. */
export function openInbox({
  db,
  bindings,
  execute,
  parts,
  clock,
}: {
  db: Database
  bindings: Bindings
  execute: Execute
  parts: PortParts
  clock: () => Date
}) {
  const since = () => new Date(clock().getTime() - triedForMs)

  /** What the port makes of it, executed; it is settled in the transaction of its last command. */
  async function apply(fact: InboundFact, chosen?: { caseId?: string; by?: Actor }): Promise<InboundFact> {
    const binding = bindings.find(fact.port, fact.binding)
    const settle = (tx: Queryable, settled: Partial<Parameters<typeof settleFact>[2]>) =>
      settleFact(tx, fact.id, {
        status: 'applied',
        at: clock(),
        ...(chosen?.by ? { by: chosen.by.id } : {}),
        ...settled,
      })
    if (!binding) {
      const why = `There is no binding ${fact.port}/${fact.binding} any more.`
      await settle(db, { status: 'refused', reason: why })
    } else {
      try {
        const heard = await heardBy(binding, fact, chosen?.caseId)
        if ('unmatched' in heard) await settle(db, { status: 'unmatched', reason: heard.unmatched })
        else await carryOut(binding, fact, heard, settle)
      } catch (error) {
        if (!(error instanceof Refusal)) throw error
        await settle(db, { status: 'refused', reason: error.message })
      }
    }
    return (await findFact(db, fact.id)) ?? fact
  }

  const heardBy = ({ served, name, settings }: Binding, fact: InboundFact, caseId?: string): Promise<Heard> =>
    served.heard(fact.name, fact.fact, {
      ...parts,
      binding: name,
      settings,
      id: fact.id,
      ...(caseId === undefined ? {} : { caseId }),
    })

  async function carryOut(
    binding: Binding,
    fact: InboundFact,
    { caseId, commands, settles }: Exclude<Heard, { unmatched: string }>,
    settle: (tx: Queryable, settled: { caseId: string }) => Promise<void>,
  ) {
    const also = async (tx: Queryable) => {
      const of = { port: fact.port, binding: fact.binding }
      await Promise.all([
        settle(tx, { caseId }),
        settles && settleAccepted(tx, { ...of, ...settles, at: clock() }),
      ])
    }
    if (commands.length === 0) return db.transaction(also)
    await executeAll(commands, {
      execute,
      actor: actorOf(binding),
      now: clock(),
      correlationId: fact.id,
      also,
    })
  }

  const waiting = async (id: string) => {
    const fact = await findFact(db, id)
    if (!fact || (fact.status !== 'unmatched' && fact.status !== 'refused'))
      throw new Refusal('notFound', 'Nothing waits in the inbox under this id.')
    return fact
  }

  return {
    /** What is wrong with the shape of a fact; undefined where its port knows no such fact. */
    faultsOf({ served }: Binding, name: string, fact: unknown): string[] | undefined {
      const declared = Object.hasOwn(served.port.tells, name) ? served.port.tells[name] : undefined
      return declared && faultsOf(declared.fact, fact, { where: 'The body' })
    },

    /** Durable when it resolves. Under a message id that is known already nothing changes. */
    async keep({ served, name: binding }: Binding, name: string, fact: unknown, messageId: string) {
      const at = clock()
      const id = newId('fact', at, tenRandomBytes())
      await keepFact(db, { id, port: served.port.name, binding, messageId, name, fact, at })
    },

    /** Applies what was kept; what is settled already is left alone. What waited for it is tried again. */
    async apply(id: string): Promise<void> {
      const fact = await findFact(db, id)
      if (!fact || (fact.status !== 'received' && fact.status !== 'unmatched')) return
      const { status } = await apply(fact)
      if (status !== 'applied') return
      for (const other of await unmatchedOf(db, fact, since())) {
        const found = other === id ? undefined : await findFact(db, other)
        if (found?.status === 'unmatched') await apply(found)
      }
    },

    toTry: () => factsToTry(db, since()),

    list: (read: Parameters<typeof listWaitingFacts>[1]) => listWaitingFacts(db, read),

    /** Somebody says which case it belongs to. */
    async match(id: string, caseId: string, by: Actor): Promise<InboundFact> {
      return apply(await waiting(id), { caseId, by })
    },

    async drop(id: string, reason: string, by: Actor): Promise<void> {
      await waiting(id)
      await settleFact(db, id, { status: 'dropped', reason, at: clock(), by: by.id })
    },
  }
}
