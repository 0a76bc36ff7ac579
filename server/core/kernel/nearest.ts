/** The closest word, at an edit distance of at most a third of its letters. */
export function nearest(word: string, words: Iterable<string>): string | undefined {
  let best: string | undefined
  let least = Math.floor(word.length / 3) + 1
  for (const other of words) {
    const distance = distanceOf(word.toLowerCase(), other.toLowerCase())
    if (distance >= least) continue
    best = other
    least = distance
  }
  return best
}

/** Damerau-Levenshtein distance. */
export function distanceOf(one: string, other: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (let row = 1; row <= one.length; row++) {
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const changed = (above[column - 1] ?? 0) + (one[row - 1] === other[column - 1] ? 0 : 1)
      const isSwapped = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const swapped = isSwapped ? (twoAbove[column - 2] ?? Infinity) + 1 : Infinity
      current.push(Math.min(changed, swapped, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    twoAbove = above
    above = current
  }
  return above[other.length] ?? 0
}
