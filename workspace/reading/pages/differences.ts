/** The words of each page that the other lacks, by index. The rest is the same in the same order. */
export type Differences = { left: ReadonlySet<number>; right: ReadonlySet<number> }

/** Longer pages are compared by the words that they have, not by their order. */
const maxCells = 6_000_000

export function differences(left: readonly string[], right: readonly string[]): Differences {
  const [a, b] = [left.map(plain), right.map(plain)]
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start++
  let end = 0
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end++
  const [inA, inB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)]
  const same = inA.length * inB.length > maxCells ? inAnyOrder(inA, inB) : inOrder(inA, inB)
  const others = (count: number, kept: ReadonlySet<number>) =>
    new Set(
      Array.from({ length: count }, (_, index) => index)
        .filter((index) => !kept.has(index))
        .map((index) => index + start),
    )
  return { left: others(inA.length, same.left), right: others(inB.length, same.right) }
}

/** Case and the punctuation around a word differ between two scans of the same page. */
const plain = (word: string) => word.toLowerCase().replaceAll(/^\p{P}+|\p{P}+$/gu, '')

/** The longest common subsequence. */
function inOrder(a: readonly string[], b: readonly string[]): Differences {
  const width = b.length + 1
  const longest = new Uint16Array((a.length + 1) * width)
  const at = (i: number, j: number) => longest[i * width + j] as number
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      longest[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1))
  const [left, right] = [new Set<number>(), new Set<number>()]
  for (let [i, j] = [0, 0]; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      left.add(i++)
      right.add(j++)
    } else if (at(i + 1, j) >= at(i, j + 1)) i++
    else j++
  }
  return { left, right }
}

function inAnyOrder(a: readonly string[], b: readonly string[]): Differences {
  const [inA, inB] = [new Set(a), new Set(b)]
  const shared = (words: readonly string[], others: ReadonlySet<string>) =>
    new Set(words.flatMap((word, at) => (others.has(word) ? [at] : [])))
  return { left: shared(a, inB), right: shared(b, inA) }
}
