import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type { Actor } from '@portico/contract/envelope'
import { canonicalJson } from '../../core/kernel/chain.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import type { Blobs } from '../../files/blobs.ts'
import { manifestName } from '../../files/import-files.ts'
import { openFolder } from '../../files/import-folder.ts'
import type { Database, Queryable } from '../../store/db.ts'
import {
  type FilesAt,
  findImport,
  findRequested,
  findUnfinished,
  type ImportRecord,
  insertImport,
  listImports,
  lockImport,
  presentImport,
  readImportErrors,
  setImportStatus,
} from './import-record.ts'
import type { RunImport } from './run-import.ts'

type Order = { actor: Actor; dryRun: boolean }
type ReceivedOrder = Order & { requestKey?: string | undefined }
type Wanted = 'running' | 'paused' | 'cancelled'

const errorPage = 1000

/** Bulk import, for HTTP, the command line and jobs. */
export function openBulkLoad(options: {
  db: Database
  blobs: Blobs
  clock: () => Date
  run: RunImport
  enqueue: (tx: Queryable, importId: string) => Promise<void>
}) {
  const { db, blobs, clock, run, enqueue } = options

  async function insert(
    tx: Queryable,
    files: FilesAt,
    manifest: { sha256: string; bytes: number },
    order: Order,
    requestKey?: string,
  ) {
    const createdAt = clock()
    const id = newId('imp', createdAt, randomBytes(10))
    return insertImport(tx, {
      id,
      createdAt,
      ...order,
      files,
      manifest: manifest.sha256,
      bytes: manifest.bytes,
      ...(requestKey === undefined ? {} : { requestKey }),
    })
  }

  async function found(importId: string): Promise<ImportRecord> {
    return (await findImport(db, importId)) ?? noSuchImport()
  }

  /** Pauses, cancels or resumes. With `here`, also an import started on the command line. */
  const setStatus = (importId: string, wanted: Wanted, { here }: { here: boolean } = { here: false }) =>
    db.transaction(async (tx) => {
      const record = (await lockImport(tx, importId)) ?? noSuchImport()
      const { status } = record
      if (status === 'done' || status === 'cancelled')
        throw new Refusal('stateForbids', `The import is ${status}: load its manifest again to start over.`)
      if (wanted === 'running') {
        const isLocal = record.files.kind === 'folder' || record.files.kind === 'zip'
        if (isLocal && !here)
          throw new Refusal('stateForbids', 'This import was started on the command line: resume it there.')
        if (status !== 'running') await setImportStatus(tx, importId, 'waiting')
        if (!isLocal) await enqueue(tx, importId)
      } else if (wanted === 'cancelled') {
        await setImportStatus(tx, importId, 'cancelled', { finishedAt: clock() })
      } else if (status !== 'failed') {
        await setImportStatus(tx, importId, 'paused')
      }
      return presentImport((await findImport(tx, importId)) ?? noSuchImport())
    })

  return {
    run,

    /**
     * Starts an import of received bytes, a ZIP with its manifest or a manifest alone; a worker runs it. Repeated under
     * the same key, the same bytes are the same import.
     */
    async receive(bytes: AsyncIterable<Uint8Array>, { requestKey, ...order }: ReceivedOrder) {
      const stored = await blobs.put(bytes)
      if (stored.bytes === 0) throw new Refusal('invalid', 'The body is empty: send a ZIP or a manifest.')
      const isZip = await beginsLikeZip(blobs, stored)
      const manifest = isZip ? await manifestIn(blobs, stored.sha256) : stored
      const files: FilesAt = isZip ? { kind: 'zipBlob', sha256: stored.sha256 } : { kind: 'blobs' }
      return db.transaction(async (tx) => {
        const earlier =
          requestKey === undefined ? undefined : await findRequested(tx, order.actor.id, requestKey)
        if (earlier)
          return presentImport(sameRequest(earlier, { ...order, manifest: manifest.sha256, files }))
        const record = await insert(tx, files, manifest, order, requestKey)
        await enqueue(tx, record.id)
        return presentImport(record)
      })
    },

    /** Starts or resumes the import of a local folder, ZIP or manifest. The caller runs it. */
    async openPath(path: string, order: Order) {
      const { files, manifest } = await filesOn(path)
      const stored = await blobs.put(manifest)
      const unfinished = await findUnfinished(db, { manifest: stored.sha256, files, dryRun: order.dryRun })
      if (!unfinished)
        return { import: presentImport(await insert(db, files, stored, order)), isResumed: false }
      await setStatus(unfinished.id, 'running', { here: true })
      return { import: presentImport(await found(unfinished.id)), isResumed: true }
    },

    /** Not found, unless the actor started it. */
    async refuseOthers(importId: string, actorId: string) {
      if ((await found(importId)).actor.id !== actorId) noSuchImport()
    },
    get: async (importId: string) => presentImport(await found(importId)),
    list: async (asked: { after?: string | undefined; limit: number; actorId?: string | undefined }) =>
      (await listImports(db, asked)).map(presentImport),

    async *errors(importId: string, after: number = 0) {
      await found(importId)
      for (let line = after; ; ) {
        const page = await readImportErrors(db, importId, { after: line, limit: errorPage })
        if (page.length > 0) yield page
        if (page.length < errorPage) return
        line = page.at(-1)?.line ?? line
      }
    },

    setStatus,
  }
}

