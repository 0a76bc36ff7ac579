import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { fileURLToPath } from 'node:url'
import PDFDocument from 'pdfkit'

export type Paper = PDFKit.PDFDocument

export const paperWidth = 612
export const paperHeight = 792
export const paperMargin = 60

const fontFile = (name: string) => fileURLToPath(new URL(`./fonts/${name}.ttf`, import.meta.url))

/** A notice stands at the head of every page. */
export type PaperTerms = { madeAt: Date; notice?: string | undefined }

/** Pages of our own around other people's: the same drawing at the same time is the same bytes. Answers how many. */
export async function writePaper(
  path: string,
  { madeAt, notice }: PaperTerms,
  draw: (paper: Paper) => void | Promise<void>,
): Promise<number> {
  const paper = new PDFDocument({
    size: [paperWidth, paperHeight],
    margin: paperMargin,
    autoFirstPage: false,
    pdfVersion: '1.7',
    info: { Producer: 'Portico', Creator: 'Portico', CreationDate: madeAt },
  })
  paper.registerFont('regular', fontFile('Roboto-Regular'))
  paper.registerFont('medium', fontFile('Roboto-Medium'))
  let pages = 0
  paper.on('pageAdded', () => {
    pages += 1
    if (notice) paper.font('regular').fontSize(9).fillColor('#555').text(oneLine(notice), paperMargin, 30)
  })
  const written = pipeline(paper, createWriteStream(path))
  await draw(paper)
  paper.end()
  await written
  return pages
}

/** One line of text, whatever was typed. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
}

/** At most three lines, so that no name moves the page's other lines to another page. */
export function fitted(paper: Paper, text: string): Paper {
  return paper.text(oneLine(text), { height: paper.currentLineHeight() * 3, ellipsis: true })
}
