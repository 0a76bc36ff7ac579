import type { Block, Inline, TextRun } from '@portico/contract/rich-text'
import type { Static } from '@portico/contract/type'
import { canonicalJson } from '../kernel/chain.ts'
import { joinInlines } from './splice-inlines.ts'

type Sides<Value> = { base: Value; theirs: Value; yours: Value }
type Run = Static<typeof TextRun>

/**
 * The block with the changes of both, where neither touches words that the other has changed; undefined where they do,
 * or where one of them made another kind of block of it.
 */
export function mergeBlocks({ base, theirs, yours }: Sides<Block>): Block | undefined {
  if (base.type === 'boilerplate' || theirs.type === 'boilerplate' || yours.type === 'boilerplate')
    return undefined
  if (base.type !== theirs.type || base.type !== yours.type) return undefined
  const merged = mergeNodes({ base, theirs, yours })
  return merged as Block | undefined
}

type Node = Record<string, unknown>

/** Inline text is merged word by word, lists of what has the same names one by one, and anything else as a whole. */
function mergeNodes({ base, theirs, yours }: Sides<object>): Node | undefined {
  const sides = { base: base as Node, theirs: theirs as Node, yours: yours as Node }
  const names = new Set(Object.values(sides).flatMap(Object.keys))
  const merged: Node = {}
  for (const name of names) {
    const value = mergeValues(name, {
      base: sides.base[name],
      theirs: sides.theirs[name],
      yours: sides.yours[name],
    })
    if (value === contested) return undefined
    if (value !== undefined) merged[name] = value
  }
  return merged
}

const contested = Symbol('contested')

function mergeValues(name: string, sides: Sides<unknown>): unknown {
  const { base, theirs, yours } = sides
  const [was, is, will] = [base, theirs, yours].map(keyOf)
  if (is === was || is === will) return yours
  if (will === was) return theirs
  if (!Array.isArray(base) || !Array.isArray(theirs) || !Array.isArray(yours)) return contested
  if (name === 'content') return mergeInlines({ base, theirs, yours }) ?? contested
  const isSameList = [theirs, yours].every(
    (list) => list.length === base.length && list.every((one, at) => one.id === base[at].id),
  )
  if (!isSameList) return contested
  const merged = base.map((one, at) => mergeNodes({ base: one, theirs: theirs[at], yours: yours[at] }))
  return merged.includes(undefined) ? contested : merged
}

const keyOf = (value: unknown) => (value === undefined ? '' : canonicalJson(value))

/** From `from` to before `to` of the base there are now these. */
type Hunk = { from: number; to: number; inlines: readonly Inline[] }

const longestRun = 50_000
const mostInlines = 2000

function mergeInlines({ base, theirs, yours }: Sides<readonly Inline[]>): Inline[] | undefined {
  const words = wordsOf(base)
  const mine = hunksBetween(words, wordsOf(yours))
  const other = mine && hunksBetween(words, wordsOf(theirs))
  if (!mine || !other) return undefined
  const isSame = (one: Hunk, another: Hunk) =>
    one.from === another.from &&
    one.to === another.to &&
    canonicalJson(one.inlines) === canonicalJson(another.inlines)
  const own = mine.filter((one) => !other.some((another) => isSame(one, another)))
  if (own.some((one) => other.some((another) => one.from <= another.to && another.from <= one.to)))
    return undefined
  const merged: Inline[] = []
  let at = 0
  for (const { from, to, inlines } of [...own, ...other].sort((one, another) => one.from - another.from)) {
    merged.push(...words.slice(at, from), ...inlines)
    at = to
  }
  const joined = joinInlines([...merged, ...words.slice(at)])
  if (joined.length > mostInlines) return undefined
  return joined.some((inline) => inline.type === 'text' && inline.text.length > longestRun)
    ? undefined
    : joined
}

/** Words, what stands between them, and each citation, line break and footnote. */
function wordsOf(inlines: readonly Inline[]): Inline[] {
  return inlines.flatMap((inline): Inline[] => {
    if (inline.type !== 'text') return [inline]
    const words = inline.text.match(/[\p{L}\p{M}\p{N}]+|\s+|[^\p{L}\p{M}\p{N}\s]/gu) ?? []
    return words.map((text): Run => ({ ...inline, text }))
  })
}

