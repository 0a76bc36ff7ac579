import { PorticoError } from '@portico/sdk'

/** Why what is shown is not renewed. An ended sign-in is told by the dialog that asks for it, and moves nothing. */
export function staleness(error: unknown): 'away' | 'other' | undefined {
  const code = error instanceof PorticoError ? error.code : undefined
  if (code === 'unauthenticated') return undefined
  return code === 'network' || code === 'timeout' || code === 'unavailable' ? 'away' : 'other'
}

/** It is gone, or no longer theirs to see: what was shown of it is not shown on. */
export function isWithdrawn(error: unknown): boolean {
  return error instanceof PorticoError && (error.code === 'notFound' || error.code === 'forbidden')
}
