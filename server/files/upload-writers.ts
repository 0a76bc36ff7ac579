import { constants, type WriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { Refusal } from '../core/kernel/decider.ts'
import type { UploadFiles } from './upload-files.ts'

/** Who writes the bytes of which upload, in this process. */
export function openUploadWriters({ bytesOf }: Pick<UploadFiles, 'bytesOf'>) {
  const writers = new Map<string, WriteStream>()

  /** Once the file is closed, nothing that the connection may still bring can get into it. */
  async function stopWriting(id: string) {
    for (let writer = writers.get(id); writer; writer = writers.get(id)) {
      const closed = new Promise<void>((resolve) => writer?.once('close', resolve))
      writer.destroy(new Refusal('conflict', 'Another request has taken over this upload.'))
      if (!writer.closed) await closed
      if (writers.get(id) === writer) writers.delete(id)
    }
  }

  /** At its place, not at the end: two processes that write the same part write the same file. */
  async function openWriter(id: string, start: number): Promise<WriteStream> {
    const handle = await open(bytesOf(id), constants.O_WRONLY | constants.O_CREAT, 0o600)
    // It may be stopped while nobody listens yet.
    return handle.createWriteStream({ start, flush: true }).on('error', () => {})
  }

  return {
    isWriting: (id: string) => writers.has(id),
    stopWriting,

    /** Stops whoever writes, and takes over at a place in the file. */
    async take(id: string, start: number): Promise<WriteStream> {
      await stopWriting(id)
      const writer = await openWriter(id, start)
      if (writers.has(id)) {
        writer.destroy()
        throw new Refusal('conflict', 'Another part of this upload is being received.')
      }
      writers.set(id, writer)
      return writer
    },

    release(id: string, writer: WriteStream): void {
      writer.destroy()
      if (writers.get(id) === writer) writers.delete(id)
    },
  }
}
