import { randomBytes } from 'node:crypto'

let random = Buffer.alloc(0)

/** Drawn a few hundred at a time: each draw by itself costs more than the id that is made of it. */
export function tenRandomBytes(): Uint8Array {
  if (random.length < 10) random = randomBytes(4000)
  const drawn = random.subarray(0, 10)
  random = random.subarray(10)
  return drawn
}
