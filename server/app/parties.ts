import type { NewParty, NewRepresentation, Party } from '@portico/contract/parties'
import { unknownMembers } from '../auth/members.ts'
import { Refusal } from '../core/kernel.ts'
import { party } from '../core/party.ts'
import { findParty, listParties, newestOf, partyOf } from '../projections/parties.ts'
import type { CaseReader } from '../projections/reserved.ts'
import type { Database, Queryable } from '../store/db.ts'
import { type EventsRead, readSubjectEvents } from '../store/events.ts'
import type { Execute, Request } from './engine/execute.ts'
import { type EventPage, eventPage, oneMore } from './present-events.ts'

/** Whom a case concerns, and who speaks for them. */
export type Parties = {
  list(caseId: string): Promise<Party[]>
  get(caseId: string, partyId: string): Promise<Party>
  /** All that happened to the party on this case, also where it is not there any more. */
  history(caseId: string, partyId: string, reader: CaseReader, read: EventsRead): Promise<EventPage>
  write(request: Request, caseId: string, partyId: string, record: NewParty): Promise<{ isNew: boolean }>
  remove(request: Request, caseId: string, partyId: string, why?: string): Promise<void>
  represent(
    request: Request,
    caseId: string,
    partyId: string,
    representation: NewRepresentation,
  ): Promise<void>
  revoke(request: Request, caseId: string, partyId: string, why?: string): Promise<void>
  merge(request: Request, caseId: string, partyId: string, into: string): Promise<void>
}

export function openParties(parts: { db: Database; execute: Execute; clock: () => Date }): Parties {
  const { db, execute, clock } = parts
  const today = () => clock().toISOString().slice(0, 10)

  const refuseUnknownMembers = (memberIds: readonly string[]) => async (tx: Queryable) => {
    const [unknown] = await unknownMembers(tx, memberIds)
    if (unknown !== undefined) throw new Refusal('invalid', `There is no active member ${unknown}.`)
  }

  return {
    list: (caseId) => listParties(db, caseId, today()),

    async get(caseId, partyId) {
      const found = await findParty(db, caseId, partyId, today())
      if (!found) throw noSuchParty()
      return found
    },

    async history(caseId, partyId, reader, read) {
      const events = await readSubjectEvents(db, caseId, partyId, oneMore(read))
      if (events.length === 0 && (read.after ?? 0) === 0) throw noSuchParty()
      return eventPage(db, events, read, reader, today())
    },

    async write(request, caseId, partyId, record) {
      const [there, elsewhere] = await Promise.all([
        partyOf(db, caseId, partyId),
        newestOf(db, partyId, 'identity'),
      ])
      const known = elsewhere && !there ? { elsewhere } : {}
      const command = { type: 'recordParty' as const, caseId, partyId, ...record, ...known }
      return execute(party, request, command, () => ({ isNew: there === undefined }))
    },

    async remove(request, caseId, partyId, why) {
      const command = { type: 'removeParty' as const, caseId, partyId, ...(why === undefined ? {} : { why }) }
      await execute(party, request, command, () => null)
    },

    async represent(request, caseId, partyId, representation) {
      const refuse = refuseUnknownMembers(representation.memberIds ?? [])
      const command = { type: 'represent' as const, caseId, partyId, representation }
      await execute(party, { ...request, refuse }, command, () => null)
    },

    async revoke(request, caseId, partyId, why) {
      const reason = why === undefined ? {} : { why }
      const command = { type: 'revokeRepresentation' as const, caseId, partyId, ...reason }
      await execute(party, request, command, () => null)
    },

    async merge(request, caseId, partyId, into) {
      await execute(party, request, { type: 'mergeParty', caseId, partyId, into }, () => null)
    },
  }
}

const noSuchParty = () => new Refusal('notFound', 'There is no such party in this case.')
