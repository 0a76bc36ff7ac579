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
  const send = async <Reply>(message: ToWorker): Promise<Reply> => {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>()
    const onExit = () => reject(new Error('the thread that makes an index of a case has ended'))
    worker.once('message', resolve)
    worker.once('error', reject)
    worker.once('exit', onExit)
    try {
      worker.postMessage(message)
      return await promise
    } finally {
      worker.off('message', resolve)
      worker.off('error', reject)
      worker.off('exit', onExit)
    }
  }
  return {
    add: (pages) => send({ type: 'add', pages }),
    finish: () => send({ type: 'finish' }),
    end: async () => void (await worker.terminate()),
  }
}
