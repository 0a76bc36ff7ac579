import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { type Conversions, openConversions } from '../intake/conversions.ts'
import { type Defusing, openDefusing } from './active-content.ts'
import type { CropBox } from './crop-box.ts'
import type { OutlineEntry } from './outline.ts'
import { type PageRange, rangesText } from './page-ranges.ts'
import type { PageText } from './page-text.ts'
import type { Cut, PdfiumJob, PdfiumResult } from './pdfium-jobs.ts'
import type { PlacedPages, PlacePages } from './place-pages.ts'
import { asTheyAre, openQpdf, type Qpdf, QpdfFailed, qpdfPath } from './qpdf.ts'
import { textInBatches } from './text-batches.ts'
import { UnreadablePdf } from './unreadable.ts'
import { type JobOptions, openWorkerPool } from './worker-pool.ts'

/** Reads PDFs in threads of their own. Whatever is wrong with a file ends as `UnreadablePdf`, in bounded time. */
export type PdfWorkers = {
  /** How many pages a file may have that is taken in. */
  mostPages: number
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
  /** Several slices of one file, which is opened once. */
  cut(path: string, cuts: readonly Cut[], options?: JobOptions): Promise<void>
  /** Puts the pages of a file that was written here into another; unless something in it may be active. */
  place(pages: PlacePages, options?: JobOptions): Promise<PlacedPages | 'active'>
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
  mostPages = 100_000,
}: {
  size?: number
  timeoutMs?: number
  qpdfTimeoutMs?: number
  largeSliceBytes?: number
  mostPages?: number
} = {}): PdfWorkers {
  const entry = new URL('./pdfium-worker.ts', import.meta.url)
  type Job = PdfiumJob | ({ type: 'place' } & PlacePages)
  const pool = openWorkerPool<Job, PdfiumResult[PdfiumJob['type']] | PlacedPages | 'active'>({
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

  async function cut(path: string, cuts: readonly Cut[], options?: JobOptions) {
    const pages = cuts.flatMap(({ ranges }) => ranges).reduce((sum, range) => sum + range.pageCount, 0)
    const { size } = await stat(path)
    // PDFium holds what it cuts in memory; qpdf does not, but takes longer to begin.
    const isLarge =
      size > largeSliceBytes && (size * pages) / (await pageCount(path, options)) > largeSliceBytes
    if (!isLarge) return void (await run({ type: 'slice', path, cuts }, options))
    for (const { ranges, output } of cuts) await sliceByQpdf(qpdf, path, ranges, output, options)
  }
  const slice: PdfWorkers['slice'] = (path, range, output, options) =>
    cut(path, [{ ranges: [range], output }], options)
  const defusing = openDefusing({ qpdf: qpdf.run, pages: { pageCount, slice } })

  return {
    mostPages,
    pageCount,
    slice,
    defuse: defusing.defuse,

    text: (path, range, options) =>
      textInBatches(
        {
          read: (batch) => run({ type: 'text', path, ...batch }, { isBackground: true, ...options }),
          pageCount: () => pageCount(path, options),
        },
        range,
        size,
      ),

    cropBoxes: (path, pages, options) => run({ type: 'cropBoxes', path, pages }, options),
    rotations: (path, pages, options) => run({ type: 'rotations', path, pages }, options),

    outline: (path, options) => run({ type: 'outline', path }, options),

    cut,

    place: async (pages, options) =>
      (await pool.run({ type: 'place', ...pages }, options)) as PlacedPages | 'active',

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
  ranges: readonly PageRange[],
  output: string,
  options?: JobOptions,
): Promise<void> {
  const pages = ['--empty', '--pages', qpdfPath(path), rangesText(ranges), '--']
  const plain = ['--object-streams=disable', '--deterministic-id']
  try {
    await qpdf.run([...pages, ...asTheyAre, ...plain, qpdfPath(output)], options)
  } catch (error) {
    throw error instanceof QpdfFailed ? new UnreadablePdf('damaged') : error
  }
}
