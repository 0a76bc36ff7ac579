/** Without being woken it looks this often. */
const lookMs = 2000

/** Takes one turn after the other; a turn that says that there is more is followed by the next at once. */
export function inTurns(
  turn: (wake: () => void) => Promise<boolean>,
  { signal, onFault }: { signal: AbortSignal; onFault(error: unknown): void },
) {
  let isWoken = false
  let rouse = () => {}
  const wake = () => {
    isWoken = true
    rouse()
  }
  const sleep = () =>
    new Promise<void>((awake) => {
      if (isWoken || signal.aborted) return awake()
      const timer = setTimeout(awake, lookMs)
      rouse = () => {
        clearTimeout(timer)
        awake()
      }
    })
  const running = (async () => {
    while (!signal.aborted) {
      isWoken = false
      const hasMore = await turn(wake).catch((error) => {
        if (!signal.aborted) onFault(error)
        return false
      })
      if (!hasMore) await sleep()
    }
  })()
  return {
    wake,
    async stop() {
      wake()
      await running
    },
  }
}
