import type { Block } from '@portico/contract/rich-text'
import type {
  CommentPlace,
  CommentState,
  PlaceNow,
  Quote,
  QuotedPlace,
  WorkProductContent,
} from '@portico/contract/work-products'
import { Refusal } from '../kernel/decider.ts'
import { blocksIn, findPlace, type Place, sectionsOf } from './operations.ts'
import { isSame } from './operations-between.ts'
import { plainText } from './plain-text.ts'
import { changesBetween, wordsIn } from './word-changes.ts'

/** The block that a comment was written on, as it was then, and the quoted words. */
export type WrittenOn = { block: Block; quote?: Quote }

/** Completes the place with both the ID and the index of its block: comments follow the ID, and fall back on the index. */
export function placeInText(
  { quote, ...place }: QuotedPlace,
  content: WorkProductContent,
): { place: CommentPlace; on?: WrittenOn } {
  const { part, issueId, block, blockId } = place
  if (quote && block === undefined && blockId === undefined)
    throw new Refusal('invalid', 'place.blockId must be given with place.quote.')
  if (block === undefined && blockId === undefined) return { place }
  const blocks =
    part === 'issue'
      ? (content.issues.find((section) => section.issueId === issueId)?.content ?? [])
      : content[part]
  const named = block === undefined ? undefined : blocks[block]
  const index = blockId === undefined ? (block ?? -1) : blocks.findIndex(({ id }) => id === blockId)
  const target = blocks[index]
  if (blockId !== undefined && !target)
    throw new Refusal('invalid', `place.blockId must be the ID of a block in its section: ${blockId} is not.`)
  if (blockId !== undefined && block !== undefined && named?.id !== blockId)
    throw new Refusal(
      'invalid',
      'place.block and place.blockId must name the same block; place.block may be left out.',
    )
  if (quote && !(target && findQuote(plainText(target), quote)))
    throw new Refusal('invalid', 'place.quote.exact must be words of the current text of its block.')
  if (!target) return { place }
  return {
    place: { ...place, block: index, blockId: target.id },
    on: { block: target, ...(quote ? { quote } : {}) },
  }
}

/** The place of a comment in the current text, and whether its words still hold. */
export function commentNow(
  { part, issueId, blockId }: CommentPlace,
  on: WrittenOn | undefined,
  content: WorkProductContent,
): { state: CommentState; now?: PlaceNow } {
  const section = issueId === undefined ? { part } : { part, issueId }
  if (blockId === undefined) return { state: blocksIn(content, section) ? 'holds' : 'gone' }
  const place = findPlace(content, blockId)
  const isInSection = (place: Place) => place.section.part === part && place.section.issueId === issueId
  const wholeBlock = place && { now: placeNow(place) }
  if (!on) return place ? { state: isInSection(place) ? 'holds' : 'moved', ...wholeBlock } : { state: 'gone' }
  const { block, quote } = on
  if (!quote) {
    if (!place) return { state: 'gone' }
    if (!isSame(block, place.block)) return { state: 'changed', ...wholeBlock }
    return { state: isInSection(place) ? 'holds' : 'moved', ...wholeBlock }
  }
  const followed = place && follow(plainText(block), plainText(place.block), quote)
  if (place && followed) {
    const { isAsWritten, ...span } = followed
    const state = !isAsWritten ? 'changed' : isInSection(place) ? 'holds' : 'moved'
    return { state, now: placeNow(place, span) }
  }
  for (const { section, blocks } of isDistinctive(quote) ? sectionsOf(content) : [])
    for (const [index, other] of blocks.entries()) {
      const span = findQuote(plainText(other), quote)
      if (span) return { state: 'moved', now: placeNow({ section, index, block: other }, span) }
    }
  return { state: 'gone', ...wholeBlock }
}

type Span = { from: number; to: number }

function placeNow({ section, index, block }: Place, span?: Span): PlaceNow {
  return { ...section, block: index, blockId: block.id, ...span }
}

/** The place of quoted words; of several places, the one whose surroundings match best. */
function findQuote(text: string, { exact, prefix = '', suffix = '' }: Quote): Span | undefined {
  let best: (Span & { around: number }) | undefined
  for (let from = text.indexOf(exact); from >= 0; from = text.indexOf(exact, from + 1)) {
    const to = from + exact.length
    const context =
      commonPrefixLength(reversed(text.slice(Math.max(0, from - prefix.length), from)), reversed(prefix)) +
      commonPrefixLength(text.slice(to, to + suffix.length), suffix)
    if (!best || context > best.around) best = { from, to, around: context }
  }
  return best && { from: best.from, to: best.to }
}

const reversed = (text: string) => [...text].reverse().join('')

function commonPrefixLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && a[length] === b[length]) length += 1
  return length
}

/** Short quotes occur in many blocks, so finding one in another block proves nothing. */
const isDistinctive = ({ exact }: Quote) => exact.length >= 20

/** Follows quoted words through the changes of their block; undefined if none is left. */
function follow(was: string, is: string, quote: Quote): (Span & { isAsWritten: boolean }) | undefined {
  const before = findQuote(was, quote)
  if (!before) return undefined
  const mapped = mapSpan(was, is, before)
  if (mapped && is.slice(mapped.from, mapped.to) === quote.exact) return { ...mapped, isAsWritten: true }
  const exact = findQuote(is, quote)
  if (exact) return { ...exact, isAsWritten: true }
  return mapped && { ...mapped, isAsWritten: false }
}

/** Maps a span of words through changes; undefined if none of the words is left. */
function mapSpan(was: string, is: string, { from, to }: Span): Span | undefined {
  const [words, wordsNow] = [wordsIn(was), wordsIn(is)]
  const changes = changesBetween(words, wordsNow)
  if (!changes) return undefined
  const [starts, startsNow] = [startsOf(words), startsOf(wordsNow)]
  let first: number | undefined
  let last: number | undefined
  let offset = 0
  let next = 0
  for (const [index, word] of words.entries()) {
    while (next < changes.length && changes[next]!.to <= index) {
      offset = changes[next]!.end - changes[next]!.to
      next += 1
    }
    const start = starts[index]!
    const isInside = start < to && start + word.length > from && /\S/.test(word)
    const isKept = !(next < changes.length && changes[next]!.from <= index)
    if (!isInside || !isKept) continue
    const startNow = startsNow[index + offset]!
    first ??= startNow + Math.max(0, from - start)
    last = startNow + Math.min(word.length, to - start)
  }
  return first === undefined || last === undefined ? undefined : { from: first, to: last }
}

function startsOf(words: readonly string[]): number[] {
  let end = 0
  return words.map((word) => {
    end += word.length
    return end - word.length
  })
}
