import type { Actor } from '@portico/contract/envelope'
import type { Execute } from '../../../app/engine/execute.ts'
import { tenRandomBytes } from '../../../app/engine/random.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { dayMs, msEarlier } from '../../../core/time/moments.ts'
import { brokenConstraint, type Database } from '../../../store/db.ts'
import {
  factsToTry,
  findFact,
  type InboundFact,
  keepFact,
  listWaitingFacts,
  settleFact,
  unmatchedOf,
} from '../../../store/inbound-facts.ts'
import type { Binding, Bindings } from '../bindings/binding.ts'
import { faultsOf } from '../bindings/check-schema.ts'
import type { AllParts } from '../bindings/serve-port.ts'
import { storable } from '../outside/storable.ts'
import { createApplyFact, factSchema, settledMeanwhile } from './apply-fact.ts'
import { datedAhead } from './dated-ahead.ts'

/** For so long a fact that belongs to nothing yet is tried again by itself; then somebody has to match it. */
const triedForMs = 7 * dayMs

export type Inbox = ReturnType<typeof openInbox>

/** What other systems report: kept first, then applied to the case that it belongs to, or left for somebody to match. */
export function openInbox(options: {
  db: Database
  bindings: Bindings
  execute: Execute
  parts: AllParts
  clock: () => Date
}) {
  const { db, clock } = options
  const apply = createApplyFact(options)
  const since = () => msEarlier(clock(), triedForMs)

  /** Where two facts name the same thing first, one of them finds at its second try what the other has made. */
  const applyUnchosen = (fact: InboundFact): Promise<InboundFact> =>
    apply(fact).catch((error) => {
      if (!brokenConstraint(error)) throw error
      return apply(fact)
    })

  const waiting = async (id: string) => {
    const fact = await findFact(db, id)
    if (!fact || (fact.status !== 'unmatched' && fact.status !== 'refused'))
      throw new Refusal('notFound', 'Nothing waits in the inbox under this id.')
    return fact
  }

  return {
    /** What is wrong with the shape of a fact; undefined where its port knows no such fact. */
    faultsOf(binding: Binding, name: string, fact: unknown): string[] | undefined {
      const schema = factSchema(binding, name)
      const faults = schema && faultsOf(schema, fact, { where: 'The body' })
      return faults?.length === 0 ? [...binding.served.faultsOfFact(name, fact)] : faults
    },

    /** Whether it says of something that it happened later than now. Told so, whoever can be answered tells it later. */
    datedAhead(binding: Binding, name: string, fact: unknown): string | undefined {
      const schema = factSchema(binding, name)
      return schema && datedAhead(schema, fact, clock())
    },

    /** Durable when it resolves. Under a message id that is known already nothing changes. */
    async keep({ served, name: binding }: Binding, name: string, fact: unknown, messageId: string) {
      const at = clock()
      const id = newId('fact', at, tenRandomBytes())
      const port = served.port.name
      await keepFact(db, { id, port, binding, messageId, name, fact: storable(fact), at })
    },

    /** Applies what was kept; what is settled already is left alone. What waited for it is tried again. */
    async apply(id: string): Promise<void> {
      const fact = await findFact(db, id)
      if (!fact || (fact.status !== 'received' && fact.status !== 'unmatched')) return
      const { status } = await applyUnchosen(fact)
      if (status !== 'applied') return
      for (const other of await unmatchedOf(db, fact, since())) {
        const found = other === id ? undefined : await findFact(db, other)
        if (found?.status === 'unmatched') await applyUnchosen(found)
      }
    },

    toTry: () => factsToTry(db, since()),

    list: (read: Parameters<typeof listWaitingFacts>[1]) => listWaitingFacts(db, read),

    refuseUnlessWaiting: async (id: string): Promise<void> => void (await waiting(id)),

    /** Somebody says which case it belongs to. */
    async match(id: string, caseId: string, by: Actor): Promise<InboundFact> {
      const fact = await apply(await waiting(id), { caseId, by }).catch((error) => {
        // Two cases cannot be known to the other system by one identifier.
        throw brokenConstraint(error) ? settledMeanwhile() : error
      })
      const isOthers = fact.status === 'dropped' || (fact.status === 'applied' && fact.caseId !== caseId)
      if (isOthers) throw settledMeanwhile()
      return fact
    },

    async drop(id: string, reason: string, by: Actor): Promise<void> {
      await waiting(id)
      const isDropped = await settleFact(db, id, { status: 'dropped', reason, at: clock(), by: by.id })
      if (!isDropped) throw settledMeanwhile()
    },
  }
}
