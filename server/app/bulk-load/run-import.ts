import { createReadStream } from 'node:fs'
import { Refusal } from '../../core/kernel/decider.ts'
import { BlobStoreUnavailable, type Blobs } from '../../files/blobs.ts'
import { isNoSpace } from '../../files/disk-space.ts'
import type { PdfWorkers } from '../../files/pdf/pdf-workers.ts'
import type { Projection } from '../../projections/projection.ts'
import { type Database, isConnectionLoss } from '../../store/db.ts'
import type { WorkFor } from '../engine/commit.ts'
import type { ProfileFor } from '../engine/execute.ts'
import { filesAt } from './files-of-import.ts'
import { type ImportRecord, ownBytes } from './import-record.ts'
import { openImportRuns } from './import-runs.ts'
import type { ImporterFor } from './importer.ts'
import { createLoadBatch, type LoadableBatch, newMemory, type RunMemory } from './load-batch.ts'
import { createPlaceAnnotation } from './place-annotations.ts'
import { prepareBatch } from './prepare-batch.ts'
import { readBatches } from './read-batches.ts'
import { createTakeIn } from './take-in-documents.ts'

export type RunOptions = {
  signal?: AbortSignal
  /** After this time it stops at the end of a batch, with more to do. */
  sliceMs?: number
  onProgress?: (progress: { bytesRead: number; bytes: number; rows: number }) => void
}

/** True if there is more to do: it was stopped or ran out of time. */
export type RunImport = (importId: string, options?: RunOptions) => Promise<boolean>

const mostRehearsed = 1_000_000

/** Resumes an import, batch by batch, until it is done, paused, cancelled or stopped. */
export function createRunImport(options: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  projections: readonly Projection[]
  workFor: WorkFor
  profileFor: ProfileFor
  importerFor: ImporterFor
  clock: () => Date
  scratchPath: () => string
  afterCommit: () => void
  /** Rows per batch; a document counts as several. */
  batchWeight?: number
}): RunImport {
  const { db, blobs, pdf, clock, scratchPath, afterCommit } = options
  const { begin, finish, fail } = openImportRuns({ db, clock })
  const loadBatch = createLoadBatch(options)
  const placeAnnotation = createPlaceAnnotation({ blobs, pdf })

  return async (importId, { signal, sliceMs = Number.POSITIVE_INFINITY, onProgress = () => {} } = {}) => {
    const record = await begin(importId)
    if (!record) return false
    try {
      const isMore = await load(record, sliceMs, signal, onProgress)
      if (!isMore) await finish(importId)
      return isMore
    } catch (error) {
      if (signal?.aborted || isPassing(error)) throw error
      await fail(importId, error)
      if (error instanceof Refusal) return false
      throw error
    }
  }

  async function load(
    record: ImportRecord,
    sliceMs: number,
    signal: AbortSignal | undefined,
    onProgress: NonNullable<RunOptions['onProgress']>,
  ): Promise<boolean> {
    if (record.bytesRead === record.bytes) return false
    await using files = await filesAt(record.files, blobs)
    const { dryRun, bytes } = record
    const own = ownBytes(db, record.id)
    const takeIn = createTakeIn({ blobs, pdf, files, scratchPath, dryRun, own })
    const memory = newMemory(dryRun)
    // A local file: a remote store would close the stream while files are inspected.
    await using manifest = await blobs.localFile(record.manifest)
    const open = (start: number) => createReadStream(manifest.path, { start })
    const from = { offset: record.bytesRead, line: record.linesRead }
    const batches = readBatches(open, from, options.batchWeight)
    let rows = 0
    const until = performance.now() + sliceMs
    try {
      let next = batches.next()
      for (;;) {
        const { value: batch, done } = await next
        if (done) return false
        // The next batch is read while this one is written.
        next = batches.next()
        next.catch(() => {})
        const prepared = await prepareBatch(db, batch.rows, memory.rehearsed, {
          takeIn,
          placeAnnotation,
          dryRun,
        })
        const isLoaded = await loadWhole(record.id, { ...batch, rows: prepared }, memory)
        if (!isLoaded) return false
        afterCommit()
        rows += batch.rows.length
        onProgress({ bytesRead: batch.end.offset, bytes, rows })
        if (memory.rehearsed.size > mostRehearsed) throw tooLongForRehearsal()
        if (signal?.aborted || performance.now() > until) return batch.end.offset < bytes
      }
    } finally {
      await batches.return()
    }
  }

  /** If the database rejects a value unexpectedly, the row that has it is found and fails alone. */
  async function loadWhole(importId: string, batch: LoadableBatch, memory: RunMemory): Promise<boolean> {
    try {
      return await loadBatch(importId, batch, memory)
    } catch (error) {
      if (!isUnfitValue(error)) throw error
    }
    let { start } = batch
    for (const [index, row] of batch.rows.entries()) {
      const isLast = index === batch.rows.length - 1
      const end = isLast ? batch.end : { offset: row.end, line: row.line }
      const single = { rows: [row], start, end }
      const isLoaded = await loadBatch(importId, single, memory).catch((error) => {
        if (!isUnfitValue(error)) throw error
        const { line, end: rowEnd } = row
        const fault = 'The row has a value that cannot be stored.'
        return loadBatch(importId, { ...single, rows: [{ line, end: rowEnd, fault }] }, memory)
      })
      if (!isLoaded) return false
      start = end
    }
    return true
  }
}

function tooLongForRehearsal(): Refusal {
  return new Refusal(
    'invalid',
    `A dry run covers at most ${mostRehearsed.toLocaleString('en-US')} rows that would be loaded: split the manifest.`,
  )
}

/** SQLSTATE class 22, data exception. */
function isUnfitValue(error: unknown): boolean {
  const { code, severity } = (error ?? {}) as { code?: string; severity?: string }
  return severity !== undefined && (code?.startsWith('22') ?? false)
}

/** Retried once the database, the store or the disk is back. */
function isPassing(error: unknown): boolean {
  return isConnectionLoss(error) || error instanceof BlobStoreUnavailable || isNoSpace(error)
}
