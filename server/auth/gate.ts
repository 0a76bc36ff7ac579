import { Refusal } from '../core/kernel/decider.ts'

/** At most `width` pieces of work at once; as many as `waiting` queue for their turn, and the rest are refused. */
export function openGate({ width, waiting }: { width: number; waiting: number }) {
  const queue: (() => void)[] = []
  let running = 0

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= width) {
      if (queue.length >= waiting) {
        throw new Refusal(
          'tooMany',
          'Too many people are signing in right now: try again in a few seconds.',
          5,
        )
      }
      await new Promise<void>((resolve) => queue.push(resolve))
    } else {
      running++
    }
    try {
      return await work()
    } finally {
      const next = queue.shift()
      if (next) next()
      else running--
    }
  }
}
