import type { AccessGrant } from '@portico/contract/access-grants'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

export const accessGrants: Projection = {
  name: 'accessGrants',
  tables: ['access_grants'],
  types: ['access.granted', 'access.withdrawn'],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'grantId' as grant_id,
        (array_agg(data || jsonb_build_object('by', actor->>'name', 'at', at))
          filter (where type = 'access.granted'))[1] as granted,
        (array_agg(data || jsonb_build_object('by', actor->>'name', 'at', at))
          filter (where type = 'access.withdrawn'))[1] as withdrawn
      from batch group by 1, 2
    ),
    ended as (
      update access_grants g set withdrawn_at = (t.withdrawn->>'at')::timestamptz,
        withdrawn_by = t.withdrawn->>'by', withdrawn_why = t.withdrawn->>'why'
      from told t where t.granted is null and g.case_id = t.case_id and g.grant_id = t.grant_id
    )
    insert into access_grants (case_id, grant_id, member_id, username, party_id, representative_id, document_id,
      start_on, end_on, granted_by, granted_at, withdrawn_at, withdrawn_by, withdrawn_why)
    select case_id, grant_id, granted->>'memberId', granted->>'username', granted->>'partyId',
      granted->>'representativeId', granted->>'documentId', (granted->>'start')::date, (granted->>'end')::date,
      granted->>'by', (granted->>'at')::timestamptz, (withdrawn->>'at')::timestamptz, withdrawn->>'by',
      withdrawn->>'why'
    from told where granted is not null`,
}

type GrantRow = {
  grant_id: string
  member_id: string
  username: string
  party_id: string
  representative_id: string
  document_id: string
  start_on: string
  end_on: string | null
  granted_by: string
  granted_at: Date
  withdrawn_at: Date | null
  withdrawn_by: string | null
  withdrawn_why: string | null
  is_in_force: boolean
}

/** A grant that holds on a day, as a condition: the power of attorney stands in the file. */
export const isInForce = (grant: string, today: string) => `(
  ${grant}.withdrawn_at is null and ${grant}.start_on <= ${today}::date
  and coalesce(${grant}.end_on >= ${today}::date, true)
  and exists (select from documents d where d.case_id = ${grant}.case_id
    and d.document_id = ${grant}.document_id and d.status = 'current'))`

/** All that there ever were, in the order they were granted. */
export async function listGrants(db: Queryable, caseId: string, today: string): Promise<AccessGrant[]> {
  const rows = await db.rows<GrantRow>(
    `select g.*, ${isInForce('g', '$2')} as is_in_force from access_grants g
     where g.case_id = $1 order by g.granted_at, g.grant_id`,
    [caseId, today],
  )
  return rows.map(asGrant)
}

function asGrant(row: GrantRow): AccessGrant {
  const { withdrawn_at: at, withdrawn_by: by, withdrawn_why: why } = row
  return {
    id: row.grant_id,
    memberId: row.member_id,
    username: row.username,
    partyId: row.party_id,
    representativeId: row.representative_id,
    documentId: row.document_id,
    start: row.start_on,
    ...(row.end_on === null ? {} : { end: row.end_on }),
    grantedBy: row.granted_by,
    grantedAt: row.granted_at.toISOString(),
    isInForce: row.is_in_force,
    ...(at === null
      ? {}
      : { withdrawn: { at: at.toISOString(), by: by ?? '', ...(why === null ? {} : { why }) } }),
  }
}
