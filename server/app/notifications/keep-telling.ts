/** Busy writers are not held up more often than this: each look takes the fence of the log for a moment. */
const pauseMs = 100
const pollMs = 1_000

export type Telling = {
  /** Something has happened that somebody may be told of. */
  nudge(): void
  stop(): Promise<void>
}

/** Looks at once when it is nudged, and now and then for what other processes have written. No round stops another. */
export function keepTelling(
  rounds: readonly (() => Promise<boolean>)[],
  { onTold, onFault }: { onTold: () => void; onFault: (error: unknown) => void },
): Telling {
  let running: Promise<void> | undefined
  let isAskedAgain = false
  let isStopped = false
  let resting: NodeJS.Timeout | undefined
  let lastAt = 0

  async function run() {
    isAskedAgain = false
    for (const round of rounds) {
      try {
        let isMore = true
        while (isMore && !isStopped) isMore = await round()
      } catch (error) {
        onFault(error)
      }
      onTold()
    }
  }

  const start = () => {
    resting = undefined
    if (isStopped) return
    lastAt = performance.now()
    running = run().finally(() => {
      running = undefined
      if (isAskedAgain) nudge()
    })
  }

  const nudge = () => {
    isAskedAgain = true
    if (running || resting || isStopped) return
    const wait = lastAt === 0 ? 0 : Math.max(0, lastAt + pauseMs - performance.now())
    if (wait === 0) start()
    else resting = setTimeout(start, wait)
  }

  const timer = setInterval(nudge, pollMs)
  return {
    nudge,
    async stop() {
      isStopped = true
      clearInterval(timer)
      clearTimeout(resting)
      await running
    },
  }
}
