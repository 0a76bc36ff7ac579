import { execFile } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openDatabase } from '../store/db.ts'
import { startEmbedded } from '../store/embedded.ts'
import { migrate } from '../store/migrate.ts'
import { until } from './until.ts'

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

/** Made once: by the first process of a run that needs it, while the others wait, or by this one for itself. */
async function prepare(): Promise<string> {
  const run = process.env.TEST_RUN_FOLDER ?? (await folderOfThisProcess())
  const made = join(run, 'cluster')
  const making = `${made}-making`
  while (!existsSync(made)) {
    if (await isFirst(making)) await make(making, made)
    else await until(() => existsSync(made) || !existsSync(making))
  }
  return made
}

async function isFirst(folder: string): Promise<boolean> {
  try {
    await mkdir(folder)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

async function make(at: string, made: string) {
  try {
    await chmod(at, 0o711)
    const server = await startEmbedded(at)
    const db = openDatabase({ url: server.url, size: 1 })
    await migrate(db)
    await db.close()
    await server.stop()
    await rename(at, made)
  } catch (error) {
    await rm(at, { recursive: true, force: true })
    throw error
  }
}

async function folderOfThisProcess(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-prepared-'))
  await chmod(folder, 0o711)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}
