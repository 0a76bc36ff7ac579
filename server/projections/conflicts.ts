import type { Profile } from '@portico/contract/profile'
import type { Queryable } from '../store/db.ts'
import { representedBy } from './case-access.ts'
import { folded } from './folded.ts'

export type Conflict = { caseId: string; why: string }
export type Interested = { id: string; email: string | null; displayName: string }

type Rules = Pick<Profile, 'conflicts' | 'partyRoles'>

/**
 * Cases that a member may not have a task of this type of, each with the first rule of the profile that says so. Asked
 * of no type, those that they may have no task of.
 */
export async function conflictsOf(
  db: Queryable,
  member: Interested,
  { caseIds, taskType, today }: { caseIds: readonly string[]; taskType: string | null; today: string },
  profile: Rules,
): Promise<Conflict[]> {
  const ties = await tiesOf(db, member, { caseIds, today }, profile)
  return ties.flatMap((tie) => {
    const why = conflictIn(tie, taskType, profile)
    return why === undefined ? [] : [{ caseId: tie.caseId, why }]
  })
}

/** Why what ties somebody to a case keeps them from a task of this type; undefined where it does not. */
export function conflictIn(ties: Ties, taskType: string | null, { conflicts }: Rules): string | undefined {
  return conflicts.find(
    (rule) =>
      (rule.tasks.length === 0 || (taskType !== null && rule.tasks.includes(taskType))) &&
      applies(rule, ties),
  )?.why
}

/** What ties a member to each of these cases. */
export async function tiesOf(
  db: Queryable,
  member: Interested,
  { caseIds, today }: { caseIds: readonly string[]; today: string },
  { conflicts, partyRoles }: Rules,
): Promise<Ties[]> {
  if (conflicts.length === 0 || caseIds.length === 0) return []
  const claimants = partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  return db.rows<Ties>(
    `select c.case_id as "caseId",
       c.case_id in (${representedBy('$2', '$3')}) as represents,
       exists (
         select from parties p, jsonb_array_elements_text(coalesce(p.contact->'emails', '[]')) as e (email)
         where p.case_id = c.case_id and p.status = 'current' and lower(e.email) = lower($4)
       ) as "isParty",
       exists (
         select from parties p
         where p.case_id = c.case_id and p.status = 'current' and p.role = any($6)
           and ${folded("p.person->>'lastName'")} = ${folded('$5::text')}
       ) as "sharesFamilyName",
       array(
         select distinct t.type from tasks t
         where t.case_id = c.case_id and t.assignee_kind = 'person' and t.assignee_id = $2
       ) as had
     from unnest($1::text[]) as c (case_id)`,
    [caseIds, member.id, today, member.email, familyNameOf(member), claimants],
  )
}

export type Ties = {
  caseId: string
  represents: boolean
  isParty: boolean
  sharesFamilyName: boolean
  had: string[]
}

function applies({ when, had = [] }: Profile['conflicts'][number], ties: Ties): boolean {
  return when === 'hadTask' ? ties.had.some((type) => had.includes(type)) : ties[when]
}

/** The last word of a name of several. */
function familyNameOf({ displayName }: Interested): string | null {
  return /\s(\S+)\s*$/.exec(displayName.trim())?.[1] ?? null
}
