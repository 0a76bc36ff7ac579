import { PorticoError } from './errors.ts'

const passing = ['network', 'unavailable', 'tooManyRequests', 'requestTimeout']
const firstDelayMs = 500
const longestDelayMs = 30_000

/** Transient failures. Retrying a conflict, a refusal or a malformed request would not help. */
export function isPassing(error: unknown): error is PorticoError {
  return error instanceof PorticoError && passing.includes(error.code)
}

/** As long as the service asks for; otherwise exponential backoff with jitter. */
export function retryDelayMs(error: unknown, failures: number, random: () => number): number {
  if (error instanceof PorticoError && error.retryAfterSeconds !== undefined) {
    return error.retryAfterSeconds * 1000
  }
  const ceiling = Math.min(longestDelayMs, firstDelayMs * 2 ** (failures - 1))
  return Math.round(ceiling * (0.5 + random() / 2))
}
