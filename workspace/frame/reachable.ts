import { PorticoError } from '@portico/sdk'

/**
 * Fetches a screen. If its chunk is gone, the router reloads the page, since there may be a newer version. If the service
 * does not answer, a reload would replace the whole page by an error of the browser.
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
