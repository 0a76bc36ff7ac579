import { batch, type Projection } from './projection.ts'

export const remands: Projection = {
  name: 'remands',
  tables: ['remands'],
  types: [
    'remand.sentBack',
    'remand.received',
    'remand.progressed',
    'remand.returned',
    'remand.ended',
    'remand.resumed',
  ],
  statement: `
    with ${batch},
    words as (
      select case_id, data->>'remandId' as remand_id,
        (array_agg(jsonb_build_object('type', type, 'data', data, 'at', at) order by sequence)
          filter (where type in ('remand.sentBack', 'remand.received')))[1] as sent,
        (array_agg(data->>'status' order by sequence desc)
          filter (where type = 'remand.progressed'))[1] as progress,
        (array_agg(at order by sequence desc) filter (where type in ('remand.returned', 'remand.received')))[1] as returned_at,
        (array_agg(jsonb_build_object('type', type, 'at', at) order by sequence desc)
          filter (where type in ('remand.ended', 'remand.resumed')))[1] as ended,
        (array_agg(type order by sequence desc))[1] as last_step
      from batch group by case_id, data->>'remandId'
    )
    insert into remands (case_id, remand_id, kind, status, place, work_product_id, sent_at, returned_at, ended_at)
    select w.case_id, w.remand_id,
      coalesce(r.kind, case sent->>'type' when 'remand.received' then 'court' else 'board' end),
      case last_step
        when 'remand.sentBack' then 'sentBack'
        when 'remand.received' then 'returned'
        when 'remand.progressed' then progress
        when 'remand.returned' then 'returned'
        when 'remand.ended' then 'ended'
        else 'sentBack' end,
      coalesce(r.place, sent->'data'->'to'->>'name'),
      coalesce(r.work_product_id, sent->'data'->>'workProductId'),
      coalesce(r.sent_at, (sent->>'at')::timestamptz),
      coalesce(w.returned_at, r.returned_at),
      case ended->>'type' when 'remand.ended' then (ended->>'at')::timestamptz when 'remand.resumed' then null
        else r.ended_at end
    from words w left join remands r using (case_id, remand_id)
    where sent is not null or r.remand_id is not null
    on conflict (case_id, remand_id) do update set
      status = excluded.status, returned_at = excluded.returned_at, ended_at = excluded.ended_at`,
}

/** How issues were decided before they were sent back: what they are decided as since takes its place elsewhere. */
export const remandedIssues: Projection = {
  name: 'remandedIssues',
  tables: ['remanded_issues'],
  types: ['remand.sentBack', 'remand.received'],
  statement: `
    with ${batch}
    insert into remanded_issues (case_id, remand_id, issue_id, issue_type, benefit_type, disposition, work_product_id)
    select b.case_id, b.data->>'remandId', d->>'issueId', d->>'issueType', d->>'benefitType', d->>'disposition', d->>'workProductId'
    from batch b cross join lateral jsonb_array_elements(b.data->'decided') as d
    on conflict do nothing`,
}
