import type { FastifyInstance } from 'fastify'
import { storageFigures } from './app/custody/storage-figures.ts'
import type { Made } from './app/sandbox/synthesis-order.ts'
import { IssuerUnavailable } from './auth/issuer-discovery.ts'
import { BlobStoreUnavailable } from './files/blobs.ts'
import { originOf } from './files/s3-origin.ts'
import { allJobs } from './jobs/all.ts'
import { readFigures } from './jobs/figures.ts'
import { type Background, startBackground } from './main/background.ts'
import { listen } from './main/listen.ts'
import { openParts, type Parts } from './main/parts.ts'
import { isConnectionLoss } from './store/db.ts'
import { keepServedUrl } from './store/deployment.ts'
import { asStartFailure } from './store/start-failure.ts'

export { openParts, type Parts }

export type Service = Parts &
  Pick<Background, 'workers' | 'fireTimers'> & { app: FastifyInstance; url: string }

/** A process that only reads sees words that another has saved so late at most; a command sees them at once. */
const profileLookMs = 1000

/** Serves until closed: requests that have begun are finished, then the background, then the database. */
export async function openService(
  parts: Parts,
  {
    onSynthesised = () => {},
    beforeListening = async () => {},
    beforeBackground = async () => {},
  }: {
    onSynthesised?: (made: Made) => void
    /** Begun by then: what takes its time meanwhile, and without which nothing is to be answered. */
    beforeListening?: () => Promise<unknown>
    /** Done once requests are answered, and before background work begins. */
    beforeBackground?: (url: string) => Promise<unknown>
  } = {},
): Promise<Service> {
  const { settings, portico, db } = parts
  const app = await openHttpFor(parts)
  const looking = setInterval(() => void portico.profiles.inForceFor(db).catch(() => {}), profileLookMs)
  try {
    await beforeListening()
    const url = `http://localhost:${await listen(app, settings)}`
    const servedUrl = settings.isBaseUrlSet ? settings.baseUrl : url
    parts.ports.serveAt(servedUrl)
    parts.notifying.serveAt(servedUrl)
    await keepServedUrl(db, servedUrl)
    await beforeBackground(url)
    const { workers, fireTimers, stop } = await startBackground(parts, { onSynthesised })
    return {
      ...parts,
      app,
      workers,
      fireTimers,
      url,
      async close() {
        clearInterval(looking)
        await app.close()
        await stop()
        await parts.close()
      },
    }
  } catch (error) {
    clearInterval(looking)
    await app.close()
    throw asStartFailure(error)
  }
}

async function openHttpFor(parts: Parts): Promise<FastifyInstance> {
  const { settings, portico } = parts
  const { openHttp } = await import('./http/server.ts')
  const app = await openHttp({
    portico,
    bulkLoad: parts.bulkLoad,
    identity: parts.identity,
    ports: parts.ports.desk,
    deactivateMember: parts.deactivateMember,
    clock: parts.clock,
    log: parts.log,
    isSandbox: settings.mode === 'sandbox',
    limits: settings.limits,
    allowedOrigins: settings.allowedOrigins,
    proxyCount: settings.proxyCount,
    graceMs: settings.graceSeconds * 1000,
    mostUploadBytes: settings.mostUploadBytes,
    publicUrl: settings.isBaseUrlSet ? settings.baseUrl : undefined,
    // In a deployment the name of its administrator is nobody else's business.
    sampleUsername: settings.mode === 'sandbox' ? (settings.firstAccount.username ?? 'admin') : undefined,
    effects: allJobs,
    bytesFrom: settings.blobBucket ? [originOf(settings.blobBucket)] : [],
    isUnavailable: (error) =>
      isConnectionLoss(error) || error instanceof IssuerUnavailable || error instanceof BlobStoreUnavailable,
    metrics: settings.metricsToken
      ? { token: settings.metricsToken, readFigures: () => figuresOf(parts) }
      : undefined,
  })
  app.addHook('preClose', async () => portico.live.close())
  return app
}

/** What this process knows itself is told while the database is away, too. */
async function figuresOf({ db, portico, blobErrors }: Parts) {
  const told = await readFigures({ db, live: portico.live, listChanges: portico.listChanges }).catch(() => [])
  return [...told, ...(await storageFigures({ db, disk: portico.disk, blobErrors }))]
}
