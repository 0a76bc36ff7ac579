import type { Adapter, AdapterDefinition, Host } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import type { Binding } from './binding.ts'

/** Opens the adapter of a binding; whatever goes wrong there, or takes too long, is said as a PortError. */
export async function openAdapter(binding: Binding, host: Host, signal: AbortSignal): Promise<Adapter> {
  const definition: AdapterDefinition = binding.definition
  const opening = (async () => definition.open(binding.options, host))()
  try {
    return await within(opening, binding.timeoutMs, signal)
  } catch (error) {
    // One that opens too late is closed again.
    opening.then((late) => late.close?.()).catch(() => {})
    throw asPortError(error)
  }
}

/** The result, unless it takes too long or the signal is aborted first; the work itself may ignore either. */
export async function within<T>(work: Promise<T>, ms: number, signal: AbortSignal): Promise<T> {
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new PortError('timeout', `There was no answer within ${ms} ms.`)), ms)
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    return await Promise.race([work, ended])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    work.catch(() => {})
    ended.catch(() => {})
  }
}

/** What an adapter throws beside a PortError is taken for a failure that may pass. */
export function asPortError(error: unknown): PortError {
  if (error instanceof PortError) return error
  // Of another copy of the contract, such as the one that an adapter of a deployment brings.
  const { name, code, retryable, retryAfterMs } = (error ?? {}) as Partial<PortError>
  const message = error instanceof Error ? error.message : String(error)
  if (name === 'PortError' && code !== undefined && retryable !== undefined)
    return new PortError(code, message, {
      retryable,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  return new PortError('unavailable', message, { cause: error })
}
