import type { DispositionReason, Issue, IssueLeaving, IssueList } from '@portico/contract/issues'
import type { Queryable } from '../store/db.ts'
import { batch, doer, type Projection, rowBefore } from './projection.ts'

/** The row as it was, or as it was added, with the last word of each kind laid over it. */
export const issues: Projection = {
  name: 'issues',
  tables: ['issues'],
  types: [
    'issue.added',
    'issue.edited',
    'issue.decided',
    'issue.undecided',
    'issue.split',
    'issue.merged',
    'issue.removed',
    'issue.restored',
    'case.issuesOrdered',
    'workProduct.signed',
    'workProduct.recalled',
    'remand.sentBack',
    'remand.received',
    'remand.returned',
    'remand.ended',
    'remand.resumed',
  ],
  statement: `
    with ${batch},
    concerned as (
      select b.*, i.issue_id, i.place from batch b cross join lateral (
        select b.data->>'issueId' as issue_id, (b.data->>'position')::int as place
        where b.type like 'issue.%' and b.type <> 'issue.merged'
        union all
        select id, null from jsonb_array_elements_text(b.data->'from') as f (id) where b.type = 'issue.merged'
        union all
        select id, (nth - 1)::int from jsonb_array_elements_text(b.data->'issueIds') with ordinality as o (id, nth)
        where b.type = 'case.issuesOrdered'
        union all
        select d->>'issueId', null from jsonb_array_elements(b.data->'dispositions') as d
        where b.type = 'workProduct.signed'
        union all
        select id, null from jsonb_array_elements_text(b.data->'issueIds') as r (id) where b.type like 'remand.%'
      ) i
    ),
    recalled as (
      select case_id, data->>'workProductId' as work_product_id from batch where type = 'workProduct.recalled'
    ),
    words as (
      select case_id, issue_id,
        (array_agg(data) filter (where type = 'issue.added'))[1] as added,
        (array_agg(data order by sequence desc) filter (where type in ('issue.added', 'issue.edited')))[1] as about,
        (array_agg(jsonb_build_object('type', type, 'data', data, 'at', at, 'by', ${doer}->>'name') order by sequence desc)
          filter (where type in ('issue.decided', 'issue.undecided', 'remand.sentBack', 'remand.received', 'remand.resumed')))[1] as decided,
        (array_agg(jsonb_build_object('type', type, 'data', data, 'at', at, 'by', ${doer}->>'name') order by sequence desc)
          filter (where type in ('issue.split', 'issue.merged', 'issue.removed', 'issue.restored')))[1] as standing,
        (array_agg(place order by sequence desc) filter (where place is not null))[1] as place,
        (array_agg(
            jsonb_build_object('in', case type when 'workProduct.signed' then data->>'workProductId' end)
            order by sequence desc)
          filter (where type in ('workProduct.signed', 'remand.sentBack', 'remand.received', 'remand.resumed')))[1] as signing,
        (array_agg(data->>'remandId' order by sequence desc)
          filter (where type in ('remand.sentBack', 'remand.received', 'remand.resumed')))[1] as remand_id,
        (array_agg(type in ('remand.sentBack', 'remand.resumed') order by sequence desc)
          filter (where type like 'remand.%' or type = 'issue.removed'))[1] as is_away
      from concerned group by case_id, issue_id
    ),
    touched as (
      select case_id, issue_id from words
      union
      select r.case_id, i.issue_id from recalled r cross join lateral (
        select issue_id from issues where case_id = r.case_id and signed_in = r.work_product_id offset 0) i
    )
    insert into issues (
      case_id, issue_id, position, issue_type, benefit_type, scope, description, left_as, raised_issue_ids,
      into_issue_ids, disposition, reasons, note, decided_at, decided_by, removal, signed_in, instructions,
      remand_id, is_away)
    select t.case_id, t.issue_id, coalesce(w.place, i.position),
      case when about is null then i.issue_type else about->>'issueType' end,
      case when about is null then i.benefit_type else about->>'benefitType' end,
      case when about is null then i.scope else about->>'scope' end,
      case when about is null then i.description else about->>'description' end,
      case standing->>'type'
        when 'issue.split' then 'split'
        when 'issue.merged' then 'merged'
        when 'issue.removed' then standing->'data'->>'how'
        when 'issue.restored' then null
        else i.left_as end,
      case when added is null then i.raised_issue_ids
        when added ? 'raisedIssueIds' then array(select jsonb_array_elements_text(added->'raisedIssueIds')) end,
      case standing->>'type'
        when 'issue.split' then array(select jsonb_array_elements_text(standing->'data'->'into'))
        when 'issue.merged' then array[standing->'data'->>'issueId']
        else i.into_issue_ids end,
      case when decided is null then i.disposition
        when decided->>'type' = 'issue.decided' then decided->'data'->>'disposition' end,
      case when decided is null then i.reasons
        when decided->>'type' = 'issue.decided' then decided->'data'->'reasons' end,
      case when decided is null then i.note
        when decided->>'type' = 'issue.decided' then decided->'data'->>'note' end,
      case when decided is null then i.decided_at
        when decided->>'type' = 'issue.decided' then (decided->>'at')::timestamptz end,
      case when decided is null then i.decided_by
        when decided->>'type' = 'issue.decided' then decided->>'by' end,
      case standing->>'type'
        when 'issue.removed' then (standing->'data') - 'issueId' || (standing - 'data' - 'type')
        when 'issue.restored' then null
        else i.removal end,
      (select s.id from (select case when signing is null then i.signed_in else signing->>'in' end as id) s
       where not exists (select from recalled r where r.case_id = t.case_id and r.work_product_id = s.id)),
      case when decided is null then i.instructions
        when decided->>'type' = 'issue.decided' then decided->'data'->'instructions' end,
      coalesce(w.remand_id, i.remand_id),
      coalesce(w.is_away, i.is_away, false)
    from touched t
    left join words w using (case_id, issue_id)
    left join ${rowBefore('issues', ['t.case_id', 't.issue_id'])} i on true
    where added is not null or i.issue_id is not null
    on conflict (case_id, issue_id) do update set
      position = excluded.position, issue_type = excluded.issue_type, benefit_type = excluded.benefit_type,
      scope = excluded.scope, description = excluded.description, left_as = excluded.left_as,
      into_issue_ids = excluded.into_issue_ids, disposition = excluded.disposition, reasons = excluded.reasons,
      note = excluded.note, decided_at = excluded.decided_at, decided_by = excluded.decided_by,
      removal = excluded.removal, signed_in = excluded.signed_in, instructions = excluded.instructions,
      remand_id = excluded.remand_id, is_away = excluded.is_away`,
}

