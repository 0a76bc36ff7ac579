import type { Calls } from './calls.ts'
import type { CallOptions } from './request.ts'

export type FileOptions = CallOptions & {
  /** One PDF, or a ZIP with one PDF per document and a manifest. */
  format?: 'pdf' | 'zip' | undefined
  /** Write annotations into the PDF as real PDF annotations. */
  annotations?: boolean | undefined
}

export function appealsOver({ call, content }: Calls) {
  return {
    /**
     * List appeals, most recently uploaded first.
     *
     * @example
     * ```ts
     * for (const { id, docketNumber } of await client.appeals.list()) console.log(id, docketNumber)
     * ```
     */
    list: (options?: CallOptions) => call('listAppeals', {}, options),

    /**
     * Get an appeal and its document count.
     *
     * @example
     * ```ts
     * const { appeal, documentCount } = await client.appeals.get(appealId)
     * console.log(appeal.veteran.lastName, documentCount)
     * ```
     */
    get: (appealId: string, options?: CallOptions) => call('getAppeal', { appealId }, options),

    /**
     * Download the whole case file: one PDF, or a ZIP with one PDF per document.
     *
     * @example
     * ```ts
     * const file = await client.appeals.file(appealId, { format: 'zip' })
     * console.log(file.name, file.contentType, (await file.bytes()).length)
     * ```
     */
    file: (appealId: string, options?: FileOptions) => content('getFile', { appealId }, options),
  }
}

/** Cases, under the name the sandbox uses: appeals. */
export type Appeals = ReturnType<typeof appealsOver>
