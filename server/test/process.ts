import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { copyPreparedCluster } from './prepared-cluster.ts'
import { until } from './until.ts'

const entry = join(import.meta.dirname, '../bin/portico.mjs')
/**
 * Few tests run WebAssembly for long enough to earn its second compilation, which takes a second of each decision; and
 * with room for what is young a start collects little garbage.
 */
export const nodeFlags = ['--wasm-tiering-budget=200000000', '--min-semi-space-size=16']
export const compileCache = process.env.NODE_COMPILE_CACHE ?? join(tmpdir(), 'node-compile-cache')

export type Ended = { code: number | null; stdout: string; stderr: string }

export type Running = {
  child: ChildProcess
  url: string
  ended: Promise<Ended>
  output(): string
}

export const credentials = { username: 'tester', password: 'correct horse battery staple' }

/** A data folder of its own, which the database's account can reach. */
export async function dataFolder(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'portico-data-'))
  await chmod(path, 0o711)
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }) }
}

/** The same, and its database is there already: a start on it takes less than half as long. */
export async function folderWithDatabase(): ReturnType<typeof dataFolder> {
  const folder = await dataFolder()
  await copyPreparedCluster(join(folder.path, 'database'))
  return folder
}

/** The database of a service that was killed ends by itself, a moment later. */
export function databaseHasEnded(folder: string): Promise<unknown> {
  return until(() => !existsSync(join(folder, 'database/postgres/postmaster.pid')))
}

/** The command as a person starts it, in a process of its own. */
export function portico(
  args: string[],
  env: Record<string, string> = {},
  from?: string,
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [...nodeFlags, entry, ...args], {
    env: environmentOf(env),
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(from === undefined ? {} : { cwd: from }),
  })
  let stdout = ''
  let stderr = ''
  child.stdout?.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    stderr += chunk
  })
  const ended = new Promise<Ended>((done) => child.once('close', (code) => done({ code, stdout, stderr })))
  return { child, ended }
}

/** What a command of the tests finds in its environment, whoever runs them. */
export function environmentOf(env: Record<string, string>) {
  const { DATABASE_URL: _, ...inherited } = process.env
  return {
    ...inherited,
    // As the command itself does; where it is on, it is half of a start.
    NODE_COMPILE_CACHE: compileCache,
    PORTICO_USERNAME: credentials.username,
    PORTICO_PASSWORD: credentials.password,
    PORTICO_OCR: 'off',
    PORTICO_SPEECH: 'off',
    ...env,
  }
}

/** Serves until it is killed; resolves once it has said where. */
export async function servePortico(env: Record<string, string>): Promise<Running> {
  const { child, ended } = portico(['serve', '--json'], {
    PORT: '0',
    PORTICO_LOG: 'silent',
    PORTICO_SYNTH_WORK: 'off',
    ...env,
  })
  let output = ''
  const url = await new Promise<string>((found, failed) => {
    child.stdout?.on('data', (chunk) => {
      output += chunk
      const line = output.split('\n').find((text) => text.startsWith('{') && text.endsWith('}'))
      if (line) found((JSON.parse(line) as { url: string }).url)
    })
    void ended.then(({ code, stderr }) => failed(new Error(`it ended with ${code}: ${stderr}`)))
  })
  return { child, url, ended, output: () => output }
}

export async function tokenAt(url: string): Promise<string> {
  const response = await fetch(`${url}/auth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(credentials),
  })
  if (!response.ok)
    throw new Error(`signing in was answered with ${response.status}: ${await response.text()}`)
  return ((await response.json()) as { token: string }).token
}
