import { errorOf, PorticoError } from './errors.ts'
import { apiVersion } from './generated/types.ts'

export type Fetch = (input: string, init: RequestInit) => Promise<Response>

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** For the whole call, including retries; for a stream, until it begins. `Infinity` disables it. */
  timeoutMs?: number | undefined
  /** How often to retry this call; defaults to the client's setting. */
  retries?: number | undefined
}

export type WriteOptions = CallOptions & {
  /** Generated for every write; pass your own to make a write repeatable across processes. */
  idempotencyKey?: string | undefined
  /** The `version` of the case you have seen: if it is stale, the write fails with `conflict`. */
  ifMatch?: number | undefined
}

export type ReasonOptions = WriteOptions & { why?: string | undefined }

/** A request as passed to `log`: no token, body or case data. */
export type LogEntry = {
  method: string
  /** The path pattern, without values: `/appeals/{appealId}/search`. */
  path: string
  /** Undefined if there was no response. */
  status: number | undefined
  /** Until the response began, or the request failed. */
  ms: number
  /** 1 for the first attempt, 2 for the first retry. */
  attempt: number
  requestId: string | undefined
  /** When the service answered, by its own clock: the `Date` header. */
  date?: string
  /** The caller gave it up: it tells nothing of the service. */
  isAborted?: true
}

export type Call = {
  method: string
  path: string
  /** Passed to `log` instead of the path. */
  pattern: string
  query?: Record<string, unknown>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as they are instead of JSON. They can be read again, so the call can be retried. */
  bytes?: Blob | Uint8Array<ArrayBuffer> | FormData | undefined
  headers?: Record<string, string>
  /** A write with an idempotency key, so that it can be retried when the response is lost. */
  isKeyed?: boolean | undefined
  /** Sent without a token. */
  isPublic?: boolean | undefined
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
  /** Called for every request sent: for logs and metrics. */
  log?: ((entry: LogEntry) => void) | undefined
}

/** Sends a call once: a 2xx response, or a `PorticoError`. */
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
      const date = response?.headers.get('date')
      try {
        const isAborted = !response && call.options?.signal?.aborted
        const { method, pattern: path } = call
        log?.({
          ...{ method, path, status: response?.status, ms, attempt, requestId },
          ...(date ? { date } : {}),
          ...(isAborted ? { isAborted } : {}),
        })
      } catch {
        // A failing log must not fail the call.
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
      message: 'The response is not JSON: check that baseUrl is the address of a Portico service.',
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

/** The time a transfer takes does not mean that the service hangs: only the caller sets a limit. */
export function unhurried<Options extends CallOptions>(options: Options | undefined) {
  return { ...options, timeoutMs: options?.timeoutMs ?? Number.POSITIVE_INFINITY }
}

function rootOf(baseUrl: string): string {
  if (!/^https?:\/\/[^/?#@]+(\/[^?#]*)?$/.test(baseUrl)) {
    throw new TypeError(`baseUrl must be an address like https://portico.example.org, not ${baseUrl}`)
  }
  return baseUrl.replace(/\/+$/, '')
}

/** Lists are joined with commas, times are ISO 8601. */
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
    // A form sets its own type, with its boundary.
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
