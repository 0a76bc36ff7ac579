import type { Queryable } from '../store/db.ts'
import { sensitivityAtPurge } from '../store/events/erase.ts'
import { mergeable } from '../store/shared-reads.ts'
import { isInForce } from './access-grants.ts'
import { isSubstituted } from './case-work.ts'

/**
 * What decides who may see a case, at which version it is and how far its text is: one small question, asked by every
 * request.
 */
export type CaseAccess = {
  version: number
  /** The revision of its text, null where it has none. */
  textRevision: number | null
  sensitivity: number
  /** Members who were granted access for a party of it. */
  representativeIds: readonly string[]
  isClosed: boolean
  /** It goes on as another. */
  isSubstituted: boolean
  purgedAt: Date | null
}

/** `today` says which grants are in force. */
export async function findCaseAccess(
  db: Queryable,
  caseId: string,
  today: string,
): Promise<CaseAccess | undefined> {
  const [row] = await db.rows<CaseAccess>(accessToCase, [caseId, today])
  return row
}

/** How sensitive cases are by now; of those that were purged, as they were. */
export function sensitivitiesNow(
  db: Queryable,
  caseIds: readonly string[],
): Promise<{ caseId: string; sensitivity: number; isPurged: boolean }[]> {
  return db.rows(
    `select s.case_id as "caseId", s.purged_at is not null as "isPurged",
       case when s.purged_at is null then coalesce(w.sensitivity, 0)
         else ${sensitivityAtPurge('s.case_id', 's.version')} end as sensitivity
     from case_streams s left join case_work w using (case_id) where s.case_id = any($1)`,
    [caseIds],
  )
}

/** The same of many at once, without those that were purged. */
export async function findCaseAccesses(
  db: Queryable,
  caseIds: readonly string[],
  today: string,
): Promise<
  Map<string, Pick<CaseAccess, 'sensitivity' | 'representativeIds' | 'isClosed' | 'isSubstituted'>>
> {
  const rows = await db.rows<CaseAccess & { id: string }>(
    `select s.case_id as id, coalesce(w.sensitivity, 0) as sensitivity, coalesce(w.is_closed, false) as "isClosed",
       coalesce(w.is_closed and ${isSubstituted('w.case_id')}, false) as "isSubstituted",
       array(${representatives('s.case_id', '$2')}) as "representativeIds"
     from case_streams s left join case_work w using (case_id) where s.case_id = any($1) and s.purged_at is null`,
    [caseIds, today],
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The cases that a member may see for a party on a day, as a query. */
export const representedBy = (memberId: string, today: string) => `
  select g.case_id from access_grants g where g.member_id = ${memberId} and ${isInForce('g', today)}`

/** The members who may see a case for a party on a day, as a query. */
const representatives = (caseId: string, today: string) => `
  select distinct g.member_id from access_grants g where g.case_id = ${caseId} and ${isInForce('g', today)}`

const accessToCase = mergeable(
  `select s.version, t.revision as "textRevision",
     case when s.purged_at is null then coalesce(w.sensitivity, 0)
       else ${sensitivityAtPurge('s.case_id', 's.version')} end as sensitivity,
     coalesce(w.is_closed, false) as "isClosed",
     coalesce(w.is_closed and ${isSubstituted('w.case_id')}, false) as "isSubstituted",
     s.purged_at as "purgedAt",
     array(${representatives('s.case_id', '$2')}) as "representativeIds"
   from case_streams s left join case_work w using (case_id) left join case_texts t using (case_id)
   where s.case_id = $1`,
  ['text', 'date'],
)

/** Representatives for whom one member alone sees a case on a day. */
export const representingMembers = (
  db: Queryable,
  caseIds: readonly string[],
  today: string,
): Promise<{ partyId: string; memberId: string }[]> =>
  db.rows(
    `select g.representative_id as "partyId", min(g.member_id) as "memberId" from access_grants g
     where g.case_id = any($1) and ${isInForce('g', '$2')}
     group by g.case_id, g.representative_id having count(distinct g.member_id) = 1`,
    [caseIds, today],
  )

/** The members who may see a case for that one of its parties on a day. */
export async function representativesOf(
  db: Queryable,
  caseId: string,
  partyId: string,
  today: string,
): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select distinct g.member_id as id from access_grants g
     where g.case_id = $1 and g.party_id = $2 and ${isInForce('g', '$3')}`,
    [caseId, partyId, today],
  )
  return rows.map(({ id }) => id)
}

/** Only those who are cleared for it see the case. */
export async function sensitivityOf(db: Queryable, caseId: string): Promise<number> {
  const [row] = await db.rows<{ sensitivity: number }>(
    `select sensitivity from case_work where case_id = $1`,
    [caseId],
  )
  return row?.sensitivity ?? 0
}

const casesOfMember = mergeable(representedBy('$1', '$2'), ['text', 'date'])

export async function representedCases(db: Queryable, memberId: string, today: string): Promise<string[]> {
  const rows = await db.rows<{ case_id: string }>(casesOfMember, [memberId, today])
  return [...new Set(rows.map(({ case_id }) => case_id))]
}

const grantsOfMember = mergeable(
  `select g.case_id, g.party_id, g.representative_id from access_grants g
   where g.member_id = $1 and g.case_id = any(array(select jsonb_array_elements_text($3::jsonb)))
     and ${isInForce('g', '$2')}`,
  ['text', 'date', 'text'],
)

/** Whom somebody acts for on a case, and with them the parties as whom they do. */
export type Side = { clients: Set<string>; parties: Set<string> }

/** Those of the cases that a member may see for a party on a day, with the side that they are on there. */
export async function sidesByCase(
  db: Queryable,
  caseIds: readonly string[],
  memberId: string,
  today: string,
): Promise<Map<string, Side>> {
  const asked = [memberId, today, JSON.stringify(caseIds)]
  const rows = await db.rows<{ case_id: string; party_id: string; representative_id: string }>(
    grantsOfMember,
    asked,
  )
  const sides = new Map<string, Side>()
  for (const { case_id, party_id, representative_id } of rows) {
    const { clients, parties } = sides.get(case_id) ?? { clients: new Set(), parties: new Set() }
    sides.set(case_id, {
      clients: clients.add(party_id),
      parties: parties.add(party_id).add(representative_id),
    })
  }
  return sides
}

/** Those of some cases that somebody sees: up to a sensitivity, and where they represent a party. */
export async function casesSeenBy(
  db: Queryable,
  caseIds: readonly string[],
  { upTo = -1, memberId }: { upTo: number | undefined; memberId: string },
  today: string,
): Promise<Set<string>> {
  if (caseIds.length === 0) return new Set()
  const rows = await db.rows<{ case_id: string }>(
    `select distinct n.case_id from unnest($1::text[]) as n (case_id) left join case_work w using (case_id)
     where coalesce(w.sensitivity, 0) <= $2 or n.case_id in (${representedBy('$3', '$4')})`,
    [caseIds, upTo, memberId, today],
  )
  return new Set(rows.map(({ case_id }) => case_id))
}
