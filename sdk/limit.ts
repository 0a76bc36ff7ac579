import { PorticoError } from './errors.ts'

/** A longer timer fires at once. */
const longestTimerMs = 2 ** 31 - 1

export type Limit = {
  /** Aborted by the caller or the time limit; its reason is the error to throw. */
  signal: AbortSignal
  /** Whether there is time left to wait this long. */
  allows(ms: number): boolean
  /** Restarts the time limit; `Infinity` removes it. */
  restart(timeoutMs: number): void
  end(): void
}

/** What may end a call early: its caller's signal and its time limit. */
export function limitOf(signal: AbortSignal | undefined, timeoutMs: number): Limit {
  const controller = new AbortController()
  const abort = () => controller.abort(abortedError(signal))
  let endsAt = Number.POSITIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined

  function restart(ms: number) {
    clearTimeout(timer)
    endsAt = performance.now() + ms
    if (ms <= longestTimerMs) timer = setTimeout(() => controller.abort(timeoutError(ms)), ms)
  }
  restart(timeoutMs)
  if (signal?.aborted) abort()
  else signal?.addEventListener('abort', abort, { once: true })
  return {
    signal: controller.signal,
    allows: (ms) => performance.now() + ms < endsAt,
    restart,
    end() {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}

/** Resolves with the work, or rejects with the signal's reason if that comes first. */
export async function unlessAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Resolves after a time, or rejects with the signal's reason. */
export async function wait(ms: number, signal: AbortSignal): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const pause = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, Math.min(ms, longestTimerMs))
  })
  try {
    await unlessAborted(signal, pause)
  } finally {
    clearTimeout(timer)
  }
}

export function abortedError(signal: AbortSignal | undefined): PorticoError {
  return new PorticoError({ code: 'aborted', message: 'The call was aborted.', cause: signal?.reason })
}

function timeoutError(ms: number): PorticoError {
  return new PorticoError({ code: 'timeout', message: `The service was silent for ${ms} ms.` })
}
