import { keptCopy, showAs } from '../data/appearance.ts'
import { stored } from '../data/kept.ts'
import type { ReaderAddress } from '../frame/reader-address.ts'
import { words } from '../words/first-page.ts'
import { pdfFiles } from './pages/case-pdf-files.ts'
import { type DrawnPage, drawPage } from './pages/draw-page.ts'
import type { Wanted } from './pages/drawings.ts'
import { type KeptPane, keptPane } from './pages/kept-pane.ts'
import { margin, type Sheet, scaleFor, topOfPage, type Zoom } from './pages/page-stack.ts'
import type { PdfFiles } from './pages/pdf-files.ts'

type FirstPage = { wanted: Wanted; drawn: DrawnPage }
type Begun = { caseId: string; pdfs: PdfFiles; first?: FirstPage }

let begun: Begun | undefined
let shown: HTMLElement | undefined
let sheets: { caseId: string; known: readonly [number, Sheet][] } | undefined

/**
 * A reader who opens a page by its address waits for the evidence, not for the panes around it. The page is drawn before
 * the shell starts, where and as large as the reader will show it, and then handed over. If that place is unknown, only
 * the bytes are fetched ahead.
 */
export async function showFirstPage({ caseId, page, zoom, isWithin }: ReaderAddress): Promise<void> {
  const mine = filesAhead(caseId)
  const { pdfs } = mine
  const pane = keptPane()
  if (!pane || page === undefined || isWithin) return
  const { memberId, values } = keptCopy()
  showAs(values)
  shown = deskAt(pane)
  document.body.append(shown)
  try {
    const document = await pdfs.documentAt(page)
    if (!document || isTurned(memberId, document.id)) return leaveFirstPage()
    const wanted = (zoom === undefined ? values['reading.zoom'] : zoom / 100) as Zoom | undefined
    mine.first = await drawnFor(mine, document, page, { zoom: wanted ?? 'fit', paneWidth: pane.width })
    sheets = { caseId, known: [[page, mine.first.drawn.sheet]] }
    shown?.append(paperOf(mine.first, pane))
    await painted()
  } catch (error) {
    leaveFirstPage()
    throw error
  }
}

/** The files of a case, of which the first bytes are being fetched. */
export function filesAhead(caseId: string): Begun {
  if (begun?.caseId === caseId) return begun
  begun = { caseId, pdfs: pdfFiles(caseId) }
  begun.pdfs.prepare()
  return begun
}

/** The same files, with the page that was drawn, for the first caller. */
export function begunFiles(caseId: string): Begun | undefined {
  const mine = begun?.caseId === caseId ? begun : undefined
  begun = undefined
  return mine
}

/** The sizes that are known before the reader draws a page. */
export const firstSheets = (caseId: string) => (sheets?.caseId === caseId ? sheets.known : [])

/** From now on the reader shows the pages. */
export function leaveFirstPage() {
  shown?.remove()
  shown = undefined
}

async function drawnFor(
  { pdfs }: Begun,
  document: { id: string; startPage: number },
  page: number,
  view: { zoom: Zoom; paneWidth: number },
): Promise<FirstPage> {
  const offset = page - document.startPage
  const { pdf, firstPage, release } = await pdfs.open(document.id)
  try {
    const proxy = await pdf.getPage(firstPage + offset)
    const [left = 0, bottom = 0, right = 612, upper = 792] = proxy.view
    const sheet = { width: right - left, height: upper - bottom, rotate: proxy.rotate }
    const scale = scaleFor(sheet.rotate % 180 === 0 ? sheet.width : sheet.height, view)
    const canvas = await drawPage(proxy, scale, 0).done
    return { wanted: { page, documentId: document.id, offset, scale, rotation: 0 }, drawn: { canvas, sheet } }
  } finally {
    release()
  }
}

const isTurned = (memberId: string | undefined, documentId: string) =>
  Boolean(stored<Record<string, number>>(`portico.${memberId}.reading.rotations`, {})[documentId])

function deskAt({ left, top, width, height }: KeptPane): HTMLElement {
  const desk = document.createElement('div')
  desk.className = 'first-page'
  Object.assign(desk.style, {
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    height: `${height}px`,
  })
  // Nothing around the page is there yet: a click would do nothing.
  const sign = document.createElement('p')
  sign.className = 'opening'
  sign.setAttribute('role', 'status')
  sign.textContent = words.opening
  desk.append(sign)
  return desk
}

function paperOf({ wanted, drawn: { canvas, sheet } }: FirstPage, pane: KeptPane): HTMLElement {
  const isTurned = sheet.rotate % 180 !== 0
  const [width, height] = isTurned ? [sheet.height, sheet.width] : [sheet.width, sheet.height]
  const paper = document.createElement('div')
  paper.className = 'page'
  paper.setAttribute('aria-hidden', 'true')
  paper.dataset.page = String(wanted.page)
  Object.assign(paper.style, {
    top: `${topOfPage}px`,
    left: `${Math.max(margin, (pane.width - width * wanted.scale) / 2)}px`,
    width: `${width * wanted.scale}px`,
    height: `${height * wanted.scale}px`,
  })
  const holder = document.createElement('div')
  holder.className = 'paper'
  holder.append(canvas)
  paper.append(holder)
  return paper
}

const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)))
