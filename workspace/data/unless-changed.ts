import { PorticoError } from '@portico/sdk'

/** On a case where so much happens that it is never still for two requests, the refusal is told. */
const mostAttempts = 8

type Overwriting<Found> = {
  /** Of the case. */
  version: () => Promise<number>
  /** What is there now. */
  read: () => Promise<Found>
  /** Whether that is what its writer has seen. */
  isSeen: (found: Found) => boolean
  write: (options: { ifMatch: number }) => Promise<unknown>
}

/**
 * Writes over what its writer has seen, and over nothing else: gives what is there instead, if it is something else. The
 * version of the case is taken before, and goes with the write, so the service refuses it if anything has happened to
 * the case in between; then all is done anew.
 */
export async function unlessChanged<Found>({
  version,
  read,
  isSeen,
  write,
}: Overwriting<Found>): Promise<{ found: Found } | undefined> {
  for (let attempt = 1; ; attempt++) {
    const ifMatch = await version()
    const found = await read()
    if (!isSeen(found)) return { found }
    try {
      await write({ ifMatch })
      return undefined
    } catch (error) {
      const isStale = error instanceof PorticoError && error.code === 'conflict'
      if (!isStale || attempt === mostAttempts) throw error
    }
  }
}
