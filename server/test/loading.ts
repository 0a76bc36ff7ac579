import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ImportError } from '@portico/contract/imports'
import { type BulkLoad, openBulkLoad } from '../app/bulk-load/bulk-load.ts'
import { type ImporterFor, mayAll } from '../app/bulk-load/importer.ts'
import { createRunImport } from '../app/bulk-load/run-import.ts'
import { type Blobs, openBlobs } from '../files/blobs.ts'
import { openPdfWorkers, type PdfWorkers } from '../files/pdf/pdf-workers.ts'
import { workFor } from '../jobs/effects.ts'
import { defaultProfile } from '../profile/default.ts'
import { allProjections } from '../projections/all.ts'
import type { Projection } from '../projections/projection.ts'
import type { Database } from '../store/db.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { alice } from './given.ts'

export type Loading = {
  db: TestDatabase
  blobs: Blobs
  pdf: PdfWorkers
  bulkLoad: BulkLoad
  folder: string
  /** A folder of its own with these files; an object or a list of them becomes a manifest. */
  folderOf(files: Record<string, string | Buffer | readonly object[]>): Promise<string>
  /** Loads what lies at a path, to its end. */
  load(path: string, options?: { dryRun?: boolean }): Promise<Loaded>
  close(): Promise<void>
}

export type Loaded = Awaited<ReturnType<BulkLoad['get']>> & { errors: ImportError[] }

/** Bulk load on a database of its own, without HTTP. */
export async function openLoading({ batchWeight }: { batchWeight?: number } = {}): Promise<Loading> {
  const db = await freshDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'portico-loading-'))
  const blobs = await openBlobs(join(folder, 'blobs'), new Date())
  const pdf = openPdfWorkers({ size: 1 })
  const bulkLoad = bulkLoadOn(db, {
    blobs,
    pdf,
    scratch: folder,
    ...(batchWeight === undefined ? {} : { batchWeight }),
  })
  let folders = 0

  return {
    db,
    blobs,
    pdf,
    bulkLoad,
    folder,
    async folderOf(files) {
      const path = join(folder, `files-${folders++}`)
      for (const [name, content] of Object.entries(files)) {
        await mkdir(dirname(join(path, name)), { recursive: true })
        await writeFile(join(path, name), isRows(content) ? manifestOf(content) : content)
      }
      return path
    },
    async load(path, { dryRun = false } = {}) {
      const { import: begun } = await bulkLoad.openPath(path, { actor: alice, dryRun })
      await bulkLoad.run(begun.id)
      const errors: ImportError[] = []
      for await (const page of bulkLoad.errors(begun.id)) errors.push(...page)
      return { ...(await bulkLoad.get(begun.id)), errors }
    },
    async close() {
      await pdf.close()
      await db.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

export function bulkLoadOn(
  db: Database,
  {
    blobs,
    pdf,
    scratch,
    projections = allProjections,
    clock = () => new Date(),
    importerFor = async () => mayAll,
    batchWeight,
  }: {
    blobs: Blobs
    pdf: PdfWorkers
    scratch: string
    projections?: readonly Projection[]
    clock?: () => Date
    importerFor?: ImporterFor
    batchWeight?: number
  },
): BulkLoad {
  const run = createRunImport({
    db,
    blobs,
    pdf,
    projections,
    workFor,
    profileFor: async () => defaultProfile,
    importerFor,
    clock,
    // A process that was killed leaves its own behind.
    scratchPath: () => join(scratch, randomUUID()),
    afterCommit: () => {},
    ...(batchWeight === undefined ? {} : { batchWeight }),
  })
  return openBulkLoad({ db, blobs, clock, run, enqueue: async () => {} })
}

export function manifestOf(rows: readonly object[]): string {
  return rows.map((row) => `${JSON.stringify(row)}\n`).join('')
}

function isRows(content: string | Buffer | readonly object[]): content is readonly object[] {
  return Array.isArray(content)
}

export const header = { type: 'manifest', version: 1, source: 'old' }

export function caseRow(externalId: string, given: object = {}) {
  return {
    type: 'case',
    externalId,
    docketNumber: `200102-${externalId}`,
    veteran: { firstName: 'Ada', lastName: 'Byron' },
    receiptDate: '2020-01-02',
    openedAt: '2020-01-03T10:00:00Z',
    ...given,
  }
}

export function documentRow(externalId: string, ofCase: string, given: object = {}) {
  return {
    type: 'document',
    externalId,
    case: ofCase,
    name: `Document ${externalId}`,
    receiptDate: '2020-01-02',
    at: '2020-01-04T10:00:00Z',
    ...given,
  }
}

/** Every table that is derived, and the events but for what depends on when and in which order they were written. */
export async function tablesOf(db: Database): Promise<Record<string, string[]>> {
  const tables: Record<string, string[]> = {}
  for (const table of allProjections.flatMap((projection) => projection.tables)) {
    const rows = await db.rows<{ row: string }>(
      `select (to_jsonb(t) - 'causation_id')::text as row from ${table} t order by 1`,
    )
    tables[table] = rows.map(({ row }) => row)
  }
  const events = await db.rows<{ row: string }>(
    `select jsonb_build_array(case_id, sequence, id, type, subject, at, actor, data, encode(data_hash, 'hex'))::text as row
     from events order by case_id, sequence`,
  )
  return { ...tables, events: events.map(({ row }) => row) }
}
