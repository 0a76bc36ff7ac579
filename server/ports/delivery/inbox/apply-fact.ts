import type { Actor } from '@portico/contract/envelope'
import type { TObject } from '@portico/contract/type'
import type { Execute } from '../../../app/engine/execute.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import {
  findFact,
  type InboundFact,
  isPurged,
  lockWaitingFact,
  settleFact,
} from '../../../store/inbound-facts.ts'
import { newestObligation, settleAsReported, subjectOfObligation } from '../../../store/obligations/settle.ts'
import { actorOf, type Binding, type Bindings } from '../bindings/binding.ts'
import type { AllParts, Done, Heard, Taken, Unmatched } from '../bindings/serve-port.ts'
import { executeAll } from '../ledger/conclude.ts'
import { datedAhead } from './dated-ahead.ts'

type Settle = (tx: Queryable, settlement: Partial<Parameters<typeof settleFact>[2]>) => Promise<unknown>

export type ApplyFact = ReturnType<typeof createApplyFact>

export const settledMeanwhile = () =>
  new Refusal('conflict', 'Somebody else has just settled this fact: read it again.')

/** Carries out what a port makes of a reported fact; the fact is settled in the transaction of the last command. */
export function createApplyFact({
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
  /** What the port makes of it, executed; it is settled in the transaction of its last command. */
  async function apply(fact: InboundFact, chosen?: { caseId?: string; by?: Actor }): Promise<InboundFact> {
    const binding = bindings.find(fact.port, fact.binding)
    const settle: Settle = (tx, settlement) =>
      settleFact(tx, fact.id, {
        status: 'applied',
        at: clock(),
        ...(chosen?.by ? { by: chosen.by.id } : {}),
        ...settlement,
      })
    if (!binding) {
      const why = `The binding ${fact.port}/${fact.binding} no longer exists.`
      await settle(db, { status: 'refused', reason: why })
    } else {
      let onCase: { caseId?: string } = {}
      try {
        const schema = factSchema(binding, fact.name)
        const ahead = schema && datedAhead(schema, fact.fact, clock())
        if (ahead) throw new Refusal('invalid', ahead)
        const heard = await heardBy(binding, fact, chosen?.caseId)
        onCase = 'caseId' in heard && heard.caseId !== undefined ? { caseId: heard.caseId } : {}
        if ('unmatched' in heard) await settle(db, await left('unmatched', heard.unmatched, onCase))
        else if ('taken' in heard) await takeOver(heard, settle)
        else if ('does' in heard) await doFor(binding, fact, heard, settle)
        else await carryOut(binding, fact, heard, settle)
      } catch (error) {
        // Whoever has named a case that is not there names another: the fact waits as it did.
        if (!(error instanceof Refusal) || (chosen?.caseId && error.code === 'notFound')) throw error
        await settle(db, await left('refused', error.message, onCase))
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

  const heardBy = (binding: Binding, fact: InboundFact, caseId?: string): Promise<Heard> => {
    const { served, name, settings } = binding
    return served.heard(fact.name, fact.fact, {
      ...parts,
      obligationOf: (sought) => newestObligation(db, { port: served.port.name, binding: name, ...sought }),
      subjectOf: (key) => subjectOfObligation(db, { port: served.port.name, id: key }),
      binding: name,
      actor: actorOf(binding),
      settings,
      id: fact.id,
      ...(caseId === undefined ? {} : { caseId }),
    })
  }

  const takeOver = ({ taken }: Taken, settle: Settle) =>
    db.transaction(async (tx) => {
      await taken(tx)
      await settle(tx, {})
    })

  const doFor = (binding: Binding, fact: InboundFact, { caseId, does }: Done, settle: Settle) =>
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
    settle: Settle,
  ) {
    const also = async (tx: Queryable, isNews: boolean) => {
      const about = { port: fact.port, binding: fact.binding, caseId }
      await Promise.all([
        settle(tx, { caseId }),
        settles && settleAsReported(tx, { ...about, ...settles, at: clock(), isNews }),
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

  return apply
}

export function factSchema({ served: { port } }: Binding, name: string): TObject | undefined {
  return Object.hasOwn(port.tells, name) ? port.tells[name]?.fact : undefined
}
