import { PorticoError } from '@portico/sdk'

const againMs = 30_000

/**
 * Follows until it is stopped. What fails is tried again, unless the service says that there is nothing to follow: then
 * it gives the reason.
 */
export async function keepFollowing(
  follow: () => Promise<void>,
  signal: AbortSignal,
  wait: typeof pause = pause,
): Promise<'forbidden' | 'notFound' | undefined> {
  while (!signal.aborted) {
    try {
      await follow()
    } catch (error) {
      if (error instanceof PorticoError && (error.code === 'forbidden' || error.code === 'notFound'))
        return error.code
    }
    if (!signal.aborted) await wait(againMs, signal)
  }
  return undefined
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
