const waitMs = 10_000
/** What another process has written is found so late at most. */
const lookMs = 400

export type RoomWaits = ReturnType<typeof openRoomWaits>

/** Those who wait for something to happen in a room. */
export function openRoomWaits() {
  const waiting = new Map<string, Set<() => void>>()
  return {
    /** In this process; others look for themselves. */
    wake(handle: string) {
      for (const wake of waiting.get(handle) ?? []) wake()
    },

    /** Looks until something is found, for a while; what is found then may be nothing. */
    async until<Found extends readonly unknown[]>(
      handle: string,
      look: () => Promise<Found>,
      signal: AbortSignal,
    ): Promise<Found> {
      const deadline = performance.now() + waitMs
      for (;;) {
        const found = await look()
        if (found.length > 0 || signal.aborted || performance.now() >= deadline) return found
        await new Promise<void>((woken) => {
          const all = waiting.get(handle) ?? new Set()
          waiting.set(handle, all)
          const wake = () => {
            clearTimeout(timer)
            all.delete(wake)
            if (all.size === 0) waiting.delete(handle)
            signal.removeEventListener('abort', wake)
            woken()
          }
          const timer = setTimeout(wake, lookMs)
          all.add(wake)
          signal.addEventListener('abort', wake)
        })
      }
    },
  }
}
