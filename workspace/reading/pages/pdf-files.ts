import type { PDFDocumentProxy } from 'pdfjs-dist'
import { type ByteRanges, blockSize, byteRanges } from './byte-ranges.ts'
import { type Access, type Bytes, fileAccess } from './file-access.ts'

/** A PDF that holds a document, and where in it the document begins. */
export type OpenedPdf = { pdf: PDFDocumentProxy; firstPage: number; release(): void }

export type PdfFiles = {
  /** Fetches what any first page needs. */
  prepare(): void
  /** The document that holds a case page, if the access to the bytes names it. */
  documentAt(page: number): Promise<{ id: string; startPage: number } | undefined>
  /** In passing: for a document that may be read next. */
  open(documentId: string, how?: { inPassing?: boolean }): Promise<OpenedPdf>
  /** Requests the addresses of bytes anew: documents were filed or revised. */
  forget(): void
  /** Keeps nothing of the files: the reader may no longer see them. */
  empty(): void
  close(): void
}

type Pdfjs = Pick<typeof import('../../ui/pdfjs.ts'), 'newWorker' | 'openByRange' | 'rangesOf'>

/** Where the bytes of a case come from, and what reads them. */
export type PdfSource = {
  /** Addresses of the bytes, for a while. */
  grant(): Promise<Access>
  throughService(documentId: string): Promise<Bytes>
  fetch: typeof fetch
  now(): Date
  pdfjs(): Promise<Pdfjs>
}

type Entry = {
  key: string
  pdf: Promise<PDFDocumentProxy>
  users: number
  usedAt: number
  bytesRead: number
  ranges?: ByteRanges
  length: number
  isRetired: boolean
}

const maxOpen = 6
/** pdf.js keeps every byte that it has read: after this many the file is opened anew. */
const maxBytesRead = 48_000_000
/** A file up to this size comes whole, while the page that is read is requested besides. */
const maxStreamed = 32_000_000
const maxStreamedInPassing = 1_000_000

/** The PDFs of a case: few are open at a time, and their bytes come by range, straight from where they are kept. */
export function openPdfFiles({ grant, throughService, fetch, now, pdfjs: load }: PdfSource): PdfFiles {
  const entries = new Map<string, Entry>()
  const access = fileAccess({ grant, fetch, now })
  let thread: ReturnType<Pdfjs['newWorker']> | undefined
  let isClosed = false
  let uses = 0

  async function placeOf(documentId: string) {
    const granted = await access.get()
    const found = granted?.documents.find(({ id }) => id === documentId)
    if (!found) {
      return { key: documentId, firstPage: 1, bytes: () => throughService(documentId) }
    }
    const { sha256, firstPage } = found
    return { key: sha256, firstPage, bytes: () => access.bytesOf(sha256) }
  }

  async function opened(
    entry: Entry,
    bytesOf: () => Promise<Bytes>,
    most: number,
  ): Promise<PDFDocumentProxy> {
    const [pdfjs, { ranges, stream }] = await Promise.all([
      load(),
      bytesOf().then((bytes) => beginReading(entry, bytes, most)),
    ])
    const coming = await stream
    if (isClosed) {
      void coming?.cancel().catch(() => {})
      throw new Error('the file of the case was closed')
    }
    thread ??= pdfjs.newWorker()
    const transport = pdfjs.rangesOf(entry.length, ranges.read, coming)
    return pdfjs.openByRange(transport, thread.worker, coming !== undefined)
  }

  function retire(entry: Entry) {
    entry.isRetired = true
    if (entries.get(entry.key) === entry) entries.delete(entry.key)
    if (entry.users === 0) void entry.pdf.then((pdf) => pdf.loadingTask.destroy()).catch(() => {})
  }

  function makeRoom() {
    const unused = [...entries.values()].filter(({ users }) => users === 0)
    unused.sort((a, b) => a.usedAt - b.usedAt)
    for (const entry of unused.slice(0, Math.max(0, entries.size - maxOpen))) retire(entry)
  }

  return {
    prepare() {
      isClosed = false
      access.get().catch(() => {})
      load()
        .then((pdfjs) => {
          if (!isClosed) thread ??= pdfjs.newWorker()
        })
        .catch(() => {})
    },
    async documentAt(page) {
      const granted = await access.get()
      return granted?.documents.find(
        ({ startPage, pageCount }) => startPage <= page && page < startPage + pageCount,
      )
    },
    async open(documentId, { inPassing = false } = {}) {
      const { key, firstPage, bytes } = await placeOf(documentId)
      let entry = entries.get(key)
      if (entry && hasReadTooMuch(entry)) {
        retire(entry)
        entry = undefined
      }
      if (!entry) {
        const fresh: Entry = {
          key,
          users: 0,
          usedAt: 0,
          bytesRead: 0,
          length: 0,
          isRetired: false,
          pdf: Promise.resolve().then(() =>
            opened(fresh, bytes, inPassing ? maxStreamedInPassing : maxStreamed),
          ),
        }
        fresh.pdf.catch(() => retire(fresh))
        entries.set(key, fresh)
        entry = fresh
      }
      const used = entry
      used.users += 1
      used.usedAt = ++uses
      makeRoom()
      let isReleased = false
      const release = () => {
        if (isReleased) return
        isReleased = true
        used.users -= 1
        if (used.isRetired || isClosed) retire(used)
      }
      try {
        return { pdf: await used.pdf, firstPage, release }
      } catch (error) {
        release()
        throw error
      }
    },
    forget: access.forget,
    empty() {
      access.forget()
      for (const entry of [...entries.values()]) retire(entry)
    },
    close() {
      isClosed = true
      for (const entry of [...entries.values()]) retire(entry)
      thread?.end()
      thread = undefined
    },
  }
}

/** Unless nearly all of it was read: all of that would be read again. */
const hasReadTooMuch = ({ bytesRead, length, ranges }: Entry) =>
  bytesRead > maxBytesRead && bytesRead < length * 0.9 && !ranges?.isBusy()

/** A file that is small enough comes whole, the beginning and the end of others first. */
function beginReading(entry: Entry, { length, read, stream }: Bytes, most: number) {
  const ranges = byteRanges(length, blockSize, async (start, end) => {
    const part = await read(start, end)
    entry.bytesRead += part.length
    return part
  })
  Object.assign(entry, { ranges, length })
  // Where every PDF has its table of contents.
  if (length > 2 * blockSize) ranges.ahead(length - 2 * blockSize, length)
  const isStreamed = stream !== undefined && length <= most
  if (!isStreamed) ranges.ahead(0, blockSize)
  return { ranges, stream: isStreamed ? stream().catch(() => undefined) : undefined }
}
