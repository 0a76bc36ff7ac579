import { batch, type Projection } from './projection.ts'

/** Cases that not everybody may see, by how sensitive they are, in the order of their upload. */
export const sensitiveCases: Projection = {
  name: 'sensitiveCases',
  tables: ['sensitive_cases'],
  types: ['case.opened', 'case.sensitivitySet'],
  statement: `
    with ${batch},
    told as (
      select case_id,
        (array_agg((data->>'level')::int order by sequence desc) filter (where type = 'case.sensitivitySet'))[1] as level,
        (array_agg((data->>'sensitivity')::int) filter (where type = 'case.opened'))[1] as opened_level,
        (array_agg((data->>'uploadedAt')::timestamptz) filter (where type = 'case.opened'))[1] as uploaded_at
      from batch group by case_id
    ),
    settled as (
      select case_id, coalesce(level, opened_level, 0) as level,
        coalesce(uploaded_at, (select c.uploaded_at from cases c where c.case_id = told.case_id)) as uploaded_at
      from told where level is not null or opened_level > 0
    ),
    gone as (
      delete from sensitive_cases where case_id = any(array(select case_id from settled where level = 0))
    )
    insert into sensitive_cases (case_id, level, uploaded_at)
    select case_id, level, uploaded_at from settled where level > 0
    on conflict (case_id) do update set level = excluded.level`,
}
