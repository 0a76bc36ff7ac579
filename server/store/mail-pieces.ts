import type { Actor } from '@portico/contract/envelope'
import type { MatchReason, NewPiece, pieceStatuses } from '@portico/contract/mail'
import type { Queryable } from './db.ts'

export type PieceStatus = (typeof pieceStatuses)[number]

/** The content of a piece. */
export type PieceFacts = Omit<NewPiece, 'pieceId' | 'uploadIds'>

export type AnnouncedFile = {
  partId: string
  name: string
  size?: number
  sha256?: string
  uploadId?: string
}

/** The received bytes, and the document made from them, or the reason why that is impossible. */
export type KeptFile<Document = unknown> = {
  sha256: string
  bytes: number
  document?: Document
  why?: string
}

export type StoredFile<Document = unknown> = {
  about: AnnouncedFile
  kept?: KeptFile<Document>
  why?: string
  isGivenUp: boolean
}

export type StoredPiece<Document = unknown> = {
  id: string
  externalId: string
  broughtBy: Actor
  facts: PieceFacts
  receivedAt: Date
  status: PieceStatus
  why?: string
  mailType?: string
  meantCaseId?: string
  caseId?: string
  taskId?: string
  reasons?: MatchReason[]
  documentIds?: string[]
  settledAt?: Date
  settledBy?: string
  files: StoredFile<Document>[]
}

/** Whether a piece is new, or came with the same files as before. */
export type KnownPiece = { id: string; isNew: boolean; hasFiles: boolean }

export type NewStoredPiece = {
  id: string
  externalId: string
  broughtBy: Actor
  facts: PieceFacts
  at: Date
  files: { about: AnnouncedFile; kept?: KeptFile; blobs?: string[] }[]
}

/** Stores a piece with its files; a repeat returns the ID of the first one. */
export async function keepPiece(tx: Queryable, piece: NewStoredPiece): Promise<KnownPiece> {
  const { id, externalId, broughtBy, facts, at, files } = piece
  const rows = await tx.rows(
    `with kept as (
       insert into mail_pieces (id, origin, external_id, brought_by, facts, received_at, status)
       values ($1, $2, $3, $4, $5, $6, 'arriving') on conflict (origin, external_id) do nothing returning id
     ), files as (
       insert into mail_files (piece_id, part_id, place, about, kept, blobs, due_at)
       select kept.id, f.about->>'partId', f.place, f.about, f.kept, coalesce(f.blobs, '{}'), $6
       from kept, rows from (jsonb_to_recordset($7) as (about jsonb, kept jsonb, blobs text[]))
         with ordinality as f (about, kept, blobs, place)
     )
     select id from kept`,
    [
      id,
      broughtBy.id,
      externalId,
      JSON.stringify(broughtBy),
      JSON.stringify(facts),
      at,
      JSON.stringify(files),
    ],
  )
  if (rows.length > 0) return { id, isNew: true, hasFiles: true }
  const [known] = await tx.rows<{ id: string; hashes: (string | null)[] }>(
    `select id, array(select coalesce(kept->>'sha256', about->>'sha256') from mail_files where piece_id = p.id order by place) as hashes
     from mail_pieces p where origin = $1 and external_id = $2`,
    [broughtBy.id, externalId],
  )
  if (!known) throw new Error('a conflicting piece was not found')
  const hasFiles =
    known.hashes.length === files.length &&
    files.every(({ about, kept }, at) => isSame(kept?.sha256 ?? about.sha256, known.hashes[at]))
  return { id: known.id, isNew: false, hasFiles }
}

/** The hash of an announced file may be unknown. */
const isSame = (a: string | null | undefined, b: string | null | undefined) => !a || !b || a === b

type PieceRow = {
  id: string
  external_id: string
  brought_by: Actor
  facts: PieceFacts
  received_at: Date
  status: PieceStatus
  why: string | null
  mail_type: string | null
  meant_case_id: string | null
  case_id: string | null
  task_id: string | null
  reasons: MatchReason[] | null
  document_ids: string[] | null
  settled_at: Date | null
  settled_by: string | null
  files: { about: AnnouncedFile; kept: KeptFile | null; why: string | null; isGivenUp: boolean }[]
}

const columns = `p.id, p.external_id, p.brought_by, p.facts, p.received_at, p.status, p.why, p.mail_type,
  p.meant_case_id, p.case_id, p.task_id, p.reasons, p.document_ids, p.settled_at, p.settled_by, (
    select coalesce(jsonb_agg(jsonb_build_object('about', f.about, 'kept', f.kept, 'why', f.why,
      'isGivenUp', f.is_given_up) order by f.place), '[]')
    from mail_files f where f.piece_id = p.id) as files`

