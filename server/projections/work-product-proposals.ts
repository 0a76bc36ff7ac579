import type { Actor } from '@portico/contract/envelope'
import type { ProposalStatus } from '@portico/contract/proposals'
import type { Proposal } from '../core/decision/proposals.ts'
import type { Queryable } from '../store/db.ts'
import { batch, doer, type Projection } from './projection.ts'

export const workProductProposals: Projection = {
  name: 'workProductProposals',
  tables: ['work_product_proposals'],
  types: [
    'workProduct.proposed',
    'workProduct.proposalAccepted',
    'workProduct.proposalRejected',
    'workProduct.proposalWithdrawn',
  ],
  statement: `
    with ${batch},
    answers as (
      select distinct on (case_id, data->>'workProductId', data->>'proposalId')
        case_id, data->>'workProductId' as work_product_id, data->>'proposalId' as proposal_id,
        case type when 'workProduct.proposalAccepted' then 'accepted' when 'workProduct.proposalRejected' then 'rejected'
          else 'withdrawn' end as status,
        ${doer} as actor, at, (data->>'revision')::int as revision, data->>'whySha256' as why_sha256
      from batch where type <> 'workProduct.proposed'
      order by case_id, data->>'workProductId', data->>'proposalId', sequence desc
    ),
    answered_before as (
      update work_product_proposals p set
        status = a.status, answered_by = a.actor, answered_at = a.at, revision = a.revision, why_sha256 = a.why_sha256
      from answers a
      where p.case_id = a.case_id and p.work_product_id = a.work_product_id and p.proposal_id = a.proposal_id
    )
    insert into work_product_proposals (
      case_id, work_product_id, proposal_id, sequence, version, base, proposal_sha256, proposed_by, proposed_at,
      status, answered_by, answered_at, revision, why_sha256)
    select b.case_id, b.data->>'workProductId', b.data->>'proposalId', b.sequence, (b.data->>'version')::int,
      (b.data->>'base')::int, b.data->>'proposalSha256', b.doer, b.at,
      coalesce(a.status, 'open'), a.actor, a.at, a.revision, a.why_sha256
    from (select *, ${doer} as doer from batch) b
    left join answers a on a.case_id = b.case_id and a.work_product_id = b.data->>'workProductId'
      and a.proposal_id = b.data->>'proposalId'
    where b.type = 'workProduct.proposed'`,
}

/** What is kept under the hash of a proposal. */
export type KeptProposal = Proposal & { reason?: string }

export type StoredProposal = {
  id: string
  version: number
  base: number
  by: Actor
  at: string
  status: Exclude<ProposalStatus, 'closed'>
  answered?: { by: Actor; at: string; why?: string; revision?: number }
  /** Undefined where it was erased. */
  kept: KeptProposal | undefined
}

type Row = {
  proposal_id: string
  version: number
  base: number
  body: string | null
  proposed_by: Actor
  proposed_at: Date
  status: StoredProposal['status']
  answered_by: Actor | null
  answered_at: Date | null
  revision: number | null
  why: string | null
}

type Wanted = {
  ids?: readonly string[]
  statuses?: readonly StoredProposal['status'][]
  /** The last that is known. */
  after?: string
  limit?: number
}

/** Oldest first; all, or those that are wanted. */
export async function listProposals(
  db: Queryable,
  { caseId, workProductId }: { caseId: string; workProductId: string },
  { ids, statuses, after, limit }: Wanted = {},
): Promise<StoredProposal[]> {
  const rows = await db.rows<Row>(
    `select p.proposal_id, p.version, p.base, t.body, p.proposed_by, p.proposed_at, p.status, p.answered_by,
       p.answered_at, p.revision, w.body as why
     from work_product_proposals p
     left join work_product_texts t on t.case_id = p.case_id and t.sha256 = p.proposal_sha256
     left join work_product_texts w on w.case_id = p.case_id and w.sha256 = p.why_sha256
     where p.case_id = $1 and p.work_product_id = $2 and ($3::text[] is null or p.proposal_id = any($3))
       and ($4::text[] is null or p.status = any($4))
       and ($5::text is null or p.sequence > (
         select sequence from work_product_proposals
         where case_id = $1 and work_product_id = $2 and proposal_id = $5))
     order by p.sequence limit $6`,
    [caseId, workProductId, ids ?? null, statuses ?? null, after ?? null, limit ?? null],
  )
  return rows.map((row) => ({
    id: row.proposal_id,
    version: row.version,
    base: row.base,
    by: row.proposed_by,
    at: row.proposed_at.toISOString(),
    status: row.status,
    ...(row.answered_by && row.answered_at
      ? {
          answered: {
            by: row.answered_by,
            at: row.answered_at.toISOString(),
            ...(row.why === null ? {} : { why: JSON.parse(row.why) as string }),
            ...(row.revision === null ? {} : { revision: row.revision }),
          },
        }
      : {}),
    kept: row.body === null ? undefined : (JSON.parse(row.body) as KeptProposal),
  }))
}
