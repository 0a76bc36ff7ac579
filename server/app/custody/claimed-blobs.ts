import { BlobStoreUnavailable, type Blobs, type StoredBlob } from '../../files/blobs.ts'
import type { Queryable } from '../../store/db.ts'

/**
 * Bytes are stored before the event that names them. The writer claims them here meanwhile, so that the purge of
 * another case with the same bytes does not remove them.
 */
export function claimBlobs({ db, blobs, clock }: { db: Queryable; blobs: Blobs; clock: () => Date }): Blobs {
  const claimed = async (stored: StoredBlob): Promise<StoredBlob> => {
    const [row] = await db.rows<{ may_be_gone: boolean }>(
      `insert into blob_claims (sha256, claimed_at) values ($1, $2)
       on conflict (sha256) do update set claimed_at = excluded.claimed_at
       returning removing_since is not null as may_be_gone`,
      [stored.sha256, clock()],
    )
    if (row?.may_be_gone && !(await blobs.has(stored.sha256)))
      throw new BlobStoreUnavailable('These bytes were just removed with another case: send them again.')
    return stored
  }

  return {
    ...blobs,
    put: async (source, options) => claimed(await blobs.put(source, options)),
    putFile: async (path) => claimed(await blobs.putFile(path)),
  }
}
