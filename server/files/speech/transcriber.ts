import { access } from 'node:fs/promises'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { type JobOptions, openWorkerPool, type WorkerPool } from '../pdf/worker-pool.ts'
import type { Heard } from './engine.ts'
import type { SpeechJob, SpeechReply } from './speech-worker.ts'
import { UnreadableSound } from './unreadable-sound.ts'

/** Listens to recordings, one stretch at a time, in a process that gives way to everything else. */
export type Transcriber = {
  hear(sound: Omit<SpeechJob, 'engine' | 'folder'>, options?: JobOptions): Promise<Heard>
  close(): Promise<void>
}

/** The engine does not open. */
export class NoModel extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'NoModel'
  }
}

/** The heap of JavaScript; the model's own memory, some 300 MB, is beside it. */
const heapMegabytes = 512
const jobsPerWorker = 200
/** It holds some 300 MB, which nobody needs once the last recording is heard. */
const idleMs = 60_000
/** A model hears several times as fast as people speak; on a busy machine many times slower. */
const timesRealTime = 20
const leastTimeoutMs = 120_000

export function openTranscriber({
  engine,
  folder,
  timeoutMs,
}: {
  engine: string
  folder: string
  timeoutMs?: number
}): Transcriber {
  const entry = new URL('./speech-worker.ts', import.meta.url)
  let pool: WorkerPool<SpeechJob, SpeechReply> | undefined
  let idle: NodeJS.Timeout | undefined
  let busy = 0

  const close = async () => {
    clearTimeout(idle)
    const closing = pool
    pool = undefined
    await closing?.close()
  }

  return {
    async hear(sound, options) {
      await access(sound.path)
      clearTimeout(idle)
      const patienceMs = timeoutMs ?? Math.max(leastTimeoutMs, sound.forMs * timesRealTime)
      pool ??= openWorkerPool({ entry, size: 1, timeoutMs: patienceMs, jobsPerWorker, heapMegabytes })
      busy++
      try {
        const reply = await pool.run({ engine, folder, ...sound }, { timeoutMs: patienceMs, ...options })
        if ('unreadable' in reply) throw new UnreadableSound(reply.unreadable)
        if ('noModel' in reply) {
          // What the process has tried to load is not tried again in it.
          await close()
          throw new NoModel(reply.noModel)
        }
        return reply
      } catch (error) {
        if (!(error instanceof UnreadablePdf)) throw error
        throw new UnreadableSound(
          error.reason === 'tooSlow'
            ? 'Listening to the sound took too long.'
            : 'Listening to the sound took too much memory.',
        )
      } finally {
        busy--
        if (busy === 0) idle = setTimeout(() => void close(), idleMs).unref()
      }
    },
    close,
  }
}
