import { readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import type { Command } from 'commander'
import type { Settings } from '../config.ts'
import { Refusal } from '../core/kernel/decider.ts'
import { loadSettings } from '../main/settings.ts'
import { commandsOf, exitCodes } from './command.ts'
import { openTerminal } from './terminal.ts'

/** What a service makes in its data folder; whatever else is there is somebody's. */
const ours = ['database', 'blobs', 'blob-cache', 'derived', 'uploads', 'secret']
/** Made once there is a database: without one they may be the documents and the secret of a deployment. */
const onlyWithDatabase = ['blobs', 'blob-cache', 'uploads', 'secret']

export function addReset(program: Command) {
  commandsOf(program)<{ yes?: boolean }>(
    'reset',
    'Erase a sandbox; the next start creates a new one',
    async (options, _, self) => {
      const settings = await loadSettings(process.env)
      const cluster = await refuseUnfit(settings)
      const what = [
        settings.dataFolder,
        ...(cluster && !cluster.startsWith(settings.dataFolder) ? [cluster] : []),
      ]
      if (!options.yes && !process.stdin.isTTY)
        self.error('error: there is no terminal to ask for confirmation: use --yes', {
          exitCode: exitCodes.usage,
        })
      if (!options.yes && !(await isSure(what))) throw new Refusal('conflict', 'Nothing was erased.')
      const left = await erase(settings, cluster)
      openTerminal({ isJson: options.json }).say({ erased: what, left }, [
        ...what.map((path) => `Erased ${path}.`),
        ...left.map(
          (name) => `${join(settings.dataFolder, name)} does not belong to the service and is left alone.`,
        ),
      ])
    },
  ).option('--yes', 'do not ask')
}

/** Only synthetic data goes, and only while nobody uses it. */
async function refuseUnfit({ mode, databaseUrl, dataFolder }: Settings): Promise<string | undefined> {
  if (mode !== 'sandbox') throw new Refusal('forbidden', 'Only a sandbox can be reset.')
  if (databaseUrl)
    throw new Refusal(
      'forbidden',
      'The database is at DATABASE_URL: drop it there, and remove the data folder by hand.',
    )
  const { findCluster, pointTo, startEmbedded } = await import('../store/embedded.ts')
  const folder = join(dataFolder, 'database')
  const cluster = findCluster(folder)
  const found = await readdir(dataFolder).catch(() => [])
  if (!cluster) {
    if (found.some((name) => onlyWithDatabase.includes(name)))
      throw new Refusal(
        'forbidden',
        `There is no database in ${dataFolder} that marks its data as synthetic: remove the data of a service with a DATABASE_URL by hand.`,
      )
    if (found.some((name) => ours.includes(name))) return undefined
    throw new Refusal(
      'notFound',
      `There is no service in ${dataFolder}: set PORTICO_DATA to your data folder.`,
    )
  }
  if (cluster.isRunning) throw new Refusal('conflict', `A service runs on ${dataFolder}: stop it first.`)
  await pointTo(folder, cluster.path)
  const server = await startEmbedded(folder)
  try {
    await refuseReal(server.url, dataFolder)
  } finally {
    await server.stop()
  }
  return cluster.path
}

async function refuseReal(url: string, dataFolder: string) {
  const { openDatabase } = await import('../store/db.ts')
  const { isSynthetic } = await import('../store/deployment.ts')
  const db = openDatabase({ url, size: 1 })
  try {
    if (!(await isSynthetic(db)))
      throw new Refusal(
        'forbidden',
        `The data in ${dataFolder} is not synthetic: only a sandbox can be reset.`,
      )
  } finally {
    await db.close()
  }
}

async function isSure(what: readonly string[]): Promise<boolean> {
  const asking = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return /^y(es)?$/i.test(
      (await asking.question(`Erase ${what.join(' and ')}, with every case? [y/N] `)).trim(),
    )
  } finally {
    asking.close()
  }
}

async function erase({ dataFolder }: Settings, cluster: string | undefined): Promise<string[]> {
  const { removeCluster } = await import('../store/embedded.ts')
  // The database says that all of it is synthetic, so it goes last: a reset that is stopped can be repeated.
  for (const name of ours.toReversed()) {
    if (name === 'database' && cluster) await removeCluster(cluster)
    await rm(join(dataFolder, name), { recursive: true, force: true })
  }
  const left = await readdir(dataFolder).catch(() => [])
  if (left.length === 0) await rmdir(dataFolder).catch(() => {})
  return left
}
