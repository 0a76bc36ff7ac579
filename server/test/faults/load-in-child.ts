import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { openBlobs } from '../../files/blobs.ts'
import { openPdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { openDatabase } from '../../store/db.ts'
import { alice } from '../given.ts'
import { bulkLoadOn } from '../loading.ts'

/** Loads a folder to its end, and says a word for each batch: a process to be killed. */
flushCompileCache()
const [url = '', data = '', folder = '', batchWeight, mostBatches] = process.argv.slice(2)
const db = openDatabase({ url, size: 3 })
const blobs = await openBlobs(join(data, 'blobs'), new Date())
const pdf = openPdfWorkers({ size: 1 })
const bulkLoad = bulkLoadOn(db, { blobs, pdf, scratch: data, batchWeight: Number(batchWeight) })
const { import: begun } = await bulkLoad.openPath(folder, { actor: alice, dryRun: false })
console.log('begun')
let batches = 0
const onProgress = () => {
  console.log('batch')
  batches += 1
  // Nothing more happens here: whoever is late to kill it does not find it done.
  if (batches === Number(mostBatches)) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}
await bulkLoad.run(begun.id, { onProgress })
const { status } = await bulkLoad.get(begun.id)
console.log(status)
await pdf.close()
await db.close()
