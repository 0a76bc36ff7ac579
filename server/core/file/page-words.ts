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
  let at = 1
  const put = (number: number) => {
    let rest = number
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) + 128
    bytes[at++] = rest
  }
  const putSigned = (number: number) => put(number < 0 ? -2 * number - 1 : 2 * number)
  put(words.length)
  let lastEnd = 0
  let lastRight = 0
  let lastTop = 0
  let lastHeight = 0
  for (const { start, end, left, top, right, bottom } of words) {
    if (start < lastEnd || end < start) throw new RangeError('The words of a page stand in their order.')
    const from = stepOf(left)
    const to = Math.max(from, stepOf(right))
    const above = stepOf(top)
    const height = Math.max(0, stepOf(bottom) - above)
    put(start - lastEnd)
    put(end - start)
    putSigned(from - lastRight)
    put(to - from)
    putSigned(above - lastTop)
    putSigned(height - lastHeight)
    lastEnd = end
    lastRight = to
    lastTop = above
    lastHeight = height
  }
  return bytes.slice(0, at)
}

export function decodeWords(bytes: Uint8Array): PageWord[] {
  if (bytes[0] !== format)
    throw new RangeError(`The words of a page are in format ${bytes[0]}, not ${format}.`)
  let at = 1
  const take = () => {
    let number = 0
    for (let scale = 1; ; scale *= 128) {
      const byte = bytes[at++]
      if (byte === undefined) throw new RangeError('The words of a page end too soon.')
      if (byte < 128) return number + byte * scale
      number += (byte - 128) * scale
    }
  }
  const takeSigned = () => {
    const number = take()
    return number % 2 ? -(number + 1) / 2 : number / 2
  }
  const words: PageWord[] = []
  let end = 0
  let right = 0
  let top = 0
  let height = 0
  for (let count = take(); count > 0; count--) {
    const start = end + take()
    end = start + take()
    const left = right + takeSigned()
    right = left + take()
    top += takeSigned()
    height += takeSigned()
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
