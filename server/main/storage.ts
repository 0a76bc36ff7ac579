import { constants, existsSync } from 'node:fs'
import { access, chmod, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Settings } from '../config.ts'
import { type Database, openDatabase } from '../store/db.ts'
import { claimDeployment, type Deployment } from '../store/deployment.ts'
import { type EmbeddedEvents, startEmbedded } from '../store/embedded.ts'
import { settleEpoch } from '../store/events/epochs.ts'
import { migrate } from '../store/migrate.ts'
import { asStartFailure, StartFailure } from '../store/start-failure.ts'

/** The database, brought up to this version: what every command needs, and all that some do. */
export type Storage = {
  db: Database
  url: string
  /** Where the cluster is, where that is in our hands. */
  cluster: string | undefined
  deployment: Deployment
  close(): Promise<void>
}

/**
 * Only who may create makes a data folder; all others say what to set.
 */
export async function openStorage(
  settings: Settings,
  { mayCreate, ...events }: { mayCreate: boolean } & EmbeddedEvents,
): Promise<Storage> {
  if (mayCreate) await refuseUnwritable(settings.dataFolder)
  else refuseMissing(settings)
  const { db, url, cluster, place, stop } = await openPostgres(settings, events)
  const close = async () => {
    await db.close()
    await stop()
  }
  try {
    await migrate(db)
    // The connection that has migrated was made before there was a log.
    await settleEpoch(db, place)
    const first = { synthetic: settings.mode === 'sandbox', baseUrl: settings.baseUrl }
    const deployment = await claimDeployment(db, first)
    refuseOtherMode(settings, deployment.synthetic)
    return { db, url, cluster, deployment, close }
  } catch (error) {
    await close()
    throw asStartFailure(error)
  }
}

async function openPostgres({ databaseUrl, dataFolder }: Settings, events: EmbeddedEvents) {
  if (databaseUrl) {
    const db = openDatabase({ url: databaseUrl })
    const isThere = db.rows(`select 1`)
    events.onSpawn?.()
    await isThere.catch(async (error) => {
      await db.close()
      throw new StartFailure(`The database at DATABASE_URL cannot be reached: ${reasonOf(error)}.`)
    })
    return { db, url: databaseUrl, cluster: undefined, place: undefined, stop: async () => {} }
  }
  const server = await startEmbedded(join(dataFolder, 'database'), events)
  const { url, cluster, ensure, stop } = server
  const place = await filesOf(cluster)
  return { db: openDatabase({ url, recover: ensure, place }), url, cluster, place, stop }
}

/** By a file that is written once: a copy of the folder is another file, made at another time. */
async function filesOf(cluster: string): Promise<string> {
  const { ino, birthtimeMs } = await stat(join(cluster, 'PG_VERSION'))
  return `${ino}-${Math.round(birthtimeMs)}`
}

/** A database and a secret that are given need no folder. */
function refuseMissing({ dataFolder, databaseUrl, secret }: Settings) {
  if (databaseUrl && secret) return
  if (databaseUrl ? existsSync(dataFolder) : existsSync(join(dataFolder, 'database'))) return
  throw new StartFailure(
    `There is no service in ${dataFolder}: set PORTICO_DATA to your data folder${databaseUrl ? ', or PORTICO_SECRET to its secret' : ', or run "portico serve" first'}.`,
  )
}

function reasonOf(error: unknown): string {
  const { code, message, errors } = error as {
    code?: string
    message?: string
    errors?: { message: string }[]
  }
  return message || errors?.[0]?.message || code || 'no answer'
}

async function refuseUnwritable(folder: string) {
  try {
    await makeFolder(folder)
    await access(folder, constants.W_OK)
  } catch (error) {
    const { code } = error as { code?: string }
    throw new StartFailure(
      `The data folder ${folder} cannot be written (${code}): set PORTICO_DATA to one that can.`,
    )
  }
}

/** Node's own recursive mkdir never returns on a file system that refuses every folder, such as /proc. */
async function makeFolder(folder: string) {
  const make = async () => {
    try {
      await mkdir(folder, { mode: 0o700 })
      // The embedded database runs as another account there, which has to pass.
      if (process.getuid?.() === 0) await chmod(folder, 0o711)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
  await make().catch(async (error: NodeJS.ErrnoException) => {
    const parent = dirname(folder)
    if (error.code !== 'ENOENT' || existsSync(parent)) throw error
    await makeFolder(parent)
    await make()
  })
}

function refuseOtherMode({ mode }: Settings, isSynthetic: boolean) {
  if (mode === 'sandbox' && !isSynthetic) {
    throw new StartFailure('This database was not made for synthetic data, so a sandbox may not run on it.')
  }
  if (mode === 'deployment' && isSynthetic) {
    throw new StartFailure('This database holds synthetic data, so a deployment may not run on it.')
  }
}
