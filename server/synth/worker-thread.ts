import { rm } from 'node:fs/promises'
import { Worker } from 'node:worker_threads'
import type { CasePlan } from './plan.ts'
import type { End, Order, Report } from './worker.ts'
import { unfinishedPath, type WriteOptions, type WrittenPdf } from './write-pdf.ts'

/** Starting a thread costs more than writing a small case, so one that has just finished is kept for a moment. */
const idle = new Map<Worker, NodeJS.Timeout>()
const idleMs = 3000
/** A page is drawn in less, on a busy machine too. */
const endMs = 10_000

/** Writes a case PDF in a thread of its own, so that the caller's thread stays free. */
export async function writeCasePdfInWorker(
  plan: CasePlan,
  path: string,
  { signal, onProgress }: WriteOptions = {},
): Promise<WrittenPdf> {
  signal?.throwIfAborted()
  const worker = takeIdle() ?? startWorker()
  try {
    const written = await write(worker, { plan, path }, signal, onProgress)
    keepIdle(worker)
    return written
  } catch (error) {
    await end(worker)
    await rm(unfinishedPath(path), { force: true })
    throw error
  }
}

async function write(
  worker: Worker,
  order: Order,
  signal: AbortSignal | undefined,
  onProgress: WriteOptions['onProgress'],
): Promise<WrittenPdf> {
  const { promise, resolve, reject } = Promise.withResolvers<WrittenPdf>()
  const onAbort = () => reject(signal?.reason)
  const onExit = () => reject(new Error('the thread that wrote the PDF ended before it was done'))
  const progressed = (pages: number) => {
    try {
      onProgress?.(pages)
    } catch (error) {
      reject(error)
    }
  }
  const onMessage = (report: Report) => {
    switch (report.type) {
      case 'progress':
        return progressed(report.pages)
      case 'written':
        return resolve(report.written)
      case 'failed':
        return reject(report.error)
    }
  }
  signal?.addEventListener('abort', onAbort, { once: true })
  worker.on('message', onMessage).on('error', reject).on('exit', onExit)
  worker.postMessage(order)
  try {
    return await promise
  } finally {
    signal?.removeEventListener('abort', onAbort)
    worker.off('message', onMessage).off('error', reject).off('exit', onExit)
  }
}

/**
 * Asks the thread to end, which it does between two pages. Terminated while it compresses one, Node itself would abort:
 * a zlib stream may not be closed before it is initialised.
 */
async function end(worker: Worker): Promise<void> {
  if (worker.threadId === -1) return
  const ended = new Promise((resolve) => worker.once('exit', resolve))
  const request: End = { type: 'end' }
  worker.postMessage(request)
  const late = setTimeout(() => void worker.terminate(), endMs)
  await ended
  clearTimeout(late)
}

function startWorker(): Worker {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  // An idle thread that dies must not take the process with it.
  return worker.on('error', () => {}).on('exit', () => idle.delete(worker))
}

function takeIdle(): Worker | undefined {
  const [first] = idle
  if (!first) return undefined
  const [worker, timer] = first
  clearTimeout(timer)
  idle.delete(worker)
  worker.ref()
  return worker
}

function keepIdle(worker: Worker): void {
  worker.unref()
  const timer = setTimeout(() => {
    idle.delete(worker)
    void end(worker)
  }, idleMs)
  idle.set(worker, timer.unref())
}
