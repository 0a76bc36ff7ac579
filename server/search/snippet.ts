import type { Normalised } from './normalise.ts'
import type { Query } from './query.ts'
import type { Runs } from './tokenise.ts'
import { type Match, matchesOf } from './verify.ts'

const snippetLength = 160
/** Enough of the original on each side, however much of it is blank. */
const reach = 300
const matchesConsidered = 200

/** The text around the first match; of several words, around the first place where most of them meet. */
export function snippetOf(original: string, normalised: Normalised, runs: Runs, query: Query): string {
  const { start, end } = meetingPlace(query, runs)
  const place = normalised.original(start, end)
  const from = Math.max(0, place.start - reach)
  const to = Math.min(original.length, place.end + reach)
  const before = fold(original.slice(from, place.start))
  const after = fold(original.slice(place.end, to))
  const match = firstWords(fold(original.slice(place.start, place.end)), snippetLength)
  const spare = snippetLength - match.length
  const half = Math.floor(spare / 2)
  const head = lastWords(before, Math.max(half, spare - after.length), from > 0)
  const tail = firstWords(after, Math.max(spare - half, spare - before.length), to < original.length)
  return (head + match + tail).trim()
}

function meetingPlace(query: Query, runs: Runs): Match {
  const found = query.required
    .flatMap((terms, group) =>
      terms.flatMap((term) => {
        const wanted = query.required.length === 1 ? 1 : matchesConsidered
        return [...matchesOf(term, runs).take(wanted)].map((match) => ({ ...match, group }))
      }),
    )
    .sort((one, another) => one.start - another.start)
  let best: Match = found[0] ?? { start: 0, end: 0 }
  let most = 1
  for (const [index, first] of found.entries()) {
    const groups = new Set<number>()
    let end = first.end
    for (let other = index; other < found.length; other++) {
      const match = found[other]!
      if (match.end > first.start + snippetLength) break
      if (!groups.has(match.group)) end = Math.max(end, match.end)
      groups.add(match.group)
    }
    if (groups.size > most) {
      most = groups.size
      best = { start: first.start, end }
    }
    if (most === query.required.length) break
  }
  return best
}

function fold(text: string): string {
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
