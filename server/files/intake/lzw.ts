const clear = 256
const end = 257
const firstFree = 258
const widest = 12

/** Unpacks LZW as TIFF has it, up to a number of bytes; data that is damaged ends where it is. */
export function unpackLzw(packed: Uint8Array, mostBytes: number): Uint8Array {
  const result = new Uint8Array(mostBytes)
  const prefix = new Uint16Array(1 << widest)
  const suffix = new Uint8Array(1 << widest)
  const length = new Uint16Array(1 << widest).fill(1)
  for (let byte = 0; byte < clear; byte++) suffix[byte] = byte
  let [written, next, width, previous] = [0, firstFree, 9, -1]
  let [bits, bitCount, position] = [0, 0, 0]

  while (written < mostBytes) {
    while (bitCount < width) {
      if (position >= packed.length) return result.subarray(0, written)
      bits = ((bits << 8) | packed[position++]!) & 0xff_ffff
      bitCount += 8
    }
    bitCount -= width
    const code = (bits >> bitCount) & ((1 << width) - 1)
    if (code === end) break
    if (code === clear) {
      next = firstFree
      width = 9
      previous = -1
      continue
    }
    if (previous === -1) {
      if (code >= clear) break
      result[written++] = code
      previous = code
      continue
    }
    if (code > next || next >= 1 << widest) break
    prefix[next] = previous
    length[next] = length[previous]! + 1
    suffix[next] = firstByte(code === next ? previous : code)
    next += 1
    written += write(code)
    previous = code
    // One code early, as the first writers of TIFF did it.
    if (next + 1 >= 1 << width && width < widest) width += 1
  }
  return result.subarray(0, written)

  function firstByte(code: number): number {
    let at = code
    while (at >= firstFree) at = prefix[at]!
    return suffix[at]!
  }

  /** From its last byte to its first; what is beyond the end falls away. */
  function write(code: number): number {
    const count = Math.min(length[code]!, mostBytes - written)
    let at = code
    for (let index = length[code]! - 1; index >= 0; index--) {
      if (index < count) result[written + index] = suffix[at]!
      at = prefix[at]!
    }
    return count
  }
}
