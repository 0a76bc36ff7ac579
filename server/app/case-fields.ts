import type { Party } from '@portico/contract/parties'
import type { Profile } from '@portico/contract/profile'
import { partyName } from '../core/party/names.ts'
import type { Queryable } from '../store/db.ts'

type CaseRow = {
  docketNumber: string
  caseType: string
  receiptDate: string
  docket: string | null
  status: string | null
  partyStatus: string | null
}

/** What templates say of a case, by the names of their fields; `partyStatus` is the status as a party is told it. */
export type CaseFields = { values: Record<string, string>; partyStatus: string }

export async function caseFields(
  db: Queryable,
  caseId: string,
  { parties, profile, today }: { parties: readonly Party[]; profile: Profile; today: string },
): Promise<CaseFields | undefined> {
  const [row] = await db.rows<CaseRow>(
    `select c.docket_number as "docketNumber", c.case_type as "caseType", c.receipt_date as "receiptDate", w.docket,
       w.status, w.party_status as "partyStatus"
     from cases c left join case_work w using (case_id) where c.case_id = $1`,
    [caseId],
  )
  if (!row) return undefined
  const claimantRoles = profile.partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  const claimant = parties.find(({ role }) => claimantRoles.includes(role))
  const { representation } = claimant ?? {}
  const representative = representation?.isInForce
    ? parties.find(({ id }) => id === representation.representativeId)
    : undefined
  const values = {
    'profile.label': profile.label,
    'case.docketNumber': row.docketNumber,
    'case.type': wordLabel(profile.caseTypes, row.caseType),
    'case.docket': wordLabel(profile.dockets, row.docket),
    'case.receiptDate': row.receiptDate,
    'case.status': wordLabel(profile.statuses, row.status),
    'claimant.name': claimant ? partyName(claimant) : '',
    'representative.name': representative ? partyName(representative) : '',
    today,
  }
  return { values, partyStatus: wordLabel(profile.partyStatuses, row.partyStatus) }
}

export const wordLabel = (
  words: readonly { name: string; label: string }[],
  name: string | null | undefined,
): string => words.find((word) => word.name === name)?.label ?? name ?? ''
