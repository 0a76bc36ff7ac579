import { PorticoError } from '@portico/sdk'

/**
 * Fetches a screen. When its chunk is gone, the router loads the page anew, since a newer version may be there; where the
 * service does not answer, the browser would show its own error in place of the whole page.
 */
export const reachable =
  <Module>(load: () => Promise<Module>) =>
  async (): Promise<Module> => {
    try {
      return await load()
    } catch (cause) {
      await fetch('/healthz', { cache: 'no-store' }).catch(() => {
        throw new PorticoError({ code: 'network', message: 'The screen could not be fetched.', cause })
      })
      throw cause
    }
  }
