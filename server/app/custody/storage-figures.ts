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
    { name: 'portico_disk_free_bytes', help: 'Free disk space in bytes', value: disk.freeBytes() },
    {
      name: 'portico_disk_reserve_bytes',
      help: 'Disk space that files leave free for the database, in bytes',
      value: disk.reserveBytes,
    },
    ...Object.entries(blobErrors).map(([kind, value]) => ({
      name: 'portico_blob_errors_total',
      help: 'Failed reads of stored files, by cause',
      labels: { kind },
      value,
      isCounter: true as const,
    })),
    ...(lost === undefined
      ? []
      : [{ name: 'portico_lost_files', help: 'Stored files that are missing or changed', value: lost }]),
  ]
}
