import { randomUUID } from 'node:crypto'
import { Refusal } from '../core/kernel.ts'
import { type KnownPart, party } from '../core/party.ts'
import {
  casesBehind,
  casesOf,
  mergerOf,
  newestOf,
  type Page,
  type PartyPart,
  type PartyThere,
  partyOf,
} from '../projections/parties.ts'
import type { Database } from '../store/db.ts'
import type { Execute } from './engine/execute.ts'
import { systemActor } from './system-actor.ts'

export type Spread = { changed: number; refused: number }
export type SpreadParty = (partyId: string, signal?: AbortSignal) => Promise<Spread>

const parts: readonly PartyPart[] = ['identity', 'contact', 'representation']
const casesAtOnce = 500

/**
 * Brings what is newest of a party to every case that has it, an event on each. Doing it again changes nothing, so it
 * may be cut off anywhere; a case that refuses does not stop the others.
 */
export function createSpreadParty(options: {
  db: Database
  execute: Execute
  clock: () => Date
}): SpreadParty {
  const { db, execute, clock } = options

  return async (partyId, signal) => {
    const spread: Spread = { changed: 0, refused: 0 }
    const merger = await mergerOf(db, partyId)
    const into = merger && (await standingFor(db, merger.caseId, merger.mergedInto))
    if (merger && into) {
      const known: KnownPart = { part: 'merger', into: into.partyId, of: into }
      await follow(merger.caseId, known, (page) => casesOf(db, partyId, page))
    }
    for (const part of parts) {
      const newest = await newestOf(db, partyId, part)
      const known = newest && (await knownPart(db, newest, part))
      if (newest && known) {
        await follow(newest.caseId, known, (page) => casesBehind(db, newest, part, page))
      }
    }
    return spread

    async function follow(from: string, known: KnownPart, casesIn: (page: Page) => Promise<string[]>) {
      const correlationId = randomUUID()
      let after = ''
      for (;;) {
        const caseIds = await casesIn({ after, limit: casesAtOnce })
        for (const caseId of caseIds) {
          signal?.throwIfAborted()
          const call = { at: clock(), actor: systemActor, correlationId }
          const command = { type: 'followParty' as const, caseId, partyId, from, known }
          const written = await execute(party, call, command, ({ events }) => events.length).catch(refusal)
          if (written === undefined) spread.refused += 1
          else if (written > 0) spread.changed += 1
        }
        if (caseIds.length < casesAtOnce) return
        after = caseIds.at(-1) as string
      }
    }
  }
}

function refusal(error: unknown): undefined {
  if (!(error instanceof Refusal)) throw error
}

async function knownPart(db: Database, newest: PartyThere, part: PartyPart): Promise<KnownPart | undefined> {
  if (part !== 'representation') return { part, of: newest }
  const { representation, stamps } = newest
  if (!representation || stamps.representation === undefined) return undefined
  const representative = await standingFor(db, newest.caseId, representation.representativeId)
  return representative && { part, representation, stamp: stamps.representation, representative }
}

/** The party as it stands in the case, under the name that it goes by now. */
async function standingFor(
  db: Database,
  caseId: string,
  partyId: string | undefined,
): Promise<PartyThere | undefined> {
  if (partyId === undefined) return undefined
  const there = await partyOf(db, caseId, partyId)
  return there?.mergedInto === undefined ? there : standingFor(db, caseId, there.mergedInto)
}
