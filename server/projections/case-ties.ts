import { batch, type Projection } from './projection.ts'

/**
 * Whom a case is kept for when it is distributed: who last held a session of it, and who last decided it. A case that
 * goes on from another begins with the ties of that one.
 */
export const caseTies: Projection = {
  name: 'caseTies',
  tables: ['case_ties'],
  types: ['session.held', 'workProduct.signed', 'case.linked'],
  statement: `
    with recursive ${batch},
    own as (
      select case_id, sequence, at, case type when 'session.held' then 'session' else 'decision' end as because,
        coalesce(data->'heldBy'->>'id', actor->>'id') as member_id
      from batch where type <> 'case.linked'
    ),
    -- A case that it goes on from may itself have begun in this batch, going on from another.
    line as (
      select case_id, sequence, at, data->>'caseId' as source, at as until, 1 as steps
      from batch where type = 'case.linked' and data->>'direction' = 'from'
      union all
      select l.case_id, l.sequence, l.at, b.data->>'caseId', b.at, l.steps + 1
      from line l join batch b on b.case_id = l.source and b.type = 'case.linked' and b.data->>'direction' = 'from'
      where l.steps < 100
    ),
    inherited as (
      select distinct on (case_id, because) case_id, sequence, at, because, member_id
      from (
        select l.case_id, l.sequence, l.at, l.steps, k.because,
          coalesce(
            (select o.member_id from own o
             where o.case_id = l.source and o.because = k.because and o.at <= l.until
             order by o.sequence desc limit 1),
            (select t.member_id from case_ties t where t.case_id = l.source and t.because = k.because)
          ) as member_id
        from line l cross join (values ('session'), ('decision')) as k (because)
      ) as candidates
      where member_id is not null
      order by case_id, because, steps
    ),
    tied as (
      select distinct on (case_id, because) case_id, because, member_id, at
      from (select * from own union all select case_id, sequence, at, because, member_id from inherited) as told
      order by case_id, because, sequence desc
    )
    insert into case_ties (case_id, because, member_id, at)
    select case_id, because, member_id, at from tied
    on conflict (case_id, because) do update set member_id = excluded.member_id, at = excluded.at`,
}
