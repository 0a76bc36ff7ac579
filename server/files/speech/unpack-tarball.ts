import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { createGunzip } from 'node:zlib'

const block = 512
const mostFileBytes = 200 * 1024 ** 2
const mostBytes = 1024 ** 3
const regular = ['0', '\0', '']

/**
 * Writes some files of an npm tarball below a folder, and nothing else. A tarball that names a path outside of itself is
 * refused as a whole, as is one in which a file is missing.
 */
export async function unpackTarball(path: string, wanted: readonly string[], folder: string): Promise<void> {
  const missing = new Set(wanted)
  const stream = createReadStream(path).pipe(createGunzip())
  const reader = readerOf(stream)
  try {
    for (;;) {
      const header = await reader.take(block)
      if (header.length < block || header.every((byte) => byte === 0)) break
      const { name, size, type } = readHeader(header)
      if (size > mostFileBytes) throw new Error(`The tarball is refused: ${name} is too large.`)
      refuseHostile(name)
      const inPackage = name.replace(/^[^/]+\//, '')
      if (regular.includes(type) && missing.delete(inPackage)) await write(inPackage, size)
      else await reader.skip(size)
      await reader.skip((block - (size % block)) % block)
    }
  } finally {
    stream.destroy()
  }
  if (missing.size > 0) throw new Error(`The tarball is refused: ${[...missing][0]} is missing.`)

  async function write(name: string, size: number): Promise<void> {
    const target = join(folder, ...name.split('/'))
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await using file: FileHandle = await open(target, 'wx', 0o600)
    for (let left = size; left > 0; ) {
      const part = await reader.take(Math.min(left, 1024 ** 2))
      if (part.length === 0) throw new Error('The tarball is refused: it is cut off.')
      await file.write(part)
      left -= part.length
    }
    await file.sync()
  }
}

function refuseHostile(name: string) {
  const parts = name.split('/')
  if (name.startsWith('/') || name.includes('\\') || name.includes('\0') || parts.includes('..'))
    throw new Error('The tarball is refused: it names a path outside of itself.')
}

function readHeader(header: Uint8Array) {
  const text = (at: number, length: number) =>
    Buffer.from(header.subarray(at, at + length))
      .toString('utf8')
      .replace(/\0.*$/s, '')
  const prefix = text(257, 5) === 'ustar' ? text(345, 155) : ''
  const name = prefix ? `${prefix}/${text(0, 100)}` : text(0, 100)
  const size = Number.parseInt(text(124, 12).trim() || '0', 8)
  if (!Number.isSafeInteger(size) || size < 0) throw new Error('The tarball is refused: it is damaged.')
  return { name, size, type: String.fromCharCode(header[156] ?? 0) }
}

/** Bytes by count from a stream of chunks; fewer at its end. */
function readerOf(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let total = 0
  const fill = async (): Promise<boolean> => {
    const { value, done } = await chunks.next()
    if (done) return false
    total += value.length
    if (total > mostBytes) throw new Error('The tarball is refused: it is too large.')
    rest = rest.length === 0 ? value : Buffer.concat([rest, value])
    return true
  }
  return {
    async take(count: number): Promise<Buffer> {
      while (rest.length < count && (await fill()));
      const taken = rest.subarray(0, count)
      rest = rest.subarray(taken.length)
      return taken
    },
    async skip(count: number): Promise<void> {
      let left = count
      while (left > 0) {
        if (rest.length === 0 && !(await fill())) return
        const step = Math.min(left, rest.length)
        rest = rest.subarray(step)
        left -= step
      }
    },
  }
}
