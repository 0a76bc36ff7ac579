import type { Calls } from './calls.ts'
import { streamOf } from './content.ts'
import type { CallOptions, WriteOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'
import type { ImportError } from './types.ts'
export type ImportOptions = WriteOptions & {
  /** Check every row without writing anything. */
  dryRun?: boolean | undefined
}

export function importsOver({ call, list, open }: Calls) {
  return {
    /**
     * Import cases in bulk: a ZIP with a `manifest.ndjson` and its files, or a manifest alone. The import runs in the
     * background; set `timeoutMs` to upload a large file.
     *
     * @example
     * ```ts
     * const manifest = '{"type":"manifest","version":1,"source":"old-system"}\n'
     * const { id } = await client.imports.start(new Blob([manifest]), { dryRun: true })
     * console.log(id)
     * ```
     */
    start: (file: Blob | Uint8Array<ArrayBuffer>, options?: ImportOptions) =>
      call('startImport', { file }, options),

    /**
     * List imports, newest first.
     *
     * @example
     * ```ts
     * for await (const { id, status, rows } of client.imports.list()) console.log(id, status, rows.failed)
     * ```
     */
    list: (options?: QueryOf<'listImports'> & CallOptions) => list('listImports', {}, options),

    /**
     * Get the progress of an import: speed and time remaining.
     *
     * @example
     * ```ts
     * const { id } = await client.imports.start(new Blob(['{"type":"manifest","version":1}']))
     * const { status, bytesRead, bytes, secondsLeft } = await client.imports.get(id)
     * console.log(status, bytesRead / bytes, secondsLeft)
     * ```
     */
    get: (importId: string, options?: CallOptions) => call('getImport', { importId }, options),

    /**
     * List the rows that failed, by line, starting after the line `after`.
     *
     * @example
     * ```ts
     * const { id } = await client.imports.start(new Blob(['{"type":"manifest","version":1}']))
     * for await (const { line, error } of client.imports.errors(id)) console.log(line, error)
     * ```
     */
    async *errors(
      importId: string,
      options?: QueryOf<'listImportErrors'> & CallOptions,
    ): AsyncGenerator<ImportError, void, void> {
      const { response, limit } = await open(
        'listImportErrors',
        { importId },
        { accept: 'application/x-ndjson' },
        options,
      )
      for await (const line of linesOf(streamOf(response, limit))) yield JSON.parse(line) as ImportError
    },

    /**
     * Pause, resume or cancel an import. Imported rows stay.
     *
     * @example
     * ```ts
     * const [latest] = (await client.imports.list({ limit: 1 }).page()).imports
     * if (latest?.status === 'running') await client.imports.setStatus(latest.id, 'paused')
     * ```
     */
    setStatus: (importId: string, status: 'running' | 'paused' | 'cancelled', options?: CallOptions) =>
      call('setImportStatus', { importId, body: { status } }, options),
  }
}

/** Bulk import of cases from another system. */
export type Imports = ReturnType<typeof importsOver>

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, void, void> {
  const decoder = new TextDecoder()
  const reader = stream.getReader()
  let rest = ''
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      const lines = (rest + decoder.decode(value, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield* lines.filter((line) => line !== '')
    }
    if (rest !== '') yield rest
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
