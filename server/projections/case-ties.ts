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
    with ${batch},
    own as (
      select case_id, sequence, at, case type when 'session.held' then 'session' else 'decision' end as because,
        coalesce(data->'heldBy'->>'id', actor->>'id') as member_id
      from batch where type <> 'case.linked'
    ),
    inherited as (
      select b.case_id, b.sequence, b.at, k.because,
        coalesce(
          (select o.member_id from own o
           where o.case_id = b.data->>'caseId' and o.because = k.because and o.at <= b.at
           order by o.sequence desc limit 1),
          (select t.member_id from case_ties t where t.case_id = b.data->>'caseId' and t.because = k.because)
        ) as member_id
      from batch b cross join (values ('session'), ('decision')) as k (because)
      where b.type = 'case.linked' and b.data->>'direction' = 'from'
    ),
    tied as (
      select distinct on (case_id, because) case_id, because, member_id, at
      from (select * from own union all select * from inherited where member_id is not null) as told
      order by case_id, because, sequence desc
    )
    insert into case_ties (case_id, because, member_id, at)
    select case_id, because, member_id, at from tied
    on conflict (case_id, because) do update set member_id = excluded.member_id, at = excluded.at`,
}
