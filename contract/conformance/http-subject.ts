import { once } from 'node:events'
import http, { createServer, type Server } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import {
  type Adapter,
  type CallContext,
  errorInAnswer,
  type PortDeclaration,
  PortError,
} from '../ports/kit.ts'
import { signedHeaders, verifiedMessage } from '../ports/signature.ts'
import { minutesEarlier } from '../time.ts'
import { bytesOfSample, sampleFile } from './sample-file.ts'
import type { Mood, Subject, Told, WireFault } from './subject.ts'
import { bytesOf } from './trial.ts'

export type Remote = { url: string; secret: string; fetch?: typeof fetch }

type Sent = { id: string; body: string; headers?: Record<string, string>; signal?: AbortSignal }

/**
 * An adapter behind a URL as a subject: the wire that the `http` adapter of a service speaks. The other side may answer
 * `kit/effects`, `kit/mood`, `kit/provoke` and `kit/admits`, signed like calls, so that more laws can be judged; outside its tests it
 * should not.
 */
export async function httpSubject<Port extends PortDeclaration>(
  port: Port,
  remote: Remote,
): Promise<Subject<Port> & { close(): Promise<void> }> {
  const told: Told[] = []
  const ours = await serveOurs(remote.secret, told)
  const post = poster(port, remote)
  const { supports } = await capabilitiesOf(port, post)
  const [hasEffects, hasMood, hasProvoke, hasAdmits] = await Promise.all([
    isAnswered(post('kit/effects', fresh('{}'))),
    isAnswered(post('kit/mood', fresh('{"mood":"well"}'))),
    isAnswered(post('kit/provoke', fresh('{}'))),
    isAnswered(post('kit/admits', fresh('{"url":"https://kit.invalid/"}'))),
  ])
  const adapter = {
    supports,
    calls: callsOf(port, supports, post, `${ours.url}/${sampleFile.name}`),
    // As the adapter `http` of a service asks how the other side is.
    check: async (signal: AbortSignal) => void (await capabilitiesOf(port, post, signal)),
  } as unknown as Adapter<Port>
  return {
    open: async () => ({ adapter, told: () => told, close: async () => {} }),
    ...(hasEffects ? { effects: () => effectsOf(post) } : {}),
    ...(hasMood ? { mood: (mood: Mood) => setMood(post, mood) } : {}),
    ...(hasProvoke
      ? { provoke: provokeOf(port, supports, post, ours.url) as Subject<Port>['provoke'] & {} }
      : {}),
    ...(hasAdmits ? { admits: (link: string) => admitsBy(post, link) } : {}),
    wire: {
      statusOf: async (call, fault) => (await sendWith(fault, call, post, remote)).status,
      hangUp: (when, call, input, key) => {
        const body = JSON.stringify({ input: withUrls(input, `${ours.url}/${sampleFile.name}`) })
        return hangUp(when, port, remote, { path: call, key, body }, () => capabilitiesOf(port, post))
      },
    },
    close: async () => {
      ours.server.close()
      ours.server.closeAllConnections()
    },
  }
}

type Post = (path: string, sent: Sent) => Promise<Response>

function poster(port: PortDeclaration, { url, secret, fetch: send = fetch }: Remote): Post {
  const base = url.replace(/\/$/, '')
  return async (path, { id, body, headers = {}, signal }) => {
    const all = { ...headersOf(port, { id, body }, secret), ...headers }
    const init = { method: 'POST', body, headers: all, redirect: 'manual' as const }
    return send(`${base}/${path}`, signal ? { ...init, signal } : init)
  }
}

const headersOf = (port: PortDeclaration, { id, body }: Sent, secret: string) => ({
  'content-type': 'application/json',
  'portico-port': port.name,
  'portico-spec': String(port.spec),
  'portico-attempt': '1',
  ...signedHeaders(id, new Date(), body, secret),
})

let count = 0
const fresh = (body: string): Sent => ({ id: `kit_${process.pid}_${Date.now()}_${++count}`, body })

async function capabilitiesOf(
  port: PortDeclaration,
  post: Post,
  signal?: AbortSignal,
): Promise<{ supports: readonly string[] }> {
  const sent = signal ? { ...fresh('{}'), signal } : fresh('{}')
  const response = await post('capabilities', sent).catch((error: Error) => {
    throw new PortError(
      'unavailable',
      `The adapter cannot be reached: ${String(error.cause ?? error.message)}`,
    )
  })
  if (!response.ok)
    throw new PortError('unavailable', `capabilities answered ${response.status} instead of 200.`)
  const answer = (await response.json().catch(() => ({}))) as {
    port?: unknown
    spec?: unknown
    supports?: unknown
  }
  if (answer.port !== port.name || answer.spec !== port.spec)
    throw new PortError(
      'invalid',
      `capabilities must say {"port":"${port.name}","spec":${port.spec},"supports":[…]}.`,
    )
  const { supports } = answer
  if (!Array.isArray(supports) || !supports.every((name) => typeof name === 'string'))
    throw new PortError('invalid', 'supports in the answer of capabilities must be a list of strings.')
  return { supports }
}

