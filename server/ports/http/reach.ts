import { PortError } from '@portico/contract/ports/kit'

/** `fetch` whose failure to reach the other side is a `PortError` that is retried; one who gave up is told so. */
export async function reach(
  fetch: typeof globalThis.fetch,
  url: string,
  init: RequestInit & { signal: AbortSignal },
): Promise<Response> {
  init.signal.throwIfAborted()
  return fetch(url, init).catch((error: unknown) => {
    throw init.signal.aborted || error instanceof PortError ? error : outOfReach(error)
  })
}

function outOfReach(error: unknown): PortError {
  const { message, cause } = error as { message?: string; cause?: { message?: string } }
  return new PortError('unavailable', cause?.message || message || 'The other side cannot be reached.', {
    cause: error,
  })
}
