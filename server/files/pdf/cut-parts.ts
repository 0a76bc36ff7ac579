import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Blobs } from '../blobs.ts'
import { type ExportedDocument, type NotIncludedReason, notIncludedReason } from '../exported-case.ts'
import type { PdfWorkers } from './pdf-workers.ts'

/** Some pages of a document, all of them unless there are many; by their place in its blob and in the case. */
export type Piece = { documentIndex: number; startPage: number; firstPage: number; pageCount: number }

/** Pieces that are cut out of their blob together, or that could not be. */
export type Part =
  | { type: 'pages'; path: string; pieces: Piece[] }
  | { type: 'none'; piece: Piece; reason: NotIncludedReason }

type Plan = { sha256: string; pieces: Piece[] }
type Measured = { pageCount: number; bytes: number } | { reason: NotIncludedReason }

type Options = { blobs: Pick<Blobs, 'localFile'>; pdf: PdfWorkers; folder: string; signal: AbortSignal }

/** Few to begin with, so that the first bytes leave soon; then more: to find pages far back in a blob takes time. */
const firstPages = 40
const mostPages = 1000
/** One file at a time is held in memory while it is cut out. */
const pagesOfPart = 50
const mostBytes = 12 * 1024 ** 2
const atOnce = 2

/**
 * The pages of a case as arranged, part by part. A part is cut while those before are used. What cannot be cut is told
 * apart, down to the document.
 */
export async function* cutParts(
  documents: readonly ExportedDocument[],
  { blobs, pdf, folder, signal }: Options,
): AsyncGenerator<Part> {
  const measured = new Map<string, Promise<Measured>>()
  let parts = 0

  const waiting: Promise<Part[]>[] = []
  for await (const plan of plans()) {
    const cut = Array.isArray(plan) ? Promise.resolve(plan) : cutPlan(plan)
    cut.catch(() => {})
    waiting.push(cut)
    if (waiting.length >= atOnce) yield* await waiting.shift()!
  }
  for (const cut of waiting) yield* await cut

  async function* plans(): AsyncGenerator<Plan | Part[]> {
    let plan: Plan = { sha256: '', pieces: [] }
    let room = 0
    let pagesWanted = firstPages
    for (const [documentIndex, document] of documents.entries()) {
      const { sha256, firstPage, pageCount } = document.content
      const blob = await measure(sha256)
      const isCut = !('reason' in blob) && firstPage + pageCount - 1 <= blob.pageCount
      if ((sha256 !== plan.sha256 || !isCut) && plan.pieces.length > 0) {
        yield plan
        plan = { sha256, pieces: [] }
      }
      if (!isCut) {
        const piece = { documentIndex, startPage: document.startPage, firstPage, pageCount }
        yield [{ type: 'none', piece, reason: 'reason' in blob ? blob.reason : 'damaged' }]
        continue
      }
      for (let done = 0; done < pageCount; ) {
        if (plan.pieces.length === 0) {
          room = Math.max(1, Math.min(pagesWanted, Math.floor((mostBytes * blob.pageCount) / blob.bytes)))
          pagesWanted = Math.min(mostPages, pagesWanted * 2)
          plan = { sha256, pieces: [] }
        }
        const count = Math.min(room, pageCount - done)
        const startPage = document.startPage + done
        plan.pieces.push({ documentIndex, startPage, firstPage: firstPage + done, pageCount: count })
        done += count
        room -= count
        if (room > 0) continue
        yield plan
        plan = { sha256, pieces: [] }
      }
    }
    if (plan.pieces.length > 0) yield plan
  }

  function measure(sha256: string): Promise<Measured> {
    const known = measured.get(sha256)
    if (known) return known
    const measuring = measureBlob(sha256)
    measured.set(sha256, measuring)
    return measuring
  }

  async function measureBlob(sha256: string): Promise<Measured> {
    try {
      await using local = await blobs.localFile(sha256)
      const { size } = await stat(local.path)
      return { pageCount: await pdf.pageCount(local.path, { signal }), bytes: size }
    } catch (error) {
      return { reason: notIncludedReason(error) }
    }
  }

  /** All pieces at once; where that fails, each alone, to find the one that it fails by. */
  async function cutPlan({ sha256, pieces }: Plan): Promise<Part[]> {
    const cut = inParts(pieces).map((pieces) => {
      parts += 1
      return { type: 'pages' as const, path: join(folder, `part-${parts}.pdf`), pieces }
    })
    const cuts = cut.map(({ path, pieces }) => ({ output: path, ranges: joined(pieces) }))
    try {
      await using local = await blobs.localFile(sha256)
      await pdf.cut(local.path, cuts, { signal })
      return cut
    } catch (error) {
      const reason = notIncludedReason(error)
      if (pieces.length === 1) return [{ type: 'none', piece: pieces[0]!, reason }]
      const alone: Part[] = []
      for (const piece of pieces) alone.push(...(await cutPlan({ sha256, pieces: [piece] })))
      return alone
    }
  }
}

function inParts(pieces: readonly Piece[]): Piece[][] {
  const parts: Piece[][] = []
  let room = 0
  for (const piece of pieces) {
    for (let done = 0; done < piece.pageCount; ) {
      if (room === 0) {
        parts.push([])
        room = pagesOfPart
      }
      const pageCount = Math.min(room, piece.pageCount - done)
      const { documentIndex, startPage, firstPage } = piece
      parts.at(-1)!.push({
        documentIndex,
        startPage: startPage + done,
        firstPage: firstPage + done,
        pageCount,
      })
      done += pageCount
      room -= pageCount
    }
  }
  return parts
}

/** Ranges that follow one another are one range. */
function joined(pieces: readonly Piece[]): { firstPage: number; pageCount: number }[] {
  const ranges: { firstPage: number; pageCount: number }[] = []
  for (const { firstPage, pageCount } of pieces) {
    const last = ranges.at(-1)
    if (last && last.firstPage + last.pageCount === firstPage) last.pageCount += pageCount
    else ranges.push({ firstPage, pageCount })
  }
  return ranges
}
