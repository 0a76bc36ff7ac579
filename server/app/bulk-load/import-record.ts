import type { Actor } from '@portico/contract/envelope'
import type { Import, ImportError, ImportStatus } from '@portico/contract/imports'
import type { RowType } from '@portico/contract/manifest'
import type { Queryable } from '../../store/db.ts'

/** Where the files of a manifest are: on this machine, in a ZIP stored as a blob, or blobs themselves. */
export type FilesAt =
  | { kind: 'folder'; path: string }
  | { kind: 'zip'; path: string }
  | { kind: 'zipBlob'; sha256: string }
  | { kind: 'blobs' }

export type ImportRecord = {
  id: string
  status: ImportStatus
  dryRun: boolean
  actor: Actor
  createdAt: Date
  finishedAt: Date | null
  manifest: string
  files: FilesAt
  bytes: number
  bytesRead: number
  linesRead: number
  skipped: number
  failed: number
  loaded: Partial<Record<RowType, number>>
  workedMs: number
  error: string | null
}

const columns = `id, status, dry_run as "dryRun", actor, created_at as "createdAt", finished_at as "finishedAt",
  manifest, files, bytes, bytes_read as "bytesRead", lines_read as "linesRead", skipped, failed, loaded,
  worked_ms as "workedMs", error`

export async function insertImport(
  tx: Queryable,
  given: Pick<ImportRecord, 'id' | 'dryRun' | 'actor' | 'createdAt' | 'manifest' | 'files' | 'bytes'> & {
    requestKey?: string
  },
): Promise<ImportRecord> {
  const [row] = await tx.rows<ImportRecord>(
    `insert into imports (id, status, dry_run, actor, created_at, manifest, files, bytes, request_key)
     values ($1, 'waiting', $2, $3, $4, $5, $6, $7, $8) returning ${columns}`,
    [
      given.id,
      given.dryRun,
      JSON.stringify(given.actor),
      given.createdAt,
      given.manifest,
      JSON.stringify(given.files),
      given.bytes,
      given.requestKey ?? null,
    ],
  )
  return row as ImportRecord
}

export async function findImport(db: Queryable, id: string): Promise<ImportRecord | undefined> {
  const [row] = await db.rows<ImportRecord>(`select ${columns} from imports where id = $1`, [id])
  return row
}

/** The import started before under the same key by the same caller; concurrent requests are serialised. */
export async function findRequested(
  tx: Queryable,
  actorId: string,
  requestKey: string,
): Promise<ImportRecord | undefined> {
  await tx.rows(`select pg_advisory_xact_lock(hashtext('portico.import ' || $1 || ' ' || $2))`, [
    actorId,
    requestKey,
  ])
  const [row] = await tx.rows<ImportRecord>(
    `select ${columns} from imports where actor->>'id' = $1 and request_key = $2`,
    [actorId, requestKey],
  )
  return row
}

/** Locks the import, to serialise loads and status changes. */
export async function lockImport(tx: Queryable, id: string): Promise<ImportRecord | undefined> {
  const [row] = await tx.rows<ImportRecord>(`select ${columns} from imports where id = $1 for update`, [id])
  return row
}

/** The bytes received with an import. */
export function ownBytes(db: Queryable, importId: string) {
  return {
    add: (sha256: string) =>
      db.rows(`insert into import_bytes (import_id, sha256) values ($1, $2) on conflict do nothing`, [
        importId,
        sha256,
      ]),
    has: async (sha256: string) => {
      const rows = await db.rows(`select 1 from import_bytes where import_id = $1 and sha256 = $2`, [
        importId,
        sha256,
      ])
      return rows.length > 0
    },
  }
}

/** Newest first; with `actorId`, only their own. */
export async function listImports(
  db: Queryable,
  { after, limit, actorId }: { after?: string | undefined; limit: number; actorId?: string | undefined },
): Promise<ImportRecord[]> {
  return db.rows<ImportRecord>(
    `select ${columns} from imports
     where ($1::text is null or (created_at, id) < (select created_at, id from imports where id = $1))
       and ($3::text is null or actor->>'id' = $3)
     order by created_at desc, id desc limit $2`,
    [after ?? null, limit, actorId ?? null],
  )
}

