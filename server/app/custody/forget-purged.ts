import { msEarlier } from '../../core/time/moments.ts'
import type { BlobCopies } from '../../files/blobs.ts'
import type { DerivedFiles } from '../../files/derived.ts'
import type { CaseIndexes } from '../../search/memory/case-indexes.ts'
import type { Queryable } from '../../store/db.ts'
import { purgedSince } from '../../store/events/erase.ts'

const atOnce = 1000
const everyMs = 5 * 60_000
/** By then, files that were being made during the purge exist. */
const lingersMs = 2 * 3_600_000

export type ForgetPurged = () => Promise<{ forgotten: number }>

/**
 * Drops what this process and its machine still hold of purged cases: text in memory, derived files, local copies of
 * remote bytes. It compares with what is stored rather than following events, so a machine that was offline catches up.
 */
export function createForgetPurged({
  db,
  clock,
  indexes,
  derived,
  copies,
}: {
  db: Queryable
  clock: () => Date
  indexes: CaseIndexes
  derived: DerivedFiles
  copies?: BlobCopies | undefined
}): ForgetPurged {
  let hasLooked = false

  async function forgetGone(there: readonly string[], forget: (source: string) => Promise<void>) {
    let forgotten = 0
    for (let at = 0; at < there.length; at += atOnce) {
      for (const gone of await goneOf(db, there.slice(at, at + atOnce))) {
        await forget(gone)
        forgotten++
      }
    }
    return forgotten
  }

  return async () => {
    const recent = await purgedSince(db, msEarlier(clock(), lingersMs))
    for (const caseId of recent) indexes.forget(caseId)
    if (hasLooked && recent.length === 0) return { forgotten: 0 }
    let forgotten = await forgetGone(await derived.sources(), derived.forget)
    if (copies) forgotten += await forgetGone(await copies.list(), copies.forget)
    hasLooked = true
    return { forgotten }
  }
}

/** At once, then every few minutes; a failure is retried the next time. */
export function keepForgetting(forgetPurged: ForgetPurged, onFailure: (error: unknown) => void) {
  let under = Promise.resolve()
  const look = () => {
    under = under.then(async () => void (await forgetPurged())).catch(onFailure)
  }
  look()
  const timer = setInterval(look, everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await under
    },
  }
}

/** Neither an existing case nor bytes that are named or claimed. */
async function goneOf(db: Queryable, sources: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ source: string }>(
    `select source from unnest($1::text[]) as source
     where not exists (select from case_streams where case_id = source and purged_at is null)
       and not exists (select from blob_uses where sha256 = source)
       and not exists (select from blob_claims where sha256 = source and removing_since is null)
       and not exists (select from imports where (manifest = source or files->>'sha256' = source)
         and forgotten_at is null)
       and not exists (select from mail_files where blobs @> array[source])`,
    [sources],
  )
  return rows.map(({ source }) => source)
}
