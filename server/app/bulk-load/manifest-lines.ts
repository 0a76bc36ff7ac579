import { Refusal } from '../../core/kernel/decider.ts'

/** A line of the manifest: its number from 1, the offset of the next line, and its bytes unless it is too long. */
export type Line = { number: number; end: number; bytes: Buffer | undefined }

export const longestLine = 1024 * 1024
const newline = 0x0a
const carriageReturn = 0x0d

/** Streams lines from the start of one; an overlong line costs no more memory than others. */
export async function* manifestLines(
  source: AsyncIterable<Uint8Array>,
  from: { offset: number; line: number },
): AsyncGenerator<Line[], void, void> {
  let { offset, line: number } = from
  let held: Buffer[] = []
  let heldBytes = 0
  let isFirst = offset === 0

  const lineOf = (lastPart: Buffer, end: number): Line => {
    number += 1
    const isTooLong = heldBytes + lastPart.length > longestLine
    const bytes = isTooLong ? undefined : held.length > 0 ? Buffer.concat([...held, lastPart]) : lastPart
    held = []
    heldBytes = 0
    return { number, end, bytes: bytes && withoutReturn(bytes) }
  }

  for await (const part of source) {
    let chunk = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    const chunkEnd = offset + chunk.length
    if (isFirst && chunk.length > 0) {
      refuseWideCharacters(chunk)
      chunk = withoutMark(chunk)
      isFirst = false
    }
    const chunkStart = chunkEnd - chunk.length
    const lines: Line[] = []
    let begin = 0
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, begin)) {
      lines.push(lineOf(chunk.subarray(begin, at), chunkStart + at + 1))
      begin = at + 1
    }
    const rest = chunk.subarray(begin)
    heldBytes += rest.length
    if (heldBytes > longestLine) held = []
    else if (rest.length > 0) held.push(Buffer.from(rest))
    offset = chunkEnd
    if (lines.length > 0) yield lines
  }
  if (heldBytes > 0) yield [lineOf(Buffer.alloc(0), offset)]
}

function withoutReturn(bytes: Buffer): Buffer {
  return bytes.at(-1) === carriageReturn ? bytes.subarray(0, -1) : bytes
}

function withoutMark(bytes: Buffer): Buffer {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
  return hasMark ? bytes.subarray(3) : bytes
}

/** UTF-16 and UTF-32 begin with a byte order mark, or have a zero among the first bytes. */
function refuseWideCharacters(bytes: Buffer) {
  const [first, second] = bytes
  const isMarked = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)
  if (isMarked || first === 0 || second === 0)
    throw new Refusal('invalid', 'The manifest is not in UTF-8 (it looks like UTF-16): save it as UTF-8.')
}
