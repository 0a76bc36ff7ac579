import type { Block, Inline, TextRun } from '@portico/contract/rich-text'
import type { Static } from '@portico/contract/type'
import { canonicalJson } from '../kernel/chain.ts'
import { joinInlines } from './splice-inlines.ts'
import { changesBetween, wordsIn } from './word-changes.ts'

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

/** From `from` to before `to` of the words of the base there are now these. */
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
    return wordsIn(inline.text).map((text): Run => ({ ...inline, text }))
  })
}

const wordKey = (inline: Inline) =>
  inline.type === 'text' && inline.marks === undefined ? inline.text : canonicalJson(inline)

function hunksBetween(before: readonly Inline[], after: readonly Inline[]): Hunk[] | undefined {
  return changesBetween(before.map(wordKey), after.map(wordKey))?.map(({ from, to, at, end }) => ({
    from,
    to,
    inlines: after.slice(at, end),
  }))
}
