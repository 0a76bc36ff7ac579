import type { PersonName } from '@portico/contract/appeals'
import { type Reading, reads } from '@portico/contract/audience'
import type { Contact } from '@portico/contract/parties'
import { reservedKinds } from '../core/file/document-audience.ts'
import { isAddressOf, isNameOf } from '../core/mail/agreement.ts'
import type { Queryable } from '../store/db.ts'
import { type Side, sidesByCase } from './case-access.ts'

const isReservedKind = (document: string) =>
  `${document}.made_as in (${reservedKinds.map((kind) => `'${kind}'`).join(', ')})`

/**
 * The documents of a case that are for staff alone, or also for the side of `party_id`, as a query. Parts of a letter,
 * and copies in another case, have its bytes; a party that was merged is the one that it was merged into. A copy that
 * came by mail is also for the side that sent it: `mail` says by whom, and who `party_id` is.
 */
export const reservedDocuments = (caseId: string) => `
  with recursive sent as (
    select l.document_id, l.sha256, l.party_id from letters l
    where l.case_id = ${caseId} and l.document_id is not null
    union
    select s.document_id, d.content->>'sha256', l.party_id
    from shared_documents s
    join documents d using (case_id, document_id)
    join letters l on l.case_id = s.from_case_id and l.document_id = s.from_document_id
    where s.case_id = ${caseId}
    union
    select s.document_id, l.sha256, l.party_id
    from shared_documents s
    join documents d using (case_id, document_id)
    join letters l on l.sha256 = d.content->>'sha256'
    where s.case_id = ${caseId}
    union
    select d.document_id, d.content->>'sha256', null
    from documents d where d.case_id = ${caseId} and ${isReservedKind('d')}
    union
    select s.document_id, d.content->>'sha256', null
    from shared_documents s
    join documents d using (case_id, document_id)
    join documents f on f.case_id = s.from_case_id and f.document_id = s.from_document_id
    where s.case_id = ${caseId} and ${isReservedKind('f')}
  ),
  held as (
    select document_id, party_id from sent
    union
    select d.document_id, s.party_id
    from documents d join sent s on s.sha256 = d.content->>'sha256' where d.case_id = ${caseId}
  ),
  mailed as (
    select f.value->>'documentId' as document_id, e.data->'sender' as sender
    from events e cross join lateral jsonb_array_elements(e.data->'files') f
    where e.case_id = ${caseId} and e.type = 'mail.received' and e.data->'sender' is not null
      and f.value->>'documentId' in (select document_id from held except select document_id from sent)
  ),
  named (document_id, party_id) as (
    select document_id, party_id from held
    union
    select n.document_id, p.merged_into
    from named n join parties p on p.case_id = ${caseId} and p.party_id = n.party_id
    where p.merged_into is not null
  )
  select document_id, party_id, null::jsonb as mail from named
  union all
  select m.document_id, p.party_id, jsonb_build_object(
    'sender', m.sender, 'person', p.person, 'organization', p.organization, 'contact', p.contact)
  from mailed m join parties p on p.case_id = ${caseId}`

export type ReservedDocument = { documentId: string; partyId: string | null; mail: Mail | null }

type Mail = {
  sender: { name?: string; address?: string }
  person: PersonName | null
  organization: string | null
  contact: Contact | null
}

/** A name alone is not enough: others have it, and anybody can write it. */
function isSentBy({ sender: { name, address }, contact, ...who }: Mail): boolean {
  if (name === undefined || address === undefined) return false
  return isNameOf(name, who) && isAddressOf(address, contact)
}

/** The party whose side it is for. */
const sideOf = ({ partyId, mail }: ReservedDocument) => (mail && !isSentBy(mail) ? null : partyId)

/** Those of them that are not for a reader, who may be on one side of the case. */
export function concealedFor(
  reserved: readonly ReservedDocument[],
  { audience }: { audience: Reading },
  side: Side | undefined,
): Set<string> {
  if (!side && reads(audience, 'staff')) return new Set()
  const own = new Set(
    reserved
      .filter((document) => side?.parties.has(sideOf(document) ?? ''))
      .map(({ documentId }) => documentId),
  )
  return new Set(reserved.map(({ documentId }) => documentId).filter((id) => !own.has(id)))
}

const readReserved = (db: Queryable, caseId: string) =>
  db.rows<ReservedDocument>(
    `select r.document_id as "documentId", r.party_id as "partyId", r.mail from (${reservedDocuments('$1')}) r`,
    [caseId],
  )

/** The documents of a case that a reader does not see on a day, whatever their status. */
export async function concealedFrom(
  db: Queryable,
  caseId: string,
  reader: { id: string; audience: Reading },
  today: string,
): Promise<string[]> {
  if (reads(reader.audience, 'staff')) return []
  const reserved = await readReserved(db, caseId)
  if (reserved.length === 0) return []
  const sides = await sidesByCase(db, [caseId], reader.id, today)
  return [...concealedFor(reserved, reader, sides.get(caseId))].toSorted()
}

/** Of the documents that are not for all who see the case: the parties whose side each is for, which may be none. */
export async function sidesOfReserved(
  db: Queryable,
  caseId: string,
): Promise<Map<string, ReadonlySet<string>>> {
  const sides = new Map<string, Set<string>>()
  for (const document of await readReserved(db, caseId)) {
    const { documentId } = document
    const partyId = sideOf(document)
    const known = sides.get(documentId) ?? new Set()
    sides.set(documentId, partyId === null ? known : known.add(partyId))
  }
  return sides
}

/** Whose side a document is for. */
export async function sidesOf(
  db: Queryable,
  caseId: string,
  documentId: string,
): Promise<ReadonlySet<string> | 'all'> {
  return (await sidesOfReserved(db, caseId)).get(documentId) ?? 'all'
}
