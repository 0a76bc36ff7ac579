export const permutations = 128
const bands = 32
const rows = permutations / bands

/** Odd multipliers and offsets from one fixed seed: signatures are kept, and must mean the same for ever. */
const [multipliers, offsets] = coefficients(0x2545f491)

/** How alike two pages are is the share of places where their signatures agree, roughly. */
export type Signature = Uint32Array

export function signatureOf(shingles: Uint32Array): Signature {
  const signature = new Uint32Array(permutations).fill(0xffffffff)
  for (const shingle of shingles) {
    for (let at = 0; at < permutations; at++) {
      const hashed = (Math.imul(shingle, multipliers[at]!) + offsets[at]!) >>> 0
      if (hashed < signature[at]!) signature[at] = hashed
    }
  }
  return signature
}

/** Pages that share one of these keys may be alike; those that are alike hardly ever share none. */
export function bandKeys(signature: Signature): string[] {
  return Array.from({ length: bands }, (_, band) => {
    let key = String.fromCharCode(band)
    for (let row = 0; row < rows; row++) {
      const value = signature[band * rows + row]!
      key += String.fromCharCode(value >>> 16, value & 0xffff)
    }
    return key
  })
}

export function packSignature(signature: Signature): Buffer {
  const bytes = Buffer.alloc(permutations * 4)
  signature.forEach((value, at) => {
    bytes.writeUInt32LE(value, at * 4)
  })
  return bytes
}

export function unpackSignature(bytes: Uint8Array): Signature {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return Uint32Array.from({ length: permutations }, (_, at) => view.getUint32(at * 4, true))
}

function coefficients(seed: number): [Uint32Array, Uint32Array] {
  let state = seed
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return state >>> 0
  }
  const drawn = Array.from({ length: permutations }, () => [next() | 1, next()] as const)
  return [
    Uint32Array.from(drawn, ([multiplier]) => multiplier),
    Uint32Array.from(drawn, ([, offset]) => offset),
  ]
}
