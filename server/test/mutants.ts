/** The same numbers for the same seed. */
export function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Bytes changed, cut out or doubled, and numbers made enormous. */
export function mutated(bytes: Buffer, random: (below: number) => number): Buffer {
  let result = Buffer.from(bytes)
  for (let change = 0; change <= random(6); change++) {
    const at = random(result.length)
    const length = random(40)
    switch (random(5)) {
      case 0:
        result[at] = random(256)
        break
      case 1:
        result = Buffer.concat([result.subarray(0, at), result.subarray(at + length)])
        break
      case 2:
        result = Buffer.concat([result.subarray(0, at + length), result.subarray(at)])
        break
      case 3: {
        const number = /\d+/.exec(result.toString('latin1', at))
        if (!number) break
        const start = at + number.index
        const huge = Buffer.from(['-1', '2147483647', '99999999999999999999', '0'][random(4)]!)
        result = Buffer.concat([result.subarray(0, start), huge, result.subarray(start + number[0].length)])
        break
      }
      default:
        if (random(4) === 0) result = result.subarray(0, at + 1)
    }
  }
  return result
}
