import { asOwn } from '@portico/contract/audience'
import type { NewParty, NewRepresentation } from '@portico/contract/parties'
import { type Reader, withoutDirectory } from '../../core/file/reader.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { type KnownElsewhere, party } from '../../core/party/party.ts'
import { dayOf } from '../../core/time/moments.ts'
import { representedCases, sensitivityOf } from '../../projections/case-access.ts'
import { findParty, listParties, newestOf, type PartyPart, partyOf } from '../../projections/parties.ts'
import { type CaseReader, reservedOf } from '../../projections/reserved.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { type EventsRead, readSubjectEvents } from '../../store/events/read.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { eventPage, oneMore } from '../engine/present-events.ts'
import { openCandidates } from './candidates.ts'
import { knownPart } from './spread-party.ts'

/** Whom a case concerns, and who speaks for them. */
export function openParties(parts: { db: Database; execute: Execute; clock: () => Date }) {
  const { db, execute, clock } = parts
  const today = () => dayOf(clock())

  const clientsOf = async (caseId: string, reader: Reader | undefined): Promise<ReadonlySet<string>> => {
    if (reader?.audience !== 'party') return new Set()
    return (await reservedOf(db, { caseIds: [caseId] }, reader, today())).get(caseId)?.clients ?? new Set()
  }

  return {
    /** To a party's representative all of their own client's record is shown, and of the others who they are. */
    async list(caseId: string, reader?: Reader) {
      const found = await listParties(db, caseId, today())
      const clients = await clientsOf(caseId, reader)
      return found.map((one) => (clients.has(one.id) ? asOwn(withoutDirectory(one)) : one))
    },

    async get(caseId: string, partyId: string, reader?: Reader) {
      const found = await findParty(db, caseId, partyId, today())
      if (!found) throw noSuchParty()
      return (await clientsOf(caseId, reader)).has(partyId) ? asOwn(withoutDirectory(found)) : found
    },

    /** All that happened to the party on this case, also where it is not there any more. */
    async history(caseId: string, partyId: string, reader: CaseReader, read: EventsRead) {
      const events = await readSubjectEvents(db, caseId, partyId, oneMore(read))
      if (events.length === 0 && (read.after ?? 0) === 0) throw noSuchParty()
      return eventPage(db, events, read, reader, today())
    },

    /**
     * What is known of a party that is new on the case comes with it, of cases that are no more sensitive than this one
     * and that the caller sees: `upTo` is the highest sensitivity they see every case of. Where they represent somebody
     * they see no more than a party does, so nothing comes from there.
     */
    async write(request: Request, caseId: string, partyId: string, record: NewParty, upTo?: number) {
      let isNew = false
      const underLock = async (tx: Queryable) => {
        isNew = (await partyOf(tx, caseId, partyId)) === undefined
        const level = Math.min(upTo ?? -1, await sensitivityOf(tx, caseId))
        const barred = isNew ? await representedCases(tx, request.actor.id, today()) : []
        const elsewhere = isNew ? await knownUpTo(tx, partyId, level, barred) : undefined
        return {
          type: 'recordParty' as const,
          caseId,
          partyId,
          ...record,
          ...(elsewhere ? { elsewhere } : {}),
        }
      }
      return execute(party, request, { caseId, underLock }, () => ({ isNew }))
    },

    /** Who somebody may be, for whoever is about to add them. */
    candidates: openCandidates({ db, clock }),

    async represent(request: Request, caseId: string, partyId: string, representation: NewRepresentation) {
      const command = { type: 'represent' as const, caseId, partyId, representation }
      await execute(party, request, command, () => null)
    },

    async merge(request: Request, caseId: string, partyId: string, into: string) {
      await execute(party, request, { type: 'mergeParty', caseId, partyId, into }, () => null)
    },
  }
}

export type Parties = ReturnType<typeof openParties>

/** The newest of each part, from whichever of these cases. */
async function knownUpTo(
  tx: Queryable,
  partyId: string,
  sensitivity: number,
  barred: readonly string[],
): Promise<KnownElsewhere | undefined> {
  const newest = (part: PartyPart) => newestOf(tx, partyId, part, { sensitivity, barred })
  const identity = await newest('identity')
  if (!identity) return undefined
  const contact = await newest('contact')
  const representing = await newest('representation')
  const known = representing && (await knownPart(tx, representing, 'representation'))
  const { contact: _, stamps, reconciled: __, directory: ___, conflicts: ____, ...who } = identity
  return {
    ...who,
    ...(contact?.reconciled?.contact ? { reconciled: { contact: contact.reconciled.contact } } : {}),
    ...(contact?.contact ? { contact: contact.contact } : {}),
    stamps: { ...stamps, ...(contact?.stamps.contact ? { contact: contact.stamps.contact } : {}) },
    ...(representing && known ? { represented: { from: representing.caseId, known } } : {}),
  }
}

const noSuchParty = () => new Refusal('notFound', 'There is no such party in this case.')
