import { type Bytes, PortError } from '@portico/contract/ports/kit'
import { asPortError } from '../../delivery/adapter-host.ts'

type Limits = { mostBytes: number; idleMs: number; signal: AbortSignal }

/** Bytes as they come from another system: not more than may be, and not slower than one piece within the time of a call. */
export async function* limited(
  bytes: Bytes,
  { mostBytes, idleMs, signal }: Limits,
): AsyncGenerator<Uint8Array> {
  const pieces = bytes[Symbol.asyncIterator]()
  let length = 0
  let isOver = false
  try {
    for (;;) {
      const piece = await next(pieces, idleMs, signal)
      if (piece.done) {
        isOver = true
        return
      }
      length += piece.value.length
      if (length > mostBytes) {
        const megabytes = Math.floor(mostBytes / 1024 ** 2).toLocaleString('en-US')
        throw new PortError('refused', `The document has more than ${megabytes} MB.`)
      }
      yield piece.value
    }
  } catch (error) {
    throw asPortError(error)
  } finally {
    // Not awaited: a source that hangs may never say that it has let go.
    if (!isOver) pieces.return?.().catch(() => {})
  }
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
