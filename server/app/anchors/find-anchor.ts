import type { Box } from '@portico/contract/marks'
import type { Anchor } from '../../core/file/document.ts'
import type { PageWord } from '../../core/file/page-words.ts'
import { findQuote, speltLine, speltWords } from '../../search/find-quote.ts'
import { boxesOf } from '../../search/match-boxes.ts'

/** What an annotation marks on the page that it was made on. */
export type Mark = { page: number; x?: number; y?: number; rects?: Box[]; quote?: string }

export type MarkedPage = { text: string; words: readonly PageWord[] }

export type NewPage = { page: number; text: string; words(): Promise<readonly PageWord[]> }

/** How many words on either side of a point: fewer are looked for where something near it was changed. */
const wordsAround = [6, 4, 3, 2]
const leastWords = 3
const leastAlike = 0.6

/**
 * Where a mark stands in a new version: where its quote is; without one, where the words around its point are; without
 * a point, on the page with the same words. Of several places the one nearest to where it stood is taken.
 */
export async function findAnchor(
  mark: Mark,
  oldPage: MarkedPage,
  /** How far into the document the mark was, in pages. */
  offset: number,
  newPages: readonly NewPage[],
): Promise<Anchor['found']> {
  const nearest = newPages.toSorted((a, b) => distance(a) - distance(b))
  const point = pointOf(mark)
  if (mark.quote !== undefined) return byWords(mark.quote, point)
  if (point === undefined) return byPage()
  const nearestWord = wordNear(oldPage.words, point)
  if (nearestWord < 0) return byPage()
  for (const reach of wordsAround) {
    const around = oldPage.words.slice(Math.max(0, nearestWord - reach), nearestWord + reach + 1)
    if (around.length < leastWords && around.length < oldPage.words.length) continue
    const [first, last] = [around[0]!, around.at(-1)!]
    const found = await byWords(oldPage.text.slice(first.start, last.end), point, first)
    if (found) return found
  }
  return undefined

  function distance({ page }: NewPage): number {
    return Math.abs(page - (newPages[0]?.page ?? 1) - offset)
  }

  async function byWords(quote: string, at?: Point, from?: PageWord): Promise<Anchor['found']> {
    const line = speltLine(quote)
    const wanted = speltWords(quote)
    for (const newPage of nearest) {
      if (!lineOf(newPage).includes(line)) continue
      const places = findQuote(speltWords(newPage.text), wanted)
      if (places.length === 0) continue
      const printed = await newPage.words()
      const boxes = places.map((place) => boxesOf(printed, place))
      const y = at?.y ?? 0
      const closest = boxes.toSorted((a, b) => above(a, y) - above(b, y))[0] ?? []
      return { page: newPage.page, ...moved(mark, closest, at, from) }
    }
    return undefined
  }

  function byPage(): Anchor['found'] {
    const words = wordSet(oldPage.text)
    if (words.size === 0) return undefined
    const scored = nearest.map(({ page, text }) => ({ page, alike: jaccard(words, wordSet(text)) }))
    const best = scored.reduce((a, b) => (b.alike > a.alike ? b : a), { page: 0, alike: 0 })
    const { x, y, rects } = mark
    if (best.alike < leastAlike) return undefined
    return {
      page: best.page,
      ...(x === undefined ? {} : { x }),
      ...(y === undefined ? {} : { y }),
      ...(rects ? { rects } : {}),
    }
  }
}

const lines = new WeakMap<NewPage, string>()

/** Nearly every page that is looked at has not the words, and is looked at for every mark on the document. */
function lineOf(page: NewPage): string {
  const line = lines.get(page) ?? speltLine(page.text)
  lines.set(page, line)
  return line
}

type Point = { x: number; y: number }

function pointOf({ x, y, rects }: Mark): Point | undefined {
  const [rect] = rects ?? []
  if (x === undefined && y === undefined) return rect && { x: rect.left, y: rect.top }
  return { x: x ?? 0, y: y ?? 0 }
}

/** The point keeps its distance from the words that it was found by; what marks words marks them where they are now. */
function moved(mark: Mark, boxes: readonly Box[], point?: Point, from?: PageWord): Omit<Mark, 'page'> {
  const [first] = boxes
  const hasPoint = mark.x !== undefined || mark.y !== undefined
  if (!first) return hasPoint && point ? point : {}
  const anchor = from ?? (mark.rects?.[0] && { left: mark.rects[0].left, top: mark.rects[0].top })
  const at = {
    x: inside(first.left + (point && anchor ? point.x - anchor.left : 0)),
    y: inside(first.top + (point && anchor ? point.y - anchor.top : 0)),
  }
  return { ...(hasPoint ? at : {}), ...(mark.rects ? { rects: [...boxes] } : {}) }
}

const inside = (part: number) => Math.min(1, Math.max(0, part))

function wordNear(words: readonly PageWord[], { x, y }: Point): number {
  let nearest = -1
  let least = Infinity
  for (const [index, { left, top, right, bottom }] of words.entries()) {
    const away = Math.hypot(outside(x, left, right), outside(y, top, bottom))
    if (away < least) [nearest, least] = [index, away]
  }
  return nearest
}

function outside(value: number, low: number, high: number): number {
  return Math.max(0, low - value, value - high)
}

function above(boxes: readonly Box[], y: number): number {
  return Math.abs((boxes[0]?.top ?? 0) - y)
}

function wordSet(text: string): Set<string> {
  return new Set(speltWords(text).map(({ word }) => word))
}

function jaccard(one: Set<string>, other: Set<string>): number {
  const shared = [...one].filter((word) => other.has(word)).length
  return shared / (one.size + other.size - shared || 1)
}
