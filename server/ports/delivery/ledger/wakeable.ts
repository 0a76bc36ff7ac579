/** Sleep that a call of `wake` ends, or prevents where it came before. */
export function openWakeable(signal: AbortSignal) {
  let isWoken = false
  let rouse = () => {}
  return {
    async sleep(ms: number): Promise<void> {
      await new Promise<void>((awake) => {
        if (isWoken || signal.aborted) return awake()
        const timer = setTimeout(awake, ms)
        rouse = () => {
          clearTimeout(timer)
          awake()
        }
      })
      isWoken = false
    },
    wake(): void {
      isWoken = true
      rouse()
    },
  }
}

/** Calls `run` once for all calls within a moment. */
export function gathered(run: () => void, ms: number): () => void {
  let isGathering = false
  return () => {
    if (isGathering) return
    isGathering = true
    setTimeout(() => {
      isGathering = false
      run()
    }, ms)
  }
}
