/**
 * A word of a page and where it is printed. `start` and `end` are UTF-16 offsets into the stored text; the box is in
 * fractions of the crop box at rotation 0, from the top left.
 */
export type PageWord = {
  start: number
  end: number
  left: number
  top: number
  right: number
  bottom: number
}

/** A fraction of a page as an integer: on letter paper a step is a twentieth of a point. */
const steps = 16_383
const format = 1

/** Words in text order, delta-encoded in about nine bytes each. */
export function encodeWords(words: readonly PageWord[]): Uint8Array {
  const bytes = new Uint8Array(10 + words.length * 24)
  bytes[0] = format
  let offset = 1
  const writeNumber = (number: number) => {
    let rest = number
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[offset++] = (rest % 128) + 128
    bytes[offset++] = rest
  }
  const writeSigned = (number: number) => writeNumber(number < 0 ? -2 * number - 1 : 2 * number)
  writeNumber(words.length)
  let lastEnd = 0
  let lastRight = 0
  let lastTop = 0
  let lastHeight = 0
  for (const { start, end, left, top, right, bottom } of words) {
    if (start < lastEnd || end < start) throw new RangeError('The words of a page must be in text order.')
    const from = stepOf(left)
    const to = Math.max(from, stepOf(right))
    const above = stepOf(top)
    const height = Math.max(0, stepOf(bottom) - above)
    writeNumber(start - lastEnd)
    writeNumber(end - start)
    writeSigned(from - lastRight)
    writeNumber(to - from)
    writeSigned(above - lastTop)
    writeSigned(height - lastHeight)
    lastEnd = end
    lastRight = to
    lastTop = above
    lastHeight = height
  }
  return bytes.slice(0, offset)
}

export function decodeWords(bytes: Uint8Array): PageWord[] {
  if (bytes[0] !== format)
    throw new RangeError(`The words of a page must be in format ${format}: they are in format ${bytes[0]}.`)
  let offset = 1
  const readNumber = () => {
    let number = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[offset++]
      if (byte === undefined) throw new RangeError('The words of a page end too soon.')
      if (byte < 128) return number + byte * scale
      number += (byte - 128) * scale
    }
  }
  const readSigned = () => {
    const number = readNumber()
    return number % 2 ? -(number + 1) / 2 : number / 2
  }
  const words: PageWord[] = []
  let end = 0
  let right = 0
  let top = 0
  let height = 0
  for (let count = readNumber(); count > 0; count--) {
    const start = end + readNumber()
    end = start + readNumber()
    const left = right + readSigned()
    right = left + readNumber()
    top += readSigned()
    height += readSigned()
    words.push({
      start,
      end,
      left: left / steps,
      top: top / steps,
      right: right / steps,
      bottom: (top + height) / steps,
    })
  }
  return words
}

function stepOf(part: number): number {
  return Math.round(Math.min(1, Math.max(0, part)) * steps)
}
