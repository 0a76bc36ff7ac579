import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import type { BusboyFileStream } from '@fastify/busboy'
import type { FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import { askForBytes } from './connections.ts'
import { HttpRefusal } from './errors.ts'
import { jsonOf } from './json-body.ts'
import { validatedBody } from './validation.ts'

/** Room for the boundaries and the JSON of a form. */
const formOverhead = 16 * 1024 ** 2
const mostParts = 4
/** A case may have very many documents. */
export const longestJson = 8 * 1024 ** 2

/** The body as it arrives; one that breaks off is an error, never an end. */
export function bodyBytes(request: FastifyRequest, mostBytes: number): Readable {
  // What stands around the bytes would be kept as if it had been received.
  if (isForm(request) || request.body !== undefined) {
    throw new HttpRefusal(415, 'Send the bytes themselves as the body, as application/octet-stream.', {
      connection: 'close',
    })
  }
  refuseTooLarge(request, mostBytes)
  askForBytes(request.raw)
  return Readable.from(whole(request, mostBytes), { objectMode: false })
}

/** Whoever may not send it any more when it has arrived has sent nothing. */
async function* whole(request: FastifyRequest, mostBytes: number) {
  yield* limited(request.raw, mostBytes)
  await request.authorizeStill?.()
}

export type FormRead<Body, File> = { body: Body; file: File | undefined }

/**
 * JSON alone, or a form with the JSON as one part and bytes as the part `file`. The bytes go where `receive` puts
 * them while they arrive; if the form turns out to be wrong, they are disposed of.
 */
export async function readForm<Body, File extends AsyncDisposable>(
  request: FastifyRequest,
  { schema, part, mostBytes }: { schema: TSchema; part: string; mostBytes: number },
  receive: (bytes: Readable, name: string) => Promise<File>,
): Promise<FormRead<Body, File>> {
  if (!isForm(request)) {
    if (request.body === undefined && !isJson(request)) {
      throw new HttpRefusal(
        415,
        `Send JSON, or a form (multipart/form-data) with the parts ${part} and file.`,
      )
    }
    return { body: validatedBody(schema, request.body) as Body, file: undefined }
  }
  refuseTooLarge(request, mostBytes + formOverhead)
  askForBytes(request.raw)
  let file: File | undefined
  let json: unknown
  const seen = new Set<string>()

  async function take(name: string, stream: BusboyFileStream, fileName: string) {
    if (seen.has(name)) throw new HttpRefusal(400, `The form has the part ${name} twice.`)
    seen.add(name)
    if (name === part) json = jsonOf(await buffer(limited(stream, longestJson, 'The JSON of a form')))
    else if (name === 'file') file = await receive(Readable.from(limited(stream, mostBytes)), fileName)
    else
      throw new HttpRefusal(
        400,
        `The form has an unknown part: ${name.slice(0, 100)}. It takes ${part} and file.`,
      )
  }

  try {
    await readParts(request, take)
    await request.authorizeStill?.()
    if (!seen.has(part)) throw new HttpRefusal(400, `The form must have the part ${part}.`)
    return { body: validatedBody(schema, json) as Body, file }
  } catch (error) {
    await file?.[Symbol.asyncDispose]()
    throw error
  }
}

async function readParts(
  request: FastifyRequest,
  take: (name: string, stream: BusboyFileStream, fileName: string) => Promise<void>,
) {
  const parts = await openForm(request)
  const taking: Promise<void>[] = []
  const streams: BusboyFileStream[] = []
  let failure: unknown
  parts.on('file', (name, stream, fileName) => {
    // A part that nobody takes any more may still fail, and an error that nobody hears ends the process.
    stream.on('error', ignore)
    if (streams.length === mostParts) {
      failure ??= new HttpRefusal(400, `The form has more than ${mostParts} parts.`)
      return void stream.resume()
    }
    streams.push(stream)
    const taken = take(name ?? '', stream, fileName ?? '').catch((error) => {
      failure ??= error
      // The rest of the form is read all the same: only then can the answer be sent.
      stream.resume()
    })
    taking.push(taken)
  })
  parts.on('error', ignore)
  try {
    await pipeline(request.raw, parts)
  } catch (error) {
    failure ??= request.raw.complete ? new HttpRefusal(400, 'The form is not well formed.') : error
    // A part that was cut off does not end by itself, and whoever takes it would wait for ever.
    for (const stream of streams) stream.destroy(error as Error)
  }
  await Promise.all(taking)
  if (failure) throw failure
}

const ignore = () => {}

async function openForm({ headers }: FastifyRequest) {
  const { Busboy } = await import('@fastify/busboy')
  try {
    return new Busboy({
      headers: { ...headers, 'content-type': headers['content-type'] ?? '' },
      isPartAFile: () => true,
      // No limit on parts: those past one would fail unheard.
      limits: { fields: 0, headerPairs: 20, fieldNameSize: 100, fileSize: Infinity },
    })
  } catch {
    throw new HttpRefusal(400, 'The form has no boundary.')
  }
}

/** Leaves the stream alone when it ends early: what is still to come must be read before anyone can be answered. */
async function* limited(stream: Readable, mostBytes: number, what?: string): AsyncGenerator<Uint8Array> {
  let bytes = 0
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    bytes += chunk.length
    if (bytes > mostBytes) throw tooLarge(mostBytes, what)
    yield chunk
  }
}

function refuseTooLarge({ headers }: FastifyRequest, mostBytes: number) {
  if (Number(headers['content-length'] ?? 0) > mostBytes) throw tooLarge(mostBytes)
}

export function tooLarge(mostBytes: number, what = 'A file'): HttpRefusal {
  const megabytes = Math.floor(mostBytes / 1024 ** 2).toLocaleString('en-US')
  return new HttpRefusal(413, `${what} may have at most ${megabytes} MB.`, { connection: 'close' })
}

export function hasBytes({ headers }: FastifyRequest): boolean {
  return Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined
}

const typeOf = ({ headers }: FastifyRequest) => (headers['content-type'] ?? '').split(';', 1)[0]?.trim()
const isForm = (request: FastifyRequest) => /^multipart\/form-data$/i.test(typeOf(request) ?? '')
const isJson = (request: FastifyRequest) => /^application\/json$/i.test(typeOf(request) ?? '')
