import type { PrintedLetter } from '../letter/printed-letter.ts'
import { type JobOptions, openWorkerPool, type WorkerPool } from '../pdf/worker-pool.ts'
import type { PrintedTranscript } from '../transcript/printed-transcript.ts'
import type { PrintedDecision } from './printed-decision.ts'
import type { Printed } from './typesetter.ts'

export type Typesetting = {
  typeset(decision: PrintedDecision, options?: JobOptions): Promise<Buffer>
  /** Waits until no decision is to be sealed. */
  typesetDraft(draft: PrintedDecision, options?: JobOptions): Promise<Buffer>
  typesetLetter(letter: PrintedLetter, options?: JobOptions): Promise<Buffer>
  typesetTranscript(transcript: PrintedTranscript, options?: JobOptions): Promise<Buffer>
  close(): Promise<void>
}

type Pool = WorkerPool<Printed, Uint8Array>

const timeoutMs = 300_000
/** WebAssembly never gives memory back. */
const jobsPerWorker = 50
/** The compiler takes 200 MB, and a second to open. */
const idleMs = 60_000

/** Typesets in a thread of its own, which begins with the first paper and ends when none has come for a while. */
export function openTypesetting(): Typesetting {
  const entry = new URL('./typesetting-worker.ts', import.meta.url)
  let pool: Pool | undefined
  let running = 0
  let idle: NodeJS.Timeout | undefined

  const close = async () => {
    clearTimeout(idle)
    const open = pool
    pool = undefined
    await open?.close()
  }

  const run = async (printed: Printed, options?: JobOptions) => {
    clearTimeout(idle)
    pool ??= openWorkerPool({ entry, size: 1, timeoutMs, jobsPerWorker })
    running += 1
    try {
      return Buffer.from(await pool.run(printed, options))
    } finally {
      running -= 1
      if (running === 0) idle = setTimeout(() => void close(), idleMs).unref()
    }
  }

  return {
    typeset: (decision, options) => run({ decision }, options),
    // Decisions wait for no other paper but the one that is being set.
    typesetDraft: (decision, options) => run({ decision }, { ...options, isBackground: true }),
    typesetLetter: (letter, options) => run({ letter }, { ...options, isBackground: true }),
    typesetTranscript: (transcript, options) => run({ transcript }, { ...options, isBackground: true }),
    close,
  }
}
