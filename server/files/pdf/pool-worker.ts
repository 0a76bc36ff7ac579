import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { UnreadablePdf } from './unreadable.ts'

/** What does a pool's jobs: a thread, or a process. */
export type PoolWorker = {
  post(job: unknown): void
  ref(): void
  unref(): void
  terminate(): Promise<unknown>
}

export type WorkerHears<Reply> = { onReply(reply: Reply): void; onGone(error: Error): void }

/** Left to itself a thread keeps three times this for young objects, however few there are. */
const maxYoungGenerationSizeMb = 8

export function startThread<Reply>(entry: URL, { onReply, onGone }: WorkerHears<Reply>): PoolWorker {
  const worker = new Worker(entry, {
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxYoungGenerationSizeMb },
  })
  worker.on('message', onReply)
  worker.on('error', onGone)
  worker.on('exit', () => onGone(new Error('A worker ended in the middle of a job.')))
  return {
    post: (job) => worker.postMessage(job),
    ref: () => worker.ref(),
    unref: () => worker.unref(),
    terminate: () => worker.terminate(),
  }
}

export const outOfMemoryCode = 99
const memorySignals: readonly (string | null)[] = ['SIGABRT', 'SIGKILL']

/**
 * For work whose memory is JavaScript's own: a thread that runs over its heap may take the whole process with it.
 * The process knows nothing of the environment but where compiled modules are kept, and ends with the one that started it.
 */
export function startProcess<Reply>(
  entry: URL,
  heapMegabytes: number,
  { onReply, onGone }: WorkerHears<Reply>,
): PoolWorker {
  const child = fork(new URL('./worker-process.ts', import.meta.url), [entry.href, String(heapMegabytes)], {
    execArgv: [],
    env: compileCache(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  const gone = once(child, 'exit')
  gone.catch(() => {})
  child.on('message', (reply) => onReply(reply as Reply))
  child.on('error', onGone)
  child.on('exit', (code, signal) => {
    const isOverMemory = code === outOfMemoryCode || memorySignals.includes(signal)
    onGone(isOverMemory ? new UnreadablePdf('tooLarge') : new Error('A worker ended in the middle of a job.'))
  })
  return {
    post: (job) => child.send(job as object, (error) => error && onGone(error)),
    ref() {
      child.ref()
      child.channel?.ref()
    },
    unref() {
      child.unref()
      child.channel?.unref()
    },
    async terminate() {
      // Its end is awaited, so it must keep the process until then.
      child.ref()
      child.kill('SIGKILL')
      await gone
    },
  }
}

function compileCache(): Record<string, string> {
  const { NODE_COMPILE_CACHE: folder } = process.env
  return folder ? { NODE_COMPILE_CACHE: folder } : {}
}