type IssueRow = {
  issue_id: string
  issue_type: string
  benefit_type: string | null
  scope: string | null
  description: string | null
  left_as: 'split' | 'merged' | IssueLeaving['how'] | null
  raised_issue_ids: string[] | null
  into_issue_ids: string[] | null
  disposition: string | null
  reasons: DispositionReason[] | null
  note: string | null
  decided_at: Date | null
  decided_by: string | null
  removal: (IssueLeaving & { at: string; by: string }) | null
  signed_in: string | null
  instructions: { text: string; reason?: string }[] | null
  remand_id: string | null
  is_away: boolean
  citations: number
}

/** The list in order, and behind it what has left it. */
export async function listIssues(db: Queryable, caseId: string): Promise<IssueList> {
  const rows = await db.rows<IssueRow>(
    `select i.issue_id, issue_type, benefit_type, scope, description, left_as, raised_issue_ids, into_issue_ids,
       disposition, reasons, note, decided_at, decided_by, removal, signed_in,
       instructions, remand_id, is_away, coalesce(c.citations, 0) as citations
     from issues i
     left join (
       select issue_id, count(*)::int as citations from citations where case_id = $1 group by issue_id
     ) c using (issue_id)
     where i.case_id = $1
     order by position, i.issue_id`,
    [caseId],
  )
  const byId = new Map(rows.map((row) => [row.issue_id, row]))
  const answers = (id: string): string[] => {
    const { left_as, into_issue_ids } = byId.get(id) ?? { left_as: 'split', into_issue_ids: null }
    return left_as === null ? [id] : [...new Set((into_issue_ids ?? []).flatMap(answers))]
  }
  const present = (row: IssueRow, position?: number) => asIssue(row, answers(row.issue_id), position)
  return {
    issues: rows.filter(({ left_as }) => left_as === null).map((row, index) => present(row, index)),
    past: rows.filter(({ left_as }) => left_as !== null).map((row) => present(row)),
  }
}

function asIssue(row: IssueRow, answeredByIssueIds: string[], position?: number): Issue {
  const { disposition, decided_at, decided_by, removal } = row
  return {
    id: row.issue_id,
    ...(position === undefined ? {} : { position }),
    issueType: row.issue_type,
    ...(row.benefit_type === null ? {} : { benefitType: row.benefit_type }),
    ...(row.scope === null ? {} : { scope: row.scope }),
    ...(row.description === null ? {} : { description: row.description }),
    status: row.left_as ?? statusOf(row),
    raisedIssueIds: row.raised_issue_ids ?? [row.issue_id],
    answeredByIssueIds,
    ...(disposition === null || decided_at === null
      ? {}
      : {
          decision: {
            disposition,
            reasons: row.reasons ?? [],
            ...(row.instructions === null ? {} : { instructions: row.instructions }),
            ...(row.note === null ? {} : { note: row.note }),
            by: decided_by ?? '',
            at: decided_at.toISOString(),
          },
        }),
    ...(removal === null ? {} : { removal: { ...removal, at: new Date(removal.at).toISOString() } }),
    citations: row.citations,
    ...(row.remand_id === null ? {} : { remandId: row.remand_id }),
    ...(row.signed_in === null ? {} : { signedIn: row.signed_in }),
  }
}

function statusOf({ is_away, disposition }: IssueRow): Issue['status'] {
  if (is_away) return 'sentBack'
  return disposition === null ? 'open' : 'decided'
}
