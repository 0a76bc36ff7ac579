import { errorOf, PorticoError } from './errors.ts'
import { apiVersion } from './types.ts'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** For the whole call, its retries included; for a stream, until it begins. `Infinity` lifts it. */
  timeoutMs?: number | undefined
}

export type WriteOptions = CallOptions & {
  /** One is made up for every write; give your own to make a write of yours repeatable. */
  idempotencyKey?: string | undefined
  /** The `version` of the case as you know it: if it has moved on, the write fails with `conflict`. */
  ifMatch?: number | undefined
}

export type Call = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  path: string
  query?: Record<string, string | number | boolean | undefined>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as they are, in the place of a body of JSON. They can be read again, so the call can be repeated. */
  bytes?: Blob | Uint8Array<ArrayBuffer> | FormData | undefined
  headers?: Record<string, string>
  options?: WriteOptions | undefined
}

export type SendOnce = (call: Call, token: string | undefined, signal: AbortSignal) => Promise<Response>

/** Sends a call once: an answer of 2xx, or a `PorticoError`. */
export function createSendOnce(baseUrl: string, fetch: Fetch | undefined): SendOnce {
  const root = rootOf(baseUrl)
  return async (call, token, signal) => {
    const send = fetch ?? globalThis.fetch
    const init: RequestInit = { method: call.method, headers: headersOf(call, token), signal }
    if (call.bytes !== undefined) init.body = call.bytes
    else if (call.body !== undefined) init.body = JSON.stringify(call.body)
    const response = await send(`${root}${call.path}${searchOf(call)}`, init).catch((cause) => {
      throw networkError(cause)
    })
    if (!response.ok) throw await errorOf(response)
    return response
  }
}

export function networkError(cause: unknown): PorticoError {
  return new PorticoError({ code: 'network', message: 'The connection to the service failed.', cause })
}

export async function readJson<Answer>(response: Response): Promise<Answer> {
  const text = await response.text().catch((cause) => {
    throw networkError(cause)
  })
  try {
    return JSON.parse(text) as Answer
  } catch (cause) {
    throw new PorticoError({
      code: 'invalidAnswer',
      message: 'What answered at the base URL does not speak JSON, as Portico does.',
      status: response.status,
      cause,
    })
  }
}

/** Writes carry an idempotency key, so that one whose answer got lost can be sent again. */
export function withIdempotencyKey(call: Call): Call {
  if (call.method === 'GET' || /^\/(auth|uploads)\b/.test(call.path)) return call
  return {
    ...call,
    options: { ...call.options, idempotencyKey: call.options?.idempotencyKey ?? randomKey() },
  }
}

export function isRepeatable({ method, options }: Call): boolean {
  return (method !== 'POST' && method !== 'PATCH') || options?.idempotencyKey !== undefined
}

function rootOf(baseUrl: string): string {
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(baseUrl)) {
    throw new TypeError(`baseUrl must be an address like https://portico.example.org, not ${baseUrl}`)
  }
  return baseUrl.replace(/\/+$/, '')
}

function searchOf({ query = {} }: Call): string {
  const given = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
  return given.length ? `?${new URLSearchParams(given)}` : ''
}

function headersOf(
  { body, bytes, headers, options = {} }: Call,
  token: string | undefined,
): Record<string, string> {
  return {
    accept: 'application/json',
    'portico-version': apiVersion,
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    ...(body === undefined || bytes ? {} : { 'content-type': 'application/json' }),
    // A form says its type itself, with the boundary that it has.
    ...(bytes && !(bytes instanceof FormData) ? { 'content-type': 'application/octet-stream' } : {}),
    ...(options.idempotencyKey === undefined ? {} : { 'idempotency-key': options.idempotencyKey }),
    ...(options.ifMatch === undefined ? {} : { 'if-match': `"${options.ifMatch}"` }),
    ...headers,
  }
}

// Not crypto.randomUUID: browsers offer that on https and localhost only.
function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
}
