import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'

/**
 * The words on the first page of a PDF, by pdf.js, which the workspace shows papers with. It is written for browsers:
 * Node lacks two methods that it calls, and only one version of it can be in a thread. So it has one of its own.
 */
export async function wordsByPdfJs(bytes: Uint8Array): Promise<string[]> {
  const thread = new Worker(fileURLToPath(import.meta.url), { workerData: bytes, execArgv: [] })
  try {
    const [words] = await once(thread, 'message')
    return words
  } finally {
    await thread.terminate()
  }
}

if (!isMainThread && workerData instanceof Uint8Array) parentPort?.postMessage(await read(workerData))

async function read(bytes: Uint8Array): Promise<string[]> {
  lend(Uint8Array.prototype, 'toHex', function (this: Uint8Array) {
    return Buffer.from(this).toString('hex')
  })
  lend(Map.prototype, 'getOrInsertComputed', function <K, V>(this: Map<K, V>, key: K, make: (key: K) => V) {
    if (!this.has(key)) this.set(key, make(key))
    return this.get(key)
  })
  const { getDocument, GlobalWorkerOptions } = await import('pdfjs-dist')
  GlobalWorkerOptions.workerSrc = import.meta.resolve('pdfjs-dist/build/pdf.worker.min.mjs')
  const { promise } = getDocument({ data: new Uint8Array(bytes), verbosity: 0 })
  const { items } = await (await (await promise).getPage(1)).getTextContent()
  const text = items.map((item) => ('str' in item ? `${item.str}${item.hasEOL ? '\n' : ''}` : ''))
  return text.join('').normalize('NFC').split(/\s+/)
}

function lend(prototype: object, name: string, value: unknown) {
  if (!(name in prototype)) Object.defineProperty(prototype, name, { value, configurable: true })
}
