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

/** What a comment was written on: its block as it was, and the words of it. */
export type WrittenOn = { block: Block; quote?: Quote }

/** The place with both names of its block: the comment follows the ID, and its words are found by the number if it goes. */
export function placeInText(
  { quote, ...place }: QuotedPlace,
  content: WorkProductContent,
): { place: CommentPlace; on?: WrittenOn } {
  const { part, issueId, block, blockId } = place
  if (quote && block === undefined && blockId === undefined)
    throw new Refusal('invalid', 'place.quote is words of a block: name it in place.blockId.')
  if (block === undefined && blockId === undefined) return { place }
  const blocks =
    part === 'issue'
      ? (content.issues.find((section) => section.issueId === issueId)?.content ?? [])
      : content[part]
  const named = block === undefined ? undefined : blocks[block]
  const index = blockId === undefined ? (block ?? -1) : blocks.findIndex(({ id }) => id === blockId)
  const found = blocks[index]
  if (blockId !== undefined && !found)
    throw new Refusal('invalid', `place.blockId must name a block of its section: ${blockId} is not in it.`)
  if (blockId !== undefined && block !== undefined && named?.id !== blockId)
    throw new Refusal(
      'invalid',
      'place.block and place.blockId must name the same block: leave place.block out.',
    )
  if (quote && !(found && findQuote(plainText(found), quote)))
    throw new Refusal(
      'invalid',
      'place.quote.exact must be words of its block as it is now: read the text again.',
    )
  if (!found) return { place }
  return {
    place: { ...place, block: index, blockId: found.id },
    on: { block: found, ...(quote ? { quote } : {}) },
  }
}

/** Where a comment stands in the text as it is now, and what has become of the words that it was written on. */
export function commentNow(
  { part, issueId, blockId }: CommentPlace,
  on: WrittenOn | undefined,
  content: WorkProductContent,
): { state: CommentState; now?: PlaceNow } {
  const section = issueId === undefined ? { part } : { part, issueId }
  if (blockId === undefined) return { state: blocksIn(content, section) ? 'holds' : 'gone' }
  const place = findPlace(content, blockId)
  const isThere = (one: Place) => one.section.part === part && one.section.issueId === issueId
  const whole = place && { now: placeNow(place) }
  if (!on) return place ? { state: isThere(place) ? 'holds' : 'moved', ...whole } : { state: 'gone' }
  const { block, quote } = on
  if (!quote) {
    if (!place) return { state: 'gone' }
    if (!isSame(block, place.block)) return { state: 'changed', ...whole }
    return { state: isThere(place) ? 'holds' : 'moved', ...whole }
  }
  const followed = place && follow(plainText(block), plainText(place.block), quote)
  if (place && followed) {
    const { isAsWritten, ...span } = followed
    const state = !isAsWritten ? 'changed' : isThere(place) ? 'holds' : 'moved'
    return { state, now: placeNow(place, span) }
  }
  for (const { section, blocks } of isTelling(quote) ? sectionsOf(content) : [])
    for (const [index, other] of blocks.entries()) {
      const span = findQuote(plainText(other), quote)
      if (span) return { state: 'moved', now: placeNow({ section, index, block: other }, span) }
    }
  return { state: 'gone', ...whole }
}

type Span = { from: number; to: number }

function placeNow({ section, index, block }: Place, span?: Span): PlaceNow {
  return { ...section, block: index, blockId: block.id, ...span }
}

/** Where quoted words are; of several places, the one that most of what stood around them is around. */
function findQuote(text: string, { exact, prefix = '', suffix = '' }: Quote): Span | undefined {
  let best: (Span & { around: number }) | undefined
  for (let from = text.indexOf(exact); from >= 0; from = text.indexOf(exact, from + 1)) {
    const to = from + exact.length
    const around =
      inCommon(reversed(text.slice(Math.max(0, from - prefix.length), from)), reversed(prefix)) +
      inCommon(text.slice(to, to + suffix.length), suffix)
    if (!best || around > best.around) best = { from, to, around }
  }
  return best && { from: best.from, to: best.to }
}

const reversed = (text: string) => [...text].reverse().join('')

function inCommon(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length += 1
  return length
}

/** Few words are in many blocks: found in another they say nothing. */
const isTelling = ({ exact }: Quote) => exact.length >= 20

/** Quoted words through the changes of their block; undefined where none of them is left. */
function follow(was: string, is: string, quote: Quote): (Span & { isAsWritten: boolean }) | undefined {
  const before = findQuote(was, quote)
  if (!before) return undefined
  const mapped = mapSpan(was, is, before)
  if (mapped && is.slice(mapped.from, mapped.to) === quote.exact) return { ...mapped, isAsWritten: true }
  const elsewhere = findQuote(is, quote)
  if (elsewhere) return { ...elsewhere, isAsWritten: true }
  return mapped && { ...mapped, isAsWritten: false }
}

/** What stands now where the words of a span stood; undefined where none of them does. */
function mapSpan(was: string, is: string, { from, to }: Span): Span | undefined {
  const [words, wordsNow] = [wordsIn(was), wordsIn(is)]
  const changes = changesBetween(words, wordsNow)
  if (!changes) return undefined
  const [starts, startsNow] = [startsOf(words), startsOf(wordsNow)]
  let first: number | undefined
  let last: number | undefined
  let shift = 0
  let next = 0
  for (const [index, word] of words.entries()) {
    while (next < changes.length && changes[next]!.to <= index) {
      shift = changes[next]!.end - changes[next]!.to
      next += 1
    }
    const start = starts[index]!
    const isInside = start < to && start + word.length > from && /\S/.test(word)
    const isKept = !(next < changes.length && changes[next]!.from <= index)
    if (!isInside || !isKept) continue
    const startNow = startsNow[index + shift]!
    first ??= startNow + Math.max(0, from - start)
    last = startNow + Math.min(word.length, to - start)
  }
  return first === undefined || last === undefined ? undefined : { from: first, to: last }
}

function startsOf(words: readonly string[]): number[] {
  let at = 0
  return words.map((word) => {
    at += word.length
    return at - word.length
  })
}
