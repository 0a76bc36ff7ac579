import { PorticoError } from './errors.ts'
import { type Limit, unlessAborted } from './limit.ts'
import { type Call, type CallOptions, networkError } from './request.ts'
import type { Transport } from './transport.ts'

/** A file as it arrives. Read the stream to its end or cancel it: until then it holds a connection. */
export type FileContent = {
  stream: ReadableStream<Uint8Array>
  contentType: string
  /** How many bytes the stream carries, where the service knows beforehand. */
  bytes: number | undefined
  etag: string | undefined
  /** Where in the file the stream lies, when a range was asked for. `end` is the last byte. */
  range: { start: number; end: number; total: number } | undefined
}

/** Bytes of a file, counted from 0. `end` is the last byte, and the end of the file where it is left out. */
export type ContentOptions = CallOptions & { range?: { start: number; end?: number | undefined } | undefined }

export async function openContent(
  transport: Transport,
  path: string,
  { range, ...options }: ContentOptions = {},
  query: Call['query'] = {},
): Promise<FileContent> {
  const { response, limit } = await transport.open({
    method: 'GET',
    path,
    query,
    headers: { accept: '*/*', ...(range ? { range: `bytes=${range.start}-${range.end ?? ''}` } : {}) },
    options,
  })
  return contentOf(response, limit)
}

export function contentOf(response: Response, limit: Limit): FileContent {
  const { headers } = response
  const length = headers.get('content-encoding') ? null : headers.get('content-length')
  return {
    stream: streamOf(response, limit),
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    bytes: length === null ? undefined : Number(length),
    etag: headers.get('etag') ?? undefined,
    range: rangeOf(headers.get('content-range')),
  }
}

/** The body, whose failures are `PorticoError`s too; one of them is a silence longer than `stallTimeoutMs`. */
export function streamOf(
  response: Response,
  limit: Limit,
  stallTimeoutMs = Number.POSITIVE_INFINITY,
): ReadableStream<Uint8Array> {
  const reader = response.body?.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        limit.restart(stallTimeoutMs)
        try {
          const next = reader && (await unlessAborted(limit.signal, reader.read()))
          limit.restart(Number.POSITIVE_INFINITY)
          if (next && !next.done) return controller.enqueue(next.value)
          limit.end()
          controller.close()
        } catch (cause) {
          limit.end()
          reader?.cancel(cause).catch(() => undefined)
          controller.error(cause instanceof PorticoError ? cause : networkError(cause))
        }
      },
      async cancel(reason) {
        limit.end()
        await reader?.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

function rangeOf(header: string | null): FileContent['range'] {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? []
  return total === undefined ? undefined : { start: Number(start), end: Number(end), total: Number(total) }
}
