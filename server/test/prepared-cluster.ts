import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../store/db.ts'
import { startEmbedded } from '../store/embedded.ts'
import { migrate } from '../store/migrate.ts'

const run = promisify(execFile)
let prepared: Promise<string> | undefined

/** Into an empty folder: the files of a database server whose database is migrated and has no rows of ours. */
export async function copyPreparedCluster(folder: string): Promise<void> {
  prepared ??= prepare()
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o711)
  // With the account that they belong to.
  await run('cp', ['-a', `${await prepared}/.`, folder])
}

/** Made once: by the first process of a run that needs it, or by this one for itself. */
async function prepare(): Promise<string> {
  const run = process.env.TEST_RUN_FOLDER ?? (await folderOfThisProcess())
  const shared = join(run, 'cluster')
  if (existsSync(shared)) return shared
  const own = `${shared}-${process.pid}`
  await mkdir(own)
  await chmod(own, 0o711)
  const server = await startEmbedded(own)
  const db = openDatabase({ url: server.url, size: 1 })
  await migrate(db)
  await db.close()
  await server.stop()
  // Another process may have been as quick: what it made is as good.
  await rename(own, shared).catch(() => rm(own, { recursive: true, force: true }))
  return shared
}

async function folderOfThisProcess(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-prepared-'))
  await chmod(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
