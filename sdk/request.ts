import { errorOf, PorticoError } from './errors.ts'
import { apiVersion } from './types.ts'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** For the whole call, its retries included; for a stream, until it begins. `Infinity` lifts it. */
  timeoutMs?: number | undefined
  /** How often this call is retried, rather than as often as the client retries. */
  retries?: number | undefined
}

export type WriteOptions = CallOptions & {
  /** One is made up for every write; give your own to make a write of yours repeatable. */
  idempotencyKey?: string | undefined
  /** The `version` of the case as you know it: if it has moved on, the write fails with `conflict`. */
  ifMatch?: number | undefined
}

export type ReasonOptions = WriteOptions & { why?: string | undefined }

/** One request, as `log` hears of it: nothing of a token, a body or a case. */
export type LogEntry = {
  method: string
  /** The pattern of the path, without what stands in it: `/appeals/{appealId}/search`. */
  path: string
  /** Undefined where no answer came. */
  status: number | undefined
  /** Until the answer began, or failed to. */
  ms: number
  /** 1 for the first try of a call, 2 for its first retry. */
  attempt: number
  requestId: string | undefined
}

export type Call = {
  method: string
  path: string
  /** What `log` hears instead of the path. */
  pattern: string
  query?: Record<string, unknown>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as they are, in the place of a body of JSON. They can be read again, so the call can be repeated. */
  bytes?: Blob | Uint8Array<ArrayBuffer> | FormData | undefined
  headers?: Record<string, string>
  /** A write that carries an idempotency key, so that one whose answer got lost can be sent again. */
  isKeyed?: boolean | undefined
  options?: WriteOptions | undefined
}

export type SendOnce = (
  call: Call,
  token: string | undefined,
  signal: AbortSignal,
  attempt: number,
) => Promise<Response>

export type SendingOptions = {
  baseUrl: string
  /** Used in place of the global `fetch`. */
  fetch?: Fetch | undefined
  /** Hears of every request that was sent: for logs and measurements. */
  log?: ((entry: LogEntry) => void) | undefined
}

/** Sends a call once: an answer of 2xx, or a `PorticoError`. */
export function createSendOnce({ baseUrl, fetch, log }: SendingOptions): SendOnce {
  const root = rootOf(baseUrl)
  return async (call, token, signal, attempt) => {
    const send = fetch ?? globalThis.fetch
    const init: RequestInit = { method: call.method, headers: headersOf(call, token), signal }
    if (call.bytes !== undefined) init.body = call.bytes
    else if (call.body !== undefined) init.body = JSON.stringify(call.body)
    const startedAt = performance.now()
    function told(response?: Response) {
      const ms = Math.round(performance.now() - startedAt)
      const requestId = response?.headers.get('x-request-id') ?? undefined
      try {
        log?.({ method: call.method, path: call.pattern, status: response?.status, ms, attempt, requestId })
      } catch {
        // What was sent is sent: a log that fails says nothing about it.
      }
    }
    const response = await send(`${root}${call.path}${searchOf(call)}`, init).catch((cause) => {
      told()
      throw networkError(cause)
    })
    told(response)
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
  if (response.status === 204) return undefined as Answer
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

export function withIdempotencyKey(call: Call): Call {
  if (!call.isKeyed) return call
  return {
    ...call,
    options: { ...call.options, idempotencyKey: call.options?.idempotencyKey ?? randomKey() },
  }
}

export function isRepeatable({ method, options }: Call): boolean {
  return (method !== 'POST' && method !== 'PATCH') || options?.idempotencyKey !== undefined
}

/** How long bytes take to arrive and to be read is not the service's silence: only the caller sets a limit. */
export function unhurried<Options extends CallOptions>(options: Options | undefined) {
  return { ...options, timeoutMs: options?.timeoutMs ?? Number.POSITIVE_INFINITY }
}

function rootOf(baseUrl: string): string {
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(baseUrl)) {
    throw new TypeError(`baseUrl must be an address like https://portico.example.org, not ${baseUrl}`)
  }
  return baseUrl.replace(/\/+$/, '')
}

/** Lists go with commas, times as ISO 8601. */
function searchOf({ query = {} }: Call): string {
  const given = Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return []
    return [[name, value instanceof Date ? value.toISOString() : String(value)]]
  })
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
