import { randomUUID } from 'node:crypto'
import type { Actor } from '@portico/contract/envelope'
import { Refusal } from '../../core/kernel/decider.ts'
import { type KnownPart, type PartyCommand, party } from '../../core/party/party.ts'
import { dayOf } from '../../core/time/moments.ts'
import { representedCases, sensitivityOf } from '../../projections/case-access.ts'
import {
  casesBehind,
  casesOf,
  changeOf,
  type Page,
  type PartyPart,
  type PartyThere,
  partyOf,
} from '../../projections/parties.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute } from '../engine/execute.ts'
import { systemActor } from '../engine/system-actor.ts'

export type Spread = { changed: number; refused: number }
export type SpreadParty = (
  changed: { partyId: string; caseId: string },
  signal?: AbortSignal,
) => Promise<Spread>

/** Up to which sensitivity somebody sees every case; below zero for whoever does not. */
export type SightOf = (actor: Actor) => Promise<number>

const parts: readonly PartyPart[] = ['identity', 'contact', 'representation']
const casesAtOnce = 500

/**
 * Brings what somebody changed of a party on a case to their other cases that are at least as sensitive, an event on
 * each: the change, where they may see that case too and represent nobody there, or else that there is one to look into. Doing it again changes
 * nothing, so it may be cut off anywhere; a case that refuses does not stop the others.
 */
export function createSpreadParty(options: {
  db: Database
  execute: Execute
  clock: () => Date
  sightOf: SightOf
}): SpreadParty {
  const { db, execute, clock, sightOf } = options

  return async ({ partyId, caseId: from }, signal) => {
    const spread: Spread = { changed: 0, refused: 0 }
    const [there, sensitivity] = await Promise.all([partyOf(db, from, partyId), sensitivityOf(db, from)])
    if (!there) return spread
    for (const change of await changesOn(db, there)) {
      const upTo = await sightOf(change.actor)
      const barred = await representedCases(db, change.actor.id, dayOf(clock()))
      await follow(change, upTo, barred)
    }
    return spread

    async function follow(
      { known, part, stamp, casesIn }: ChangeThere,
      upTo: number,
      barred: readonly string[],
    ) {
      const correlationId = randomUUID()
      for (let after = ''; ; ) {
        const caseIds = await casesIn({ after, limit: casesAtOnce, sensitivity })
        for (const caseId of caseIds) {
          signal?.throwIfAborted()
          const call = { at: clock(), actor: systemActor, correlationId }
          const underLock = async (tx: Queryable): Promise<PartyCommand> => {
            const level = await sensitivityOf(tx, caseId)
            if (level < sensitivity) throw new Refusal('stateForbids', 'The case is now less sensitive.')
            return level <= upTo && !barred.includes(caseId)
              ? { type: 'followParty', caseId, partyId, from, known }
              : { type: 'noticeParty', caseId, partyId, from: { caseId: from }, part, stamp }
          }
          const written = await execute(
            party,
            call,
            { caseId, underLock },
            ({ events }) => events.length,
          ).catch(refusal)
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

type ChangeThere = {
  part: PartyPart | 'merger'
  actor: Actor
  stamp: string
  known: KnownPart
  casesIn: (page: Page) => Promise<string[]>
}

/** What was changed of a party on this case itself, and did not come from another, which tells it from there. */
async function changesOn(db: Database, there: PartyThere): Promise<ChangeThere[]> {
  const { caseId, partyId, mergedInto, stamps } = there
  if (mergedInto !== undefined) {
    const [change, into] = await Promise.all([
      changeOf(db, there, 'merger', mergedInto),
      standingFor(db, caseId, mergedInto),
    ])
    if (!change || !into) return []
    const known: KnownPart = { part: 'merger', into: into.partyId, of: into }
    const { actor, at } = change
    const casesIn = (page: Page) => casesOf(db, partyId, page)
    return [{ part: 'merger', actor, stamp: at.toISOString(), known, casesIn }]
  }
  const changes: ChangeThere[] = []
  for (const part of parts) {
    const stamp = stamps[part]
    const change = stamp === undefined ? undefined : await changeOf(db, there, part, stamp)
    const told = change && (await knownPart(db, there, part))
    if (!change || !told || stamp === undefined) continue
    const known = {
      ...told,
      ...(change.record ? { made: change.record } : {}),
      ...(told.part === 'identity' && change.isFirst ? { isFirst: true } : {}),
    }
    const casesIn = (page: Page) => casesBehind(db, there, part, page)
    changes.push({ part, actor: change.actor, stamp, known, casesIn })
  }
  return changes
}

/** A part of a party as a case has it, for others to follow. */
export async function knownPart<Part extends PartyPart>(
  db: Queryable,
  there: PartyThere,
  part: Part,
): Promise<Extract<KnownPart, { part: Part }> | undefined>
export async function knownPart(
  db: Queryable,
  there: PartyThere,
  part: PartyPart,
): Promise<KnownPart | undefined> {
  if (part !== 'representation') return { part, of: there }
  const { representation, stamps } = there
  if (!representation || stamps.representation === undefined) return undefined
  const representative = await standingFor(db, there.caseId, representation.representativeId)
  return representative && { part, representation, stamp: stamps.representation, representative }
}

/** The party as it stands in the case, under the name that it goes by now. */
async function standingFor(
  db: Queryable,
  caseId: string,
  partyId: string | undefined,
): Promise<PartyThere | undefined> {
  if (partyId === undefined) return undefined
  const there = await partyOf(db, caseId, partyId)
  return there?.mergedInto === undefined ? there : standingFor(db, caseId, there.mergedInto)
}
