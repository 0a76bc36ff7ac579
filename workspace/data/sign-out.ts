import { PorticoError } from '@portico/sdk'

type SignOutOptions = {
  /** Whether somebody has signed out on this device and the service does not know it yet. */
  isPending: () => boolean
  setPending: (isPending: boolean) => void
  tell: () => Promise<void>
  /** Calls when it is worth another try. */
  later: (again: () => void) => void
}

/**
 * Who signs out is out at once, also without a connection. No script can remove the cookie of the session, so a mark
 * forbids to use it until the service has been told.
 */
export function createSignOut({ isPending, setPending, tell, later }: SignOutOptions) {
  let telling: Promise<void> | undefined

  async function tellOnce() {
    try {
      await tell()
    } catch (error) {
      if (!isRefusal(error)) return later(() => void settle())
    }
    setPending(false)
  }

  /** Tells the service what it does not know yet. Never fails: it tries again later. */
  async function settle(): Promise<void> {
    if (!isPending()) return
    telling ??= tellOnce().finally(() => {
      telling = undefined
    })
    return telling
  }

  return {
    isPending,
    settle,
    signOut(): Promise<void> {
      setPending(true)
      return settle()
    },
    /** Somebody has signed in, with a cookie of their own. */
    forget: () => setPending(false),
  }
}

/** The service has answered that there is nothing to end. */
const isRefusal = (error: unknown) =>
  error instanceof PorticoError && [400, 401, 403, 404].includes(error.status ?? 0)
