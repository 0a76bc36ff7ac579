import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '../config.ts'
import { StartFailure } from '../store/start-failure.ts'

/** Listens, and says on which port. */
export async function listen(app: FastifyInstance, { host, port }: Settings): Promise<number> {
  try {
    await app.listen({ host, port })
  } catch (error) {
    throw inWords(error, { host, port })
  }
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : port
}

/** A port that cannot be had is found out before anything is made, and port 0 becomes the one that it will be. */
export async function settlePort(settings: Settings): Promise<Settings> {
  const probe = createServer()
  const port = await new Promise<number>((found, failed) => {
    probe.once('error', (error) => failed(inWords(error, settings)))
    probe.listen({ host: settings.host, port: settings.port }, () => {
      const address = probe.address()
      const taken = typeof address === 'object' && address ? address.port : settings.port
      probe.close(() => found(taken))
    })
  })
  const baseUrl = settings.isBaseUrlSet ? settings.baseUrl : `http://localhost:${port}`
  return { ...settings, port, baseUrl }
}

function inWords(error: unknown, { host, port }: { host: string; port: number }): unknown {
  const { code } = error as { code?: string }
  if (code === 'EADDRINUSE') return new StartFailure(`Port ${port} is taken: set PORT to a free one.`)
  if (code === 'EACCES')
    return new StartFailure(`Port ${port} may not be used by this account: set PORT to another.`)
  if (code === 'ENOTFOUND' || code === 'EADDRNOTAVAIL') {
    return new StartFailure(`The host ${host} is not an address of this machine: set PORTICO_HOST.`)
  }
  return error
}
