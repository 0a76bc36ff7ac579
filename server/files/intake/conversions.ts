import { type JobOptions, openWorkerPool } from '../pdf/worker-pool.ts'
import type { ConversionJob, ConversionResult } from './convert.ts'
import type { ConvertibleType, Identified } from './identify.ts'

/** Looks at files nobody vouches for, and makes PDFs of them, in processes of their own with limits of their own. */
export type Conversions = {
  identify(path: string, options?: JobOptions): Promise<Identified>
  /** Answers how many pages it wrote to `output`; throws `UnreadablePdf` for a file that gives none. */
  convert(path: string, mediaType: ConvertibleType, output: string, options?: JobOptions): Promise<number>
  close(): Promise<void>
}

const timeoutMs = 60_000
const jobsPerWorker = 50
const heapMegabytes = 512

export function openConversions({ size = 2 }: { size?: number } = {}): Conversions {
  const pool = openWorkerPool<ConversionJob, ConversionResult[ConversionJob['type']]>({
    entry: new URL('./conversion-worker.ts', import.meta.url),
    size,
    timeoutMs,
    jobsPerWorker,
    heapMegabytes,
  })
  return {
    identify: async (path, options) => (await pool.run({ type: 'identify', path }, options)) as Identified,
    convert: async (path, mediaType, output, options) =>
      (await pool.run({ type: 'convert', path, mediaType, output }, options)) as number,
    close: pool.close,
  }
}