/** The newest unfinished import of the same manifest and files. */
export async function findUnfinished(
  db: Queryable,
  { manifest, files, dryRun }: Pick<ImportRecord, 'manifest' | 'files' | 'dryRun'>,
): Promise<ImportRecord | undefined> {
  const [row] = await db.rows<ImportRecord>(
    `select ${columns} from imports
     where manifest = $1 and files = $2 and dry_run = $3 and status in ('waiting', 'running', 'paused', 'failed')
     order by created_at desc, id desc limit 1`,
    [manifest, JSON.stringify(files), dryRun],
  )
  return row
}

export async function setImportStatus(
  tx: Queryable,
  id: string,
  status: ImportStatus,
  { finishedAt, error }: { finishedAt?: Date; error?: string } = {},
): Promise<void> {
  await tx.rows(`update imports set status = $2, finished_at = $3, error = $4 where id = $1`, [
    id,
    status,
    finishedAt ?? null,
    error ?? null,
  ])
}

/** A dry run keeps its results only in memory: it restarts from the beginning. */
export async function beginAnew(tx: Queryable, id: string): Promise<void> {
  await tx.rows(`delete from import_errors where import_id = $1`, [id])
  await tx.rows(
    `update imports set bytes_read = 0, lines_read = 0, skipped = 0, failed = 0, loaded = '{}', worked_ms = 0
     where id = $1`,
    [id],
  )
}

export type BatchOutcome = {
  bytesRead: number
  linesRead: number
  skipped: number
  loaded: Partial<Record<RowType, number>>
  errors: readonly ImportError[]
  workedMs: number
}

/** Stores the progress, the counts and the errors. */
export async function advanceImport(tx: Queryable, id: string, outcome: BatchOutcome): Promise<void> {
  await Promise.all([
    tx.rows(
      `update imports set bytes_read = $2, lines_read = $3, skipped = skipped + $4, failed = failed + $5,
         worked_ms = worked_ms + $7, loaded = (
           select coalesce(jsonb_object_agg(type, total), '{}') from (
             select type, sum(count) as total from (
               select key as type, value::int as count from jsonb_each_text(loaded)
               union all select key, value::int from jsonb_each_text($6)
             ) counts group by type
           ) totals)
       where id = $1`,
      [
        id,
        outcome.bytesRead,
        outcome.linesRead,
        outcome.skipped,
        outcome.errors.length,
        JSON.stringify(outcome.loaded),
        Math.round(outcome.workedMs),
      ],
    ),
    outcome.errors.length > 0 &&
      tx.rows(
        `insert into import_errors (import_id, line, type, source, external_id, error)
         select $1, line, type, source, "externalId", error
         from jsonb_to_recordset($2) as e (line int, type text, source text, "externalId" text, error text)`,
        [id, JSON.stringify(outcome.errors)],
      ),
  ])
}

export async function readImportErrors(
  db: Queryable,
  id: string,
  { after, limit }: { after: number; limit: number },
): Promise<ImportError[]> {
  const rows = await db.rows<{ [Key in keyof ImportError]: ImportError[Key] | null }>(
    `select line, type, source, external_id as "externalId", error from import_errors
     where import_id = $1 and line > $2 order by line limit $3`,
    [id, after, limit],
  )
  return rows.map(
    (row) => Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null)) as ImportError,
  )
}

export function presentImport(record: ImportRecord): Import {
  const { id, status, dryRun, actor, createdAt, finishedAt, bytes, bytesRead, skipped, failed, error } =
    record
  const loaded = Object.values(record.loaded).reduce((sum, count) => sum + count, 0)
  const isUnderWay = status === 'running' && bytesRead > 0 && record.workedMs > 0
  const seconds = record.workedMs / 1000
  return {
    id,
    status,
    dryRun,
    createdBy: actor.name,
    createdAt: createdAt.toISOString(),
    ...(finishedAt ? { finishedAt: finishedAt.toISOString() } : {}),
    bytes,
    bytesRead,
    rows: { loaded, skipped, failed },
    loaded: record.loaded,
    ...(seconds > 0 ? { rowsPerSecond: Math.round((10 * (loaded + skipped + failed)) / seconds) / 10 } : {}),
    ...(isUnderWay ? { secondsLeft: Math.ceil(((bytes - bytesRead) * seconds) / bytesRead) } : {}),
    ...(error === null ? {} : { error }),
  }
}
