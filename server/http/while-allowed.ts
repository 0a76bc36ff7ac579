import type { Readable } from 'node:stream'
import { Refusal } from '../core/kernel/decider.ts'

const askAgainMs = 5000

/**
 * Breaks off a file that takes long to send once whoever gets it may not have it any more. Its connection breaks with
 * it, so what has come of it is known not to be all.
 */
export function whileAllowed(stream: Readable, isAllowed: () => Promise<unknown>, everyMs = askAgainMs) {
  const ask = async () => {
    try {
      await isAllowed()
    } catch (error) {
      // A database that is away tells nothing.
      if (error instanceof Refusal) stream.destroy(error)
    }
  }
  const timer = setInterval(() => void ask(), everyMs)
  timer.unref()
  stream.once('close', () => clearInterval(timer))
  return stream
}
