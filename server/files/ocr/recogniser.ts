import { access } from 'node:fs/promises'
import { type JobOptions, openWorkerPool, type WorkerPool } from '../pdf/worker-pool.ts'
import type { OcrJob } from './ocr-worker.ts'
import type { RecognisedPage } from './recognised-page.ts'

/** Reads pages that are pictures, one at a time, in a thread of its own that gives way to everything else. */
export type Recogniser = {
  recognise(path: string, page: number, options?: JobOptions): Promise<RecognisedPage>
  close(): Promise<void>
}

/** A page takes some five seconds; on a machine that is busy with other things, many times that. */
const pageTimeoutMs = 180_000
const pagesPerWorker = 100
/** It holds 300 MB, which nobody needs once the last page is read. */
const idleMs = 30_000

export function openRecogniser({ timeoutMs = pageTimeoutMs }: { timeoutMs?: number } = {}): Recogniser {
  const entry = new URL('./ocr-worker.ts', import.meta.url)
  let pool: WorkerPool<OcrJob, RecognisedPage> | undefined
  let idle: NodeJS.Timeout | undefined
  let busy = 0

  const close = async () => {
    clearTimeout(idle)
    const closing = pool
    pool = undefined
    await closing?.close()
  }

  return {
    async recognise(path, page, options) {
      // The process's threads for files are made by the first who needs one, and keep that one's priority.
      await access(path)
      clearTimeout(idle)
      pool ??= openWorkerPool({ entry, size: 1, timeoutMs, jobsPerWorker: pagesPerWorker })
      busy++
      try {
        return await pool.run({ path, page }, options)
      } finally {
        busy--
        if (busy === 0) idle = setTimeout(() => void close(), idleMs).unref()
      }
    },
    close,
  }
}
