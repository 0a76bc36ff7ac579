import { randomBytes } from 'node:crypto'

let random = Buffer.alloc(0)

/** Drawn in batches: a single draw costs more than the ID made from it. */
export function tenRandomBytes(): Uint8Array {
  if (random.length < 10) random = randomBytes(4000)
  const drawn = random.subarray(0, 10)
  random = random.subarray(10)
  return drawn
}
