import { Worker } from 'node:worker_threads'
import { Refusal } from '../../../core/kernel/decider.ts'
import type { ReadCalendar } from '../../../core/session/read-calendar.ts'

/** What a calendar of five megabytes takes many times over. */
const limitMs = 20_000

export type Parsed = { read: ReadCalendar } | { why: string }

/** Reads the text of a calendar in a thread of its own, with bounds: whoever sent it may mean harm. */
export async function parseCalendar(
  text: string,
  { timeZone, at }: { timeZone: string; at: Date },
): Promise<ReadCalendar> {
  const worker = new Worker(new URL('./parse-calendar-thread.ts', import.meta.url), {
    workerData: { text, timeZone, at },
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  let timer: NodeJS.Timeout | undefined
  try {
    const parsed = await new Promise<Parsed>((resolve, reject) => {
      worker.once('message', resolve)
      worker.once('error', reject)
      worker.once('exit', () => reject(new Error('the thread ended')))
      timer = setTimeout(() => reject(new Error('it took too long')), limitMs)
    }).catch((): Parsed => ({ why: 'The calendar cannot be read: it is too large or too deep.' }))
    if ('why' in parsed) throw new Refusal('invalid', parsed.why)
    return parsed.read
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
