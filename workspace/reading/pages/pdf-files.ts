import type { ScopedAccess } from '@portico/sdk'
import { PorticoError } from '@portico/sdk'
import type { PDFDocumentProxy } from 'pdfjs-dist'
import { msUntil } from '../../ui/moments.ts'
import { type ByteRanges, blockSize, byteRanges, type Read } from './byte-ranges.ts'

/** A PDF that holds a document, and where in it the document begins. */
export type OpenedPdf = { pdf: PDFDocumentProxy; firstPage: number; release(): void }

export type PdfFiles = {
  /** Fetches what the first page needs, before it is known which page that is. */
  prepare(): void
  /** The document that holds a case page, as the access to the bytes names it; undefined if it names none. */
  documentAt(page: number): Promise<{ id: string; startPage: number } | undefined>
  /** In passing: it may be looked at soon, and may not. */
  open(documentId: string, how?: { inPassing?: boolean }): Promise<OpenedPdf>
  /** Addresses of bytes are asked for anew: documents were filed or revised. */
  forget(): void
  /** Nothing of the files is kept: whoever reads them may not any more. */
  empty(): void
  close(): void
}

type Access = ScopedAccess['access']
export type Bytes = {
  length: number
  read: Read
  stream?: () => Promise<ReadableStream<Uint8Array> | undefined>
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

const mostOpen = 6
/** pdf.js keeps every byte of a file that it has read: after so many the file is opened anew. */
const mostBytesRead = 48_000_000
/** A file of this size comes whole, in one go, while what is looked at is asked for besides. */
const mostStreamed = 32_000_000
const mostStreamedInPassing = 1_000_000
const renewBeforeMs = 60_000

/** The PDFs of a case: few are open at a time, and their bytes come by range, straight from where they are kept. */
export function openPdfFiles({ grant, throughService, fetch, now, pdfjs: load }: PdfSource): PdfFiles {
  const entries = new Map<string, Entry>()
  let access: Promise<Access | undefined> | undefined
  let thread: ReturnType<Pdfjs['newWorker']> | undefined
  let isClosed = false
  let uses = 0

  /** Who may not take bytes away from here reads them through the service. */
  const accessNow = async (): Promise<Access | undefined> => {
    const asked = access
    const known = await asked
    const isOver = known && msUntil(known.expiresAt, now()) <= renewBeforeMs
    if (isOver && access === asked) access = undefined
    access ??= grant().catch((error) => {
      if (error instanceof PorticoError && error.code === 'forbidden') return undefined
      access = undefined
      throw error
    })
    return access
  }

  async function placeOf(documentId: string) {
    const granted = await accessNow()
    const found = granted?.documents.find(({ id }) => id === documentId)
    if (!found) {
      return { key: documentId, firstPage: 1, bytes: () => throughService(documentId) }
    }
    const { sha256, firstPage } = found
    return { key: sha256, firstPage, bytes: async () => fromStore(sha256) }
  }

  async function fromStore(sha256: string): Promise<Bytes> {
    const fileNow = async () => (await accessNow())?.files.find((file) => file.sha256 === sha256)
    const read = async (start: number, end: number, isSecond = false): ReturnType<Read> => {
      const file = await fileNow()
      if (!file) throw unreachable()
      const answer = await fetch(file.url, { headers: { range: `bytes=${start}-${end - 1}` } })
      if (answer.status === 403 && !isSecond) {
        access = undefined
        return read(start, end, true)
      }
      if (!answer.ok) throw new Error(`the bytes of this page were answered with ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    }
    const stream = async () => {
      const file = await fileNow()
      if (!file) return undefined
      // As a range, too: what is whole would be compressed on its way, which takes longer than to send it.
      const answer = await fetch(file.url, { headers: { range: `bytes=0-${file.bytes - 1}` } })
      return answer.ok ? (answer.body ?? undefined) : undefined
    }
    const file = await fileNow()
    if (!file) throw unreachable()
    return { length: file.bytes, read, stream }
  }

  async function opened(
    entry: Entry,
    bytesOf: () => Promise<Bytes>,
    most: number,
  ): Promise<PDFDocumentProxy> {
    const rangesOf = async () => {
      const { length, read, stream } = await bytesOf()
      const ranges = byteRanges(length, blockSize, async (start, end) => {
        const part = await read(start, end)
        entry.bytesRead += part.length
        return part
      })
      Object.assign(entry, { ranges, length })
      // Where every PDF says what is where.
      if (length > 2 * blockSize) ranges.ahead(length - 2 * blockSize, length)
      const isStreamed = stream !== undefined && length <= most
      if (!isStreamed) ranges.ahead(0, blockSize)
      return { ranges, stream: isStreamed ? stream().catch(() => undefined) : undefined }
    }
    const [pdfjs, { ranges, stream }] = await Promise.all([load(), rangesOf()])
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
    for (const entry of unused.slice(0, Math.max(0, entries.size - mostOpen))) retire(entry)
  }

  return {
    prepare() {
      isClosed = false
      accessNow().catch(() => {})
      load()
        .then((pdfjs) => {
          if (!isClosed) thread ??= pdfjs.newWorker()
        })
        .catch(() => {})
    },
    async documentAt(page) {
      const granted = await accessNow()
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
            opened(fresh, bytes, inPassing ? mostStreamedInPassing : mostStreamed),
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
    forget() {
      access = undefined
    },
    empty() {
      access = undefined
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

/** A file of which all was read would be read once more. */
const hasReadTooMuch = ({ bytesRead, length, ranges }: Entry) =>
  bytesRead > mostBytesRead && bytesRead < length * 0.9 && !ranges?.isBusy()

const unreachable = () => new Error('the bytes of this page cannot be reached')
