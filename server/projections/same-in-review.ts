import type { Queryable } from '../store/db.ts'

/**
 * The docket number of another case in active review on which the same person asks for the same: a party in one of the
 * roles given, and an issue of the same type in the same words. Only of cases that all may see who see this one: what is
 * found stands in its events.
 */
export async function sameInReview(
  db: Queryable,
  caseId: string,
  claimantRoles: readonly string[],
): Promise<string | undefined> {
  const [row] = await db.rows<{ docket_number: string }>(
    `select c.docket_number
     from parties p
     join parties o on o.party_id = p.party_id and o.case_id <> p.case_id and o.role = any($2) and o.status = 'current'
     join case_work w on w.case_id = o.case_id and w.docket is not null and not w.is_closed
       and w.sensitivity <= coalesce((select h.sensitivity from case_work h where h.case_id = p.case_id), 0)
     join cases c on c.case_id = o.case_id
     where p.case_id = $1 and p.role = any($2) and p.status = 'current' and exists (
       select from issues i join issues s on s.case_id = o.case_id and s.issue_type = i.issue_type
         and lower(trim(s.description)) = lower(trim(i.description)) and s.left_as is null
       where i.case_id = p.case_id and i.left_as is null)
     order by c.docket_number limit 1`,
    [caseId, claimantRoles],
  )
  return row?.docket_number
}
