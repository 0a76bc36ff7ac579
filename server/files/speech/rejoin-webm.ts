const clusterId = Buffer.from('1f43b675', 'hex')
const simpleBlock = 0xa3
/** So many blocks in a row are no accident. */
const enoughBlocks = 3

/** What stands before the sound of a WebM file, from the first chunk of its track. */
export function headOf(first: Buffer): Buffer {
  const at = first.indexOf(clusterId)
  return at < 0 ? first : first.subarray(0, at)
}

/** As a browser writes it, for a track whose first chunk never came: one track of Opus, times in milliseconds. */
export const usualHead = Buffer.concat([
  element('1a45dfa3', element('4282', Buffer.from('webm'))),
  Buffer.from('1853806701ffffffffffffff', 'hex'),
  element('1549a966', element('2ad7b1', Buffer.from('0f4240', 'hex'))),
  element(
    '1654ae6b',
    element(
      'ae',
      Buffer.concat([
        element('d7', Buffer.from([1])),
        element('86', Buffer.from('A_OPUS')),
        element('e1', element('9f', Buffer.from([1]))),
      ]),
    ),
  ),
])

/**
 * Makes a file of its own from a chunk that follows one that never came: what it begins with belongs to a block that is
 * lost, and is left out. Blocks say when they sound within a cluster whose beginning is lost too; the chunk says when it
 * begins in its track.
 */
export function rejoined(head: Buffer, chunk: Buffer, offsetMs: number): Buffer | undefined {
  for (let at = 0; at < chunk.length; at += 1) {
    if (chunk.subarray(at, at + 4).equals(clusterId)) return Buffer.concat([head, chunk.subarray(at)])
    const time = timeOfBlock(chunk, at)
    if (time === undefined) continue
    const begin = Buffer.alloc(8)
    begin.writeBigUInt64BE(BigInt(Math.max(0, offsetMs - time)))
    const cluster = Buffer.concat([clusterId, Buffer.from('01ffffffffffffff', 'hex'), element('e7', begin)])
    return Buffer.concat([head, cluster, chunk.subarray(at)])
  }
  return undefined
}

/** The time of a block that begins here, if blocks or a cluster follow it. */
function timeOfBlock(chunk: Buffer, at: number): number | undefined {
  let next = at
  for (let count = 0; count < enoughBlocks; count += 1) {
    if (count > 0 && (next === chunk.length || chunk.subarray(next, next + 4).equals(clusterId))) break
    const end = endOfBlock(chunk, next)
    if (end === undefined) return undefined
    next = end
  }
  const size = sizeAt(chunk, at + 1)
  return size && chunk.readInt16BE(at + 1 + size.length + 1)
}

function endOfBlock(chunk: Buffer, at: number): number | undefined {
  if (chunk[at] !== simpleBlock) return undefined
  const size = sizeAt(chunk, at + 1)
  if (!size || size.value < 5) return undefined
  const body = at + 1 + size.length
  const end = body + size.value
  // The number of the track, its time, and flags that say neither lacing nor what is reserved.
  const isOfOneTrack = chunk[body] === 0x81
  const isPlain = ((chunk[body + 3] ?? 0xff) & 0x76) === 0
  return isOfOneTrack && isPlain && end <= chunk.length ? end : undefined
}

function sizeAt(chunk: Buffer, at: number): { value: number; length: number } | undefined {
  const first = chunk[at]
  if (!first) return undefined
  const length = Math.clz32(first) - 23
  if (at + length > chunk.length) return undefined
  let value = first & (0xff >> length)
  for (let index = 1; index < length; index += 1) value = value * 256 + (chunk[at + index] ?? 0)
  return { value, length }
}

function element(id: string, body: Buffer): Buffer {
  const size = Buffer.alloc(8)
  size.writeBigUInt64BE(BigInt(body.length) | (1n << 56n))
  return Buffer.concat([Buffer.from(id, 'hex'), size, body])
}
