import { BlobChanged, BlobMissing, BlobStoreUnavailable, type Blobs, WrongHash } from '../../files/blobs.ts'
import type { BrokenInvariant } from '../../projections/broken-invariants.ts'
import { type FileUse, usesOf } from '../../projections/stored-files.ts'
import type { Queryable } from '../../store/db.ts'

export type BlobFault = 'missing' | 'changed'
export type BlobErrors = Record<BlobFault | 'unavailable', number>

const mostShown = 100
/** The number of lost files among the invariants. */
const invariant = 12

/** Counts errors of the blob store, and remembers which bytes are lost, for the docket's health check. */
export function watchBlobs({ db, blobs, clock }: { db: Queryable; blobs: Blobs; clock: () => Date }) {
  const errors: BlobErrors = { missing: 0, changed: 0, unavailable: 0 }

  async function noticed<T>(sha256: string, reading: Promise<T>): Promise<T> {
    try {
      return await reading
    } catch (error) {
      const kind = kindOf(error)
      if (kind === 'unavailable') errors.unavailable += 1
      else if (kind) await keep(sha256, kind).catch(() => {})
      throw error
    }
  }

  /** A request for bytes that nothing names is no loss. */
  async function keep(sha256: string, what: BlobFault) {
    if ((await usesOf(db, sha256)).length === 0) return
    errors[what] += 1
    await db.rows(
      `insert into blob_faults (sha256, what, found_at) values ($1, $2, $3)
       on conflict (sha256) do update set what = excluded.what`,
      [sha256, what, clock()],
    )
  }

  const watched: Blobs = {
    ...blobs,
    open: (sha256, range) => noticed(sha256, blobs.open(sha256, range)),
    async stat(sha256, expectedBytes) {
      if (expectedBytes !== undefined) await refuseChanged(db, sha256)
      const found = await noticed(sha256, blobs.stat(sha256, expectedBytes))
      if (!found) await keep(sha256, 'missing').catch(() => {})
      return found
    },
    async localFile(sha256) {
      await refuseChanged(db, sha256)
      return noticed(sha256, blobs.localFile(sha256))
    },
  }
  return { blobs: watched, errors, keep }
}

/** Bytes that failed a check are not served until a check passes. */
async function refuseChanged(db: Queryable, sha256: string) {
  const [found] = await db.rows(`select 1 from blob_faults where sha256 = $1 and what = 'changed'`, [sha256])
  if (found) throw new BlobChanged(sha256)
}

export async function forgetFault(db: Queryable, sha256: string) {
  await db.rows(`delete from blob_faults where sha256 = $1`, [sha256])
}

export async function countFaults(db: Queryable): Promise<number> {
  const [row] = await db.rows<{ count: number }>(`select count(*)::int as count from blob_faults`)
  return row?.count ?? 0
}

/** The lost files of cases; bytes that are back are dropped from the list. */
export async function lostFiles(db: Queryable, blobs: Blobs): Promise<BrokenInvariant[]> {
  const faults = await db.rows<{ sha256: string; what: BlobFault }>(
    `select sha256, what from blob_faults order by found_at, sha256 limit $1`,
    [mostShown],
  )
  const found: BrokenInvariant[] = []
  for (const { sha256, what } of faults) {
    const uses = (await usesOf(db, sha256)).filter(({ caseId }) => caseId !== null)
    if (uses.length === 0 || (what === 'missing' && (await blobs.has(sha256)))) await forgetFault(db, sha256)
    else
      for (const use of uses) {
        const { caseId, subject } = use
        found.push({ invariant, caseId: caseId ?? '', subject, sentence: `${thingOf(use)} is ${what}.` })
      }
  }
  return found
}

/** The file as named at the start of a sentence. */
export function thingOf({ file, version }: FileUse): string {
  switch (file) {
    case 'content':
      return `The file of version ${version}`
    case 'original':
      return `The file that version ${version} was received as`
    case 'decision':
      return 'The sealed decision'
    case 'manifest':
      return 'The manifest of the import'
    case 'importedFiles':
      return 'The ZIP of the import'
  }
}

function kindOf(error: unknown): keyof BlobErrors | undefined {
  if (error instanceof BlobMissing) return 'missing'
  if (error instanceof WrongHash || error instanceof BlobChanged) return 'changed'
  return error instanceof BlobStoreUnavailable ? 'unavailable' : undefined
}
