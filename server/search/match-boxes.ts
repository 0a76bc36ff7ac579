import type { Box } from '@portico/contract/marks'
import { decodeWords, type PageWord } from '../core/file/page-words.ts'
import type { Queryable } from '../store/db.ts'
import type { Query } from './query.ts'
import type { Place, ReadablePage } from './read-page.ts'

/** Nobody looks for the hundredth place on a page. */
const mostPlaces = 100
const mostBoxes = 200

/** Where a page is printed what the query asks for: a box for each line of a match. */
export function matchBoxes(words: readonly PageWord[], page: ReadablePage, query: Query): Box[] {
  if (words.length === 0) return []
  return placesOf(page, query)
    .flatMap((place) => boxesOf(words, place))
    .slice(0, mostBoxes)
}

/** The words of some pages, with where they are printed; a page that has none is left out. */
export async function readWords(
  db: Queryable,
  caseId: string,
  pages: readonly number[],
): Promise<Map<number, PageWord[]>> {
  if (pages.length === 0) return new Map()
  const rows = await db.rows<{ page: number; words: Uint8Array }>(
    `select page, words from page_words where case_id = $1 and page = any($2::int[])`,
    [caseId, pages],
  )
  return new Map(rows.map(({ page, words }) => [page, decodeWords(words)]))
}

/** The first places of all terms, in their order; those that meet as one. */
function placesOf(page: ReadablePage, { required }: Query): Place[] {
  const found = required
    .flatMap((terms) => terms.flatMap((term) => [...Iterator.from(page.placesOf(term)).take(mostPlaces)]))
    .sort((one, another) => one.start - another.start)
  const places: Place[] = []
  for (const { start, end } of found) {
    const last = places.at(-1)
    if (last && start < last.end) last.end = Math.max(last.end, end)
    else places.push({ start, end })
  }
  return places.slice(0, mostPlaces)
}

/** A box for each line that the place runs over. */
export function boxesOf(words: readonly PageWord[], place: Place): Box[] {
  const boxes: Box[] = []
  for (let index = firstEndingAfter(words, place.start); index < words.length; index++) {
    const word = words[index]!
    if (word.start >= place.end) break
    const box = partOf(word, place)
    const line = boxes.at(-1)
    if (line && isSameLine(line, box)) {
      line.left = Math.min(line.left, box.left)
      line.top = Math.min(line.top, box.top)
      line.right = Math.max(line.right, box.right)
      line.bottom = Math.max(line.bottom, box.bottom)
    } else boxes.push(box)
  }
  return boxes
}

function firstEndingAfter(words: readonly PageWord[], offset: number): number {
  let low = 0
  let high = words.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.end <= offset) low = middle + 1
    else high = middle
  }
  return low
}

/** A part of a word takes its share of the width, as if all letters were equally wide; upright words are not cut. */
function partOf({ start, end, left, top, right, bottom }: PageWord, place: Place): Box {
  const length = end - start
  if (length === 0 || bottom - top > 2 * (right - left)) return { left, top, right, bottom }
  const at = (offset: number) =>
    left + ((right - left) * (Math.min(Math.max(offset, start), end) - start)) / length
  return { left: at(place.start), top, right: at(place.end), bottom }
}

function isSameLine(line: Box, box: Box): boolean {
  const shared = Math.min(line.bottom, box.bottom) - Math.max(line.top, box.top)
  const lower = Math.min(line.bottom - line.top, box.bottom - box.top)
  return shared > lower / 2 && box.right > line.left
}