function fromRow<Document>(row: PieceRow): StoredPiece<Document> {
  const optional = <Key extends string, Value>(key: Key, value: Value | null) =>
    (value === null ? {} : { [key]: value }) as { [K in Key]?: Value }
  return {
    id: row.id,
    externalId: row.external_id,
    broughtBy: row.brought_by,
    facts: row.facts,
    receivedAt: row.received_at,
    status: row.status,
    ...optional('why', row.why),
    ...optional('mailType', row.mail_type),
    ...optional('meantCaseId', row.meant_case_id),
    ...optional('caseId', row.case_id),
    ...optional('taskId', row.task_id),
    ...optional('reasons', row.reasons),
    ...optional('documentIds', row.document_ids),
    ...optional('settledAt', row.settled_at),
    ...optional('settledBy', row.settled_by),
    files: row.files.map(({ kept, why, ...file }) => ({
      ...file,
      ...optional('kept', kept as KeptFile<Document> | null),
      ...optional('why', why),
    })),
  }
}

export async function findPiece<Document>(
  db: Queryable,
  id: string,
): Promise<StoredPiece<Document> | undefined> {
  const [row] = await db.rows<PieceRow>(`select ${columns} from mail_pieces p where p.id = $1`, [id])
  return row && fromRow(row)
}

export type PiecesRead = {
  status?: PieceStatus
  channel?: PieceFacts['channel']
  /** Text in the sender or subject. */
  text?: string
  newest?: boolean
  after?: string
}

/**
 * In order of arrival, or newest first; without a status, those still waiting. A piece with a known case is visible only to
 * those who may see that case, until the case is purged.
 */
export async function listPieces<Document>(
  db: Queryable,
  read: PiecesRead & { limit: number; upTo: number; barred: readonly string[] },
): Promise<StoredPiece<Document>[]> {
  const rows = await db.rows<PieceRow>(
    `select ${columns} from mail_pieces p
     left join case_streams s on s.case_id = coalesce(p.case_id, p.meant_case_id) and s.purged_at is null
     left join case_work w on w.case_id = s.case_id
     where p.status = any($1) and ($2 = '' or p.id ${read.newest ? '<' : '>'} $2)
       and (s.case_id is null or (coalesce(w.sensitivity, 0) <= $4 and s.case_id <> all($5::text[])))
       and ($6::text is null or p.facts->>'channel' = $6)
       and ($7::text is null or strpos(lower(concat_ws(' ', p.facts->'sender'->>'name',
         p.facts->'sender'->>'address', p.facts->>'subject')), lower($7)) > 0)
     order by p.id ${read.newest ? 'desc' : ''} limit $3`,
    [
      read.status === undefined ? waiting : [read.status],
      read.after ?? '',
      read.limit,
      read.upTo,
      read.barred,
      read.channel ?? null,
      read.text?.trim() || null,
    ],
  )
  return rows.map((row) => fromRow<Document>(row))
}

const waiting: readonly PieceStatus[] = ['arriving', 'unmatched', 'held']

/** Whether the piece is still waiting; locks it until the transaction ends. */
export async function lockWaitingPiece(tx: Queryable, id: string): Promise<boolean> {
  const rows = await tx.rows(`select from mail_pieces where id = $1 and status = any($2) for update`, [
    id,
    waiting,
  ])
  return rows.length > 0
}

/** Settles a piece unless it is already settled. */
export async function settlePiece(
  tx: Queryable,
  id: string,
  settled: {
    status: PieceStatus
    why?: string | undefined
    mailType?: string | undefined
    meantCaseId?: string | undefined
    caseId?: string | undefined
    taskId?: string | undefined
    reasons?: readonly MatchReason[] | undefined
    documentIds?: readonly string[] | undefined
    /** Dates corrected on filing. */
    days?: { receiptDate: string; postmarkDate?: string }
    at?: Date | undefined
    by?: string | undefined
  },
): Promise<boolean> {
  const rows = await tx.rows(
    `update mail_pieces set status = $2, why = $3, mail_type = coalesce($4, mail_type), meant_case_id = $5,
       case_id = $6, task_id = $7, reasons = $8, document_ids = $9, settled_at = $10, settled_by = $11,
       facts = facts || coalesce($13::jsonb, '{}')
     where id = $1 and status = any($12) returning 1`,
    [
      id,
      settled.status,
      settled.why ?? null,
      settled.mailType ?? null,
      settled.meantCaseId ?? null,
      settled.caseId ?? null,
      settled.taskId ?? null,
      settled.reasons ? JSON.stringify(settled.reasons) : null,
      settled.documentIds ?? null,
      settled.at ?? null,
      settled.by ?? null,
      waiting,
      settled.days ? JSON.stringify(settled.days) : null,
    ],
  )
  return rows.length > 0
}

