import type { CaseSource } from '@portico/contract/sources'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

/** What each source says it has for a case, and what of it is there. */
export const sourceDocuments: Projection = {
  name: 'sourceDocuments',
  tables: ['source_documents'],
  types: [
    'source.listed',
    'source.submitted',
    'source.failed',
    'source.unchanged',
    'document.filed',
    'document.refused',
    'document.revised',
  ],
  statement: `
    with ${batch},
    told as (
      select case_id, sequence, place, data->>'source' as source, about, null as upload_id
      from batch, jsonb_array_elements(data->'documents') with ordinality as listed (about, place)
      where type = 'source.listed'
      union all
      select case_id, sequence, 1, data->>'source', data->'document', data->>'uploadId'
      from batch where type = 'source.submitted'
    ),
    announced as (
      select distinct on (case_id, source, about->>'sourceId') *, about->>'sourceId' as source_id
      from told order by case_id, source, about->>'sourceId', sequence desc, place desc
    ),
    took as (
      select *, coalesce(data->'from', data) as origin from batch
      where type = 'source.unchanged'
        or (type in ('document.filed', 'document.refused', 'document.revised') and data ? 'from')
    ),
    taken as (
      select distinct on (case_id, origin->>'source', origin->>'sourceId') case_id, sequence, at,
        origin->>'source' as source, origin->>'sourceId' as source_id, origin->>'revision' as revision,
        coalesce(data->>'documentId', data->>'duplicateOf') as document_id,
        case type when 'document.filed' then 'filed' when 'document.revised' then 'revised'
          when 'document.refused' then 'duplicate' else 'unchanged' end as taken_as
      from took order by case_id, origin->>'source', origin->>'sourceId', sequence desc
    ),
    failed as (
      select distinct on (case_id, data->>'source', data->>'sourceId') case_id, at, data->>'source' as source,
        data->>'sourceId' as source_id, data->>'revision' as revision, data->>'why' as why
      from batch where type = 'source.failed' order by case_id, data->>'source', data->>'sourceId', sequence desc
    ),
    touched as (
      select case_id, source, source_id from announced union select case_id, source, source_id from taken
      union select case_id, source, source_id from failed
    )
    insert into source_documents as known (case_id, source, source_id, about, revision, upload_id,
      taken_revision, taken_as, taken_at, taken_sequence, document_id, failed_revision, why, failed_at)
    select case_id, source, source_id, a.about, a.about->>'revision', a.upload_id,
      t.revision, t.taken_as, t.at, t.sequence, t.document_id, f.revision, f.why, f.at
    from touched
    left join announced a using (case_id, source, source_id)
    left join taken t using (case_id, source, source_id)
    left join failed f using (case_id, source, source_id)
    on conflict (case_id, source, source_id) do update set
      about = coalesce(excluded.about, known.about),
      revision = coalesce(excluded.revision, known.revision),
      upload_id = case when excluded.revision is null then known.upload_id else excluded.upload_id end,
      taken_revision = coalesce(excluded.taken_revision, known.taken_revision),
      taken_as = coalesce(excluded.taken_as, known.taken_as),
      taken_at = coalesce(excluded.taken_at, known.taken_at),
      taken_sequence = coalesce(excluded.taken_sequence, known.taken_sequence),
      document_id = coalesce(excluded.document_id, known.document_id),
      failed_revision = coalesce(excluded.failed_revision, known.failed_revision),
      why = coalesce(excluded.why, known.why),
      failed_at = coalesce(excluded.failed_at, known.failed_at)`,
}

export const sourceListings: Projection = {
  name: 'sourceListings',
  tables: ['source_listings'],
  types: ['source.listed'],
  statement: `
    with ${batch}
    insert into source_listings (case_id, source, listed_at, is_whole)
    select distinct on (case_id, data->>'source') case_id, data->>'source', (data->>'listedAt')::timestamptz,
      (data->>'isWhole')::boolean
    from batch order by case_id, data->>'source', sequence desc
    on conflict (case_id, source) do update set listed_at = excluded.listed_at, is_whole = excluded.is_whole`,
}

const isTaken = `(revision is null or taken_revision is not distinct from revision)`
const isFailed = `(not ${isTaken} and failed_revision is not distinct from revision)`

export type SourceCounts = Pick<
  CaseSource,
  'source' | 'expected' | 'present' | 'failed' | 'failures' | 'arrived' | 'arrivals'
> & { listedAt?: Date; isWhole: boolean }

type CountsRow = {
  source: string
  expected: number
  present: number
  failed: number
  arrived: number
  failures: CaseSource['failures'] | null
  arrivals: CaseSource['arrivals'] | null
  listed_at: Date | null
  is_whole: boolean | null
}

const inUtc = (column: string) => `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** By source, how much of what it has for a case is there; `since` is the version that the reader has seen. */
export async function countSources(db: Queryable, caseId: string, since: number): Promise<SourceCounts[]> {
  const rows = await db.rows<CountsRow>(
    `with known as (
       select s.*, ${isTaken} as is_taken, ${isFailed} as is_failed,
         coalesce(s.about->>'name', d.name, s.source_id) as name,
         s.taken_as in ('filed', 'revised') and s.taken_sequence > $2 as has_arrived
       from source_documents s left join documents d using (case_id, document_id) where s.case_id = $1
     ),
     counts as (
       select source, count(*)::int as expected, (count(*) filter (where is_taken))::int as present,
         (count(*) filter (where is_failed))::int as failed, (count(*) filter (where has_arrived))::int as arrived
       from known group by source
     ),
     failures as (
       select source, jsonb_agg(jsonb_build_object('sourceId', source_id, 'revision', revision, 'name', name,
         'why', why, 'failedAt', ${inUtc('failed_at')}) order by failed_at desc, source_id) as failures
       from (select *, row_number() over (partition by source order by failed_at desc, source_id) as place
         from known where is_failed) one
       where place <= 100 group by source
     ),
     arrivals as (
       select source, jsonb_agg(jsonb_build_object('documentId', document_id, 'name', name, 'change', taken_as,
         'arrivedAt', ${inUtc('taken_at')}) order by taken_sequence desc) as arrivals
       from (select *, row_number() over (partition by source order by taken_sequence desc) as place
         from known where has_arrived) one
       where place <= 100 group by source
     )
     select source, coalesce(expected, 0) as expected, coalesce(present, 0) as present,
       coalesce(failed, 0) as failed, coalesce(arrived, 0) as arrived, failures, arrivals, listed_at, is_whole
     from (select source from known union select source from source_listings where case_id = $1) all_of_them
     left join counts using (source) left join failures using (source) left join arrivals using (source)
     left join (select source, listed_at, is_whole from source_listings where case_id = $1) l using (source)
     order by source`,
    [caseId, since],
  )
  return rows.map((row) => ({
    source: row.source,
    expected: row.expected,
    present: row.present,
    failed: row.failed,
    failures: row.failures ?? [],
    arrived: row.arrived,
    arrivals: row.arrivals ?? [],
    isWhole: row.is_whole ?? false,
    ...(row.listed_at === null ? {} : { listedAt: row.listed_at }),
  }))
}
