import { chmod, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { claimBlobs } from '../app/custody/claimed-blobs.ts'
import { watchBlobs } from '../app/custody/lost-files.ts'
import type { Settings } from '../config.ts'
import { BlobStoreUnavailable, type Blobs, openBlobs } from '../files/blobs.ts'
import { openDerivedFiles } from '../files/derived.ts'
import type { DiskSpace, Room } from '../files/disk-space.ts'
import { openUploads } from '../files/uploads.ts'
import type { Database } from '../store/db.ts'
import { StartFailure } from '../store/start-failure.ts'

const derivedBytes = 4 * 1024 ** 3

/** Everything the service keeps in files, each with its share of the disk. */
export async function openStoredFiles(
  settings: Settings,
  { db, disk, clock }: { db: Database; disk: DiskSpace; clock: () => Date },
) {
  const folder = settings.dataFolder
  for (const inside of [settings.blobBucket ? 'blob-cache' : 'blobs', 'derived', 'uploads'])
    await makePrivate(join(folder, inside))
  const store = claimBlobs({ db, blobs: await openBlobStore(settings, clock, disk), clock })
  const { blobs, errors: blobErrors, keep: keepFault } = watchBlobs({ db, blobs: store, clock })
  const derived = await openDerivedFiles(join(folder, 'derived'), {
    maxBytes: derivedBytes,
    clock,
    room: disk,
  })
  const uploads = await openUploads(join(folder, 'uploads'), clock(), {
    mostBytes: settings.mostUploadsBytes,
    mostOwnBytes: settings.mostOwnUploadsBytes,
    room: disk,
  })
  disk.onShort(() => uploads.giveRoom(clock()))
  disk.onShort(() => derived.giveRoom())
  disk.onShort(async () => blobs.copies?.giveRoom())
  return { blobs, blobErrors, keepFault, derived, uploads }
}

/** Also one that an earlier release made for all to see. */
async function makePrivate(folder: string) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
}

async function openBlobStore(
  { blobBucket, dataFolder }: Settings,
  clock: () => Date,
  room: Room,
): Promise<Blobs> {
  if (!blobBucket) return openBlobs(join(dataFolder, 'blobs'), clock(), room)
  const cacheFolder = join(dataFolder, 'blob-cache')
  const { openS3Blobs } = await import('../files/blobs-s3.ts')
  return openS3Blobs({ ...blobBucket, cacheFolder, clock, room }).catch((error) => {
    if (error instanceof BlobStoreUnavailable) throw new StartFailure(`PORTICO_BLOBS: ${error.message}`)
    throw error
  })
}
