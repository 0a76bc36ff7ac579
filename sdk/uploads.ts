import { PorticoError } from './errors.ts'
import { abortedError, wait } from './limit.ts'
import { path } from './path.ts'
import type { Portico, SendOptions } from './portico.ts'
import { isPassing, retryDelayMs } from './retry.ts'
import type { Transport } from './transport.ts'
import type { Upload, UploadDetail } from './types.ts'

export const partBytes = 4 * 1024 ** 2
/** Without one more byte arriving. */
const mostFailures = 6
const never = new AbortController().signal

export function uploadsOver(
  transport: Transport,
  { pause = wait, random = Math.random } = {},
): Portico['uploads'] {
  async function get(uploadId: string, options: SendOptions = {}): Promise<Upload> {
    const { signal, timeoutMs } = options
    const { upload } = await transport.json<UploadDetail>({
      method: 'GET',
      path: path`/uploads/${uploadId}`,
      options: { signal, timeoutMs },
    })
    return upload
  }

  async function begin(file: Blob, options: SendOptions): Promise<Upload> {
    const { signal, timeoutMs, sha256, name = 'name' in file ? String(file.name) : undefined } = options
    const { upload } = await transport.json<UploadDetail>({
      method: 'POST',
      path: '/uploads',
      body: { bytes: file.size, ...(name ? { name } : {}), ...(sha256 ? { sha256 } : {}) },
      options: { signal, timeoutMs },
    })
    return upload
  }

  async function sendPart(file: Blob, { id, offset }: Upload, options: SendOptions): Promise<Upload> {
    const { signal, timeoutMs } = options
    const { upload } = await transport.json<UploadDetail>({
      method: 'PATCH',
      path: path`/uploads/${id}`,
      query: { offset },
      bytes: file.slice(offset, offset + partBytes),
      options: { signal, timeoutMs },
    })
    return upload
  }

  return {
    async send(file, options = {}) {
      const { signal, onProgress } = options
      let upload: Upload | undefined
      let isKnown = false
      let failures = 0
      for (;;) {
        if (signal?.aborted) throw abortedError(signal)
        try {
          const before = upload
          if (!upload && options.uploadId === undefined) upload = await begin(file, options)
          else if (!upload || !isKnown) upload = await get(upload?.id ?? options.uploadId ?? '', options)
          else upload = await sendPart(file, upload, options)
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
    get: async (uploadId, options) => get(uploadId, options),
    async remove(uploadId, options) {
      await transport.nothing({ method: 'DELETE', path: path`/uploads/${uploadId}`, options })
    },
  }
}

/** A conflict too: more or less has arrived than we heard of, and the offset tells. */
function mayGoOn(error: unknown): boolean {
  if (isPassing(error)) return true
  return error instanceof PorticoError && (error.code === 'timeout' || error.code === 'conflict')
}

function anotherFile({ id, bytes }: Upload, { size }: Blob): PorticoError {
  const message = `The upload ${id} is of ${bytes} bytes, but this file has ${size}.`
  return new PorticoError({ code: 'badRequest', message })
}
