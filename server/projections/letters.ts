import type { LetterKind, SentLetter } from '@portico/contract/letters'
import { withoutUndefined } from '../core/kernel/without-undefined.ts'
import type { Queryable } from '../store/db.ts'
import { pageLimit } from '../store/page-limit.ts'
import { batch, type Projection } from './projection.ts'

const chosen = (order: 'asc' | 'desc') => (what: string, types?: string) =>
  `(array_agg(${what} order by sequence ${order})${types ? ` filter (where type in (${types}))` : ''})[1]`
const last = chosen('desc')
/** One that is composed again is owed again, and is still the letter that was asked for first. */
const first = chosen('asc')

export const letters: Projection = {
  name: 'letters',
  tables: ['letters'],
  types: ['letter.owed', 'letter.composed', 'letter.receipted', 'letter.failed', 'letter.withdrawn'],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'letterId' as letter_id,
        ${first('data', `'letter.owed'`)} as owed,
        ${first('at', `'letter.owed'`)} as owed_at,
        ${first(`author->>'id'`, `'letter.owed'`)} as author,
        ${last('data', `'letter.composed'`)} as composed,
        ${last('at', `'letter.composed'`)} as composed_at,
        ${last('data', `'letter.receipted'`)} as receipt,
        ${last('data', `'letter.receipted', 'letter.failed'`)} as outcome,
        ${last('substr(type, 8)')} as status,
        ${last('data')} as newest
      from batch group by 1, 2
    ),
    changed as (
      update letters l set
        status = t.status,
        subject = coalesce(t.composed->>'subject', l.subject),
        document_id = coalesce(t.composed->>'documentId', l.document_id),
        sha256 = coalesce(t.composed->>'sha256', l.sha256),
        bytes = coalesce((t.composed->>'bytes')::bigint, l.bytes),
        composed_at = coalesce(t.composed_at, l.composed_at),
        channel = coalesce(t.outcome->>'channel', l.channel),
        destination = coalesce(t.outcome->>'destination', l.destination),
        sent_at = coalesce((t.receipt->>'sentAt')::timestamptz, l.sent_at),
        tracking = coalesce(t.receipt->>'tracking', l.tracking),
        cause = t.newest->>'cause',
        why = t.newest->>'why'
      from told t where l.case_id = t.case_id and l.letter_id = t.letter_id
    )
    insert into letters (case_id, letter_id, letter, kind, party_id, status, owed_at, event_id, task_id, work_product_id,
      reason, written_by, subject, document_id, sha256, bytes, composed_at, channel, destination, sent_at, tracking,
      cause, why)
    select case_id, letter_id, owed->>'letter', owed->>'kind', owed->>'partyId', status, owed_at, owed->>'eventId',
      owed->>'taskId', owed->>'workProductId', owed->>'reason', case when not owed ? 'eventId' then author end,
      composed->>'subject', composed->>'documentId', composed->>'sha256', (composed->>'bytes')::bigint, composed_at,
      outcome->>'channel', outcome->>'destination', (receipt->>'sentAt')::timestamptz, receipt->>'tracking',
      newest->>'cause', newest->>'why'
    from told where owed is not null
    on conflict (case_id, letter_id) do nothing`,
}

type LetterRow = {
  case_id: string
  letter_id: string
  letter: string
  kind: LetterKind
  party_id: string
  status: SentLetter['status']
  owed_at: Date
  event_id: string | null
  task_id: string | null
  work_product_id: string | null
  reason: string | null
  written_by: string | null
  subject: string | null
  document_id: string | null
  sha256: string | null
  bytes: number | null
  composed_at: Date | null
  channel: string | null
  destination: string | null
  sent_at: Date | null
  tracking: string | null
  cause: SentLetter['cause'] | null
  why: string | null
}

/** The newest first. */
export async function listLetters(db: Queryable, caseId: string): Promise<SentLetter[]> {
  const rows = await db.rows<LetterRow>(
    `select * from letters where case_id = $1 order by owed_at desc, letter_id desc limit 500`,
    [caseId],
  )
  return rows.map(asLetter)
}

/** Of all cases up to a sensitivity, in the order of their ids, which is that of time; `next` where there are more. */
export async function findLetters(
  db: Queryable,
  { status }: { status?: SentLetter['status'] | undefined },
  read: { upTo: number; barred: readonly string[]; after?: string | undefined; limit: number },
): Promise<{ letters: { caseId: string; letter: SentLetter }[]; next?: string }> {
  const { upTo, barred, after = '', limit } = read
  const rows = await db.rows<LetterRow>(
    `select l.* from letters l left join case_work w using (case_id)
     where coalesce(w.sensitivity, 0) <= $1 and l.case_id <> all($2) and l.letter_id > $3
       ${status === undefined ? '' : 'and l.status = $4'}
     order by l.letter_id limit ${pageLimit(limit + 1)}`,
    [upTo, barred, after, ...(status === undefined ? [] : [status])],
  )
  const page = rows.slice(0, limit)
  const last = rows.length > limit ? page.at(-1) : undefined
  return {
    letters: page.map((row) => ({ caseId: row.case_id, letter: asLetter(row) })),
    ...(last ? { next: last.letter_id } : {}),
  }
}

/** A letter as it is to be composed and sent. */
export type LetterFacts = {
  caseId: string
  letter: SentLetter
  /** The event that raised it. */
  eventId?: string
  taskId?: string
  workProductId?: string
  reason?: string
  writtenBy?: string
  file?: { sha256: string; bytes: number }
}

/** By its id alone, as another system names it. */
export async function findLetter(db: Queryable, letterId: string): Promise<LetterFacts | undefined> {
  const [row] = await db.rows<LetterRow>(`select * from letters where letter_id = $1`, [letterId])
  if (!row) return undefined
  return {
    caseId: row.case_id,
    letter: asLetter(row),
    ...withoutUndefined({
      eventId: row.event_id ?? undefined,
      taskId: row.task_id ?? undefined,
      workProductId: row.work_product_id ?? undefined,
      reason: row.reason ?? undefined,
      writtenBy: row.written_by ?? undefined,
      file: row.sha256 === null ? undefined : { sha256: row.sha256, bytes: Number(row.bytes) },
    }),
  }
}

/** Those that are still to be composed. */
export const owedLetters = (db: Queryable): Promise<{ caseId: string; letterId: string }[]> =>
  db.rows(`select case_id as "caseId", letter_id as "letterId" from letters where status = 'owed'`)

function asLetter(row: LetterRow): SentLetter {
  return {
    id: row.letter_id,
    letter: row.letter,
    kind: row.kind,
    partyId: row.party_id,
    status: row.status,
    owedAt: row.owed_at.toISOString(),
    ...withoutUndefined({
      subject: row.subject ?? undefined,
      documentId: row.document_id ?? undefined,
      eventId: row.event_id ?? undefined,
      composedAt: row.composed_at?.toISOString(),
      channel: row.channel ?? undefined,
      destination: row.destination ?? undefined,
      sentAt: row.sent_at?.toISOString(),
      tracking: row.tracking ?? undefined,
      cause: row.cause ?? undefined,
      why: row.why ?? undefined,
    }),
  }
}