const wordKey = (inline: Inline) =>
  inline.type === 'text' && inline.marks === undefined ? inline.text : canonicalJson(inline)

const mostWords = 20_000
const mostChanges = 1000

/** What was changed, by the fewest words (Myers); undefined where that is too much to be one thought. */
function hunksBetween(before: readonly Inline[], after: readonly Inline[]): Hunk[] | undefined {
  if (before.length > mostWords || after.length > mostWords) return undefined
  const [was, is] = [before.map(wordKey), after.map(wordKey)]
  const shortest = Math.min(was.length, is.length)
  let start = 0
  while (start < shortest && was[start] === is[start]) start += 1
  let same = 0
  while (same < shortest - start && was.at(-1 - same) === is.at(-1 - same)) same += 1
  const kept = pairsOf(was.slice(start, was.length - same), is.slice(start, is.length - same))
  if (!kept) return undefined
  const hunks: Hunk[] = []
  let [from, at] = [start, start]
  const ends = [was.length - same - start, is.length - same - start] as const
  for (const [x, y] of [...kept, ends]) {
    const [to, end] = [x + start, y + start]
    if (to > from || end > at) hunks.push({ from, to, inlines: after.slice(at, end) })
    from = to + 1
    at = end + 1
  }
  return hunks
}

/** The places of what both have, in order. */
function pairsOf(was: readonly string[], is: readonly string[]): [number, number][] | undefined {
  const most = Math.min(was.length + is.length, mostChanges)
  const numbers = new Map<string, number>()
  const [before, after] = [was, is].map((keys) => Int32Array.from(keys, (key) => numberOf(key, numbers))) as [
    Int32Array,
    Int32Array,
  ]
  const ends = [before.length, after.length] as const
  // How far each diagonal is reached, -1 where it is not; of each round what the one before had reached.
  const reached = new Int32Array(2 * most + 3).fill(-1)
  const middle = most + 1
  reached[middle + 1] = 0
  const rounds: Int32Array[] = []
  for (let round = 0; round <= most; round += 1) {
    rounds.push(reached.slice(middle - round - 1, middle + round + 2))
    for (let diagonal = -round; diagonal <= round; diagonal += 2) {
      const [left, right] = [reached[middle + diagonal - 1]!, reached[middle + diagonal + 1]!]
      let x = isDown(diagonal, round, left, right) ? right : left + 1
      while (x < ends[0] && x - diagonal < ends[1] && before[x] === after[x - diagonal]) x += 1
      reached[middle + diagonal] = x
      if (x >= ends[0] && x - diagonal >= ends[1]) return walkedBack(rounds, ends)
    }
  }
  return undefined
}

function numberOf(key: string, numbers: Map<string, number>): number {
  const known = numbers.get(key)
  if (known !== undefined) return known
  numbers.set(key, numbers.size)
  return numbers.size - 1
}

const isDown = (diagonal: number, round: number, left: number, right: number) =>
  diagonal === -round || (diagonal !== round && left < right)

function walkedBack(rounds: readonly Int32Array[], ends: readonly [number, number]): [number, number][] {
  const pairs: [number, number][] = []
  let [x, y] = ends
  for (let round = rounds.length - 1; round >= 0; round -= 1) {
    const diagonal = x - y
    const far = (of: number) => rounds[round]![of + round + 1]!
    const [left, right] = [far(diagonal - 1), far(diagonal + 1)]
    const isFromAbove = isDown(diagonal, round, left, right)
    const previous = isFromAbove ? diagonal + 1 : diagonal - 1
    const fromX = round === 0 ? 0 : isFromAbove ? right : left
    const fromY = round === 0 ? 0 : fromX - previous
    while (x > fromX && y > fromY) {
      x -= 1
      y -= 1
      pairs.push([x, y])
    }
    ;[x, y] = [fromX, fromY]
  }
  return pairs.reverse()
}
