import { GlobalWorkerOptions, getDocument, PDFDataRangeTransport, PDFWorker } from 'pdfjs-dist'
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'

/** The only place that knows pdf.js: a chunk of its own, loaded with the first page. */
GlobalWorkerOptions.workerSrc = workerUrl

export const newWorker = () => PDFWorker.create({ name: 'pages' })

type Read = (start: number, end: number) => Promise<Uint8Array>

export function rangesOf(length: number, read: Read): PDFDataRangeTransport {
  const ranges = new PDFDataRangeTransport(length, null)
  ranges.requestDataRange = (start, end) => {
    read(start, end).then(
      (bytes) => ranges.onDataRange(start, bytes),
      () => ranges.onDataRange(start, null),
    )
  }
  return ranges
}

const assets = new URL(`${import.meta.env.BASE_URL}pdfjs/`, location.href).href

/** Nothing in a file runs here: no scripts, no forms, no WebAssembly, which the policy of the page forbids. */
const harmless = {
  enableXfa: false,
  useWasm: false,
  useSystemFonts: false,
  useWorkerFetch: true,
  cMapUrl: `${assets}cmaps/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
  verbosity: 0,
}

/** A file whose bytes come as its pages are asked for. */
export const openByRange = (range: PDFDataRangeTransport, worker: PDFWorker) =>
  getDocument({
    ...harmless,
    range,
    worker,
    disableAutoFetch: true,
    disableStream: true,
    rangeChunkSize: 2 ** 17,
  }).promise

/** A file that is here already; it takes the bytes. */
export const openWhole = (data: Uint8Array) => getDocument({ ...harmless, data }).promise
