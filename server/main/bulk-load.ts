import { openBulkLoad } from '../app/bulk-load/bulk-load.ts'
import { createImporterFor } from '../app/bulk-load/importer.ts'
import type { WorkFor } from '../app/engine/commit.ts'
import { later } from '../app/later.ts'
import type { Portico } from '../app/portico.ts'
import type { Blobs } from '../files/blobs.ts'
import type { PdfWorkers } from '../files/pdf/pdf-workers.ts'
import { runImport } from '../jobs/run-import.ts'
import { allProjections } from '../projections/all.ts'
import type { Database } from '../store/db.ts'

/** Bulk loads, which a job runs. */
export function wireBulkLoad({
  portico: { live, permissions, profiles },
  workFor,
  nudge,
  ...parts
}: {
  db: Database
  blobs: Blobs
  pdf: PdfWorkers
  clock: () => Date
  scratchPath: () => string
  portico: Pick<Portico, 'live' | 'permissions' | 'profiles'>
  workFor: WorkFor
  nudge: () => void
}) {
  const { db, blobs, clock } = parts
  return openBulkLoad({
    db,
    blobs,
    clock,
    run: later(async () => {
      const { createRunImport } = await import('../app/bulk-load/run-import.ts')
      return createRunImport({
        ...parts,
        projections: allProjections,
        workFor,
        profileFor: profiles.inForceFor,
        importerFor: createImporterFor(permissions),
        afterCommit() {
          live.nudge()
          nudge()
        },
      })
    }),
    enqueue: (tx, importId) => runImport.enqueue(tx, { importId }),
  })
}