export type BulkLoad = ReturnType<typeof openBulkLoad>

const zipSignature = Buffer.from('PK')

/** By its first bytes, not by its declared type; a manifest begins with a brace. */
async function beginsLikeZip(blobs: Blobs, { sha256, bytes }: { sha256: string; bytes: number }) {
  const { stream } = await blobs.open(sha256, { start: 0, end: Math.min(1, bytes - 1) })
  return (await buffer(stream)).equals(zipSignature)
}

function sameRequest(earlier: ImportRecord, asked: Pick<ImportRecord, 'manifest' | 'files' | 'dryRun'>) {
  const of = ({ manifest, files, dryRun }: typeof asked) => canonicalJson([manifest, files, dryRun])
  if (of(earlier) === of(asked)) return earlier
  throw new Refusal('conflict', 'This idempotency key was used before, for another request.')
}

async function manifestIn(blobs: Blobs, zip: string) {
  await using file = await blobs.localFile(zip)
  const { openZip } = await import('../../files/import-zip.ts')
  const files = await openZip(file.path)
  try {
    return await blobs.put((await files.open(manifestName)).bytes())
  } finally {
    await files.close()
  }
}

/** A path may be a folder with its manifest, a ZIP, or a manifest with its files beside it. */
async function filesOn(given: string): Promise<{ files: FilesAt; manifest: AsyncIterable<Uint8Array> }> {
  const path = await realpath(given).catch(() => {
    throw new Refusal('notFound', `There is nothing at ${given}.`)
  })
  if ((await stat(path)).isDirectory()) {
    const folder = await openFolder(path)
    return { files: { kind: 'folder', path }, manifest: (await folder.open(manifestName)).bytes() }
  }
  if (/\.zip$/i.test(basename(path))) {
    const { openZip } = await import('../../files/import-zip.ts')
    const zip = await openZip(path)
    return { files: { kind: 'zip', path }, manifest: closing(zip, (await zip.open(manifestName)).bytes()) }
  }
  return { files: { kind: 'folder', path: dirname(path) }, manifest: createReadStream(path) }
}

async function* closing(files: { close(): Promise<void> }, bytes: AsyncIterable<Uint8Array>) {
  try {
    yield* bytes
  } finally {
    await files.close()
  }
}

function noSuchImport(): never {
  throw new Refusal('notFound', 'There is no import with this id.')
}
