import { rmSync } from 'node:fs'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Tokens } from '@portico/contract/auth'
import type { MemberKind } from '@portico/contract/envelope'
import type { Config } from '@portico/contract/ports/config'
import { readSettings, type Settings } from '../config.ts'
import { type FileWorkers, openFileWorkers } from '../main/file-workers.ts'
import { openParts, openService, type Parts, type Service } from '../main.ts'
import { freshDatabase, type TestDatabase } from './database.ts'
import { testWork } from './identity.ts'
import { until } from './until.ts'

export type World = {
  service: Service
  baseUrl: string
  username: string
  password: string
  /** A small synthetic case and one of its documents. */
  caseId: string
  documentId: string
  /** Requests as the first account, an administrator. */
  as(token: string): Http
  admin: Http
  anonymous: Http
  /** Signs in a new member with these roles. */
  member(username: string, roles: string[], kind?: MemberKind): Promise<Http>
  /** The same data under another configuration: the service is stopped, and started again. */
  restart(config?: Config, meanwhile?: () => Promise<unknown>): Promise<World>
  close(): Promise<void>
}

export type Reply = { status: number; headers: Headers; text: string; json: unknown }
export type Http = (
  method: string,
  path: string,
  options?: { body?: unknown; headers?: Record<string, string> },
) => Promise<Reply>

const username = 'tester'
const password = 'correct horse battery staple'

/**
 * The whole service on a free port, over two small synthetic cases. Settings may be given as in the environment, and
 * bindings as `portico.config.ts` exports them.
 */
export async function startWorld(env: Record<string, string> = {}, config?: Config): Promise<World> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-world-'))
  const prepared = changesWhatIsPrepared(env) ? undefined : await preparedWorld()
  if (prepared) await cp(prepared.folder, folder, { recursive: true })
  const database = await freshDatabase({ size: 1, ...(prepared ? { like: prepared.database } : {}) })
  return worldOn(folder, database, env, config)
}

/** The same over data that is there already: its folder and its database are the world's from now on. */
export async function worldOn(
  folder: string,
  database: TestDatabase,
  env: Record<string, string>,
  config?: Config,
  clock?: () => Date,
): Promise<World> {
  const configuration = config && { name: 'portico.config.ts', folder, value: config, env }
  const settings = { ...settingsOf(folder, database.url, env), configuration }
  const parts = await openParts(settings, clock, undefined, sharedWorkers(settings))
  const service = await begin(parts).catch(async (error) => {
    await parts.close()
    throw error
  })
  const baseUrl = service.url
  const anonymous = httpTo(baseUrl)
  const as = (token: string) => httpTo(baseUrl, token)
  const admin = settings.externalIssuer ? anonymous : as(await tokenOf(anonymous, { username, password }))
  const { caseId, documentId } = await someDocument(admin)
  return {
    service,
    baseUrl,
    username,
    password,
    caseId,
    documentId,
    as,
    admin,
    anonymous,
    async member(name, roles, kind) {
      const { token } = await parts.identity.invite({
        email: `${name}@example.test`,
        username: name,
        roles,
        kind,
      })
      await parts.identity.acceptInvitation({ token, password })
      return as(await tokenOf(anonymous, { username: name, password }))
    },
    async restart(next, meanwhile) {
      await service.close()
      await meanwhile?.()
      return worldOn(folder, database, env, next, clock)
    },
    async close() {
      await service.close()
      await database.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}

let fileWorkers: FileWorkers | undefined

/** For all services of this process: to start them takes each longer than what most tests have them do. */
function sharedWorkers(settings: Settings): FileWorkers {
  fileWorkers ??= openFileWorkers(settings)
  return { ...fileWorkers, close: async () => {} }
}

function settingsOf(folder: string, databaseUrl: string, env: Record<string, string> = {}) {
  const settings = readSettings({
    PORT: '0',
    PORTICO_DATA: folder,
    DATABASE_URL: databaseUrl,
    PORTICO_USERNAME: username,
    PORTICO_PASSWORD: password,
    PORTICO_SYNTH_PAGES: '20,26',
    PORTICO_SYNTH_WORK: 'off',
    PORTICO_LOG: 'silent',
    PORTICO_OCR: 'off',
    PORTICO_SPEECH: 'off',
    ...env,
  })
  return { ...settings, passwordWork: testWork }
}

/** Settings by which a first start leaves other accounts, cases or files behind. */
const prepares =
  /^(DATABASE_URL|PORTICO_(MODE|DATA|USERNAME|PASSWORD|SECRET|PROFILE|BLOBS|S3_.*|OIDC_.*|OCR|SYNTH_.*|DUPLICATES.*))$/
const changesWhatIsPrepared = (env: Record<string, string>) =>
  Object.keys(env).some((name) => prepares.test(name))

type Prepared = { database: string; folder: string }
let prepared: Promise<Prepared> | undefined

/** A first start takes seconds, most of them for drawing synthetic cases: it is made once, and copied. */
function preparedWorld(): Promise<Prepared> {
  prepared ??= prepareWorld()
  return prepared
}

async function prepareWorld(): Promise<Prepared> {
  const folder = await mkdtemp(join(tmpdir(), 'portico-prepared-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const database = await freshDatabase({ size: 1 })
  const settings = settingsOf(folder, database.url)
  const parts = await openParts(settings, undefined, undefined, sharedWorkers(settings))
  const service = await begin(parts)
  await backgroundIsIdle(database)
  await service.close()
  await database.disconnect()
  return { database: database.name, folder }
}

/** What a first start queues is done, so that no copy begins with it. */
async function backgroundIsIdle(db: TestDatabase) {
  await until(async () => {
    const [row] = await db.rows<{ count: number }>(
      `select count(*)::int as count from graphile_worker.jobs where run_at <= now() and attempts < max_attempts`,
    )
    return row?.count === 0
  })
}

async function begin(parts: Parts): Promise<Service> {
  await parts.identity.ensureFirstAccount(parts.settings.firstAccount)
  if (parts.settings.mode === 'sandbox') await parts.sandbox.prepare(() => {})
  return openService(parts)
}

async function tokenOf(http: Http, credentials: { username: string; password: string }): Promise<string> {
  const { status, json } = await http('POST', '/auth/token', { body: credentials })
  if (status !== 200) throw new Error(`signing in as ${credentials.username} was answered with ${status}`)
  return (json as Tokens).token
}

async function someDocument(http: Http): Promise<{ caseId: string; documentId: string }> {
  const { json } = await http('GET', '/appeals')
  const caseId = (json as { appeals?: { id: string }[] }).appeals?.at(-1)?.id ?? ''
  const listed = await http('GET', `/appeals/${caseId}/documents`)
  return { caseId, documentId: (listed.json as { documents?: { id: string }[] }).documents?.[0]?.id ?? '' }
}

function httpTo(baseUrl: string, token?: string): Http {
  return async (method, path, { body, headers = {} } = {}) => {
    const response = await fetch(baseUrl + path, {
      method,
      redirect: 'manual',
      headers: {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body === undefined || isRaw(body) ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { body: isRaw(body) || typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return {
      status: response.status,
      headers: response.headers,
      text,
      json: isJson && text ? JSON.parse(text) : undefined,
    }
  }
}

const isRaw = (body: unknown): body is Uint8Array<ArrayBuffer> | FormData =>
  body instanceof Uint8Array || body instanceof FormData
