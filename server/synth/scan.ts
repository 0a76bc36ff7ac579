import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { deflateSync } from 'node:zlib'
import { init } from '@embedpdf/pdfium'
import type { PenStroke } from './handwriting.ts'
import { type Random, seeded } from './random.ts'

/** One page as a scanner would give it: rows of gray samples, `bits` each, compressed. */
export type ScanImage = { width: number; height: number; bits: 1 | 2; data: Uint8Array }

/** Turns each page of a PDF, with what was written on it by hand, into a picture. */
export type Scanner = (
  pdf: Uint8Array,
  handwriting: readonly (readonly PenStroke[])[],
  key: string,
) => Generator<ScanImage>

type Pointer = number

/** The part of PDFium that is used here. */
type Pdfium = {
  pdfium: {
    HEAPU8: Uint8Array<ArrayBuffer>
    HEAPF32: Float32Array<ArrayBuffer>
    wasmExports: { malloc(bytes: number): Pointer; free(pointer: Pointer): void }
  }
  PDFiumExt_Init(): void
  FPDF_LoadMemDocument(bytes: Pointer, length: number, password: string): Pointer
  FPDF_CloseDocument(document: Pointer): void
  FPDF_GetPageCount(document: Pointer): number
  FPDF_LoadPage(document: Pointer, index: number): Pointer
  FPDF_ClosePage(page: Pointer): void
  FPDFBitmap_CreateEx(width: number, height: number, format: number, pixels: Pointer, stride: number): Pointer
  FPDFBitmap_FillRect(
    bitmap: Pointer,
    x: number,
    y: number,
    width: number,
    height: number,
    color: number,
  ): void
  FPDFBitmap_GetStride(bitmap: Pointer): number
  FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer
  FPDFBitmap_Destroy(bitmap: Pointer): void
  FPDF_RenderPageBitmapWithMatrix(
    bitmap: Pointer,
    page: Pointer,
    matrix: Pointer,
    clip: Pointer,
    flags: number,
  ): void
}

let opened: Promise<Scanner> | undefined

/** PDFium takes 80 ms to start, so one instance serves all cases of a thread. */
export function openScanner(): Promise<Scanner> {
  opened ??= startPdfium().then(
    (pdfium) => (pdf, handwriting, key) => scanPages(pdfium, pdf, handwriting, seeded(key, 'scan')),
  )
  return opened
}

async function startPdfium(): Promise<Pdfium> {
  const wasmBinary = await readFile(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  // The package types its module by emscripten's global types, which are not installed.
  const pdfium = (await init({ wasmBinary } as never)) as unknown as Pdfium
  pdfium.PDFiumExt_Init()
  return pdfium
}

function* scanPages(
  pdfium: Pdfium,
  pdf: Uint8Array,
  handwriting: readonly (readonly PenStroke[])[],
  random: Random,
): Generator<ScanImage> {
  const { wasmExports } = pdfium.pdfium
  const bytes = wasmExports.malloc(pdf.length)
  pdfium.pdfium.HEAPU8.set(pdf, bytes)
  const document = pdfium.FPDF_LoadMemDocument(bytes, pdf.length, '')
  if (!document) throw new Error('the drawn pages could not be read back for scanning')
  const gray = random.chance(0.35)
  try {
    for (let page = 0; page < pdfium.FPDF_GetPageCount(document); page++) {
      yield scanPage(pdfium, document, page, handwriting[page] ?? [], random, gray ? 100 : 150, gray ? 2 : 1)
    }
  } finally {
    pdfium.FPDF_CloseDocument(document)
    wasmExports.free(bytes)
  }
}

const pixelFormatGray = 1
const renderGrayscale = 0x08

function scanPage(
  pdfium: Pdfium,
  document: number,
  index: number,
  strokes: readonly PenStroke[],
  random: Random,
  dotsPerInch: number,
  bits: 1 | 2,
): ScanImage {
  const [width, height] = [8.5 * dotsPerInch, 11 * dotsPerInch]
  const page = pdfium.FPDF_LoadPage(document, index)
  const bitmap = pdfium.FPDFBitmap_CreateEx(width, height, pixelFormatGray, 0, 0)
  const { wasmExports } = pdfium.pdfium
  const transform = wasmExports.malloc(40)
  try {
    pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, 0xffffffff)
    const tilt = ((random.next() - 0.5) * 2.4 * Math.PI) / 180
    const [cos, sin] = [(Math.cos(tilt) * dotsPerInch) / 72, (Math.sin(tilt) * dotsPerInch) / 72]
    const shift = [Math.sin(tilt) * height * 0.5, -Math.sin(tilt) * width * 0.5] as const
    pdfium.pdfium.HEAPF32.set([cos, sin, -sin, cos, ...shift, 0, 0, width, height], transform >> 2)
    pdfium.FPDF_RenderPageBitmapWithMatrix(bitmap, page, transform, transform + 24, renderGrayscale)

    const stride = pdfium.FPDFBitmap_GetStride(bitmap)
    const start = pdfium.FPDFBitmap_GetBuffer(bitmap)
    const samples = pdfium.pdfium.HEAPU8.subarray(start, start + stride * height)
    for (const stroke of strokes)
      ink(samples, stride, stroke, (x, y) => [x * cos - y * sin + shift[0], x * sin + y * cos + shift[1]])
    speckle(samples, stride, random)
    const rows =
      bits === 1 ? packBilevel(samples, stride, width, height) : packGray(samples, stride, width, height)
    return { width, height, bits, data: deflateSync(rows) }
  } finally {
    wasmExports.free(transform)
    pdfium.FPDFBitmap_Destroy(bitmap)
    pdfium.FPDF_ClosePage(page)
  }
}

