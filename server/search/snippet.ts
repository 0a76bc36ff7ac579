import type { Query, Term } from './query.ts'
import type { Place, ReadablePage } from './read-page.ts'

const snippetLength = 160
/**
 * How much of the original is looked at on each side: what a snippet takes of it in the middle of a page, what it takes
 * where the other side is short, and enough where much is blank.
 */
const shortReach = 110
const reach = 200
const longReach = 300
const beyondPlain = /[^\t\n\r -~]/
const matchesConsidered = 200

export type Snippet = {
  snippet: string
  /** Where the words asked for stand in it, by code units. */
  matches: { start: number; end: number }[]
}

/** The text around the first match; of several words, around the first place where most of them meet. */
export function snippetOf(page: ReadablePage, query: Query): string {
  return cut(page, meetingPlace(page, query)).snippet
}

export function snippetWithMatches(page: ReadablePage, query: Query): Snippet {
  const { snippet, from, to, offset } = cut(page, meetingPlace(page, query))
  const matches: Snippet['matches'] = []
  const places = query.required
    .flatMap((terms) => terms.flatMap((term) => placesBetween(page, term, from, to)))
    .sort((one, another) => one.start - another.start)
  for (const place of places) {
    const start = Math.max(0, offset(place.start))
    const end = Math.min(snippet.length, offset(place.end))
    const last = matches.at(-1)
    if (last && start <= last.end) last.end = Math.max(last.end, end)
    else if (start < end) matches.push({ start, end })
  }
  return { snippet, matches }
}

function placesBetween(page: ReadablePage, term: Term, from: number, to: number): Place[] {
  const places: Place[] = []
  for (const place of page.placesOf(term)) {
    if (place.start >= to) break
    if (place.end > from) places.push(place)
  }
  return places
}

function cut(page: ReadablePage, place: Place) {
  const { from, to, before, match: matched, after } = enoughAround(page, place)
  const match = firstWords(matched, snippetLength)
  const spare = snippetLength - match.length
  const half = Math.floor(spare / 2)
  const head = lastWords(before, Math.max(half, spare - after.length), from > 0)
  const tail = firstWords(after, Math.max(spare - half, spare - before.length), to < page.length)
  const whole = head + match + tail
  const trimmed = whole.length - whole.trimStart().length
  return {
    snippet: whole.trim(),
    from,
    to,
    /** Where a place of the original stands in the snippet; outside of it, before its start or behind its end. */
    offset(at: number): number {
      const folded = (start: number) => fold(page.slice(start, at)).length
      if (at <= place.start) return head.length - before.length + folded(from) - trimmed
      const inMatch = at <= place.end
      const behind = inMatch ? Math.min(match.length, folded(place.start)) : match.length + folded(place.end)
      return head.length + behind - trimmed
    },
  }
}

/** What stands around a place, as far as more of it would change nothing. */
function enoughAround(page: ReadablePage, place: Place) {
  const close = around(page, place, shortReach)
  // With half a snippet and a word's end on both sides, neither takes more than its half.
  const spare = snippetLength - firstWords(close.match, snippetLength).length
  const half = Math.ceil(spare / 2) + 4
  if (close.before.length >= half && close.after.length >= half) return close
  const near = around(page, place, reach)
  return near.isAmple ? near : around(page, place, longReach)
}

/** A place and what stands around it, as it is shown; ample where more of it would change nothing. */
function around(page: ReadablePage, { start, end }: Place, reach: number) {
  const from = Math.max(0, start - reach)
  const to = Math.min(page.length, end + reach)
  const text = page.slice(from, to)
  const folded = beyondPlain.test(text) ? foldWide : foldPlain
  const before = folded(text.slice(0, start - from))
  const match = folded(text.slice(start - from, end - from))
  const after = folded(text.slice(end - from))
  const isEnough = (side: string) => side.length > snippetLength + 1
  const isAmple = (from === 0 || isEnough(before)) && (to === page.length || isEnough(after))
  return { from, to, before, match, after, isAmple }
}

function meetingPlace(page: ReadablePage, query: Query): Place {
  const [only = [], ...others] = query.required
  if (others.length === 0) return firstPlace(page, only)
  const found: GroupPlace[] = []
  const coming = placesInOrder(page, query)
  const next = () => {
    const { value } = coming.next()
    if (value) found.push(value)
    return value
  }
  let best: Place = next() ?? { start: 0, end: 0 }
  let most = 1
  const seenFrom = new Int32Array(query.required.length).fill(-1)
  for (let index = 0; index < found.length && most < query.required.length; index++) {
    const { start } = found[index]!
    let { end } = found[index]!
    let groups = 0
    for (let other = index; ; other++) {
      const match = found[other] ?? next()
      if (!match || match.end > start + snippetLength) break
      if (seenFrom[match.group] === index) continue
      seenFrom[match.group] = index
      groups++
      end = Math.max(end, match.end)
    }
    if (groups > most) {
      most = groups
      best = { start, end }
    }
  }
  return best
}

function firstPlace(page: ReadablePage, terms: readonly Term[]): Place {
  let first: Place | undefined
  for (const term of terms) {
    const { value } = page.placesOf(term)[Symbol.iterator]().next()
    if (value && (!first || value.start < first.start)) first = value
  }
  return first ?? { start: 0, end: 0 }
}

type GroupPlace = Place & { group: number }

/** The places of all terms from the top, each with its group; no further than somebody asks. */
function* placesInOrder(page: ReadablePage, { required }: Query): Generator<GroupPlace, undefined> {
  const coming = required.flatMap((terms, group) =>
    terms.map((term) => ({ group, places: page.placesOf(term)[Symbol.iterator](), left: matchesConsidered })),
  )
  const heads = coming.map(({ places }) => places.next().value as Place | undefined)
  for (;;) {
    let first = -1
    for (let at = 0; at < heads.length; at++) {
      if (heads[at] && (first === -1 || heads[at]!.start < heads[first]!.start)) first = at
    }
    if (first === -1) return
    const { group, places } = coming[first]!
    const { start, end } = heads[first]!
    coming[first]!.left--
    heads[first] = coming[first]!.left > 0 ? (places.next().value as Place | undefined) : undefined
    yield { start, end, group }
  }
}

const fold = (text: string): string => (beyondPlain.test(text) ? foldWide(text) : foldPlain(text))

const foldPlain = (text: string): string => text.replace(/[\t\n\r ]{2,}|[\t\n\r]/g, ' ')

function foldWide(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\p{Cf}\ufffe\uffff]/gu, '')
    .replace(/[\s\p{Cc}]+/gu, ' ')
}

function firstWords(text: string, length: number, isCut = false): string {
  if (text.length <= length && !isCut) return text
  const end = text.lastIndexOf(' ', length)
  return end === -1 ? withoutHalves(text.slice(0, length)) : text.slice(0, end)
}

function lastWords(text: string, length: number, isCut: boolean): string {
  if (text.length <= length && !isCut) return text
  const space = text.indexOf(' ', Math.max(0, text.length - length - 1))
  return space === -1 ? withoutHalves(text.slice(Math.max(0, text.length - length))) : text.slice(space + 1)
}

/** A cut may fall inside a character of two code units. */
function withoutHalves(text: string): string {
  return text.replace(/^[\udc00-\udfff]|[\ud800-\udbff]$/g, '')
}
