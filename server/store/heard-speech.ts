import type { Queryable } from './db.ts'

export type HeardPart = {
  fromMs: number
  nextMs: number | undefined
  untilMs: number
  model: string
  lines: { startMs: number; endMs: number; words: HeardWord[] }[]
}
type HeardWord = { text: string; startMs: number; endMs: number; confidence: number }

type Recording = { caseId: string; documentId: string; sha256: string }

/** The recognised parts of a recording so far, in order. */
export async function heardParts(
  db: Queryable,
  { caseId, documentId, sha256 }: Recording,
): Promise<HeardPart[]> {
  const rows = await db.rows<Omit<HeardPart, 'nextMs'> & { nextMs: number | null }>(
    `select from_ms as "fromMs", next_ms as "nextMs", until_ms as "untilMs", model, lines
     from heard_speech where case_id = $1 and document_id = $2 and sha256 = $3 order by from_ms`,
    [caseId, documentId, sha256],
  )
  return rows.map(({ nextMs, ...row }) => ({ ...row, nextMs: nextMs ?? undefined }))
}

/** The first of two processes wins; nothing is stored for a purged case. */
export async function keepHeard(
  db: Queryable,
  { caseId, documentId, sha256 }: Recording,
  { fromMs, nextMs, untilMs, model, lines }: HeardPart,
): Promise<void> {
  await db.rows(
    `insert into heard_speech (case_id, document_id, sha256, from_ms, next_ms, until_ms, model, lines)
     select $1, $2, $3, $4, $5, $6, $7, $8
     where exists (select from case_streams where case_id = $1 and purged_at is null)
     on conflict do nothing`,
    [caseId, documentId, sha256, fromMs, nextMs ?? null, untilMs, model, JSON.stringify(lines)],
  )
}

export async function forgetHeard(db: Queryable, caseId: string, documentIds: readonly string[]) {
  await db.rows(`delete from heard_speech where case_id = $1 and document_id = any($2)`, [
    caseId,
    documentIds,
  ])
}

/** The total recognised length of recordings. */
export async function heardMs(
  db: Queryable,
  caseId: string,
  documentIds: readonly string[],
): Promise<number> {
  const [row] = await db.rows<{ ms: number | null }>(
    `select sum(until_ms)::int as ms from (
       select max(until_ms) as until_ms from heard_speech where case_id = $1 and document_id = any($2)
       group by document_id) as heard`,
    [caseId, documentIds],
  )
  return row?.ms ?? 0
}

type OfSession = { caseId: string; sessionId: string }

export async function sayProgress(db: Queryable, { caseId, sessionId }: OfSession, note: string, at: Date) {
  await db.rows(
    `insert into speech_progress (case_id, session_id, note, at)
     select $1, $2, $3, $4 where exists (select from case_streams where case_id = $1 and purged_at is null)
     on conflict (case_id, session_id) do update set note = $3, at = $4`,
    [caseId, sessionId, note, at],
  )
}

export async function endProgress(db: Queryable, { caseId, sessionId }: OfSession) {
  await db.rows(`delete from speech_progress where case_id = $1 and session_id = $2`, [caseId, sessionId])
}

export async function progressNote(
  db: Queryable,
  { caseId, sessionId }: OfSession,
): Promise<string | undefined> {
  const [row] = await db.rows<{ note: string }>(
    `select note from speech_progress where case_id = $1 and session_id = $2`,
    [caseId, sessionId],
  )
  return row?.note
}
