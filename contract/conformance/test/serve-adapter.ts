import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Adapter, type PortDeclaration, portErrorCodes } from '../../ports/kit.ts'
import { signedHeaders, verifiedMessage } from '../../ports/signature.ts'
import type { Mood, Subject } from '../subject.ts'
import { bytesOf, isPortError } from '../trial.ts'

const statuses: Record<string, number> = {
  unavailable: 503,
  timeout: 408,
  rateLimited: 429,
  conflict: 409,
  unauthorized: 401,
  gone: 410,
  notSupported: 404,
}

type Broken = 'checksNothing' | 'checksNoTime' | 'signsNothing' | 'actsEarly' | 'alwaysWell' | undefined

/** An adapter behind the wire, as somebody might write it from its description. */
export async function serveAdapter(
  port: PortDeclaration,
  subject: Subject,
  secret: string,
  broken?: Broken,
  samples: Readonly<Record<string, unknown>> = {},
) {
  const { adapter, told, close } = await subject.open()
  await adapter.start?.()
  const server = createServer((request, response) => {
    const gone = new AbortController()
    response.on('close', () => gone.abort(new Error('The caller hung up.')))
    answer(request, gone.signal).then(
      ([status, body]) => send(response, status, body),
      (error: unknown) => {
        const code = isPortError(error) ? error.code : 'unavailable'
        const message = error instanceof Error ? error.message : String(error)
        send(response, statuses[code] ?? 422, { error: message, ...(code in portErrorCodes ? { code } : {}) })
      },
    )
  })

  async function answer(request: IncomingMessage, signal: AbortSignal): Promise<[number, unknown]> {
    if (broken === 'actsEarly') await actEarly(request)
    const body = await bytesOf(request)
    const time = Number(request.headers['webhook-timestamp']) * 1000
    const now = broken === 'checksNoTime' ? new Date(time) : new Date()
    const message = verifiedMessage(request.headers, body, { secrets: [secret], now })
    if (!message && broken !== 'checksNothing') return [401, { error: 'The signature does not hold.' }]
    const path = (request.url ?? '').slice(1)
    const given = parsed(body)
    if (given === undefined) return [400, { error: 'The body is not JSON.' }]
    if (path === 'capabilities' && broken !== 'alwaysWell') await adapter.check?.(signal)
    if (path === 'capabilities')
      return [200, { port: port.name, spec: port.spec, supports: adapter.supports }]
    if (path === 'kit/effects') return [200, { effects: await subject.effects?.() }]
    if (path === 'kit/mood') return [200, await subject.mood?.(given.mood ?? 'well')]
    if (path === 'kit/provoke') return [200, await provoked(given)]
    if (path === 'kit/admits') return [200, { admits: await subject.admits?.(given.url ?? '') }]
    const call = (adapter.calls as Record<string, Adapter['calls'][string]>)[path]
    if (!call) return [404, { error: `There is no ${path}.` }]
    const context = {
      key: message?.id ?? '',
      attempt: 1,
      signal,
      open: () => Promise.reject(new Error('by url')),
    }
    const output: unknown = await call(given.input as never, context)
    return [200, port.calls[path]?.answersBytes ? await bytesOf(output as never) : { output }]
  }

  /** Before it knows what it is asked. */
  async function actEarly({ url = '', headers }: IncomingMessage) {
    const path = url.slice(1)
    const call = (adapter.calls as Record<string, Adapter['calls'][string]>)[path]
    const { signal } = new AbortController()
    const context = { key: String(headers['webhook-id']), attempt: 1, signal, open: () => Promise.reject() }
    if (samples[path]) await call?.(samples[path] as never, context).catch(() => {})
  }

  async function provoked({ fact, url }: { fact?: string; url?: string }) {
    if (fact === undefined || url === undefined) return
    const { length } = told?.() ?? []
    await subject.provoke?.[fact]?.()
    for (const { fact: said, id } of told?.().slice(length) ?? []) {
      const body = JSON.stringify(said)
      const signed = signedHeaders(id, new Date(), body, secret)
      await fetch(url, { method: 'POST', body, headers: broken === 'signsNothing' ? {} : signed })
    }
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await close()
    },
  }
}

function send(response: ServerResponse, status: number, body: unknown) {
  if (Buffer.isBuffer(body)) return response.writeHead(status).end(body)
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body ?? {}))
}

function parsed(body: Buffer): { input?: unknown; mood?: Mood; fact?: string; url?: string } | undefined {
  try {
    return JSON.parse(body.toString())
  } catch {
    return undefined
  }
}
