import { batch, type Projection } from './projection.ts'

/** Whom a case is kept for when it is distributed: who last held a session of it, and who last decided it. */
export const caseTies: Projection = {
  name: 'caseTies',
  tables: ['case_ties'],
  types: ['session.held', 'workProduct.signed'],
  statement: `
    with ${batch},
    tied as (
      select distinct on (case_id, because) *
      from (
        select case_id, sequence, at, case type when 'session.held' then 'session' else 'decision' end as because,
          coalesce(data->'heldBy'->>'id', actor->>'id') as member_id
        from batch
      ) as told
      order by case_id, because, sequence desc
    )
    insert into case_ties (case_id, because, member_id, at)
    select case_id, because, member_id, at from tied
    on conflict (case_id, because) do update set member_id = excluded.member_id, at = excluded.at`,
}
