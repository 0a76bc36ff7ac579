type Flight<T> = { landed: Promise<T>; controller: AbortController; waiting: number }

/**
 * Work that many may ask for at once and that is done once: later callers wait for the first one's result.
 * A caller leaves by its own signal; the work is aborted when the last one has left.
 */
export type SingleFlight<T> = (
  key: string,
  work: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
) => Promise<T>

export function singleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Flight<T>>()

  function start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController()
    const landed = work(controller.signal)
    landed.catch(() => {})
    const flight = { landed, controller, waiting: 0 }
    flights.set(key, flight)
    return flight
  }

  return async (key, work, signal) => {
    signal?.throwIfAborted()
    const flight = flights.get(key) ?? start(key, work)
    flight.waiting += 1
    try {
      return await orAborted(flight.landed, signal)
    } finally {
      flight.waiting -= 1
      if (flight.waiting === 0) {
        if (flights.get(key) === flight) flights.delete(key)
        flight.controller.abort()
      }
    }
  }
}

async function orAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise
  const aborted = Promise.withResolvers<never>()
  const onAbort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([promise, aborted.promise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