/** A pen line two pixels wide. PDFium would take ten times as long for a page of handwriting. */
function ink(
  samples: Uint8Array,
  stride: number,
  stroke: PenStroke,
  place: (x: number, y: number) => [number, number],
): void {
  let [fromX, fromY] = place(stroke[0]!, stroke[1]!)
  for (let i = 2; i < stroke.length; i += 2) {
    const [toX, toY] = place(stroke[i]!, stroke[i + 1]!)
    const steps = Math.ceil(Math.max(Math.abs(toX - fromX), Math.abs(toY - fromY)) * 1.5) + 1
    for (let step = 0; step <= steps; step++) {
      const x = Math.round(fromX + ((toX - fromX) * step) / steps)
      const y = Math.round(fromY + ((toY - fromY) * step) / steps)
      const at = y * stride + x
      if (x < 1 || x >= stride - 1 || at < stride || at >= samples.length - stride) continue
      samples[at] = samples[at + 1] = samples[at + stride] = 40
      samples[at + stride + 1] = Math.min(samples[at + stride + 1]!, 120)
    }
    ;[fromX, fromY] = [toX, toY]
  }
}

/** Dust is dark, dropouts are light; both are a few pixels wide. */
function speckle(samples: Uint8Array, stride: number, random: Random): void {
  const dirt = random.int(60, 500)
  for (let i = 0; i < dirt; i++) {
    const at = random.int(stride, samples.length - stride - 3)
    const tone = random.chance(0.7) ? 0 : 255
    samples[at] = tone
    if (random.chance(0.4)) samples.fill(tone, at, at + 2)
    if (random.chance(0.25)) samples.fill(tone, at + stride, at + stride + 2)
  }
}

function packBilevel(samples: Uint8Array, stride: number, width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil(width / 8)
  const rows = new Uint8Array(rowBytes * height).fill(255)
  for (let y = 0; y < height; y++) {
    const row = samples.subarray(y * stride, y * stride + width)
    for (let x = 0; x < width; x++) {
      if (row[x]! <= 150) rows[y * rowBytes + (x >> 3)]! &= ~(128 >> (x & 7))
    }
  }
  return rows
}

function packGray(samples: Uint8Array, stride: number, width: number, height: number): Uint8Array {
  const rowBytes = Math.ceil(width / 4)
  const rows = new Uint8Array(rowBytes * height).fill(255)
  for (let y = 0; y < height; y++) {
    const row = samples.subarray(y * stride, y * stride + width)
    for (let x = 0; x < width; x++) {
      const darkness = 3 - (row[x]! >> 6)
      if (darkness > 0) rows[y * rowBytes + (x >> 2)]! &= ~(darkness << (6 - 2 * (x & 3)))
    }
  }
  return rows
}
