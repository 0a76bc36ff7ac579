import { flushCompileCache } from 'node:module'
import { parentPort } from 'node:worker_threads'
import { UnreadablePdf, type UnreadableReason } from './unreadable.ts'
import type { WorkerReply } from './worker-pool.ts'

/** The worker's side: takes one job after the other and tells the file's faults from ours. */
export function serveJobs<Job, Result>(
  maxMemoryBytes: number,
  work: (job: Job) => Result | Promise<Result>,
): void {
  const memory = limitMemory(maxMemoryBytes)
  silenceConsole()
  parentPort?.on('message', async (job: Job) => {
    parentPort?.postMessage(await answer())
    // Most workers are killed in the end, and write nothing down then.
    flushCompileCache()

    async function answer(): Promise<WorkerReply<Result>> {
      memory.wasRefused = false
      try {
        return { type: 'done', result: await work(job) }
      } catch (error) {
        if (memory.wasRefused) return unreadable('tooLarge', true)
        if (error instanceof UnreadablePdf) return unreadable(error.reason, false, error.message)
        if (isTrap(error)) return unreadable('damaged', true)
        return { type: 'failed', error }
      }
    }
  })
}

function unreadable(reason: UnreadableReason, broken: boolean, message = new UnreadablePdf(reason).message) {
  return { type: 'unreadable', reason, message, broken } as const
}

/** What WebAssembly throws when code it runs goes wrong, or recurses too deep. */
function isTrap(error: unknown): boolean {
  return (
    error instanceof WebAssembly.RuntimeError ||
    (error instanceof RangeError && /call stack/.test(error.message))
  )
}

/** WebAssembly memory is outside the limits a worker can be given, so its growth is watched here. */
export function limitMemory(maxBytes: number): { wasRefused: boolean } {
  const memory = { wasRefused: false }
  const grow = WebAssembly.Memory.prototype.grow
  WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
    if (this.buffer.byteLength + pages * 65_536 > maxBytes) {
      memory.wasRefused = true
      throw new RangeError('The memory limit is reached.')
    }
    return grow.call(this, pages)
  }
  // Memory that threads share grows in any of them, so it is given its end when it is made.
  const most = Math.floor(maxBytes / 65_536)
  WebAssembly.Memory = class extends WebAssembly.Memory {
    constructor(wanted: WebAssembly.MemoryDescriptor) {
      super(wanted.shared ? { ...wanted, maximum: Math.min(wanted.maximum ?? most, most) } : wanted)
    }
  }
  return memory
}

/** What a library prints about a file may quote it. */
function silenceConsole(): void {
  for (const method of ['log', 'info', 'warn', 'error'] as const) console[method] = () => {}
}
