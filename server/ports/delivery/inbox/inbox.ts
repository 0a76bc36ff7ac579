import type { Actor } from '@portico/contract/envelope'
import type { TObject } from '@portico/contract/type'
import type { Execute } from '../../../app/engine/execute.ts'
import { tenRandomBytes } from '../../../app/engine/random.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { dayMs, msEarlier } from '../../../core/time/moments.ts'
import { type Database, type Queryable, violatedConstraint } from '../../../store/db.ts'
import {
  factsToTry,
  findFact,
  type InboundFact,
  isPurged,
  keepFact,
  listWaitingFacts,
  lockWaitingFact,
  settleFact,
  unmatchedOf,
} from '../../../store/inbound-facts.ts'
import { newestObligation, settleAsReported, subjectOfObligation } from '../../../store/obligations/settle.ts'
import { actorOf, type Binding, type Bindings } from '../bindings/binding.ts'
import { faultsOf } from '../bindings/check-schema.ts'
import type { AllParts, Done, Heard, Taken, Unmatched } from '../bindings/serve-port.ts'
import { executeAll } from '../ledger/conclude.ts'
import { storable } from '../outside/storable.ts'
import { datedAhead } from './dated-ahead.ts'

/** For so long a fact that belongs to nothing yet is tried again by itself; then somebody has to match it. */
const triedForMs = 7 * dayMs

const settledMeanwhile = () =>
  new Refusal('conflict', 'Somebody else has just settled this fact: read it again.')

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
  parts: AllParts
  clock: () => Date
}) {
  const since = () => msEarlier(clock(), triedForMs)

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
      const why = `The binding ${fact.port}/${fact.binding} no longer exists.`
      await settle(db, { status: 'refused', reason: why })
    } else {
      let of: { caseId?: string } = {}
      try {
        const schema = factSchema(binding, fact.name)
        const ahead = schema && datedAhead(schema, fact.fact, clock())
        if (ahead) throw new Refusal('invalid', ahead)
        const heard = await heardBy(binding, fact, chosen?.caseId)
        of = 'caseId' in heard && heard.caseId !== undefined ? { caseId: heard.caseId } : {}
        if ('unmatched' in heard) await settle(db, await left('unmatched', heard.unmatched, of))
        else if ('taken' in heard) await takeOver(heard, settle)
        else if ('does' in heard) await doFor(binding, fact, heard, settle)
        else await carryOut(binding, fact, heard, settle)
      } catch (error) {
        // Whoever has named a case that is not there names another: the fact waits as it did.
        if (!(error instanceof Refusal) || (chosen?.caseId && error.code === 'notFound')) throw error
        await settle(db, await left('refused', error.message, of))
      }
    }
    return (await findFact(db, fact.id)) ?? fact
  }

  /** Nothing of a purged case waits for anybody. */
  async function left(status: 'unmatched' | 'refused', reason: string, { caseId }: { caseId?: string }) {
    if (caseId === undefined) return { status, reason }
    if (await isPurged(db, caseId))
      return { status: 'dropped' as const, reason: 'The case was purged.', caseId }
    return { status, reason, caseId }
  }

  /** Where two facts name the same thing first, one of them finds at its second try what the other has made. */
  const applyUnchosen = (fact: InboundFact): Promise<InboundFact> =>
    apply(fact).catch((error) => {
      if (!violatedConstraint(error)) throw error
      return apply(fact)
    })

  const heardBy = (binding: Binding, fact: InboundFact, caseId?: string): Promise<Heard> => {
    const { served, name, settings } = binding
    return served.heard(fact.name, fact.fact, {
      ...parts,
      obligationOf: (of) => newestObligation(db, { port: served.port.name, binding: name, ...of }),
      subjectOf: (key) => subjectOfObligation(db, { port: served.port.name, id: key }),
      binding: name,
      actor: actorOf(binding),
      settings,
      id: fact.id,
      ...(caseId === undefined ? {} : { caseId }),
    })
  }

  const takeOver = ({ taken }: Taken, settle: (tx: Queryable, settled: object) => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await taken(tx)
      await settle(tx, {})
    })

  const doFor = (
    binding: Binding,
    fact: InboundFact,
    { caseId, does }: Done,
    settle: (tx: Queryable, settled: { caseId: string }) => Promise<unknown>,
  ) =>
    does({
      at: clock(),
      actor: actorOf(binding),
      correlationId: fact.id,
      also: (tx) => settle(tx, { caseId }),
      refuse: refuseSettled(fact),
    })

  const refuseSettled = (fact: InboundFact) => async (tx: Queryable) => {
    if (!(await lockWaitingFact(tx, fact.id))) throw settledMeanwhile()
  }

  async function carryOut(
    binding: Binding,
    fact: InboundFact,
    { caseId, commands, settles }: Exclude<Heard, Done | Taken | Unmatched>,
    settle: (tx: Queryable, settled: { caseId: string }) => Promise<unknown>,
  ) {
    const also = async (tx: Queryable, isNews: boolean) => {
      const of = { port: fact.port, binding: fact.binding, caseId }
      await Promise.all([
        settle(tx, { caseId }),
        settles && settleAsReported(tx, { ...of, ...settles, at: clock(), isNews }),
      ])
    }
    if (commands.length === 0) return db.transaction((tx) => also(tx, false))
    await executeAll(commands, {
      execute,
      actor: actorOf(binding),
      now: clock(),
      correlationId: fact.id,
      also,
      refuse: refuseSettled(fact),
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
        throw violatedConstraint(error) ? settledMeanwhile() : error
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

function factSchema({ served: { port } }: Binding, name: string): TObject | undefined {
  return Object.hasOwn(port.tells, name) ? port.tells[name]?.fact : undefined
}
