/** As the transcripts of samples are written: no marks, titles in full. */
export function plainWords(text: string): string[] {
  return text
    .toLowerCase()
    .replaceAll(/\bmr\./g, 'mister')
    .replaceAll('-', ' ')
    .replaceAll(/[^a-z' ]/g, '')
    .split(/\s+/)
    .filter(Boolean)
}

/**
 * Words that have to be added, left out or changed. With `isWithin`, what was said may begin and end anywhere in what was
 * expected.
 */
export function wordDistance(
  said: readonly string[],
  expected: readonly string[],
  { isWithin = false } = {},
): number {
  let row = expected.map((_, index) => (isWithin ? 0 : index + 1))
  row.unshift(0)
  for (const [index, word] of said.entries()) {
    const next = [index + 1]
    for (const [place, other] of expected.entries())
      next.push(Math.min(next[place]! + 1, row[place + 1]! + 1, row[place]! + (word === other ? 0 : 1)))
    row = next
  }
  return isWithin ? Math.min(...row) : (row.at(-1) ?? 0)
}
