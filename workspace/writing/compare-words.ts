import { pairedBlocks } from './paired-blocks.ts'

export type Change = { kind: 'same' | 'added' | 'removed'; text: string }
/** A paragraph of a comparison, word by word. */
export type ComparedBlock = Change[]

/**
 * Compares two texts for the eye: blocks that are equal stay as they are, and what lies between them is compared word by
 * word.
 */
export function compareBlocks(before: readonly string[], after: readonly string[]): ComparedBlock[] {
  const blocks: ComparedBlock[] = []
  let removed: string[] = []
  let added: string[] = []
  const settle = () => {
    blocks.push(...compareChanged(removed, added))
    removed = []
    added = []
  }
  for (const { kind, item } of compare(before, after, (one, other) => one === other) ?? []) {
    if (kind === 'removed') removed.push(item)
    else if (kind === 'added') added.push(item)
    else {
      settle()
      blocks.push([{ kind, text: item }])
    }
  }
  settle()
  return blocks
}

export const isChanged = (block: ComparedBlock): boolean => block.some(({ kind }) => kind !== 'same')

/** Beyond this many differences blocks are compared one by one. */
const mostDifferences = 400

/** As one text, so that a block that was divided or joined is still followed, unless too much of it has changed. */
function compareChanged(removed: readonly string[], added: readonly string[]): ComparedBlock[] {
  if (removed.length === 0) return added.map((text) => [{ kind: 'added', text }])
  if (added.length === 0) return removed.map((text) => [{ kind: 'removed', text }])
  return (
    compareTexts(removed.join('\n'), added.join('\n'), mostDifferences) ??
    pairedBlocks(removed, added).flatMap(([was, now]) => comparePair(was, now))
  )
}

function comparePair(was: string | undefined, now: string | undefined): ComparedBlock[] {
  const removed: ComparedBlock[] = was === undefined ? [] : [[{ kind: 'removed', text: was }]]
  const added: ComparedBlock[] = now === undefined ? [] : [[{ kind: 'added', text: now }]]
  if (was === undefined || now === undefined) return [...removed, ...added]
  return compareTexts(was, now, mostDifferences) ?? [...removed, ...added]
}

function compareTexts(before: string, after: string, most: number): ComparedBlock[] | undefined {
  const found = compare(wordsOf(before), wordsOf(after), (one, other) => one.trim() === other.trim(), most)
  if (!found) return undefined
  const blocks: ComparedBlock[] = [[]]
  for (const { kind, item } of found) {
    if (item === '\n' && kind !== 'removed') {
      blocks.push([])
      continue
    }
    // Of two blocks that became one the end of the first is only a space.
    const text = item === '\n' ? ' ' : item
    const current = blocks.at(-1) as ComparedBlock
    const last = current.at(-1)
    if (last?.kind === kind) last.text += text
    else current.push({ kind, text })
  }
  return blocks.filter((block) => block.length > 0)
}

/** Words with the space that follows them, and the ends of blocks. */
const wordsOf = (text: string): string[] => text.match(/\n|[^\s]+[^\S\n]*|[^\S\n]+/g) ?? []

type Step<Item> = { kind: Change['kind']; item: Item }

/**
 * The fewest removals and additions that make one list of the other, by Myers' algorithm; undefined if there are more
 * than `most`.
 */
function compare<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
  most = Number.POSITIVE_INFINITY,
): Step<Item>[] | undefined {
  const shortest = Math.min(before.length, after.length)
  let head = 0
  while (head < shortest && isSame(before[head] as Item, after[head] as Item)) head += 1
  let tail = 0
  while (
    tail < shortest - head &&
    isSame(before[before.length - 1 - tail] as Item, after[after.length - 1 - tail] as Item)
  )
    tail += 1
  const same = (items: readonly Item[]): Step<Item>[] => items.map((item) => ({ kind: 'same', item }))
  const changed = between(
    before.slice(head, before.length - tail),
    after.slice(head, after.length - tail),
    isSame,
    most,
  )
  return changed && [...same(after.slice(0, head)), ...changed, ...same(after.slice(after.length - tail))]
}

function between<Item>(
  before: readonly Item[],
  after: readonly Item[],
  isSame: (one: Item, other: Item) => boolean,
  most: number,
): Step<Item>[] | undefined {
  if (before.length === 0 || after.length === 0)
    return [
      ...before.map((item): Step<Item> => ({ kind: 'removed', item })),
      ...after.map((item): Step<Item> => ({ kind: 'added', item })),
    ]
  /** How far in `before` each diagonal has come, after each number of differences. */
  const rounds: Map<number, number>[] = []
  let furthest = new Map([[1, 0]])
  for (let differences = 0; differences <= Math.min(before.length + after.length, most); differences += 1) {
    const next = new Map<number, number>()
    for (let diagonal = -differences; diagonal <= differences; diagonal += 2) {
      const fromAbove = furthest.get(diagonal + 1) ?? -1
      const fromLeft = (furthest.get(diagonal - 1) ?? -2) + 1
      const isAdded = diagonal === -differences || (diagonal !== differences && fromLeft - 1 < fromAbove)
      let at = isAdded ? fromAbove : fromLeft
      while (
        at < before.length &&
        at - diagonal < after.length &&
        isSame(before[at] as Item, after[at - diagonal] as Item)
      )
        at += 1
      next.set(diagonal, at)
      if (at >= before.length && at - diagonal >= after.length)
        return walkBack([...rounds, furthest], before, after)
    }
    rounds.push(furthest)
    furthest = next
  }
  return undefined
}

function walkBack<Item>(
  rounds: readonly Map<number, number>[],
  before: readonly Item[],
  after: readonly Item[],
): Step<Item>[] {
  const steps: Step<Item>[] = []
  let [x, y] = [before.length, after.length]
  for (let differences = rounds.length - 1; differences >= 0; differences -= 1) {
    const furthest = rounds[differences] as Map<number, number>
    const diagonal = x - y
    const fromAbove = furthest.get(diagonal + 1) ?? -1
    const fromLeft = (furthest.get(diagonal - 1) ?? -2) + 1
    const isAdded = diagonal === -differences || (diagonal !== differences && fromLeft - 1 < fromAbove)
    const startX = isAdded ? fromAbove : fromLeft - 1
    const startY = startX - (isAdded ? diagonal + 1 : diagonal - 1)
    while (x > Math.max(0, isAdded ? startX : startX + 1) && y > Math.max(0, isAdded ? startY + 1 : startY)) {
      x -= 1
      y -= 1
      steps.push({ kind: 'same', item: after[y] as Item })
    }
    if (differences === 0) break
    if (isAdded) {
      y -= 1
      steps.push({ kind: 'added', item: after[y] as Item })
    } else {
      x -= 1
      steps.push({ kind: 'removed', item: before[x] as Item })
    }
  }
  return steps.reverse()
}
