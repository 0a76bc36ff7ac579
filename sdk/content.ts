import { PorticoError } from './errors.ts'
import { type Limit, unlessAborted } from './limit.ts'
import { type CallOptions, networkError } from './request.ts'

/** A file as it arrives. Read it to the end or cancel its stream: until then it holds a connection. */
export type FileContent = {
  stream: ReadableStream<Uint8Array>
  /** The file name given by the service. */
  name: string | undefined
  contentType: string
  /** The length of the stream, if known in advance. */
  size: number | undefined
  etag: string | undefined
  /** The range returned, if one was requested. `end` is inclusive. */
  range: { start: number; end: number; total: number } | undefined
  /** Reads the whole file into memory. */
  bytes(): Promise<Uint8Array<ArrayBuffer>>
  /** Writes the file to disk (Node only). A failed download leaves no file under that name. */
  toFile(path: string): Promise<void>
}

/** A byte range, counted from 0. `end` is inclusive and defaults to the end of the file. */
export type ContentOptions = CallOptions & { range?: { start: number; end?: number | undefined } | undefined }

export function fileContentOf(response: Response, limit: Limit): FileContent {
  const { headers } = response
  const length = headers.get('content-encoding') ? null : headers.get('content-length')
  return fileContent(streamOf(response, limit), {
    name: nameOf(headers.get('content-disposition') ?? ''),
    contentType: headers.get('content-type') ?? 'application/octet-stream',
    size: length === null ? undefined : Number(length),
    etag: headers.get('etag') ?? undefined,
    range: rangeOf(headers.get('content-range')),
  })
}

export function fileContent(
  stream: FileContent['stream'],
  facts: Omit<FileContent, 'stream' | 'bytes' | 'toFile'>,
): FileContent {
  return {
    ...facts,
    stream,
    bytes: async () => new Uint8Array(await new Response(stream).arrayBuffer()),
    toFile: (path) => writeTo(path, stream),
  }
}

/** The body; its failures are `PorticoError`s too, including a stall longer than `stallTimeoutMs`. */
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

type FileSystem = {
  writeFile(path: string, data: ReadableStream<Uint8Array>): Promise<void>
  rename(from: string, to: string): Promise<void>
  rm(path: string, options: { force: boolean }): Promise<void>
}

async function writeTo(path: string, stream: ReadableStream<Uint8Array>): Promise<void> {
  // Not written out as an import, which bundlers for a browser would try to follow.
  const module = 'node:fs/promises'
  const { writeFile, rename, rm } = (await import(/* @vite-ignore */ module)) as FileSystem
  const partial = `${path}.partial`
  try {
    await writeFile(partial, stream)
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error
  }
}

function nameOf(disposition: string): string | undefined {
  const [, encoded] = /filename\*=UTF-8''([^;]+)/i.exec(disposition) ?? []
  if (encoded !== undefined) return decodeURIComponent(encoded)
  return /filename="?([^";]+)"?/i.exec(disposition)?.[1]
}

function rangeOf(header: string | null): FileContent['range'] {
  const [, start, end, total] = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(header ?? '') ?? []
  return total === undefined ? undefined : { start: Number(start), end: Number(end), total: Number(total) }
}
