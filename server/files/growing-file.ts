import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { missingIsUndefined } from './temp-files.ts'

/** A file while it is written, and those who read it meanwhile. */
export type GrowingFile = {
  /** While it grows, and where it is moved to when it is whole. */
  path: string
  finalPath: string
  length: number
  state: 'growing' | 'whole' | 'failed'
  error?: unknown
  /** Resolves when it has grown, or is whole, or has failed. */
  changed: PromiseWithResolvers<void>
  readers: number
  controller: AbortController
}

export type Growth = { grown(bytes: number): void; whole(): void }

/** Begins the making, which is aborted when the last reader has left. */
export function growFile(
  { path, finalPath }: Pick<GrowingFile, 'path' | 'finalPath'>,
  make: (signal: AbortSignal, growth: Growth) => Promise<void>,
): GrowingFile {
  const file: GrowingFile = {
    path,
    finalPath,
    length: 0,
    state: 'growing',
    changed: Promise.withResolvers(),
    readers: 0,
    controller: new AbortController(),
  }
  const change = (difference: Partial<GrowingFile>) => {
    const { changed } = file
    Object.assign(file, difference, { changed: Promise.withResolvers<void>() })
    changed.resolve()
  }
  const growth = {
    grown: (bytes: number) => change({ length: bytes }),
    whole: () => change({ state: 'whole' }),
  }
  make(file.controller.signal, growth).catch((error) => {
    if (file.state === 'growing') change({ state: 'failed', error })
  })
  return file
}

const pieceBytes = 256 * 1024

/**
 * The file from its first byte on, as it grows. It answers once there are bytes, or fails as the making fails; a making
 * that fails later destroys the stream, so that nobody takes a part for the whole.
 */
export async function followGrowing(file: GrowingFile, signal: AbortSignal): Promise<Readable> {
  file.readers += 1
  const left = Promise.withResolvers<never>()
  left.promise.catch(() => {})
  const leave = () => left.reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  let isReading = true
  const end = () => {
    if (!isReading) return
    isReading = false
    signal.removeEventListener('abort', leave)
    file.readers -= 1
    if (file.readers === 0 && file.state === 'growing') file.controller.abort()
  }
  const until = async (isEnough: () => boolean) => {
    while (!isEnough()) {
      if (file.state === 'failed') throw file.error
      if (file.state === 'whole') return
      await Promise.race([file.changed.promise, left.promise])
    }
  }

  async function* bytes(opened: FileHandle): AsyncGenerator<Buffer> {
    await using handle = opened
    for (let at = 0; ; ) {
      await until(() => file.length > at)
      if (file.length === at) return
      const room = Buffer.allocUnsafe(Math.min(pieceBytes, file.length - at))
      const { bytesRead } = await handle.read(room, 0, room.length, at)
      if (bytesRead === 0) throw new Error('A growing file is shorter than was told.')
      at += bytesRead
      yield room.subarray(0, bytesRead)
    }
  }

  try {
    await until(() => file.length > 0)
    const handle = (await open(file.path).catch(missingIsUndefined)) ?? (await open(file.finalPath))
    const stream = Readable.from(bytes(handle), { objectMode: false })
    stream.once('close', () => {
      end()
      // A generator that was never begun does not end by being ended.
      handle.close().catch(() => {})
    })
    return stream
  } catch (error) {
    end()
    throw error
  }
}
