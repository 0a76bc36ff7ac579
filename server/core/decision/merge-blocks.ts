import type { Block, Inline, TextRun } from '@portico/contract/rich-text'
import type { Static } from '@portico/contract/type'
import { canonicalJson } from '../kernel/chain.ts'
import { joinInlines } from './splice-inlines.ts'
import { changesBetween, wordsIn } from './word-changes.ts'

type Sides<Value> = { base: Value; theirs: Value; yours: Value }
type Run = Static<typeof TextRun>

/**
 * Merges the changes of both sides; undefined if both changed the same words, or one changed the type of the block.
 */
export function mergeBlocks({ base, theirs, yours }: Sides<Block>): Block | undefined {
  if (base.type === 'boilerplate' || theirs.type === 'boilerplate' || yours.type === 'boilerplate')
    return undefined
  if (base.type !== theirs.type || base.type !== yours.type) return undefined
  const merged = mergeNodes({ base, theirs, yours })
  return merged as Block | undefined
}

type Node = Record<string, unknown>

/** Merges inline text word by word, lists with unchanged IDs entry by entry, and anything else as a whole. */
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
  const [baseKey, theirKey, yourKey] = [base, theirs, yours].map(keyOf)
  if (theirKey === baseKey || theirKey === yourKey) return yours
  if (yourKey === baseKey) return theirs
  if (!Array.isArray(base) || !Array.isArray(theirs) || !Array.isArray(yours)) return contested
  if (name === 'content') return mergeInlines({ base, theirs, yours }) ?? contested
  const isSameList = [theirs, yours].every(
    (list) => list.length === base.length && list.every((node, index) => node.id === base[index].id),
  )
  if (!isSameList) return contested
  const merged = base.map((node, index) =>
    mergeNodes({ base: node, theirs: theirs[index], yours: yours[index] }),
  )
  return merged.includes(undefined) ? contested : merged
}

const keyOf = (value: unknown) => (value === undefined ? '' : canonicalJson(value))

/** `inlines` replace the words of the base from `from` up to, but not including, `to`. */
type Hunk = { from: number; to: number; inlines: readonly Inline[] }

const maxRunLength = 50_000
const maxInlines = 2000

function mergeInlines({ base, theirs, yours }: Sides<readonly Inline[]>): Inline[] | undefined {
  const words = wordsOf(base)
  const yourHunks = hunksBetween(words, wordsOf(yours))
  const theirHunks = yourHunks && hunksBetween(words, wordsOf(theirs))
  if (!yourHunks || !theirHunks) return undefined
  const isSame = (hunk: Hunk, another: Hunk) =>
    hunk.from === another.from &&
    hunk.to === another.to &&
    canonicalJson(hunk.inlines) === canonicalJson(another.inlines)
  const newHunks = yourHunks.filter((hunk) => !theirHunks.some((another) => isSame(hunk, another)))
  if (
    newHunks.some((hunk) => theirHunks.some((another) => hunk.from <= another.to && another.from <= hunk.to))
  )
    return undefined
  const merged: Inline[] = []
  let position = 0
  for (const { from, to, inlines } of [...newHunks, ...theirHunks].sort(
    (hunk, another) => hunk.from - another.from,
  )) {
    merged.push(...words.slice(position, from), ...inlines)
    position = to
  }
  const joined = joinInlines([...merged, ...words.slice(position)])
  if (joined.length > maxInlines) return undefined
  return joined.some((inline) => inline.type === 'text' && inline.text.length > maxRunLength)
    ? undefined
    : joined
}

/** Words, the text between them, and each citation, line break and footnote. */
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
