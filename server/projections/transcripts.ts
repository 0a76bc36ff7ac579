import type { Actor } from '@portico/contract/envelope'
import type { TranscriptRecording, TranscriptStatus, TranscriptSummary } from '@portico/contract/transcripts'
import { withoutUndefined } from '../core/kernel/without-undefined.ts'
import type { LineChange } from '../core/session/transcript-lines.ts'
import type { Queryable } from '../store/db.ts'
import { batch, type Projection } from './projection.ts'

const last = (what: string, types?: string) =>
  `(array_agg(${what} order by sequence desc)${types ? ` filter (where type in (${types}))` : ''})[1]`

export const transcripts: Projection = {
  name: 'transcripts',
  tables: ['transcripts'],
  types: [
    'transcript.awaited',
    'transcript.delayed',
    'transcript.drafted',
    'transcript.certified',
    'transcript.printed',
  ],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'transcriptId' as transcript_id,
        ${last(`data->>'sessionId'`)} as session_id,
        (array_agg(at order by sequence) filter (where type = 'transcript.awaited'))[1] as awaited_at,
        ${last(
          `case type when 'transcript.awaited' then 'awaited' when 'transcript.drafted' then 'draft' else 'certified' end`,
          `'transcript.awaited', 'transcript.drafted', 'transcript.certified'`,
        )} as status,
        ${last(`data->'recordings'`, `'transcript.awaited', 'transcript.drafted'`)} as recordings,
        ${last('data', `'transcript.drafted'`)} as drafted,
        ${last(`data->>'linesSha256'`, `'transcript.drafted', 'transcript.certified'`)} as lines_sha256,
        ${last(
          `case type when 'transcript.delayed' then data->>'why' else '' end`,
          `'transcript.delayed', 'transcript.drafted'`,
        )} as why,
        bool_or(type = 'transcript.printed') as is_printed,
        ${last('author', `'transcript.certified'`)} as certified_by,
        ${last('at', `'transcript.certified'`)} as certified_at
      from batch group by 1, 2
    ),
    changed as (
      update transcripts t set
        status = coalesce(n.status, t.status),
        recordings = coalesce(n.recordings, t.recordings),
        model = coalesce(n.drafted->>'model', t.model),
        document_id = coalesce(n.drafted->>'documentId', t.document_id),
        lines_sha256 = coalesce(n.lines_sha256, t.lines_sha256),
        why = case when n.why is null then t.why else nullif(n.why, '') end,
        is_printed = t.is_printed or n.is_printed,
        certified_by = coalesce(n.certified_by, t.certified_by),
        certified_at = coalesce(n.certified_at, t.certified_at)
      from told n where t.case_id = n.case_id and t.transcript_id = n.transcript_id
    )
    insert into transcripts (case_id, session_id, transcript_id, status, recordings, model, document_id, lines_sha256,
      why, is_printed, certified_by, certified_at, awaited_at)
    select case_id, session_id, transcript_id, status, recordings, drafted->>'model', drafted->>'documentId',
      lines_sha256, nullif(why, ''), is_printed, certified_by, certified_at, awaited_at
    from told where awaited_at is not null
    on conflict (case_id, transcript_id) do nothing`,
}

export const transcriptChanges: Projection = {
  name: 'transcriptChanges',
  tables: ['transcript_changes'],
  types: ['transcript.corrected'],
  statement: `
    with ${batch}
    insert into transcript_changes (case_id, transcript_id, target, text, speaker)
    select case_id, data->>'transcriptId', coalesce(data->>'lineId', data->>'recordingId'),
      (array_agg(data->>'text' order by sequence desc) filter (where data ? 'text'))[1],
      (array_agg(data->>'speaker' order by sequence desc) filter (where data ? 'speaker'))[1]
    from batch group by 1, 2, 3
    on conflict (case_id, transcript_id, target) do update set
      text = coalesce(excluded.text, transcript_changes.text),
      speaker = coalesce(excluded.speaker, transcript_changes.speaker)`,
}

type TranscriptRow = {
  session_id: string
  transcript_id: string
  status: TranscriptStatus
  recordings: TranscriptRecording[]
  model: string | null
  document_id: string | null
  lines_sha256: string | null
  why: string | null
  is_printed: boolean
  certified_by: Actor | null
  certified_at: Date | null
  awaited_at: Date
}

export type TranscriptFacts = {
  summary: Omit<TranscriptSummary, 'progress'>
  linesSha256: string | undefined
  isPrinted: boolean
}

/** The newest first. */
export async function transcriptsOf(
  db: Queryable,
  caseId: string,
  sessionId: string,
): Promise<TranscriptFacts[]> {
  const rows = await db.rows<TranscriptRow>(
    `select * from transcripts where case_id = $1 and session_id = $2 order by transcript_id desc`,
    [caseId, sessionId],
  )
  return rows.map(asFacts)
}

export function changesOf(db: Queryable, caseId: string, transcriptId: string): Promise<LineChange[]> {
  return db.rows<LineChange>(
    `select target, text, speaker from transcript_changes where case_id = $1 and transcript_id = $2`,
    [caseId, transcriptId],
  )
}

type OfSession = { caseId: string; sessionId: string }

export const transcriptsToMake = (db: Queryable): Promise<OfSession[]> =>
  db.rows(
    `select distinct case_id as "caseId", session_id as "sessionId" from transcripts where status = 'awaited'`,
  )

export const transcriptsToPrint = (db: Queryable): Promise<OfSession[]> =>
  db.rows(
    `select distinct case_id as "caseId", session_id as "sessionId" from transcripts
     where status = 'certified' and not is_printed`,
  )

function asFacts(row: TranscriptRow): TranscriptFacts {
  const { certified_by: by, certified_at: at } = row
  return {
    summary: {
      id: row.transcript_id,
      sessionId: row.session_id,
      status: row.status,
      recordings: row.recordings,
      awaitedAt: row.awaited_at.toISOString(),
      ...withoutUndefined({
        documentId: row.document_id ?? undefined,
        model: row.model ?? undefined,
        why: (row.status === 'awaited' && row.why) || undefined,
        certified: by && at ? { by, at: at.toISOString() } : undefined,
      }),
    },
    linesSha256: row.lines_sha256 ?? undefined,
    isPrinted: row.is_printed,
  }
}
