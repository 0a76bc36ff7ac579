import type { Calls } from './calls.ts'
import { PorticoError } from './errors.ts'
import type { Upload } from './generated/types.ts'
import { abortedError, wait } from './limit.ts'
import type { CallOptions } from './request.ts'
import { isPassing, retryDelayMs } from './retry.ts'

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

/** Sends a file in parts. */
export function sendUpload({ call }: Pick<Calls, 'call'>, { pause = wait, random = Math.random } = {}) {
  return async function send(file: Blob, options: SendOptions = {}): Promise<Upload> {
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
  }
}

/** A conflict too: the service has more or less than we know, and its offset tells. */
function mayGoOn(error: unknown): boolean {
  if (isPassing(error)) return true
  return error instanceof PorticoError && (error.code === 'timeout' || error.code === 'conflict')
}

function anotherFile({ id, bytes }: Upload, { size }: Blob): PorticoError {
  const message = `The upload ${id} is of ${bytes} bytes, but this file has ${size}.`
  return new PorticoError({ code: 'badRequest', message })
}
