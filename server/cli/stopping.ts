import { constants } from 'node:os'

/** A terminal's Ctrl-C reaches npm and this process, and npm passes it on: it may come twice for one press. */
const oneSignalMs = 500

/** The first signal asks to finish, the second to stop at once. */
export function stopOnSignal(onFirst: () => void): AbortSignal {
  const stopping = new AbortController()
  let since: number | undefined
  const stop = (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      if (performance.now() - since > oneSignalMs) process.exit(128 + constants.signals[signal])
      return
    }
    since = performance.now()
    onFirst()
    stopping.abort()
  }
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
  return stopping.signal
}

/** What has not ended by then is cut off: nothing that was acknowledged is lost by that. */
export async function endWithin(
  limitMs: number,
  close: () => Promise<void>,
  onLate: () => void,
): Promise<never> {
  const late = setTimeout(() => {
    onLate()
    process.exit(1)
  }, limitMs)
  const code = await close().then(
    () => 0,
    () => 1,
  )
  clearTimeout(late)
  process.exit(code)
}
