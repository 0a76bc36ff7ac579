/** SHA-256 without waiting: the rules that the mock shares with the service ask for it in the midst of a decision. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const length = bytes.length
  const padded = new Uint8Array(((length + 72) >> 6) << 6)
  padded.set(bytes)
  padded[length] = 0x80
  const view = new DataView(padded.buffer)
  view.setUint32(padded.length - 8, Math.floor(length / 2 ** 29))
  view.setUint32(padded.length - 4, length << 3)
  const state = Int32Array.from(initial)
  const words = new Int32Array(64)
  for (let block = 0; block < padded.length; block += 64) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(block + at * 4)
    for (let at = 16; at < 64; at++) {
      const [early, late] = [words[at - 15]!, words[at - 2]!]
      const first = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3)
      const second = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10)
      words[at] = words[at - 16]! + first + words[at - 7]! + second
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
    for (let at = 0; at < 64; at++) {
      const mixed = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)
      const one = (h + mixed + ((e & f) ^ (~e & g)) + constants[at]! + words[at]!) | 0
      const two = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0
      ;[h, g, f, e, d, c, b, a] = [g, f, e, (d + one) | 0, c, b, a, (one + two) | 0]
    }
    for (const [at, value] of [a, b, c, d, e, f, g, h].entries()) state[at] = state[at]! + value
  }
  const digest = new DataView(new ArrayBuffer(32))
  for (const [at, value] of state.entries()) digest.setInt32(at * 4, value)
  return new Uint8Array(digest.buffer)
}

export function sha256Hex(text: string | Uint8Array): string {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  return Array.from(sha256(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** As the rules call it, which know the one of Node. */
export function hash(_: 'sha256', text: string, form: 'hex' | 'buffer' = 'hex') {
  if (form === 'hex') return sha256Hex(text)
  const digest = sha256(new TextEncoder().encode(text))
  return Object.assign(digest, { readUInt32BE: () => new DataView(digest.buffer).getUint32(0) })
}

const turned = (value: number, by: number) => (value >>> by) | (value << (32 - by))

/** The first 32 bits of the fraction of a root of each prime: square roots to begin with, cube roots for each step. */
const primes = Array.from({ length: 312 }, (_, number) => number).filter((number) => {
  for (let by = 2; by * by <= number; by++) if (number % by === 0) return false
  return number > 1
})
const fraction = (root: number) => ((root - Math.floor(root)) * 2 ** 32) | 0
const initial = primes.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))
const constants = primes.slice(0, 64).map((prime) => fraction(Math.cbrt(prime)))