/** Reopens a rejected piece. */
export async function reopenPiece(tx: Queryable, id: string, why: string): Promise<boolean> {
  const rows = await tx.rows(
    `update mail_pieces set status = case when meant_case_id is null then 'unmatched' else 'held' end, why = $2,
       settled_at = null, settled_by = null
     where id = $1 and status = 'rejected' returning 1`,
    [id, why],
  )
  return rows.length > 0
}

/** Unprocessed pieces whose files have all arrived or been given up. */
export async function piecesToRoute(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(
    `select id from mail_pieces p where status = 'arriving' and not exists (
       select from mail_files f where f.piece_id = p.id and f.kept is null and not f.is_given_up)
     order by id limit 1000`,
  )
  return rows.map(({ id }) => id)
}

export type AwaitedFile = {
  pieceId: string
  externalId: string
  about: AnnouncedFile
  receivedAt: Date
  /** Counts from 1. */
  attempt: number
}

/** Leases the due files of one origin, so that nobody else fetches them. */
export async function claimFiles(
  db: Queryable,
  origin: string,
  { now, until, by, most }: { now: Date; until: Date; by: string; most: number },
): Promise<AwaitedFile[]> {
  return db.rows<AwaitedFile>(
    `with due as (
       select f.piece_id, f.part_id from mail_files f join mail_pieces p on p.id = f.piece_id
       where p.origin = $1 and p.status = any($6) and f.kept is null and not f.is_given_up and f.due_at <= $2
       order by f.due_at, f.piece_id, f.place limit $5 for update of f skip locked
     )
     update mail_files f set attempts = f.attempts + 1, due_at = $3, leased_by = $4
     from due join mail_pieces p on p.id = due.piece_id
     where f.piece_id = due.piece_id and f.part_id = due.part_id
     returning f.piece_id as "pieceId", p.external_id as "externalId", f.about, p.received_at as "receivedAt",
       f.attempts as attempt`,
    [origin, now, until, by, most, waiting],
  )
}

/** Stores a fetched file if the lease is still held. */
export async function keepFile(
  tx: Queryable,
  { pieceId, partId, by }: { pieceId: string; partId: string; by: string },
  { kept, blobs }: { kept: KeptFile; blobs: readonly string[] },
): Promise<boolean> {
  const rows = await tx.rows(
    `update mail_files set kept = $4, blobs = $5, why = null, leased_by = null
     where piece_id = $1 and part_id = $2 and leased_by = $3 and kept is null returning 1`,
    [pieceId, partId, by, JSON.stringify(kept), blobs],
  )
  return rows.length > 0
}

/** Releases the lease for a later attempt by any process, or gives the file up. */
export async function putOffFile(
  tx: Queryable,
  { pieceId, partId, by }: { pieceId: string; partId: string; by: string },
  { dueAt, why, isGivenUp }: { dueAt: Date; why?: string | undefined; isGivenUp: boolean },
): Promise<void> {
  await tx.rows(
    `update mail_files set due_at = $4, why = coalesce($5, why), is_given_up = $6, leased_by = null
     where piece_id = $1 and part_id = $2 and leased_by = $3 and kept is null`,
    [pieceId, partId, by, dueAt, why ?? null, isGivenUp],
  )
}

export async function renewFiles(db: Queryable, by: string, until: Date): Promise<void> {
  await db.rows(`update mail_files set due_at = $2 where leased_by = $1 and kept is null`, [by, until])
}

/** The number of files still to be fetched, by the name of the origin. */
export async function countAwaited(db: Queryable): Promise<Map<string, number>> {
  const rows = await db.rows<{ by: string; count: number }>(
    `select p.brought_by->>'name' as by, count(*)::int as count
     from mail_files f join mail_pieces p on p.id = f.piece_id
     where f.kept is null and not f.is_given_up group by 1`,
  )
  return new Map(rows.map(({ by, count }) => [by, count]))
}
