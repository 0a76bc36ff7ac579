import { setImmediate } from 'node:timers/promises'
import { minuteOf } from '../../core/time/moments.ts'
import { casePages, type ExportedCase, type NotIncluded } from '../exported-case.ts'
import { fitted, oneLine, type Paper, paperHeight, paperMargin, paperWidth, writePaper } from './paper.ts'

const rowHeight = 17
const firstRowY = 110
const rowsPerPage = Math.floor((paperHeight - paperMargin - firstRowY) / rowHeight)
const columns = {
  number: { x: paperMargin, width: 34 },
  name: { x: paperMargin + 40, width: 292 },
  received: { x: paperMargin + 340, width: 70 },
  pages: { x: paperMargin + 414, width: paperWidth - 2 * paperMargin - 414 },
}

/** Where a contents line leads; the assembled file says which page that is. */
export function destinationOf(documentIndex: number): string {
  return `portico-document-${String(documentIndex).padStart(6, '0')}`
}

/** A cover and the contents, whose lines are links. Answers how many pages they take. */
export async function writeFrontMatter(
  path: string,
  exported: ExportedCase,
  notIncluded: readonly NotIncluded[],
): Promise<number> {
  const missing = new Set(notIncluded.map(({ documentId }) => documentId))
  return await writePaper(path, exported, async (paper) => {
    drawCover(paper, exported, missing.size)
    for (const [index, document] of exported.documents.entries()) {
      const row = index % rowsPerPage
      if (row === 0) drawContentsHeading(paper)
      const y = firstRowY + row * rowHeight
      const name = oneLine(document.name) + (missing.has(document.id) ? ' (not included)' : '')
      cell(paper, columns.number, y, String(index + 1), 'right')
      cell(paper, columns.name, y, name)
      cell(paper, columns.received, y, document.receiptDate)
      cell(paper, columns.pages, y, casePages(document), 'right')
      paper.goTo(paperMargin, y - 3, paperWidth - 2 * paperMargin, rowHeight, destinationOf(index))
      // Setting a line takes a millisecond, and there may be thousands: others are served in between.
      await setImmediate()
    }
    if (exported.documents.length === 0) drawContentsHeading(paper)
  })
}

function drawCover(
  paper: Paper,
  { docketNumber, veteranName, madeAt, documents }: ExportedCase,
  missing: number,
) {
  const pages = documents.reduce((sum, { startPage, endPage }) => sum + endPage - startPage + 1, 0)
  paper.addPage()
  paper.font('regular').fontSize(13).fillColor('#555').text('Case file', paperMargin, 210)
  fitted(paper.font('medium').fontSize(30).fillColor('#111'), docketNumber)
  fitted(paper.font('regular').fontSize(18), veteranName).moveDown(2)
  paper.fontSize(11)
  paper.text(`Documents: ${documents.length}`).text(`Pages: ${pages}`)
  paper.text(`Made: ${minuteOf(madeAt)} UTC`)
  if (missing > 0) paper.text(`Not included: ${missing} (a page in the place of each says why)`)
  paper.moveDown(2).fillColor('#555').text('Every page carries its page number in the case as its label.')
}

function drawContentsHeading(paper: Paper) {
  paper.addPage()
  paper.font('medium').fontSize(16).fillColor('#111').text('Contents', paperMargin, paperMargin)
  paper.fontSize(9).fillColor('#555')
  const y = firstRowY - rowHeight - 3
  cell(paper, columns.name, y, 'Document')
  cell(paper, columns.received, y, 'Received')
  cell(paper, columns.pages, y, 'Case pages', 'right')
  paper.font('regular').fontSize(9.5).fillColor('#111')
}

type Column = { x: number; width: number }

function cell(paper: Paper, { x, width }: Column, y: number, text: string, align: 'left' | 'right' = 'left') {
  paper.text(text, x, y, { width, height: rowHeight, ellipsis: true, lineBreak: true, align })
}
