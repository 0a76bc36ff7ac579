import assert from 'node:assert/strict'
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { delimiter, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { credentials, folderWithDatabase } from '../process.ts'
import { until } from '../until.ts'

const root = join(import.meta.dirname, '../../..')
const launcher = join(root, 'server/bin/portico.mjs')

/** A Node from before the one that the package brings, where there is one on the path. */
const olderNode = (process.env.PATH ?? '')
  .split(delimiter)
  .map((folder) => join(folder, 'node'))
  .find((node) => existsSync(node) && majorOf(node) < 24 && majorOf(node) >= 20)
const mayMakeNamespaces = spawnSync('unshare', ['--pid', '--fork', 'true']).status === 0

describe('the service, told to stop', () => {
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  before(async () => {
    folder = await folderWithDatabase()
  })
  after(() => folder.remove())

  /** Started as given, in a process group of its own; resolves once it has said where it serves. */
  async function start(command: string, args: string[], env: Record<string, string> = {}) {
    const { DATABASE_URL: _, npm_lifecycle_event: __, ...inherited } = process.env
    const child = spawn(command, args, {
      cwd: root,
      detached: true,
      env: {
        ...inherited,
        PORT: '0',
        PORTICO_MODE: 'deployment',
        PORTICO_DATA: folder.path,
        PORTICO_OCR: 'off',
        PORTICO_SPEECH: 'off',
        PORTICO_LOG: 'silent',
        PORTICO_USERNAME: credentials.username,
        PORTICO_PASSWORD: credentials.password,
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    child.stderr.on('data', (chunk) => {
      output += chunk
    })
    const ended = new Promise<number | null>((done) => child.once('close', done))
    const url = await new Promise<string>((found, failed) => {
      child.stdout.on('data', (chunk) => {
        output += chunk
        const [at] = /http:\/\/localhost:\d+/.exec(output) ?? []
        if (at) found(at)
      })
      void ended.then((code) => failed(new Error(`it ended with ${code}: ${output}`)))
    })
    return { child, url, ended, output: () => output, tree: descendantsOf(child) }
  }

  async function allEnd(pids: number[]) {
    assert.ok(pids.length > 0)
    await until(() => !pids.some(isAlive)).catch(() =>
      assert.fail(`still there: ${pids.filter(isAlive).map(commandOf).join('; ')}`),
    )
    const postmaster = join(folder.path, 'database/postgres/postmaster.pid')
    assert.ok(!existsSync(postmaster), 'the database was shut down')
  }

  it('by SIGTERM to npm alone ends with its database', async () => {
    const { child, tree } = await start('npm', ['start', '--silent'])
    child.kill('SIGTERM')
    await allEnd(tree)
  })

  it('by the end of an npm that was killed ends with its database', async () => {
    const { child, tree } = await start('npm', ['start', '--silent'])
    child.kill('SIGKILL')
    await allEnd(tree)
  })

  it('by a signal to its process group, as a terminal sends it, ends cleanly', async () => {
    const { child, ended, tree } = await start(process.execPath, [launcher, 'serve'])
    process.kill(-(child.pid as number), 'SIGINT')
    assert.equal(await ended, 0)
    await allEnd(tree)
  })

  it('by a signal to every process at once, as systemd sends it, ends', async () => {
    // Right after it has started, while it is busy, and once it is idle.
    for (const ready of [async () => {}, areIdle]) {
      const { ended, tree, output } = await start(process.execPath, [launcher, 'serve'])
      await ready(tree)
      for (const pid of tree) tellToEnd(pid)
      assert.equal(await ended, 0, output())
      await allEnd(tree)
    }
  })

  it('by a signal to a launcher of an older Node, or by its end, ends', { skip: !olderNode }, async () => {
    const told = await start(olderNode as string, [launcher, 'serve'])
    told.child.kill('SIGTERM')
    assert.equal(await told.ended, 0)
    await allEnd(told.tree)
    const orphaned = await start(olderNode as string, [launcher, 'serve'])
    orphaned.child.kill('SIGKILL')
    await allEnd(orphaned.tree)
  })

  it('as the first process of a container ends', { skip: !mayMakeNamespaces }, async () => {
    const { child, ended, tree } = await start('unshare', [
      '--pid',
      '--fork',
      process.execPath,
      launcher,
      'serve',
    ])
    const [first] = childrenOf(child.pid as number)
    process.kill(first as number, 'SIGTERM')
    assert.equal(await ended, 0)
    await allEnd(tree)
  })

  it('while it is answering cuts off what outlasts its grace, or at once when told again', async () => {
    const patient = await start(process.execPath, [launcher, 'serve'], { PORTICO_GRACE_SECONDS: '1' })
    const stalled = await bodyThatNeverComes(patient.url)
    patient.child.kill('SIGTERM')
    assert.equal(await patient.ended, 0)
    stalled.destroy()
    const hurried = await start(process.execPath, [launcher, 'serve'], { PORTICO_GRACE_SECONDS: '600' })
    const other = await bodyThatNeverComes(hurried.url)
    hurried.child.kill('SIGTERM')
    await until(() => hurried.output().includes(finishing))
    // Two that come right after each other count as one.
    await until(() => {
      hurried.child.kill('SIGTERM')
      return hurried.child.exitCode !== null
    }, 200)
    assert.equal(await hurried.ended, 143)
    other.destroy()
    await allEnd(hurried.tree)
    for (const { output } of [patient, hurried])
      assert.match(output(), new RegExp(`\\{[^\\n]*"msg":"${finishing}"\\}`))
  })
})

const finishing = 'Finishing open requests; a second signal stops at once.'

async function bodyThatNeverComes(url: string) {
  const { port } = new URL(url)
  const socket = connect({ host: 'localhost', port: Number(port) }).on('error', () => {})
  const head =
    'POST /auth/token HTTP/1.1\r\nhost: here\r\ncontent-type: application/json\r\ncontent-length: 9\r\n'
  socket.write(`${head}expect: 100-continue\r\n\r\n`)
  await once(socket, 'data')
  socket.write('{')
  return socket
}

function majorOf(node: string): number {
  return Number(/^v(\d+)/.exec(execFileSync(node, ['--version'], { encoding: 'utf8' }))?.[1])
}

/** By their parents in `/proc`, of all at once: to start `ps` for each takes a process of this size longer than the look. */
function parents(): Map<number, number> {
  const found = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    const stat = /^\d+$/.test(name) ? statOf(Number(name)) : undefined
    const [, parent] = /^\d+ \(.*\) \S (\d+)/s.exec(stat ?? '') ?? []
    if (parent !== undefined) found.set(Number(name), Number(parent))
  }
  return found
}

function childrenOf(pid: number, all = parents()): number[] {
  return [...all].flatMap(([child, parent]) => (parent === pid ? [child] : []))
}

function descendantsOf({ pid }: ChildProcess): number[] {
  const [all, known] = [[pid as number], parents()]
  for (const one of all) all.push(...childrenOf(one, known))
  return all
}

function statOf(pid: number): string | undefined {
  try {
    return readFileSync(`/proc/${pid}/stat`, 'utf8')
  } catch {
    return undefined
  }
}

/** What a start leaves to do in the background is done: from one look to the next they take no processor time. */
async function areIdle(pids: readonly number[]) {
  let before = ''
  await until(() => {
    // User and system time, by proc(5).
    const now = pids.map((pid) => statOf(pid)?.split(') ').at(-1)?.split(' ').slice(11, 13).join()).join(' ')
    const isSame = now === before
    before = now
    return isSame
  }, 300)
}

/** A zombie has ended: whoever started it has not asked yet. */
function isAlive(pid: number): boolean {
  const stat = statOf(pid)
  return stat !== undefined && !/^\d+ \(.*\) Z/s.test(stat)
}

/** The end of one may be that of the next, before its turn comes. */
function tellToEnd(pid: number) {
  try {
    process.kill(pid, 'SIGTERM')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function commandOf(pid: number): string {
  return existsSync(`/proc/${pid}/cmdline`)
    ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    : ''
}
