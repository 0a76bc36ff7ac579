import type { BlobCopies } from '../../files/blobs.ts'
import type { DerivedFiles } from '../../files/derived.ts'
import type { CaseIndexes } from '../../search/memory/case-indexes.ts'
import type { Queryable } from '../../store/db.ts'
import { purgedSince } from '../../store/events.ts'

const atOnce = 1000
const everyMs = 5 * 60_000
/** What was being made of a case while it was purged is there by then. */
const lingersMs = 2 * 3_600_000

export type ForgetPurged = () => Promise<{ forgotten: number }>

/**
 * Drops what this process and its machine still have of cases and bytes that are gone: text in memory, files made of
 * them, copies of bytes that lie elsewhere. It asks what is there and not what happened, so a machine that was away
 * catches up by itself.
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
    const recent = await purgedSince(db, new Date(clock().getTime() - lingersMs))
    for (const caseId of recent) indexes.forget(caseId)
    if (hasLooked && recent.length === 0) return { forgotten: 0 }
    let forgotten = await forgetGone(await derived.sources(), derived.forget)
    if (copies) forgotten += await forgetGone(await copies.list(), copies.forget)
    hasLooked = true
    return { forgotten }
  }
}

/** At once, and then every few minutes; where it fails, the next time will do. */
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

/** Neither a case that is here, nor bytes that something names or is about to name. */
async function goneOf(db: Queryable, sources: readonly string[]): Promise<string[]> {
  const rows = await db.rows<{ source: string }>(
    `select source from unnest($1::text[]) as source
     where not exists (select from case_streams where case_id = source and purged_at is null)
       and not exists (select from blob_uses where sha256 = source)
       and not exists (select from blob_claims where sha256 = source and removing_since is null)
       and not exists (select from imports where (manifest = source or files->>'sha256' = source)
         and forgotten_at is null)`,
    [sources],
  )
  return rows.map(({ source }) => source)
}
