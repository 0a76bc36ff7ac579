import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentProxy,
  PDFWorker,
  version,
} from 'pdfjs-dist'
import { blockSize } from '../reading/pages/byte-ranges.ts'
import { begunWorker, workerUrl } from './page-worker.ts'

/** The only place that knows pdf.js: a chunk of its own, loaded with the first page. */
GlobalWorkerOptions.workerSrc = workerUrl

export function newWorker(): { worker: PDFWorker; end(): void } {
  const port = begunWorker()
  const worker = PDFWorker.create({ name: 'pages', ...(port ? { port } : {}) })
  // One that is ended before it is ready says so, also where nobody waits for it.
  worker.promise.catch(() => {})
  return {
    worker,
    end() {
      worker.destroy()
      port?.terminate()
    },
  }
}

/** The parts of a file as they are asked for, and all of it as it comes, if it does. */
export function rangesOf(
  length: number,
  read: (start: number, end: number) => Promise<Uint8Array>,
  stream?: ReadableStream<Uint8Array>,
): PDFDataRangeTransport {
  const ranges = new PDFDataRangeTransport(length, null)
  ranges.requestDataRange = (start, end) => {
    read(start, end).then(
      (bytes) => ranges.onDataRange(start, bytes),
      () => ranges.onDataRange(start, null),
    )
  }
  const reader = stream?.getReader()
  ranges.abort = () => void reader?.cancel().catch(() => {})
  const pump = async () => {
    for (;;) {
      const part = await reader?.read()
      if (!part || part.done) return ranges.onDataProgressiveDone()
      ranges.onDataProgressiveRead(part.value)
    }
  }
  // What does not come in one go is asked for part by part.
  if (reader) pump().catch(() => {})
  return ranges
}

const assets = new URL(`${import.meta.env.BASE_URL}assets/pdfjs-${version}/`, location.href).href

/** Nothing in a file runs here: no scripts, no forms, no WebAssembly, which the policy of the page forbids. */
const harmless = {
  enableXfa: false,
  useWasm: false,
  // The same letters on every machine: what a file does not bring along is drawn with ours.
  useSystemFonts: false,
  useWorkerFetch: true,
  cMapUrl: `${assets}cmaps/`,
  standardFontDataUrl: `${assets}standard_fonts/`,
  wasmUrl: `${assets}wasm/`,
  verbosity: 0,
}

/** A file whose bytes come as its pages are asked for. */
export const openByRange = (range: PDFDataRangeTransport, worker: PDFWorker, isStreamed = false) =>
  getDocument({
    ...harmless,
    range,
    worker,
    disableAutoFetch: true,
    disableStream: !isStreamed,
    rangeChunkSize: blockSize,
  }).promise

/** What is still on its way when a file is closed is refused, and nobody waits for it. */
export const closePdf = (pdf: PDFDocumentProxy): Promise<void> => pdf.loadingTask.destroy().catch(() => {})

/** A file that is here already; it takes the bytes. */
export const openWhole = (data: Uint8Array) => getDocument({ ...harmless, data }).promise
