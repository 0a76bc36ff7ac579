import type { ErrorBody } from './generated/types.ts'
import { msBetween } from './time.ts'

const codesByStatus = {
  400: 'badRequest',
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'notFound',
  405: 'methodNotAllowed',
  406: 'unknownVersion',
  408: 'requestTimeout',
  409: 'conflict',
  410: 'gone',
  413: 'tooLarge',
  415: 'unsupportedMediaType',
  416: 'rangeNotSatisfiable',
  422: 'stateForbids',
  429: 'tooManyRequests',
  500: 'internal',
  502: 'unavailable',
  503: 'unavailable',
  504: 'unavailable',
  507: 'noSpace',
} as const

/**
 * Why a call failed. The last four have no HTTP status: the service could not be reached, the call timed out, the
 * caller aborted it, or the response did not come from Portico.
 */
export type ErrorCode =
  | (typeof codesByStatus)[keyof typeof codesByStatus]
  | 'network'
  | 'timeout'
  | 'aborted'
  | 'invalidAnswer'

export type ErrorDetail = {
  code: ErrorCode
  message: string
  status?: number | undefined
  field?: string | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
  resumeAfter?: string | undefined
  cause?: unknown
}

/**
 * The error thrown when a call fails; `code` says why.
 *
 * @example
 * ```ts
 * import { PorticoError } from '@portico/sdk'
 *
 * try {
 *   await client.appeals.get('case_unknown')
 * } catch (error) {
 *   if (error instanceof PorticoError && error.code === 'notFound') console.log(error.message)
 *   else throw error
 * }
 * ```
 */
export class PorticoError extends Error {
  override readonly name = 'PorticoError'
  readonly code: ErrorCode
  /** The HTTP status, if the service answered. */
  readonly status: number | undefined
  /** The invalid field or parameter, if the message names one: `veteran.lastName`. */
  readonly field: string | undefined
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined
  /** How long the service asks the caller to wait. */
  readonly retryAfterSeconds: number | undefined
  /**
   * Where to read on in a log that was restored or promoted since, with the code `gone`: pass it as `after`. Events that
   * you have seen after it may not have happened any more.
   */
  readonly resumeAfter: string | undefined

  constructor({
    code,
    message,
    status,
    field,
    requestId,
    retryAfterSeconds,
    resumeAfter,
    cause,
  }: ErrorDetail) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    this.status = status
    this.field = field
    this.requestId = requestId
    this.retryAfterSeconds = retryAfterSeconds
    this.resumeAfter = resumeAfter
  }
}

/** The error for a response other than 2xx. */
export async function errorOf(response: Response): Promise<PorticoError> {
  const { status, headers } = response
  const message = await sentenceOf(response)
  return new PorticoError({
    code: codeOf(status),
    message,
    status,
    field: status === 400 ? fieldOf(message) : undefined,
    requestId: headers.get('x-request-id') ?? undefined,
    retryAfterSeconds: secondsOf(headers.get('retry-after')),
    resumeAfter: headers.get('portico-resume-after') ?? undefined,
  })
}

function codeOf(status: number): ErrorCode {
  if (status in codesByStatus) return codesByStatus[status as keyof typeof codesByStatus]
  if (status >= 500) return 'internal'
  return status >= 400 ? 'badRequest' : 'invalidAnswer'
}

async function sentenceOf(response: Response): Promise<string> {
  const fallback = `The service answered with status ${response.status}.`
  if (!response.headers.get('content-type')?.includes('json')) {
    await response.body?.cancel().catch(() => undefined)
    return fallback
  }
  try {
    const { error } = (await response.json()) as Partial<ErrorBody>
    return typeof error === 'string' ? error : fallback
  } catch {
    return fallback
  }
}

/** The field named in the message of a malformed request; the first, if there are several. */
export function fieldOf(sentence: string): string | undefined {
  const [, inside = '', unknown] = /^(?:The \w+|([\w.]+)) has an unknown \w+: (\w+)/.exec(sentence) ?? []
  if (unknown !== undefined) return inside ? `${inside}.${unknown}` : unknown
  const [, parameter] = /^The query (\w+) (?:must|has) /.exec(sentence) ?? []
  if (parameter !== undefined) return parameter
  return (
    /^The \w+ must have ([a-z][\w.]*)\./.exec(sentence)?.[1] ?? /^([a-z][\w.]*) must /.exec(sentence)?.[1]
  )
}

/** `Retry-After` is a number of seconds or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : msBetween(new Date(), header) / 1000
  return Number.isFinite(seconds) ? Math.max(0, Math.ceil(seconds)) : undefined
}
