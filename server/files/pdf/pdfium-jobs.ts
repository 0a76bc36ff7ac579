import { createHash } from 'node:crypto'
import { closeSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { encodeWords } from '../../core/file/page-words.ts'
import { type CropBox, letterPage } from './crop-box.ts'
import { type OutlineEntry, outlineOf } from './outline.ts'
import { type PageRange, rangesText } from './page-ranges.ts'
import { type PageText, textOfPage } from './page-text.ts'
import { allocated, type Pdfium, withDocument } from './pdfium.ts'
import { UnreadablePdf } from './unreadable.ts'

const noText = { text: '', words: encodeWords([]), needsRecognition: false }

/** Pages that go into a file of their own. */
export type Cut = { output: string; ranges: readonly PageRange[] }

export type PdfiumJob =
  | { type: 'pageCount'; path: string }
  | ({ type: 'text'; path: string } & PageRange)
  | { type: 'cropBoxes'; path: string; pages: readonly number[] }
  | { type: 'rotations'; path: string; pages: readonly number[] }
  | { type: 'outline'; path: string }
  | { type: 'slice'; path: string; cuts: readonly Cut[] }

export type PdfiumResult = {
  pageCount: number
  text: PageText[]
  cropBoxes: CropBox[]
  rotations: { degrees: number }[]
  outline: OutlineEntry[]
  slice: null
}

export function doPdfiumJob(pdfium: Pdfium, job: PdfiumJob): PdfiumResult[PdfiumJob['type']] {
  return withDocument(pdfium, job.path, (document, pageCount) => {
    switch (job.type) {
      case 'pageCount':
        return pageCount
      case 'text':
        return pagesOf(job, pageCount).map((page) => textOf(pdfium, document, page))
      case 'cropBoxes':
        return job.pages.map((page) => cropBoxOf(pdfium, document, page))
      case 'outline':
        return outlineOf(pdfium, document)
      case 'rotations':
        return job.pages.map((page) => rotationOf(pdfium, document, page))
      case 'slice':
        for (const range of job.cuts.flatMap(({ ranges }) => ranges)) pagesOf(range, pageCount)
        for (const { ranges, output } of job.cuts) slice(pdfium, document, rangesText(ranges), output)
        return null
    }
  })
}

function pagesOf({ firstPage, pageCount }: PageRange, available: number): number[] {
  const last = firstPage + pageCount - 1
  if (firstPage < 1 || pageCount < 1 || last > available) {
    throw new UnreadablePdf(
      'damaged',
      `Pages ${firstPage} to ${last} are not in a file of ${available} pages.`,
    )
  }
  return Array.from({ length: pageCount }, (_, index) => firstPage + index)
}

/** A page that cannot be opened has no text: the other pages still have theirs. */
function textOf(pdfium: Pdfium, document: number, page: number): PageText {
  return withPage(pdfium, document, page, { page, ...noText }, (loaded) => ({
    page,
    ...textOfPage(pdfium, loaded, cropBox(pdfium, loaded)),
  }))
}

function cropBoxOf(pdfium: Pdfium, document: number, page: number): CropBox {
  return withPage(pdfium, document, page, letterPage, (loaded) => cropBox(pdfium, loaded))
}

function cropBox(pdfium: Pdfium, loaded: number): CropBox {
  return allocated(pdfium, 16, (rectangle) => {
    if (!pdfium.FPDF_GetPageBoundingBox(loaded, rectangle)) return letterPage
    const at = rectangle >> 2
    const [left = 0, top = 0, right = 0, bottom = 0] = pdfium.pdfium.HEAPF32.subarray(at, at + 4)
    return { left, bottom, right, top }
  })
}

function rotationOf(pdfium: Pdfium, document: number, page: number): { degrees: number } {
  return withPage(pdfium, document, page, { degrees: 0 }, (loaded) => ({
    degrees: pdfium.FPDFPage_GetRotation(loaded) * 90,
  }))
}

function withPage<T>(
  pdfium: Pdfium,
  document: number,
  page: number,
  fallback: T,
  work: (loaded: number) => T,
): T {
  const loaded = pdfium.FPDF_LoadPage(document, page - 1)
  if (!loaded) return fallback
  try {
    return work(loaded)
  } finally {
    pdfium.FPDF_ClosePage(loaded)
  }
}

const saveWhole = 2

/** As PDFium and qpdf read it: `1-3,7-7`. */
function slice(pdfium: Pdfium, source: number, ranges: string, output: string): void {
  const memory = pdfium.pdfium
  const fd = openSync(output, 'w+')
  let writeError: unknown
  const writeBlock = memory.addFunction((_self, data, size) => {
    try {
      writeFully(fd, memory.HEAPU8.subarray(data! >>> 0, (data! >>> 0) + size!))
      return 1
    } catch (error) {
      writeError = error
      return 0
    }
  }, 'iiii')
  const target = pdfium.FPDF_CreateNewDocument()
  try {
    if (!pdfium.FPDF_ImportPages(target, source, ranges, 0)) throw new UnreadablePdf('damaged')
    clearCreationDate(pdfium, target)
    const isSaved = allocated(pdfium, 8, (fileWrite) => {
      memory.HEAP32.set([1, writeBlock], fileWrite >> 2)
      return pdfium.FPDF_SaveAsCopy(target, fileWrite, saveWhole)
    })
    if (writeError) throw writeError
    if (!isSaved) throw new UnreadablePdf('damaged')
    setFileId(fd)
  } finally {
    pdfium.FPDF_CloseDocument(target)
    memory.removeFunction(writeBlock)
    closeSync(fd)
  }
}

/** PDFium stamps the present time; a slice is the same whenever it is made. */
function clearCreationDate(pdfium: Pdfium, document: number): void {
  allocated(pdfium, 2, (emptyText) => {
    pdfium.pdfium.HEAPU8.fill(0, emptyText, emptyText + 2)
    pdfium.EPDF_SetMetaText(document, 'CreationDate', emptyText)
  })
}

/** PDFium makes the identifier from chance and memory addresses; here it comes from what stands before it. */
function setFileId(fd: number): void {
  const { size } = fstatSync(fd)
  const tailStart = Math.max(0, size - 1024)
  const tail = Buffer.alloc(size - tailStart)
  readSync(fd, tail, 0, tail.length, tailStart)
  const found = /\/ID\[<[0-9A-F]{32}><[0-9A-F]{32}>\]/.exec(tail.toString('latin1'))
  if (!found) throw new Error('A saved slice has no identifier where PDFium writes it.')
  const id = hashUpTo(fd, tailStart + found.index).slice(0, 32)
  writeSync(fd, `/ID[<${id}><${id}>]`, tailStart + found.index)
}

function hashUpTo(fd: number, end: number): string {
  const hash = createHash('sha256')
  const chunk = Buffer.alloc(64 * 1024)
  for (let position = 0; position < end; ) {
    const read = readSync(fd, chunk, 0, Math.min(chunk.length, end - position), position)
    hash.update(chunk.subarray(0, read))
    position += read
  }
  return hash.digest('hex')
}

function writeFully(fd: number, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done)
}
