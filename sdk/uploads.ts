import type { Calls } from './calls.ts'
import { PorticoError } from './errors.ts'
import { abortedError, wait } from './limit.ts'
import type { CallOptions } from './request.ts'
import { isPassing, retryDelayMs } from './retry.ts'
import type { Upload } from './types.ts'

export type SendOptions = CallOptions & {
  /** Defaults to the name of a `File`. */
  name?: string | undefined
  /** The SHA-256 of the bytes, in hex; if it does not match, the file is refused. */
  sha256?: string | undefined
  /** An interrupted upload of yours to resume. */
  uploadId?: string | undefined
  onProgress?: ((upload: Upload) => void) | undefined
}

export const partBytes = 4 * 1024 ** 2
/** Attempts without progress. */
const mostFailures = 6
const never = new AbortController().signal

export function uploadsOver({ call }: Calls, { pause = wait, random = Math.random } = {}) {
  return {
    /**
     * Upload a large file in parts, resuming after interruptions. Use the upload to open a case, file a document or
     * revise one. `timeoutMs` applies to each part. If it fails for good, pass `uploadId` with the same bytes to resume
     * later.
     *
     * @example
     * ```ts
     * const scan = new Blob(['Imagine a file of 300 MB.'])
     * const upload = await client.uploads.send(scan, {
     *   name: 'claims-file.txt',
     *   onProgress: ({ offset, bytes }) => console.log(`${Math.round((100 * offset) / bytes)} %`),
     * })
     * const document = { name: 'Claims file', uploadId: upload.id, onDuplicate: 'link' } as const
     * console.log((await client.documents.add(appealId, document)).status)
     * ```
     */
    async send(file: Blob, options: SendOptions = {}): Promise<Upload> {
      const { signal, onProgress, sha256, name = 'name' in file ? String(file.name) : undefined } = options
      const facts = { bytes: file.size, name: name || undefined, sha256 }
      let upload: Upload | undefined
      let isKnown = false
      let failures = 0
      for (;;) {
        if (signal?.aborted) throw abortedError(signal)
        try {
          const before = upload
          const uploadId: string | undefined = upload?.id ?? options.uploadId
          if (uploadId === undefined) upload = await call('beginUpload', { body: facts }, options)
          else if (!upload || !isKnown) upload = await call('getUpload', { uploadId }, options)
          else {
            const { offset } = upload
            const part = file.slice(offset, offset + partBytes)
            upload = await call('continueUpload', { uploadId, file: part }, { ...options, offset })
          }
          if (upload.bytes !== file.size) throw anotherFile(upload, file)
          isKnown = true
          if (upload.offset > (before?.offset ?? -1)) {
            failures = 0
            onProgress?.(upload)
          }
          if (upload.offset === upload.bytes) return upload
        } catch (error) {
          failures += 1
          if (failures > mostFailures || !mayGoOn(error)) throw error
          isKnown = false
          await pause(retryDelayMs(error, failures, random), signal ?? never).catch(() => undefined)
        }
      }
    },

    /**
     * Get your upload and how much of it has arrived.
     *
     * @example
     * ```ts
     * const { id } = await client.uploads.send(new Blob(['Soon.']))
     * const { offset, bytes, expiresAt } = await client.uploads.get(id)
     * console.log(offset === bytes, expiresAt)
     * ```
     */
    get: (uploadId: string, options?: CallOptions) => call('getUpload', { uploadId }, options),

    /**
     * Delete an upload. Documents filed from it stay.
     *
     * @example
     * ```ts
     * const { id } = await client.uploads.send(new Blob(['Never mind.']))
     * await client.uploads.remove(id)
     * ```
     */
    remove: (uploadId: string, options?: CallOptions) => call('removeUpload', { uploadId }, options),
  }
}

/** Resumable uploads of large files. */
export type Uploads = ReturnType<typeof uploadsOver>

/** A conflict too: the service has more or less than we know, and its offset tells. */
function mayGoOn(error: unknown): boolean {
  if (isPassing(error)) return true
  return error instanceof PorticoError && (error.code === 'timeout' || error.code === 'conflict')
}

function anotherFile({ id, bytes }: Upload, { size }: Blob): PorticoError {
  const message = `The upload ${id} is of ${bytes} bytes, but this file has ${size}.`
  return new PorticoError({ code: 'badRequest', message })
}
