import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { NamedFile } from '../app/file/export-case.ts'
import { HttpRefusal } from './errors.ts'
import { whileAllowed } from './while-allowed.ts'

/** JSON that is made already, or is made while it is sent. */
export function sendJson(reply: FastifyReply, json: string | Buffer | Readable): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}

/** Answers 304 where the caller has this very thing already. */
export function isNotModified(request: FastifyRequest, reply: FastifyReply, etag: string): boolean {
  reply.header('etag', etag)
  if (!matches(request.headers['if-none-match'], etag)) return false
  reply.code(304).send()
  return true
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false
  const opaque = (tag: string) => tag.trim().replace(/^W\//, '')
  return header.trim() === '*' || header.split(',').some((tag) => opaque(tag) === opaque(etag))
}

/** Whatever a browser makes of the bytes, it runs nothing and reaches nothing. */
const bytesPolicy = "sandbox; default-src 'none'; frame-ancestors 'none'"

/**
 * The whole file or one range of it. Several ranges at once are answered with the whole, as HTTP allows, and so is any
 * range of a file that is still being made: it is sent in chunks, and a connection that breaks says that it is not all.
 * A range is one of GET alone (RFC 9110, 14.2): HEAD gets the headers of the whole, and nothing is opened for it.
 * `trace` is done before the first byte leaves; where none leaves there is no trace. `isAllowed` throws once the caller
 * may not have it any more.
 */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: NamedFile,
  trace: (sent: { isPartial: boolean }) => Promise<void>,
  isAllowed: () => Promise<unknown>,
) {
  const opened = async (range?: { start: number; end: number }) =>
    whileAllowed(await file.open(range), isAllowed)
  reply.header('cache-control', 'no-store')
  if (isNotModified(request, reply, file.etag)) return reply
  reply.headers({
    'content-type': file.mediaType,
    'content-disposition': disposition(file),
    'content-security-policy': bytesPolicy,
  })
  const { bytes } = file
  if (bytes !== undefined) reply.header('accept-ranges', 'bytes')
  if (request.method === 'HEAD') {
    if (bytes !== undefined) reply.header('content-length', bytes)
    // A stream, of which nothing is sent: without one the length would be given as none.
    return reply.send(Readable.from([]))
  }
  if (bytes === undefined) {
    const stream = await opened()
    await trace({ isPartial: false }).catch((error) => {
      stream.destroy()
      throw error
    })
    return reply.send(stream)
  }
  const range = rangeOf(request, { etag: file.etag, bytes })
  await trace({ isPartial: range !== undefined })
  if (!range) return reply.header('content-length', bytes).send(await opened())
  const { start, end } = range
  return reply
    .code(206)
    .headers({ 'content-range': `bytes ${start}-${end}/${bytes}`, 'content-length': end - start + 1 })
    .send(await opened(range))
}

function rangeOf(
  request: FastifyRequest,
  { bytes, etag }: { bytes: number; etag: string },
): { start: number; end: number } | undefined {
  const ifRange = request.headers['if-range']
  if (ifRange !== undefined && ifRange !== etag) return undefined
  const [, first, last] = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '') ?? []
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first)
  const end = first === '' || last === '' ? bytes - 1 : Math.min(Number(last), bytes - 1)
  if (start > end || (first === '' && Number(last) === 0)) {
    throw new HttpRefusal(416, `The content has ${bytes} bytes; the range is outside it.`, {
      'content-range': `bytes */${bytes}`,
    })
  }
  return { start, end }
}

/** An ASCII name for old clients, and the true one beside it. */
function disposition({ name, isUnchecked }: NamedFile): string {
  const plain = name.replaceAll(/[^\w .,()-]/g, '_')
  return `${isUnchecked ? 'attachment' : 'inline'}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(name).replaceAll("'", '%27')}`
}
