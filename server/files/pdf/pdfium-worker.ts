import { openPdfium, type Pdfium } from './pdfium.ts'
import { doPdfiumJob, type PdfiumJob } from './pdfium-jobs.ts'
import { type PlacePages, placePages } from './place-pages.ts'
import { serveJobs } from './worker.ts'

const maxMemoryBytes = 512 * 1024 ** 2

let opening: Promise<Pdfium> | undefined

serveJobs(maxMemoryBytes, async (job: PdfiumJob | ({ type: 'place' } & PlacePages)) => {
  if (job.type === 'place') return placePages(job)
  opening ??= openPdfium()
  return doPdfiumJob(await opening, job)
})
