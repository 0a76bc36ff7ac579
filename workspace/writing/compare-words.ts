import { diffArrays } from 'diff'
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
  for (const { kind, item } of compare(before, after) ?? []) {
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
  const found = compare(wordsOf(before), wordsOf(after), most)
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

type Step = { kind: Change['kind']; item: string }

/** What makes one list of the other, item by item; undefined if that takes more than `most` steps. */
function compare(
  before: readonly string[],
  after: readonly string[],
  most = Number.POSITIVE_INFINITY,
): Step[] | undefined {
  const numbers = new Map<string, number>()
  // Numbers are compared faster than words, and the space after a word does not count.
  const numberOf = (item: string) => {
    const key = item === '\n' ? item : item.trim()
    const known = numbers.get(key) ?? numbers.size
    numbers.set(key, known)
    return known
  }
  const found = diffArrays(before.map(numberOf), after.map(numberOf), { maxEditLength: most })
  let [old, next] = [0, 0]
  return found?.flatMap(({ added, removed, count }) => {
    const kind = added ? 'added' : removed ? 'removed' : 'same'
    const items = kind === 'removed' ? before.slice(old, old + count) : after.slice(next, next + count)
    if (!added) old += count
    if (!removed) next += count
    return items.map((item): Step => ({ kind, item }))
  })
}
