import { type Bytes, PortError } from '@portico/contract/ports/kit'
import { asPortError } from '../bindings/adapter-host.ts'

type Limits = {
  mostBytes: number
  idleMs: number
  signal: AbortSignal
  /** In milliseconds, as a clock that only goes forward shows it. */
  now?: () => number
}

/** A line of a telephone is faster. */
const leastBytesPerSecond = 2048

/**
 * Bytes as they come from another system: not more than may be, none later than the time of a call, and after that time
 * not fewer in a second than keeps a document from being sent for ever. Only the waiting for them counts, not what is
 * done with them.
 */
export async function* limited(
  bytes: Bytes,
  { mostBytes, idleMs, signal, now = () => performance.now() }: Limits,
): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]()
  let length = 0
  let waitedMs = 0
  let isOver = false
  try {
    for (;;) {
      const asked = now()
      const piece = await next(pieces, idleMs, signal)
      waitedMs += now() - asked
      if (piece.done) {
        isOver = true
        return
      }
      length += piece.value.length
      refuseTooLarge(length, mostBytes)
      if (waitedMs > idleMs && length < (waitedMs / 1000) * leastBytesPerSecond)
        throw new PortError('timeout', `Fewer than ${leastBytesPerSecond} bytes came in a second.`)
      yield piece.value
    }
  } catch (error) {
    throw asPortError(error)
  } finally {
    // Not awaited: a source that hangs may never say that it has let go.
    if (!isOver) pieces.return?.().catch(() => {})
  }
}

/** Also before the first byte, where a source says how many there are. */
export function refuseTooLarge(bytes: number, mostBytes: number) {
  if (bytes <= mostBytes) return
  const megabytes = Math.floor(mostBytes / 1024 ** 2).toLocaleString('en-US')
  throw new PortError('refused', `The document has more than ${megabytes} MB.`)
}

async function next(pieces: AsyncIterator<Uint8Array>, idleMs: number, signal: AbortSignal) {
  const { promise: stopped, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(
    () => reject(new PortError('timeout', `No bytes came within ${idleMs} ms.`)),
    idleMs,
  )
  const stop = () => reject(signal.reason)
  signal.addEventListener('abort', stop)
  try {
    signal.throwIfAborted()
    return await Promise.race([pieces.next(), stopped])
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stop)
    stopped.catch(() => {})
  }
}
