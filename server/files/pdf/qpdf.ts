import { parse } from 'node:path'
import { NoSpace } from '../disk-space.ts'
import type { JobOptions } from './worker-pool.ts'
import { openWorkerPool } from './worker-pool.ts'

export type QpdfJob = { args: readonly string[]; root: string }
export type QpdfResult = { exitCode: number; errors: string }

export class QpdfFailed extends Error {
  constructor(errors: string) {
    super(`qpdf failed: ${errors}`)
    this.name = 'QpdfFailed'
  }
}

export type Qpdf = {
  /** Arguments as on a command line, with every file named through `qpdfPath`. Answers 0, or 3 for warnings. */
  run(args: readonly string[], options?: JobOptions): Promise<number>
  close(): Promise<void>
}

/** Streams are passed on as they are: nothing of a file nobody vouches for is unpacked. */
export const asTheyAre = ['--stream-data=preserve', '--remove-unreferenced-resources=no', '--no-warn']

const exitWarnings = 3

/** Each run has a worker of its own: WebAssembly memory is given back only when its thread ends. */
export function openQpdf({ size, timeoutMs }: { size: number; timeoutMs: number }): Qpdf {
  const entry = new URL('./qpdf-worker.ts', import.meta.url)
  const pool = openWorkerPool<QpdfJob, QpdfResult>({ entry, size, timeoutMs, jobsPerWorker: 1 })
  const { root } = parse(process.cwd())
  return {
    async run(args, options) {
      const { exitCode, errors } = await pool.run({ args, root }, options)
      if (exitCode === 0 || exitCode === exitWarnings) return exitCode
      if (/no space left|quota exceeded/i.test(errors)) throw new NoSpace('There is no space left for a PDF.')
      throw new QpdfFailed(errors)
    },
    close: pool.close,
  }
}

/** The path by which qpdf sees a file of this machine. */
export function qpdfPath(path: string): string {
  return `/host/${path.slice(parse(path).root.length).replaceAll('\\', '/')}`
}
