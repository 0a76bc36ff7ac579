import { closeSync, fstatSync, openSync, readSync } from 'node:fs'

/** A file read from front to back with little memory, however large it is. */
export type FileBytes = {
  /** Where the next byte is. */
  readonly at: number
  readonly size: number
  /** As many bytes as are asked for, or fewer at the end. They hold until the next call. */
  peek(count: number): Uint8Array
  take(count: number): Uint8Array
  skip(count: number): void
  close(): void
}

const chunkBytes = 256 * 1024

export function openFileBytes(path: string): FileBytes {
  const file = openSync(path, 'r')
  const { size } = fstatSync(file)
  let chunk: Uint8Array = new Uint8Array(0)
  let chunkAt = 0
  let at = 0

  const peek = (count: number) => {
    const wanted = Math.max(0, Math.min(count, size - at))
    if (at < chunkAt || at + wanted > chunkAt + chunk.length) {
      const fresh = new Uint8Array(Math.min(Math.max(wanted, chunkBytes), size - at))
      let filled = 0
      while (filled < fresh.length) {
        const read = readSync(file, fresh, filled, fresh.length - filled, at + filled)
        if (read === 0) break
        filled += read
      }
      chunk = fresh.subarray(0, filled)
      chunkAt = at
    }
    return chunk.subarray(at - chunkAt, at - chunkAt + wanted)
  }

  return {
    get at() {
      return at
    },
    size,
    peek,
    take(count) {
      const bytes = peek(count)
      at += bytes.length
      return bytes
    },
    skip(count) {
      at = Math.min(size, at + count)
    },
    close: () => closeSync(file),
  }
}
