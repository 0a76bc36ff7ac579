import { createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import PDFDocument from 'pdfkit'
import { markSynthetic, wear } from './dress.ts'
import type { PenStroke } from './handwriting.ts'
import { kinds } from './kinds/all.ts'
import type { Draft, Kind } from './kinds/kind.ts'
import type { CasePlan } from './plan.ts'
import type { PlannedDocument } from './planned-document.ts'
import { seeded } from './random.ts'
import { openScanner, type ScanImage, type Scanner } from './scan.ts'
import { type Sheet, sheetOn } from './sheet.ts'

export type WriteOptions = {
  signal?: AbortSignal
  /** hears how many pages are drawn so far */
  onProgress?: (pages: number) => void
}
export type WrittenPdf = { bytes: number; pages: number }

/**
 * Writes the case as one PDF whose page n is case page n. The file appears under its name only when it is
 * whole; the same plan always gives the same bytes.
 */
export async function writeCasePdf(
  plan: CasePlan,
  path: string,
  { signal, onProgress }: WriteOptions = {},
): Promise<WrittenPdf> {
  const unfinished = unfinishedPath(path)
  try {
    await pipeline(drawCase(plan, onProgress), createWriteStream(unfinished), signal ? { signal } : {})
    await rename(unfinished, path)
  } catch (error) {
    await rm(unfinished, { force: true })
    signal?.throwIfAborted()
    throw error
  }
  return { bytes: (await stat(path)).size, pages: plan.pageCount }
}

/** Where a PDF is while it is being written. */
export function unfinishedPath(path: string): string {
  return `${path}.part`
}

const pagesBetweenTurns = 8

async function* drawCase(plan: CasePlan, onProgress: WriteOptions['onProgress']): AsyncGenerator<Uint8Array> {
  const scanner = plan.documents.some((document) => document.scanned) ? await openScanner() : undefined
  const pdf = newPdf(plan)
  let pages = 0
  for (const [index, document] of plan.documents.entries()) {
    for (const first of drawDocument(pdf, plan, index, scanner)) {
      if (first) pdf.outline.addItem(document.name, fitPage)
      pages++
      const drawn: Uint8Array | null = pdf.read()
      if (drawn) yield drawn
      if (document.scanned || pages % pagesBetweenTurns === 0) {
        onProgress?.(pages)
        await setImmediate()
      }
    }
  }
  pdf.end()
  const rest: Uint8Array | null = pdf.read()
  if (rest) yield rest
  onProgress?.(pages)
}

/** pdfkit knows this option and its types do not; without it an entry leads to the page's right edge. */
const fitPage: { expanded?: boolean; fit: true } = { fit: true }

function newPdf(plan: CasePlan): PDFKit.PDFDocument {
  const date = new Date(plan.uploadedAt)
  return new PDFDocument({
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.5',
    info: {
      Title: `Claims file ${plan.docketNumber} (synthetic)`,
      Author: 'Portico',
      Creator: 'Portico',
      Producer: 'Portico',
      Keywords: `synthetic, ${plan.externalId}`,
      CreationDate: date,
      ModDate: date,
    },
  })
}

/** Yields after each page, telling whether it was the first. */
function* drawDocument(
  pdf: PDFKit.PDFDocument,
  plan: CasePlan,
  index: number,
  scanner: Scanner | undefined,
): Generator<boolean> {
  const document = plan.documents[index]!
  const source = document.duplicateOf?.documentIndex ?? index
  const key = `${plan.key}/${source}`
  const amend = document.duplicateOf?.exact === false ? changeOneWord() : undefined
  const draft = draftOf(plan, plan.documents[source]!, key)
  if (!document.scanned || !scanner) {
    const sheet = sheetOn(pdf, key, { amend })
    for (const page of drawPages(pdf, sheet, kinds[document.kind], draft)) yield page === 1
    return
  }
  const paper = new PDFDocument({ autoFirstPage: false, compress: false, font: '' })
  const handwriting: PenStroke[][] = [[]]
  const sheet = sheetOn(paper, key, { amend, pen: (stroke) => handwriting.at(-1)?.push(stroke) })
  const worn = seeded(key, 'wear')
  for (const _page of drawPages(paper, sheet, kinds[document.kind], draft)) {
    wear(sheet, worn)
    handwriting.push([])
  }
  paper.end()
  let page = 0
  for (const image of scanner(paper.read(), handwriting, key)) {
    placeImage(pdf, image)
    yield ++page === 1
  }
}

function* drawPages(pdf: PDFKit.PDFDocument, sheet: Sheet, kind: Kind, draft: Draft): Generator<number> {
  const drawing = kind.draw(sheet, draft)
  for (let page = 1; page <= draft.pages; page++) {
    pdf.addPage({ size: 'letter', margin: 0 })
    if (drawing.next().done) throw new Error(`a document of ${draft.pages} pages ended on page ${page}`)
    markSynthetic(sheet)
    yield page
  }
}

function draftOf(plan: CasePlan, document: PlannedDocument, key: string): Draft {
  const { story } = plan
  return {
    story,
    claims: story.claims.filter((_claim, i) => document.claims.includes(i)),
    round: document.round,
    date: document.date,
    random: seeded(key),
    pages: document.pageCount,
    scanned: document.scanned,
    listing: plan.documents,
  }
}

function placeImage(pdf: PDFKit.PDFDocument, image: ScanImage): void {
  pdf.addPage({ size: 'letter', margin: 0 })
  const picture = pdf.ref({
    Type: 'XObject',
    Subtype: 'Image',
    Width: image.width,
    Height: image.height,
    ColorSpace: 'DeviceGray',
    BitsPerComponent: image.bits,
    Filter: 'FlateDecode',
  })
  picture.end(image.data)
  pdf.page.xobjects.Scan = picture
  pdf.addContent('q 612 0 0 -792 0 792 cm /Scan Do Q')
}

const otherWords: Readonly<Record<string, string>> = {
  left: 'right',
  right: 'left',
  chronic: 'recurrent',
  moderate: 'mild',
  reports: 'describes',
  denies: 'denied',
  three: 'four',
  two: 'three',
  since: 'after',
  pain: 'discomfort',
  because: 'since',
  was: 'is',
  the: 'this',
  YES: 'NO',
  OF: 'FOR',
}

/** A near copy: the first word that has another takes it. */
function changeOneWord(): (line: string) => string {
  let changed = false
  return (line) => {
    if (changed) return line
    return line.replace(/[A-Za-z]+/g, (word) => {
      const other = changed ? undefined : otherWords[word]
      if (other === undefined) return word
      changed = true
      return other
    })
  }
}
