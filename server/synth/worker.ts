import { parentPort } from 'node:worker_threads'
import type { CasePlan } from './plan.ts'
import { type WrittenPdf, writeCasePdf } from './write-pdf.ts'

export type Order = { plan: CasePlan; path: string }
export type Report =
  | { type: 'progress'; pages: number }
  | { type: 'written'; written: WrittenPdf }
  | { type: 'failed'; error: unknown }

parentPort?.on('message', async ({ plan, path }: Order) => {
  const report = (message: Report) => parentPort?.postMessage(message)
  try {
    const written = await writeCasePdf(plan, path, {
      onProgress: (pages) => report({ type: 'progress', pages }),
    })
    report({ type: 'written', written })
  } catch (error) {
    report({ type: 'failed', error })
  }
})
