/** The closest word, within an edit distance of a third of the letters of `word`. */
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
export function distanceOf(a: string, b: string): number {
  let twoAbove: number[] = []
  let above = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const changed = (above[column - 1] ?? 0) + (a[row - 1] === b[column - 1] ? 0 : 1)
      const isSwapped = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      const swapped = isSwapped ? (twoAbove[column - 2] ?? Infinity) + 1 : Infinity
      current.push(Math.min(changed, swapped, (above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    twoAbove = above
    above = current
  }
  return above[b.length] ?? 0
}
