import { PorticoError, type ScopedAccess } from '@portico/sdk'
import { msUntil } from '../../ui/moments.ts'
import type { Read } from './byte-ranges.ts'

export type Access = ScopedAccess['access']
export type Bytes = {
  length: number
  read: Read
  stream?: () => Promise<ReadableStream<Uint8Array> | undefined>
}

export type FileAccess = {
  /** The addresses of the bytes; undefined for those who may read them only through the service. */
  get(): Promise<Access | undefined>
  /** The bytes of a file, from where it is stored. */
  bytesOf(sha256: string): Promise<Bytes>
  forget(): void
}

const renewBeforeMs = 60_000

/** The addresses of the bytes of a case: requested once, and again before they expire. */
export function fileAccess({
  grant,
  fetch,
  now,
}: {
  grant(): Promise<Access>
  fetch: typeof globalThis.fetch
  now(): Date
}): FileAccess {
  let access: Promise<Access | undefined> | undefined

  async function get(): Promise<Access | undefined> {
    const asked = access
    const known = await asked
    const isOver = known && msUntil(known.expiresAt, now()) <= renewBeforeMs
    if (isOver && access === asked) access = undefined
    access ??= grant().catch((error) => {
      if (error instanceof PorticoError && error.code === 'forbidden') return undefined
      access = undefined
      throw error
    })
    return access
  }

  async function bytesOf(sha256: string): Promise<Bytes> {
    const findFile = async () => (await get())?.files.find((file) => file.sha256 === sha256)
    const read = async (start: number, end: number, isSecond = false): ReturnType<Read> => {
      const file = await findFile()
      if (!file) throw unreachable()
      const answer = await fetch(file.url, { headers: { range: `bytes=${start}-${end - 1}` } })
      if (answer.status === 403 && !isSecond) {
        access = undefined
        return read(start, end, true)
      }
      if (!answer.ok) throw new Error(`the bytes of this page were answered with ${answer.status}`)
      return new Uint8Array(await answer.arrayBuffer())
    }
    const stream = async () => {
      const file = await findFile()
      if (!file) return undefined
      // As a range, too: a whole file would be compressed on its way, which takes longer than sending it.
      const answer = await fetch(file.url, { headers: { range: `bytes=0-${file.bytes - 1}` } })
      return answer.ok ? (answer.body ?? undefined) : undefined
    }
    const file = await findFile()
    if (!file) throw unreachable()
    return { length: file.bytes, read, stream }
  }

  return {
    get,
    bytesOf,
    forget() {
      access = undefined
    },
  }
}

const unreachable = () => new Error('the bytes of this page cannot be reached')
