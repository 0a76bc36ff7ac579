import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFile, chmod, mkdtemp, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import pg from 'pg'
import { type Database, openDatabase, surviveLostConnections } from '../store/db.ts'
import { startEmbedded } from '../store/embedded.ts'
import { copyPreparedCluster } from './prepared-cluster.ts'

export type TestDatabase = Database & {
  url: string
  name: string
  /** Leaves the database where it is, so that others can be made like it. */
  disconnect(): Promise<void>
}

type Shared = { url: string; template: string; statement(text: string): Promise<unknown> }

let shared: Promise<Shared> | undefined

/** One real server for the whole run; each caller gets a database of its own, migrated or like another. */
export async function freshDatabase(options: { size?: number; like?: string } = {}): Promise<TestDatabase> {
  const server = await sharedServer()
  return createDatabase(server, `template ${options.like ?? server.template}`, options.size)
}

/** An empty database without any schema of ours. */
export async function bareDatabase(): Promise<TestDatabase> {
  return createDatabase(await sharedServer(), '')
}

async function createDatabase(server: Shared, like: string, size = 10): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copied file by file it takes half as long as through the log.
  await server.statement(`create database ${name} ${like} strategy file_copy`)
  const url = server.url.replace('/portico?', `/${name}?`)
  const db = openDatabase({ url, size })
  return {
    ...db,
    url,
    name,
    disconnect: db.close,
    async close() {
      await db.close()
      await server.statement(`drop database if exists ${name} with (force)`)
    },
  }
}

function sharedServer() {
  shared ??= startShared()
  return shared
}

async function startShared(): Promise<Shared> {
  // By its name whoever runs the tests finds what a process that was killed has left.
  const name = basename(process.env.TEST_RUN_FOLDER ?? 'portico-test')
  const folder = await mkdtemp(join(await roomyFolder(), `${name}-`))
  // The account that the database runs as, where that is not ours, must be able to reach it.
  await chmod(folder, 0o711)
  await copyPreparedCluster(folder)
  await appendFile(join(folder, 'postgres/postgresql.auto.conf'), settings)
  const { url } = await startEmbedded(folder)
  process.once('exit', () => removeLater(folder))
  const pool = new pg.Pool({ connectionString: url, max: 2, allowExitOnIdle: true })
  surviveLostConnections(pool)
  const statement = (text: string) => pool.query(text)
  const template = 'portico_template'
  await statement(`create database ${template} template portico`)
  return { url, template, statement }
}

/** Nothing outlives the run: what survives a crash is tested on servers of their own. */
const settings = `
fsync = off
full_page_writes = off
max_wal_size = 256MB
`

const roomyBytes = 8 * 1024 ** 3

/** In memory, where there is plenty: a file system takes longer to make and remove the files than to fill them. */
async function roomyFolder(): Promise<string> {
  const memory = '/dev/shm'
  const { bavail, bsize } = await statfs(memory).catch(() => ({ bavail: 0, bsize: 0 }))
  return bavail * bsize > roomyBytes ? memory : tmpdir()
}

/** The server stops by itself once this process has gone; its folder can go only then. */
function removeLater(folder: string) {
  const script = 'sleep 3; rm -rf "$1"'
  spawn('/bin/sh', ['-c', script, 'sh', folder], { detached: true, stdio: 'ignore' }).unref()
}
