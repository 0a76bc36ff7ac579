import { rm } from 'node:fs/promises'
import type { ActiveScan } from './active-scan.ts'
import type { PageRange } from './page-ranges.ts'
import { asTheyAre, type Qpdf, QpdfFailed, qpdfPath } from './qpdf.ts'
import { UnreadablePdf } from './unreadable.ts'
import { type JobOptions, openWorkerPool } from './worker-pool.ts'

export type ActiveContentJob =
  | { type: 'scan'; path: string }
  | { type: 'defuse'; objects: string; update: string }

export type Defusing = {
  /**
   * `harmless`: the file has no active content, and nothing is written. `defused`: `output` has the same pages
   * without it; the same file gives the same bytes. Throws `UnreadablePdf` where nobody can tell.
   */
  defuse(path: string, output: string, options?: JobOptions): Promise<'harmless' | 'defused'>
  close(): Promise<void>
}

/** A case of 30,000 pages whose objects are packed takes half a minute. */
const timeoutMs = 300_000
const jobsPerWorker = 100
const heapMegabytes = 512

export function openDefusing({
  qpdf,
  pages,
}: {
  qpdf: Qpdf['run']
  pages: {
    pageCount(path: string, options?: JobOptions): Promise<number>
    slice(path: string, range: PageRange, output: string, options?: JobOptions): Promise<void>
  }
}): Defusing {
  const pool = openWorkerPool<ActiveContentJob, ActiveScan | number>({
    entry: new URL('./active-content-worker.ts', import.meta.url),
    size: 1,
    timeoutMs,
    jobsPerWorker,
    heapMegabytes,
  })

  async function write(path: string, output: string, mustWrite: boolean, options?: JobOptions) {
    const objects = `${output}.objects.json`
    const update = `${output}.update.json`
    const limits = { timeoutMs, signal: options?.signal }
    try {
      await qpdf(['--json=2', '--json-key=qpdf', '--no-warn', qpdfPath(path), qpdfPath(objects)], limits)
      const changed = await pool.run({ type: 'defuse', objects, update }, limits)
      if (changed === 0 && !mustWrite) return 'harmless'
      const updates = changed === 0 ? [] : [`--update-from-json=${qpdfPath(update)}`]
      const form = ['--decrypt', ...asTheyAre, '--object-streams=generate', '--deterministic-id']
      await qpdf([qpdfPath(path), ...updates, ...form, qpdfPath(output)], limits)
      return 'defused'
    } finally {
      for (const file of [objects, update]) await rm(file, { force: true })
    }
  }

  return {
    async defuse(path, output, options) {
      const found = await pool.run({ type: 'scan', path }, options)
      if (found === 'none') return 'harmless'
      try {
        // What is seen in the bytes and not among the objects lies where only some readers look: writing leaves it.
        return await write(path, output, found === 'seen', options)
      } catch (error) {
        if (!(error instanceof QpdfFailed)) throw error
      }
      const repaired = `${output}.repaired.pdf`
      try {
        const pageCount = await pages.pageCount(path, options)
        await pages.slice(path, { firstPage: 1, pageCount }, repaired, options)
        return await write(repaired, output, true, options)
      } catch (error) {
        throw error instanceof QpdfFailed ? new UnreadablePdf('damaged') : error
      } finally {
        await rm(repaired, { force: true })
      }
    },
    close: pool.close,
  }
}
