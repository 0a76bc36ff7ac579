import type { Adapter, AdapterDefinition, Host } from '@portico/contract/ports/kit'
import { PortError } from '@portico/contract/ports/kit'
import { keptSentence } from '../ledger/kept-sentence.ts'
import { type Binding, secretsOf } from './binding.ts'

/** Opens the adapter of a binding; whatever goes wrong there, or takes too long, is said as a PortError. */
export async function openAdapter(binding: Binding, host: Host, signal: AbortSignal): Promise<Adapter> {
  const definition: AdapterDefinition = binding.definition
  const opening = (async () => definition.open(binding.options, host))()
  try {
    return await within(opening, binding.timeoutMs, signal)
  } catch (error) {
    // One that opens too late is closed again.
    opening.then((late) => late.close?.()).catch(() => {})
    throw notOpen(asPortError(error, secretsOf(binding)))
  }
}

/** Nobody has refused a delivery yet: whatever stands there may be the adapter's other side later, unless it is gone. */
function notOpen({ code, message, retryAfterMs }: PortError): PortError {
  return new PortError(code, message, {
    retryable: code !== 'gone',
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  })
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

/**
 * The failure that an adapter tells of, in a sentence that may be kept. What it throws beside a PortError is taken for a
 * failure that may pass.
 */
export function asPortError(error: unknown, secrets: readonly string[] = []): PortError {
  const said = error instanceof Error ? error.message : String(error)
  const message = keptSentence(said, secrets)
  if (error instanceof PortError && message === said) return error
  // Also one of another copy of the contract, such as an adapter of a deployment brings.
  const { name, code, retryable, retryAfterMs, isOfRecipient = false } = (error ?? {}) as Partial<PortError>
  if (name === 'PortError' && code !== undefined && retryable !== undefined)
    return new PortError(code, message, {
      retryable,
      isOfRecipient,
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    })
  // The deadline of a call may come while its answer is being read.
  const isTooLate = error instanceof Error && error.name === 'TimeoutError'
  return new PortError(isTooLate ? 'timeout' : 'unavailable', message, { cause: error })
}
