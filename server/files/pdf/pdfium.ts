import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { init } from '@embedpdf/pdfium'
import { UnreadablePdf } from './unreadable.ts'

type Pointer = number

/** The part of PDFium that is used here. */
export type Pdfium = {
  pdfium: {
    HEAPU8: Uint8Array<ArrayBuffer>
    HEAP32: Int32Array
    HEAPF32: Float32Array
    wasmExports: { malloc(bytes: number): Pointer; free(pointer: Pointer): void }
    addFunction(callback: (...args: number[]) => number, signature: string): Pointer
    removeFunction(pointer: Pointer): void
    stringToUTF16(text: string, pointer: Pointer, maxBytes: number): void
    /** Straight calls, without the wrapper's cost, for what is asked of every word. */
    _FPDFText_GetUnicode(textPage: Pointer, index: number): number
    _FPDFText_IsHyphen(textPage: Pointer, index: number): number
    _FPDFText_GetLooseCharBox(textPage: Pointer, index: number, rectangle: Pointer): number
    _FPDFText_GetCharAngle(textPage: Pointer, index: number): number
    _FPDFText_IsGenerated(textPage: Pointer, index: number): number
  }
  PDFiumExt_Init(): void
  FPDF_LoadCustomDocument(fileAccess: Pointer, password: string): Pointer
  FPDF_CreateNewDocument(): Pointer
  FPDF_CloseDocument(document: Pointer): void
  FPDF_GetLastError(): number
  FPDF_GetPageCount(document: Pointer): number
  FPDF_LoadPage(document: Pointer, index: number): Pointer
  FPDF_ClosePage(page: Pointer): void
  FPDF_GetPageBoundingBox(page: Pointer, rectangle: Pointer): boolean
  FPDF_GetPageWidthF(page: Pointer): number
  FPDF_GetPageHeightF(page: Pointer): number
  FPDFPage_GetRotation(page: Pointer): number
  FPDFBitmap_CreateEx(
    width: number,
    height: number,
    format: number,
    samples: Pointer,
    stride: number,
  ): Pointer
  FPDFBitmap_FillRect(
    bitmap: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    color: number,
  ): boolean
  FPDFBitmap_GetStride(bitmap: Pointer): number
  FPDFBitmap_GetBuffer(bitmap: Pointer): Pointer
  FPDFBitmap_Destroy(bitmap: Pointer): void
  FPDF_RenderPageBitmap(
    bitmap: Pointer,
    page: Pointer,
    left: number,
    top: number,
    width: number,
    height: number,
    rotate: number,
    flags: number,
  ): void
  FPDF_ImportPages(target: Pointer, source: Pointer, range: string, index: number): boolean
  FPDF_SaveAsCopy(document: Pointer, fileWrite: Pointer, flags: number): boolean
  EPDF_SetMetaText(document: Pointer, key: string, value: Pointer): boolean
  FPDFBookmark_GetFirstChild(document: Pointer, bookmark: Pointer): Pointer
  FPDFBookmark_GetNextSibling(document: Pointer, bookmark: Pointer): Pointer
  FPDFBookmark_GetTitle(bookmark: Pointer, buffer: Pointer, bytes: number): number
  FPDFBookmark_GetDest(document: Pointer, bookmark: Pointer): Pointer
  FPDFBookmark_GetAction(bookmark: Pointer): Pointer
  FPDFAction_GetDest(document: Pointer, action: Pointer): Pointer
  FPDFDest_GetDestPageIndex(document: Pointer, destination: Pointer): number
  FPDFText_LoadPage(page: Pointer): Pointer
  FPDFText_ClosePage(textPage: Pointer): void
  FPDFText_CountChars(textPage: Pointer): number
  FPDFText_GetText(textPage: Pointer, start: number, count: number, result: Pointer): number
  FPDFPage_CountObjects(page: Pointer): number
  FPDFPage_GetObject(page: Pointer, index: number): Pointer
  FPDFPageObj_GetType(object: Pointer): number
  FPDFPageObj_GetBounds(
    object: Pointer,
    left: Pointer,
    bottom: Pointer,
    right: Pointer,
    top: Pointer,
  ): boolean
  FPDFFormObj_CountObjects(form: Pointer): number
  FPDFFormObj_GetObject(form: Pointer, index: number): Pointer
}

const errorPassword = 4
const errorSecurity = 5

export async function openPdfium(): Promise<Pdfium> {
  const wasmBinary = readFileSync(fileURLToPath(import.meta.resolve('@embedpdf/pdfium/pdfium.wasm')))
  // The package types its module by emscripten's global types, which are not installed.
  const pdfium = (await init({ wasmBinary } as never)) as unknown as Pdfium
  pdfium.PDFiumExt_Init()
  return pdfium
}

/** Opens a file by reading only the parts that are asked for, however large it is. */
export function withDocument<T>(
  pdfium: Pdfium,
  path: string,
  work: (document: Pointer, pageCount: number) => T,
): T {
  const fd = openSync(path, 'r')
  let readError: unknown
  const memory = pdfium.pdfium
  const readBlock = memory.addFunction((_parameter, position, buffer, size) => {
    try {
      return readFully(fd, memory.HEAPU8.subarray(buffer! >>> 0, (buffer! >>> 0) + size!), position! >>> 0)
        ? 1
        : 0
    } catch (error) {
      readError = error
      return 0
    }
  }, 'iiiii')
  const fileAccess = memory.wasmExports.malloc(12)
  let document = 0
  try {
    const { size } = fstatSync(fd)
    if (size === 0) throw new UnreadablePdf('empty', 'The file has no bytes.')
    if (size > 0xffff_ffff) throw new UnreadablePdf('tooLarge', 'The file is larger than 4 GB.')
    memory.HEAP32.set([size, readBlock, 0], fileAccess >> 2)
    document = pdfium.FPDF_LoadCustomDocument(fileAccess, '')
    if (readError) throw readError
    if (!document) throw new UnreadablePdf(openingFault(pdfium.FPDF_GetLastError()))
    const pageCount = pdfium.FPDF_GetPageCount(document)
    if (pageCount < 1) throw new UnreadablePdf('empty')
    const result = work(document, pageCount)
    if (readError) throw readError
    return result
  } finally {
    if (document) pdfium.FPDF_CloseDocument(document)
    memory.wasmExports.free(fileAccess)
    memory.removeFunction(readBlock)
    closeSync(fd)
  }
}

export function allocated<T>(pdfium: Pdfium, bytes: number, work: (pointer: Pointer) => T): T {
  const pointer = pdfium.pdfium.wasmExports.malloc(bytes)
  try {
    return work(pointer >>> 0)
  } finally {
    pdfium.pdfium.wasmExports.free(pointer)
  }
}

function openingFault(code: number) {
  return code === errorPassword || code === errorSecurity ? 'encrypted' : 'damaged'
}

function readFully(fd: number, target: Uint8Array, position: number): boolean {
  for (let done = 0; done < target.length; ) {
    const read = readSync(fd, target, done, target.length - done, position + done)
    if (read === 0) return false
    done += read
  }
  return true
}
