const lobes = 8

/**
 * Brings samples from one rate to another, block by block: a windowed sinc that lets nothing through above half of the
 * lower rate. The weights repeat after a few samples, and are worked out once.
 */
export function resampler(from: number, to: number): (block: Float32Array) => Float32Array {
  if (from === to) return (block) => block
  const shared = greatestCommonDivisor(from, to)
  const [down, up] = [from / shared, to / shared]
  const cutoff = Math.min(1, to / from)
  const reach = Math.ceil(lobes / cutoff)
  const weights: Float32Array[] = []
  let kept: Float32Array = new Float32Array(reach)
  /** Where the next sample lies in `kept` and the block after it: a whole sample, and so many parts of one. */
  let next = reach
  let phase = 0

  return (block) => {
    const input = new Float32Array(kept.length + block.length)
    input.set(kept)
    input.set(block, kept.length)
    const output = new Float32Array(Math.ceil((input.length * up) / down) + 1)
    let made = 0
    while (next + reach + 1 < input.length) {
      const taps = weights[phase] ?? tapsAt(phase / up)
      weights[phase] = taps
      let sum = 0
      for (let index = 0; index < taps.length; index++)
        sum += (taps[index] ?? 0) * (input[next - reach + index] ?? 0)
      output[made++] = sum
      phase += down
      next += Math.floor(phase / up)
      phase %= up
    }
    const drop = Math.max(0, next - reach)
    kept = input.slice(drop)
    next -= drop
    return output.subarray(0, made)
  }

  function tapsAt(fraction: number): Float32Array {
    const taps = new Float32Array(2 * reach + 2)
    for (let index = 0; index < taps.length; index++) {
      const x = (index - reach - fraction) * cutoff
      if (Math.abs(x) >= lobes) continue
      const window = 0.5 + 0.5 * Math.cos((Math.PI * x) / lobes)
      taps[index] = (x === 0 ? 1 : Math.sin(Math.PI * x) / (Math.PI * x)) * window
    }
    const sum = taps.reduce((total, tap) => total + tap, 0)
    return taps.map((tap) => tap / sum)
  }
}

function greatestCommonDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestCommonDivisor(b, a % b)
}
