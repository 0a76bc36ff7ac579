import { type ErrorStatus, errorMeanings } from '@portico/contract/route'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { LogPutBack } from '../app/engine/live.ts'
import { Refusal, type RefusalCode } from '../core/kernel/decider.ts'
import { BlobChanged, BlobMissing, WrongHash } from '../files/blobs.ts'
import { isNoSpace, NoSpace } from '../files/disk-space.ts'
import { UnsupportedFile } from '../files/intake/unsupported.ts'
import { UnreadablePdf } from '../files/pdf/unreadable.ts'
import { isFromBrowser, sendRefusalPage } from './pages/refusal-page.ts'

/** One table: how the domain's no is said in HTTP. */
const statusOf: Record<RefusalCode, ErrorStatus> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  stateForbids: 422,
  tooMany: 429,
  gone: 410,
}

/** A no that only HTTP knows. */
export class HttpRefusal extends Error {
  readonly status: ErrorStatus
  readonly headers: Record<string, string>

  constructor(status: ErrorStatus, sentence: string, headers: Record<string, string> = {}) {
    super(sentence)
    this.name = 'HttpRefusal'
    this.status = status
    this.headers = headers
  }
}

const noSpaceSentence =
  'The disk is full, so this was not stored. Everything stored before is safe. Try again later.'

type Saying = {
  status: number
  sentence: string
  headers?: Record<string, string>
  /** Nobody's bug: a word in the log says enough. */
  isPassing?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Why it could not be answered just now; said in its line of the log. */
    cause?: string
  }
}

export function createErrorHandler(options: { isUnavailable: (error: unknown) => boolean }) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const { status, sentence, headers = {}, isPassing } = sayingOf(error, options.isUnavailable)
    if (isPassing) request.cause = causeOf(error)
    else if (status >= 500 && !hasLeft(request)) request.log.error(describe(error), 'request failed')
    reply.headers(headers).code(status)
    if (status === 401) reply.header('www-authenticate', challengeTo(request))
    if ((status === 401 || status === 404) && isFromBrowser(request)) return sendRefusalPage(reply, sentence)
    return reply.type('application/json; charset=utf-8').send(JSON.stringify({ error: sentence }))
  }
}

/** RFC 6750: a token that was sent and is not good is named as the reason. */
function challengeTo({ headers }: FastifyRequest): string {
  const realm = 'Bearer realm="Portico"'
  return headers.authorization === undefined ? realm : `${realm}, error="invalid_token"`
}

/** A client that broke off its request, or did not wait for the answer. */
export function hasLeft({ raw }: FastifyRequest): boolean {
  return raw.socket.destroyed || (raw.destroyed && !raw.complete)
}

function causeOf(error: unknown): string {
  if (error instanceof HttpRefusal) return error.message
  const { code, name } = error as { code?: string; name?: string }
  return code ?? name ?? typeof error
}

function sayingOf(error: unknown, isUnavailable: (error: unknown) => boolean): Saying {
  if (error instanceof LogPutBack)
    return {
      status: statusOf.gone,
      sentence: error.message,
      headers: { 'portico-resume-after': error.resumeAfter },
    }
  if (error instanceof Refusal) {
    const wait = error.retryAfterSeconds
    return {
      status: statusOf[error.code],
      sentence: error.message,
      ...(wait === undefined ? {} : { headers: { 'retry-after': String(Math.ceil(wait)) } }),
    }
  }
  if (error instanceof HttpRefusal)
    return {
      status: error.status,
      sentence: error.message,
      headers: error.headers,
      isPassing: error.status >= 500,
    }
  if (error instanceof UnsupportedFile) return { status: 415, sentence: error.message }
  if (error instanceof UnreadablePdf) {
    return {
      status: 422,
      sentence: `This document cannot be read (${error.reason}); its original bytes are kept.`,
    }
  }
  if (error instanceof BlobMissing) {
    return {
      status: 500,
      sentence: 'The stored file of this document is missing; this is recorded for the operators.',
    }
  }
  if (error instanceof BlobChanged || error instanceof WrongHash) {
    return {
      status: 500,
      sentence:
        'The stored file of this document was changed, so it is not served; this is recorded for the operators.',
    }
  }
  if (isNoSpace(error)) {
    return {
      status: 507,
      sentence: error instanceof NoSpace ? error.message : noSpaceSentence,
      headers: { 'retry-after': '60' },
      isPassing: true,
    }
  }
  if (isUnavailable(error) || isBusyDatabase(error)) {
    return {
      status: 503,
      sentence: 'The service is temporarily unavailable; a write may or may not have happened. Try again.',
      headers: { 'retry-after': '1' },
      isPassing: true,
    }
  }
  if (isUnfitValue(error)) return { status: 400, sentence: 'The request has a value that is out of range.' }
  const { code, statusCode = 500 } = error as FastifyError
  if (code !== undefined && code in fastifySentences) return fastifySentences[code] as Saying
  if (statusCode >= 400 && statusCode < 500) {
    const meaning = errorMeanings[statusCode as ErrorStatus] ?? errorMeanings[400]
    return { status: statusCode in errorMeanings ? statusCode : 400, sentence: `${meaning}.` }
  }
  return { status: 500, sentence: 'Internal error; the header x-request-id identifies this request.' }
}

const sqlState = (error: unknown) =>
  error instanceof Error && 'severity' in error ? (error as { code?: string }).code : undefined

/** No connection left, a deadlock, a statement cancelled, a transaction left idle: trying again helps. */
function isBusyDatabase(error: unknown): boolean {
  return ['53300', '40P01', '57014', '25P03'].includes(sqlState(error) ?? '')
}

/** SQLSTATE class 22: what was given does not fit what it is kept as. */
function isUnfitValue(error: unknown): boolean {
  return sqlState(error)?.startsWith('22') ?? false
}

const fastifySentences: Record<string, Saying> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    status: 415,
    sentence: 'The body must be JSON: send Content-Type: application/json.',
  },
  FST_ERR_CTP_BODY_TOO_LARGE: { status: 413, sentence: 'The body is too large.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: {
    status: 400,
    sentence: 'The body is not as long as Content-Length says.',
  },
}

/** What the log may hold of an error: a database's message may quote case text, so only its code is kept. */
export function describe(error: unknown) {
  if (!(error instanceof Error)) return { name: typeof error }
  const { code } = error as { code?: string }
  const frames = error.stack
    ?.split('\n')
    .filter((line) => line.startsWith('    at '))
    .slice(0, 12)
  const isFromDatabase = 'severity' in error || 'routine' in error
  return { name: error.name, code, message: isFromDatabase ? undefined : error.message, frames }
}
