import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { openBlobs } from '../../files/blobs.ts'
import { openPdfWorkers } from '../../files/pdf/pdf-workers.ts'
import { openDatabase } from '../../store/db.ts'
import { alice } from '../given.ts'
import { bulkLoadOn } from '../loading.ts'

/** Loads a folder to its end, and says a word for each batch: a process to be killed. */
flushCompileCache()
const [url = '', data = '', folder = '', batchWeight] = process.argv.slice(2)
const db = openDatabase({ url, size: 3 })
const blobs = await openBlobs(join(data, 'blobs'), new Date())
const pdf = openPdfWorkers({ size: 1 })
const bulkLoad = bulkLoadOn(db, { blobs, pdf, scratch: data, batchWeight: Number(batchWeight) })
const { import: begun } = await bulkLoad.openPath(folder, { actor: alice, dryRun: false })
console.log('begun')
await bulkLoad.run(begun.id, { onProgress: () => console.log('batch') })
const { status } = await bulkLoad.get(begun.id)
console.log(status)
await pdf.close()
await db.close()
