import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type Conversions, openConversions } from '../intake/conversions.ts'
import { type Defusing, openDefusing } from './active-content.ts'
import type { OutlineEntry } from './outline.ts'
import type { PageText } from './page-text.ts'
import type { CropBox, PageRange, PdfiumJob, PdfiumResult } from './pdfium-jobs.ts'
import { asTheyAre, openQpdf, type Qpdf, QpdfFailed, qpdfPath } from './qpdf.ts'
import { textInBatches } from './text-batches.ts'
import { UnreadablePdf } from './unreadable.ts'
import { type JobOptions, openWorkerPool } from './worker-pool.ts'

/** Reads PDFs in threads of their own. Whatever is wrong with a file ends as `UnreadablePdf`, in bounded time. */
export type PdfWorkers = {
  pageCount(path: string, options?: JobOptions): Promise<number>
  /** Batches of pages in page order, so that the first are used while the last are read. A bad page says why. */
  text(path: string, range: PageRange, options?: JobOptions): AsyncGenerator<PageText[], void, undefined>
  cropBoxes(path: string, pages: readonly number[], options?: JobOptions): Promise<CropBox[]>
  /** How far each is turned clockwise when it is shown. */
  rotations(path: string, pages: readonly number[], options?: JobOptions): Promise<{ degrees: number }[]>
  /** The entries of the outline that the file carries, in its order; none where it has no outline. */
  outline(path: string, options?: JobOptions): Promise<OutlineEntry[]>
  /** Writes a PDF of these pages alone: the same bytes each time for the same file. */
  slice(path: string, range: PageRange, output: string, options?: JobOptions): Promise<void>
  qpdf: Qpdf['run']
  defuse: Defusing['defuse']
  /** What is not a PDF becomes one here. */
  conversions: Pick<Conversions, 'identify' | 'convert'>
  close(): Promise<void>
}

const jobsPerWorker = 200

export function openPdfWorkers({
  size = Math.max(2, Math.min(4, availableParallelism() - 1)),
  timeoutMs = 30_000,
  qpdfTimeoutMs = 600_000,
  largeSliceBytes = 64 * 1024 ** 2,
}: {
  size?: number
  timeoutMs?: number
  qpdfTimeoutMs?: number
  largeSliceBytes?: number
} = {}): PdfWorkers {
  const entry = new URL('./pdfium-worker.ts', import.meta.url)
  const pool = openWorkerPool<PdfiumJob, PdfiumResult[PdfiumJob['type']]>({
    entry,
    // One more than reads texts, so that who waits for a page to look at does not wait for them.
    size: size + 1,
    backgroundSize: size,
    timeoutMs,
    jobsPerWorker,
  })
  const conversions = openConversions()
  const qpdf = openQpdf({ size: Math.max(2, size), timeoutMs: qpdfTimeoutMs })

  async function run<Type extends PdfiumJob['type']>(job: PdfiumJob & { type: Type }, options?: JobOptions) {
    return (await pool.run(job, options)) as PdfiumResult[Type]
  }
  const pageCount = (path: string, options?: JobOptions) => run({ type: 'pageCount', path }, options)

  const slice: PdfWorkers['slice'] = async (path, { firstPage, pageCount: pages }, output, options) => {
    const range = { firstPage, pageCount: pages }
    const { size } = await stat(path)
    // PDFium holds a slice in memory; qpdf does not, but takes longer to begin.
    const isLarge =
      size > largeSliceBytes && (size * pages) / (await pageCount(path, options)) > largeSliceBytes
    if (isLarge) await sliceByQpdf(qpdf, path, range, output, options)
    else await run({ type: 'slice', path, output, ...range }, options)
  }
  const defusing = openDefusing({ qpdf: qpdf.run, pages: { pageCount, slice } })

  return {
    pageCount,
    slice,
    defuse: defusing.defuse,

    text: (path, range, options) =>
      textInBatches(
        {
          read: (batch) => run({ type: 'text', path, ...batch }, { ...options, isBackground: true }),
          pageCount: () => pageCount(path, options),
        },
        range,
      ),

    cropBoxes: (path, pages, options) => run({ type: 'cropBoxes', path, pages }, options),
    rotations: (path, pages, options) => run({ type: 'rotations', path, pages }, options),

    outline: (path, options) => run({ type: 'outline', path }, options),

    qpdf: qpdf.run,
    conversions,
    close: async () => {
      await Promise.all([pool.close(), qpdf.close(), conversions.close(), defusing.close()])
    },
  }
}

async function sliceByQpdf(
  qpdf: Qpdf,
  path: string,
  { firstPage, pageCount }: PageRange,
  output: string,
  options?: JobOptions,
): Promise<void> {
  const pages = ['--empty', '--pages', qpdfPath(path), `${firstPage}-${firstPage + pageCount - 1}`, '--']
  try {
    await qpdf.run([...pages, ...asTheyAre, '--deterministic-id', qpdfPath(output)], options)
  } catch (error) {
    throw error instanceof QpdfFailed ? new UnreadablePdf('damaged') : error
  }
}
