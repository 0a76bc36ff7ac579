import { parentPort } from 'node:worker_threads'
import type { CasePlan } from './plan.ts'
import { type WrittenPdf, writeCasePdf } from './write-pdf.ts'

export type Order = { plan: CasePlan; path: string }
export type End = { type: 'end' }
export type Report =
  | { type: 'progress'; pages: number }
  | { type: 'written'; written: WrittenPdf }
  | { type: 'failed'; error: unknown }

const ending = new AbortController()

parentPort?.on('message', async (message: Order | End) => {
  if ('type' in message) {
    ending.abort()
    // Nothing else keeps the thread once what it was drawing has ended.
    return parentPort?.close()
  }
  const { plan, path } = message
  const report = (message: Report) => parentPort?.postMessage(message)
  try {
    const written = await writeCasePdf(plan, path, {
      signal: ending.signal,
      onProgress: (pages) => report({ type: 'progress', pages }),
    })
    report({ type: 'written', written })
  } catch (error) {
    report({ type: 'failed', error })
  }
})
