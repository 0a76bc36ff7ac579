import { join } from 'node:path'
import type { Blobs } from '../blobs.ts'
import { type ExportedDocument, type NotIncludedReason, notIncludedReason } from '../exported-case.ts'
import type { PdfWorkers } from './pdf-workers.ts'
import type { PageRange } from './pdfium-jobs.ts'
import { asTheyAre, QpdfFailed, qpdfPath } from './qpdf.ts'
import { UnreadablePdf } from './unreadable.ts'
import type { JobOptions } from './worker-pool.ts'

const trialMs = 120_000

/** Where a document's pages come from, or why they do not. */
export type PageSource =
  | ({ type: 'pages'; path: string } & PageRange)
  | { type: 'none'; reason: NotIncludedReason }

/** `files` keeps the blobs at hand for as long as the sources are used. */
export async function findSources(
  documents: readonly ExportedDocument[],
  { blobs, pdf, files }: { blobs: Pick<Blobs, 'localFile'>; pdf: PdfWorkers; files: AsyncDisposableStack },
  signal?: AbortSignal,
): Promise<PageSource[]> {
  const hashes = [...new Set(documents.map(({ content }) => content.sha256))]
  const found = new Map(
    await Promise.all(hashes.map(async (sha256) => [sha256, await find(sha256)] as const)),
  )

  async function find(sha256: string): Promise<PageSource> {
    try {
      const { path } = files.use(await blobs.localFile(sha256))
      return { type: 'pages', path, firstPage: 1, pageCount: await pdf.pageCount(path, { signal }) }
    } catch (error) {
      return { type: 'none', reason: notIncludedReason(error) }
    }
  }

  return documents.map(({ content: { sha256, firstPage, pageCount } }) => {
    const whole = found.get(sha256)!
    if (whole.type === 'none') return whole
    if (firstPage + pageCount - 1 > whole.pageCount) return { type: 'none', reason: 'damaged' }
    return { type: 'pages', path: whole.path, firstPage, pageCount }
  })
}

/**
 * qpdf refuses a few files that PDFium reads. Finds them, and has PDFium write their pages anew; what qpdf
 * refuses even then is left out.
 */
export async function repairSources(
  sources: readonly PageSource[],
  { pdf, folder }: { pdf: PdfWorkers; folder: string },
  signal?: AbortSignal,
): Promise<PageSource[]> {
  const refused = await refusedPaths([...new Set(sources.flatMap((source) => pathOf(source) ?? []))])
  const repaired: PageSource[] = []
  for (const [index, source] of sources.entries()) {
    repaired.push(source.type === 'pages' && refused.has(source.path) ? await rewrite(source, index) : source)
  }
  return repaired

  async function refusedPaths(paths: readonly string[]): Promise<Set<string>> {
    if (
      paths.length === 0 ||
      (await isMergeable(sources.filter((source) => paths.includes(pathOf(source) ?? ''))))
    ) {
      return new Set()
    }
    if (paths.length === 1) return new Set(paths)
    const middle = Math.ceil(paths.length / 2)
    return new Set([
      ...(await refusedPaths(paths.slice(0, middle))),
      ...(await refusedPaths(paths.slice(middle))),
    ])
  }

  async function rewrite(source: PageSource & { type: 'pages' }, index: number): Promise<PageSource> {
    const path = join(folder, `repaired-${index}.pdf`)
    try {
      await pdf.slice(source.path, source, path, { signal })
      const pages = { type: 'pages', path, firstPage: 1, pageCount: source.pageCount } as const
      return (await isMergeable([pages])) ? pages : { type: 'none', reason: 'damaged' }
    } catch (error) {
      return { type: 'none', reason: notIncludedReason(error) }
    }
  }

  async function isMergeable(tried: readonly PageSource[]): Promise<boolean> {
    try {
      await mergePages(pdf, tried, join(folder, 'tried.pdf'), { timeoutMs: trialMs, signal })
      return true
    } catch (error) {
      if (isOfTheFiles(error)) return false
      throw error
    }
  }
}

export async function mergePages(
  pdf: PdfWorkers,
  sources: readonly PageSource[],
  output: string,
  options?: JobOptions,
): Promise<void> {
  const pages = sources.flatMap((source) =>
    source.type === 'pages'
      ? [qpdfPath(source.path), `${source.firstPage}-${source.firstPage + source.pageCount - 1}`]
      : [],
  )
  await pdf.qpdf(
    ['--empty', '--pages', ...pages, '--', ...asTheyAre, '--deterministic-id', qpdfPath(output)],
    options,
  )
}

/** Whether a merge failed by what the files are, so that leaving some out may help. */
export function isOfTheFiles(error: unknown): boolean {
  return error instanceof QpdfFailed || error instanceof UnreadablePdf
}

function pathOf(source: PageSource): string | undefined {
  return source.type === 'pages' ? source.path : undefined
}
