/** Whoever asks while it runs gets the next result, of a run that begins after they asked: results are never out of order. */
export function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  const ask = (): Promise<Result> => {
    if (!running) {
      running = work().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return ask()
      })
    return next
  }
  return ask
}
