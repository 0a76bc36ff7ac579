import type { DiskSpace } from '../../files/disk-space.ts'
import type { Queryable } from '../../store/db.ts'
import { type BlobErrors, countFaults } from './lost-files.ts'

/** Metrics of the disk and the stored files. */
export async function storageFigures({
  db,
  disk,
  blobErrors,
}: {
  db: Queryable
  disk: Pick<DiskSpace, 'freeBytes' | 'reserveBytes'>
  blobErrors: BlobErrors
}) {
  const lost = await countFaults(db).catch(() => undefined)
  return [
    { name: 'portico_disk_free_bytes', help: 'Bytes that are free on the disk', value: disk.freeBytes() },
    {
      name: 'portico_disk_reserve_bytes',
      help: 'Bytes that files leave free for the database',
      value: disk.reserveBytes,
    },
    ...Object.entries(blobErrors).map(([kind, value]) => ({
      name: 'portico_blob_errors_total',
      help: 'Stored files that could not be read, by what was wrong',
      labels: { kind },
      value,
      isCounter: true as const,
    })),
    ...(lost === undefined
      ? []
      : [{ name: 'portico_lost_files', help: 'Stored files that are missing or changed', value: lost }]),
  ]
}
