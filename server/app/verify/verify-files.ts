import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { BlobMissing, type Blobs } from '../../files/blobs.ts'
import { countNamedHashes, type FileUse, namedHashes, usesOf } from '../../projections/stored-files.ts'
import type { Database } from '../../store/db.ts'
import { type BlobFault, forgetFault } from '../custody/lost-files.ts'

export type FileFault = { sha256: string; what: BlobFault; uses: FileUse[] }
export type FilesVerification = { files: number; bytes: number; faults: FileFault[] }

const atOnce = 4

/** Reads all bytes that anything names and holds them against their hash. What is back again is not lost any more. */
export async function verifyFiles(
  { db, blobs, keepFault }: Parts,
  { caseId, onProgress = () => {} }: { caseId?: string; onProgress?: (files: number, of: number) => void },
): Promise<FilesVerification> {
  const result: FilesVerification = { files: 0, bytes: 0, faults: [] }
  const total = await countNamedHashes(db, caseId)

  async function check(sha256: string) {
    const found = await read(blobs, sha256)
    result.files += 1
    result.bytes += found.bytes
    onProgress(result.files, Math.max(total, result.files))
    if (found.what === undefined) return forgetFault(db, sha256)
    // Purged meanwhile, or filed anew for another case.
    const uses = await usesOf(db, sha256)
    if (uses.length === 0) return
    result.faults.push({ sha256, what: found.what, uses })
    await keepFault(sha256, found.what)
  }

  for await (const hashes of namedHashes(db, caseId)) {
    const waiting = hashes.values()
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (const sha256 of waiting) await check(sha256)
      }),
    )
  }
  result.faults.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  return result
}

type Parts = {
  db: Database
  blobs: Blobs
  keepFault: (sha256: string, what: BlobFault) => Promise<void>
}

async function read(blobs: Blobs, sha256: string): Promise<{ bytes: number; what?: BlobFault }> {
  const hash = createHash('sha256')
  try {
    const { stream, bytes } = await blobs.open(sha256)
    await pipeline(stream, hash)
    return hash.digest('hex') === sha256 ? { bytes } : { bytes, what: 'changed' }
  } catch (error) {
    if (error instanceof BlobMissing) return { bytes: 0, what: 'missing' }
    throw error
  }
}
