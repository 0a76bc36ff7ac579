/** A stream of choices that is the same for the same key, on every machine. */
export type Random = {
  /** 0 ≤ n < 1 */
  next(): number
  /** a whole number, both ends included */
  int(min: number, max: number): number
  chance(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** `count` different members in random order, or all of them when there are fewer */
  sample<T>(list: readonly T[], count: number): T[]
  weighted<T>(list: readonly T[], weightOf: (item: T) => number): T
}

export function seeded(...key: readonly (string | number)[]): Random {
  let [a, b, c, d] = hash128(key.join('\u001f'))

  // sfc32: small, fast, and passes PractRand; 32-bit integers only, so no platform can round it differently.
  function next32(): number {
    const sum = (((a + b) | 0) + d) | 0
    d = (d + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (((c << 21) | (c >>> 11)) + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 12; round++) next32()

  const next = () => next32() / 4294967296
  const int = (min: number, max: number) => min + Math.floor(next() * (max - min + 1))

  function pick<T>(list: readonly T[]): T {
    if (list.length === 0) throw new RangeError('nothing to pick from')
    return list[int(0, list.length - 1)]!
  }

  function sample<T>(list: readonly T[], count: number): T[] {
    const rest = [...list]
    const taken: T[] = []
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(int(0, rest.length - 1), 1))
    return taken
  }

  function weighted<T>(list: readonly T[], weightOf: (item: T) => number): T {
    let left = next() * list.reduce((sum, item) => sum + weightOf(item), 0)
    for (const item of list) {
      left -= weightOf(item)
      if (left < 0) return item
    }
    return pick(list)
  }

  return { next, int, chance: (probability) => next() < probability, pick, sample, weighted }
}

/** cyrb128: spreads a short key over the four words that the generator starts from. */
function hash128(text: string): [number, number, number, number] {
  let [a, b, c, d] = [1779033703, 3144134277, 1013904242, 2773480762]
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = b ^ Math.imul(a ^ code, 597399067)
    b = c ^ Math.imul(b ^ code, 2869860233)
    c = d ^ Math.imul(c ^ code, 951274213)
    d = a ^ Math.imul(d ^ code, 2716044179)
  }
  a = Math.imul(c ^ (a >>> 18), 597399067)
  b = Math.imul(d ^ (b >>> 22), 2869860233)
  c = Math.imul(a ^ (c >>> 17), 951274213)
  d = Math.imul(b ^ (d >>> 19), 2716044179)
  return [a ^ b ^ c ^ d, b ^ a, c ^ a, d ^ a]
}
