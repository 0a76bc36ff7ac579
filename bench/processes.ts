import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Following } from './processes/followers.ts'
import type { Load, Loaded } from './processes/load.ts'

const server = join(import.meta.dirname, '../server/bin/portico.mjs')
const own = (name: string) => join(import.meta.dirname, 'processes', `${name}.ts`)
const gauge = join(import.meta.dirname, 'processes/gauge.mjs')
const stopLimitMs = 20_000

export type Spawned = {
  child: ChildProcess
  /** Rejects when the process ends, with what it last said. */
  ended: Promise<never>
  [Symbol.asyncDispose](): Promise<void>
}

/** What someone has set for their own service is not for the bench: it must never write to their database. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(PORTICO_.*|DATABASE_URL|PORT)$/.test(name)),
)

/** Another Node as this one, which ends with us, however we end. */
function spawnNode(args: readonly string[], env: Record<string, string> = {}): Spawned {
  const child = spawn(process.execPath, args, {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-2000)
  })
  const gone = once(child, 'exit')
  const ended = gone.then(([code]) => {
    throw new Error(`${args.join(' ')} ended with ${code}: ${said}`)
  })
  ended.catch(() => {})
  return {
    child,
    ended,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM')
      const late = setTimeout(() => child.kill('SIGKILL'), stopLimitMs)
      await gone
      clearTimeout(late)
    },
  }
}

async function firstLine({ child, ended }: Spawned): Promise<string> {
  const lines = createInterface({ input: child.stdout! })
  const [line] = await Promise.race([once(lines, 'line'), ended])
  return line as string
}

async function ask<Answer>({ child, ended }: Spawned, question: object | string): Promise<Answer> {
  const answer = once(child, 'message')
  child.send(question)
  const [message] = await Promise.race([answer, ended])
  return message as Answer
}

export const credentials = { username: 'bench', password: 'correct horse battery staple' }

/** What a service that runs in its own process is given; no synthetic cases unless asked for. */
export function serviceEnv(dataFolder: string, more: Record<string, string> = {}): Record<string, string> {
  return {
    PORT: '0',
    PORTICO_DATA: dataFolder,
    PORTICO_USERNAME: credentials.username,
    PORTICO_PASSWORD: credentials.password,
    PORTICO_SYNTH_PAGES: '',
    PORTICO_OCR: 'off',
    PORTICO_LOG: 'error',
    ...more,
  }
}

export function spawnService(env: Record<string, string>) {
  return spawnNode(['--import', gauge, server, 'serve', '--json'], env)
}

/** A command to its end. */
export async function runCommand(args: readonly string[], env: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, [server, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`portico ${args.join(' ')} ended with ${code}`)
}

/** The whole service on a database that is there, and someone signed in. */
export async function startService(
  dataFolder: string,
  databaseUrl: string,
  more: Record<string, string> = {},
) {
  await using starting = new AsyncDisposableStack()
  const spawned = starting.use(spawnService(serviceEnv(dataFolder, { ...more, DATABASE_URL: databaseUrl })))
  const { url } = JSON.parse(await firstLine(spawned)) as { url: string }
  const signedIn = await fetch(`${url}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (signedIn.status !== 200) throw new Error(`signing in was answered with ${signedIn.status}`)
  const { token } = (await signedIn.json()) as { token: string }
  const running = starting.move()
  return {
    url,
    token,
    /** The most memory the process held during the work, above what it held before. */
    async memoryGrowth<Result>(work: () => Promise<Result>): Promise<{ bytes: number; result: Result }> {
      const before = await ask<{ bytes: number }>(spawned, 'begin')
      const result = await work()
      const peak = await ask<{ bytes: number }>(spawned, 'end')
      return { bytes: peak.bytes - before.bytes, result }
    },
    /** All that it has taken so far. */
    processorMs: async () => (await ask<{ ms: number }>(spawned, 'processor')).ms,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}

export function spawnReadyMade(path = '', port = 0) {
  return spawnNode([own('ready-made'), path, String(port)])
}

export async function startReadyMade(path: string) {
  await using starting = new AsyncDisposableStack()
  const spawned = starting.use(spawnReadyMade(path))
  const { url } = JSON.parse(await firstLine(spawned)) as { url: string }
  const running = starting.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** Other readers of a case, live on it. */
export async function startReaders(url: string, caseId: string, count: number) {
  await using starting = new AsyncDisposableStack()
  const { username, password } = credentials
  const spawned = starting.use(spawnNode([own('readers'), url, caseId, username, password, String(count)]))
  await firstLine(spawned)
  const running = starting.move()
  return { [Symbol.asyncDispose]: () => running.disposeAsync() }
}

export async function startBareRoutes(databaseUrl: string, state: string) {
  await using starting = new AsyncDisposableStack()
  const spawned = starting.use(spawnNode([own('bare-routes'), databaseUrl, state]))
  const { url } = JSON.parse(await firstLine(spawned)) as { url: string }
  const running = starting.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

/** A search of one case by SQLite FTS5, behind a bare route. */
export async function startFts5Route(databaseUrl: string, caseId: string) {
  await using starting = new AsyncDisposableStack()
  const spawned = starting.use(spawnNode([own('fts5-route'), databaseUrl, caseId]))
  const { url } = JSON.parse(await firstLine(spawned)) as { url: string }
  const running = starting.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

export function startLoadClient() {
  const spawned = spawnNode([own('load')])
  return {
    run: ({ url, paths, token, tag, connections, requestsEach }: Load) =>
      ask<Loaded>(spawned, { url, paths, token, tag, connections, requestsEach }),
    [Symbol.asyncDispose]: () => spawned[Symbol.asyncDispose](),
  }
}

export function startFollowers() {
  const spawned = spawnNode([own('followers')])
  return {
    /** Instead of those that there were. */
    follow: (following: Following) => ask(spawned, { follow: following }),
    /** Once all have been told up to a position. */
    until: (position: number) => ask(spawned, { until: position }),
    [Symbol.asyncDispose]: () => spawned[Symbol.asyncDispose](),
  }
}

export type Came = { count: number; firstMs: number; lastMs: number }

export async function startSink() {
  await using starting = new AsyncDisposableStack()
  const spawned = starting.use(spawnNode([own('sink')]))
  const { url } = JSON.parse(await firstLine(spawned)) as { url: string }
  const running = starting.move()
  return {
    url,
    /** What came since it last forgot. */
    came: () => ask<Came>(spawned, 'came'),
    forget: () => ask<Came>(spawned, 'forget'),
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  }
}
