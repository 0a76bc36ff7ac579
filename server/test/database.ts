import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, openDatabase } from '../store/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '../store/embedded.ts'
import { copyPreparedCluster } from './prepared-cluster.ts'

export type TestDatabase = Database & {
  url: string
  name: string
  /** Leaves the database where it is, so that others can be made like it. */
  disconnect(): Promise<void>
}

let shared: Promise<{ server: EmbeddedPostgres; template: string }> | undefined

/** One real server for the whole run; each caller gets a database of its own, migrated or like another. */
export async function freshDatabase(options: { size?: number; like?: string } = {}): Promise<TestDatabase> {
  const { server, template } = await sharedServer()
  return createDatabase(server, `template ${options.like ?? template}`, options.size)
}

/** An empty database without any schema of ours. */
export async function bareDatabase(): Promise<TestDatabase> {
  const { server } = await sharedServer()
  return createDatabase(server, '')
}

async function createDatabase(server: EmbeddedPostgres, like: string, size = 10): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`
  // Copied file by file it takes half as long as through the log.
  await onServer(server, `create database ${name} ${like} strategy file_copy`)
  const url = urlOf(server, name)
  const db = openDatabase({ url, size })
  return {
    ...db,
    url,
    name,
    disconnect: db.close,
    async close() {
      await db.close()
      await onServer(server, `drop database if exists ${name} with (force)`)
    },
  }
}

function sharedServer() {
  shared ??= startShared()
  return shared
}

async function startShared() {
  const folder = await mkdtemp(join(tmpdir(), 'portico-test-'))
  // The account that the database runs as, where that is not ours, must be able to reach it.
  await chmod(folder, 0o711)
  await copyPreparedCluster(folder)
  const server = await startEmbedded(folder)
  process.once('exit', () => removeLater(folder))
  // Nothing outlives the run: what survives a crash is tested on servers of their own.
  await onServer(server, 'alter system set fsync = off')
  await onServer(server, 'alter system set full_page_writes = off')
  await onServer(server, 'select pg_reload_conf()')
  const template = 'portico_template'
  await onServer(server, `create database ${template} template portico`)
  return { server, template }
}

async function onServer(server: EmbeddedPostgres, statement: string) {
  const db = openDatabase({ url: server.url, size: 1 })
  try {
    await db.script(statement)
  } finally {
    await db.close()
  }
}

function urlOf(server: EmbeddedPostgres, name: string) {
  return server.url.replace('/portico?', `/${name}?`)
}

/** The server stops by itself once this process has gone; its folder can go only then. */
function removeLater(folder: string) {
  const script = 'sleep 3; rm -rf "$1"'
  spawn('/bin/sh', ['-c', script, 'sh', folder], { detached: true, stdio: 'ignore' }).unref()
}