function callsOf(port: PortDeclaration, supports: readonly string[], post: Post, fileUrl: string) {
  const has = Object.entries(port.calls).filter(([, { needs }]) => !needs || supports.includes(needs))
  return Object.fromEntries(
    has.map(([name, { answersBytes }]) => [
      name,
      async (input: unknown, { key, attempt, signal }: CallContext) => {
        const body = JSON.stringify({ input: withUrls(input, fileUrl) })
        const headers = { 'portico-attempt': String(attempt) }
        const response = await post(name, { id: key, body, headers, signal }).catch((error: unknown) => {
          if (signal.aborted) throw signal.reason
          throw new PortError('unavailable', `${name} could not be sent: ${String(error)}`)
        })
        if (!response.ok) throw await errorOf(name, response)
        if (answersBytes) return response.body ?? emptyBytes()
        return ((await response.json()) as { output?: unknown }).output
      },
    ]),
  )
}

async function errorOf(call: string, response: Response): Promise<PortError> {
  const { status } = response
  const { code, error } = errorInAnswer(status, await response.text().catch(() => ''))
  return new PortError(code, error ?? `${call} answered ${status}.`)
}

async function effectsOf(post: Post): Promise<readonly string[]> {
  const response = await post('kit/effects', fresh('{}'))
  const { effects } = (await response.json()) as { effects?: unknown }
  if (!Array.isArray(effects)) throw new Error('kit/effects must answer {"effects": ["…"]}.')
  return effects.map(String)
}

async function setMood(post: Post, mood: Mood) {
  const { ok, status } = await post('kit/mood', fresh(JSON.stringify({ mood })))
  if (!ok) throw new Error(`kit/mood answered ${status}.`)
}

async function admitsBy(post: Post, url: string): Promise<boolean> {
  const response = await post('kit/admits', fresh(JSON.stringify({ url })))
  const { admits } = (await response.json()) as { admits?: unknown }
  if (typeof admits !== 'boolean') throw new Error('kit/admits must answer {"admits": true} or false.')
  return admits
}

/** Resolves when the connection is closed. */
async function hangUp(
  when: 'within' | 'after',
  port: PortDeclaration,
  { url, secret }: Remote,
  { path, key, body }: { path: string; key: string; body: string },
  meanwhile: () => Promise<unknown>,
): Promise<void> {
  const target = new URL(`${url.replace(/\/$/, '')}/${path}`)
  const { request } = target.protocol === 'https:' ? https : http
  const bytes = Buffer.from(body)
  const headers = { ...headersOf(port, { id: key, body }, secret), 'content-length': bytes.length }
  const asked = request(target, { method: 'POST', headers, agent: false })
  const closed = new Promise<void>((done) => asked.once('close', done))
  asked.on('error', () => {})
  const sent = new Promise<void>((done) => {
    if (when === 'after') asked.end(bytes, done)
    else asked.write(bytes.subarray(0, Math.ceil(bytes.length / 2)), () => done())
  })
  await Promise.race([sent, closed])
  // One who acts on half a call has time to do so.
  if (when === 'within') await meanwhile()
  asked.destroy()
  await closed
}

async function sendWith(fault: WireFault, call: string, post: Post, { secret }: Remote): Promise<Response> {
  const sent = fresh('{"input":{}}')
  const minutesAgo = minutesEarlier(new Date(), 10)
  switch (fault) {
    case 'unsigned':
      return post(call, { ...sent, headers: { 'webhook-signature': '' } })
    case 'wrongSecret': {
      const other = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
      return post(call, { ...sent, headers: signedHeaders(sent.id, new Date(), sent.body, other) })
    }
    case 'otherBody':
      return post(call, { ...sent, headers: signedHeaders(sent.id, new Date(), '{}', secret) })
    case 'old':
      return post(call, { ...sent, headers: signedHeaders(sent.id, minutesAgo, sent.body, secret) })
    case 'unknownCall':
      return post(call, sent)
    case 'notJson':
      return post(call, fresh('input'))
  }
}

const isAnswered = (response: Promise<Response>) =>
  response.then(
    ({ ok }) => ok,
    () => false,
  )

async function* emptyBytes(): AsyncGenerator<Uint8Array> {}

/** Files come by URL. */
function withUrls(value: unknown, url: string): unknown {
  if (Array.isArray(value)) return value.map((item) => withUrls(item, url))
  if (typeof value !== 'object' || value === null) return value
  const isFile = 'sha256' in value && 'mediaType' in value && value.sha256 === sampleFile.sha256
  const members = Object.entries(value).map(([name, member]) => [name, withUrls(member, url)])
  return { ...Object.fromEntries(members), ...(isFile ? { url } : {}) }
}

/** For each fact that the adapter may tell: asks it to send one here, as it would to a service. */
function provokeOf(port: PortDeclaration, supports: readonly string[], post: Post, ours: string) {
  const may = Object.entries(port.tells).filter(([, { needs }]) => !needs || supports.includes(needs))
  return Object.fromEntries(
    may.map(([fact]) => [
      fact,
      async () => {
        const url = `${ours}/ports/${port.name}/kit/inbound/${fact}`
        const { ok, status } = await post('kit/provoke', fresh(JSON.stringify({ fact, url })))
        if (!ok) throw new Error(`kit/provoke answered ${status}.`)
      },
    ]),
  )
}

/** The side of the platform: the file of the samples, and the endpoint for facts. */
async function serveOurs(secret: string, told: Told[]): Promise<{ server: Server; url: string }> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'POST')
      return response.writeHead(200, { 'content-type': sampleFile.mediaType }).end(bytesOfSample)
    const body = await bytesOf(request)
    const message = verifiedMessage(request.headers, body, { secrets: [secret], now: new Date() })
    if (!message) return response.writeHead(401).end()
    told.push({ name: String(request.url).split('/').at(-1) ?? '', fact: parsed(body), id: message.id })
    response.writeHead(202).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  server.unref()
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
