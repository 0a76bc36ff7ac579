import { Worker } from 'node:worker_threads'
import type { Segment } from './segment.ts'

export type Text = { page: number; text: string }
export type ToWorker = { type: 'add'; pages: readonly Text[] } | { type: 'finish' }

export type SegmentThread = {
  add(pages: readonly Text[]): Promise<void>
  finish(): Promise<Segment>
  end(): Promise<void>
}

/** A segment made in a thread of its own, so that nobody waits for it. */
export function openSegmentThread(): SegmentThread {
  const worker = new Worker(new URL('./segment-worker.ts', import.meta.url), { execArgv: [] })
  worker.unref()
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  worker.on('error', failed.reject)
  worker.on('exit', () => failed.reject(new Error('the thread that makes an index of a case has ended')))

  const send = async <Reply>(message: ToWorker): Promise<Reply> => {
    const replied = Promise.withResolvers<Reply>()
    worker.once('message', replied.resolve)
    worker.postMessage(message)
    return Promise.race([replied.promise, failed.promise])
  }
  return {
    add: (pages) => send({ type: 'add', pages }),
    finish: () => send({ type: 'finish' }),
    end: async () => void (await worker.terminate()),
  }
}
