import { type PoolWorker, startProcess, startThread } from './pool-worker.ts'
import { openTaskQueue } from './task-queue.ts'
import { UnreadablePdf, type UnreadableReason } from './unreadable.ts'

export type WorkerReply<Result> =
  | { type: 'done'; result: Result }
  /** `broken`: the worker's memory is not to be trusted any more. */
  | { type: 'unreadable'; reason: UnreadableReason; message: string; broken: boolean }
  | { type: 'failed'; error: unknown }

export type JobOptions = {
  timeoutMs?: number | undefined
  signal?: AbortSignal | undefined
  /** Nobody waits for it: it lets others go first, and some workers are not for it. */
  isBackground?: boolean
  /** Whoever it is for: background jobs of several lines go in turns, however many one of them has. */
  line?: string | undefined
}

export type WorkerPool<Job, Result> = {
  /** The time that counts is the job's own, not the time it waits for a worker. */
  run(job: Job, options?: JobOptions): Promise<Result>
  close(): Promise<void>
}

type Task<Job, Result> = {
  job: Job
  timeoutMs: number
  isBackground: boolean
  line: string
  resolve(result: Result): void
  reject(error: unknown): void
}

type Slot<Job, Result> = {
  worker: PoolWorker
  jobsLeft: number
  task?: Task<Job, Result> | undefined
  timer?: NodeJS.Timeout | undefined
}

/**
 * Workers that read files nobody vouches for. A job that takes too long, or breaks its worker, costs that worker;
 * the next job gets a new one. Workers start when they are needed, and never keep the process alive when idle.
 */
export function openWorkerPool<Job, Result>(options: {
  entry: URL
  size: number
  /** How many workers background jobs may have at once; all, where it is not said. */
  backgroundSize?: number
  timeoutMs: number
  jobsPerWorker: number
  /** For jobs that need the heap of JavaScript: each worker is a process, with this much of it. */
  heapMegabytes?: number
}): WorkerPool<Job, Result> {
  const slots = new Set<Slot<Job, Result>>()
  const queue = openTaskQueue<Task<Job, Result>>()
  let isClosed = false

  function next() {
    for (;;) {
      const idle = [...slots].find((slot) => !slot.task)
      if (!idle && slots.size >= options.size) return
      const task = takeNext()
      if (!task) return
      begin(idle ?? start(), task)
    }
  }

  function takeNext(): Task<Job, Result> | undefined {
    const { backgroundSize = options.size } = options
    const inBackground = [...slots].filter((slot) => slot.task?.isBackground).length
    return queue.take({ mayTakeBackground: inBackground < backgroundSize })
  }

  function start(): Slot<Job, Result> {
    const { entry, heapMegabytes } = options
    const hears = {
      onReply: (reply: WorkerReply<Result>) => finish(slot, reply),
      onGone: (error: Error) => discard(slot, crashOf(error)),
    }
    const worker = heapMegabytes ? startProcess(entry, heapMegabytes, hears) : startThread(entry, hears)
    const slot: Slot<Job, Result> = { worker, jobsLeft: options.jobsPerWorker }
    slots.add(slot)
    return slot
  }

  function begin(slot: Slot<Job, Result>, task: Task<Job, Result>) {
    slot.task = task
    slot.jobsLeft -= 1
    slot.worker.ref()
    slot.timer = setTimeout(() => discard(slot, new UnreadablePdf('tooSlow')), task.timeoutMs)
    slot.worker.post(task.job)
  }

  function finish(slot: Slot<Job, Result>, reply: WorkerReply<Result>) {
    const { task } = slot
    if (!task) return
    clearTimeout(slot.timer)
    slot.task = undefined
    slot.worker.unref()
    switch (reply.type) {
      case 'done':
        task.resolve(reply.result)
        break
      case 'unreadable':
        task.reject(new UnreadablePdf(reply.reason, reply.message))
        break
      case 'failed':
        task.reject(reply.error)
        break
    }
    if (slot.jobsLeft <= 0 || (reply.type === 'unreadable' && reply.broken)) void drop(slot)
    next()
  }

  function discard(slot: Slot<Job, Result>, reason: unknown) {
    if (!slots.has(slot)) return
    clearTimeout(slot.timer)
    void drop(slot)
    slot.task?.reject(reason)
    slot.task = undefined
    next()
  }

  function drop(slot: Slot<Job, Result>): Promise<unknown> {
    slots.delete(slot)
    return slot.worker.terminate()
  }

  return {
    async run(job, { timeoutMs = options.timeoutMs, signal, isBackground = false, line = '' } = {}) {
      if (isClosed) throw new Error('The PDF workers are closed.')
      signal?.throwIfAborted()
      const { promise, resolve, reject } = Promise.withResolvers<Result>()
      const task = { job, timeoutMs, isBackground, line, resolve, reject }
      const onAbort = () => {
        queue.remove(task)
        reject(signal?.reason)
        for (const slot of slots) if (slot.task === task) discard(slot, signal?.reason)
      }
      signal?.addEventListener('abort', onAbort, { once: true })
      queue.add(task)
      next()
      return await promise.finally(() => signal?.removeEventListener('abort', onAbort))
    },

    async close() {
      isClosed = true
      const closed = new Error('The PDF workers are closed.')
      for (const task of queue.takeAll()) task.reject(closed)
      await Promise.all(
        [...slots].map((slot) => {
          clearTimeout(slot.timer)
          slot.task?.reject(closed)
          slot.task = undefined
          return drop(slot)
        }),
      )
    },
  }
}

function crashOf(error: Error & { code?: string }): Error {
  return error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadablePdf('tooLarge') : error
}
