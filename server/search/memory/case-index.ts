import { readPage, type TextPage } from '../read-page.ts'
import { buildSegment } from './build-segment.ts'
import { addPage, noPages, type PageSet } from './page-set.ts'
import { bytesOf, type Segment, textOf, withoutRuns } from './segment.ts'

/**
 * The pages of a case as they were at a revision of its text. A page that was read again stands in a later segment,
 * which counts; the page of the earlier one is dead. An index is never changed: a later one takes its place.
 */
export type CaseIndex = {
  revision: number
  segments: readonly Segment[]
  lastPage: number
  /** For each page, the segment that has it, counted from 1, and its place there. */
  segmentOf: Uint8Array
  placeIn: Uint32Array
  /** The living pages of each segment; undefined where all are. */
  living: readonly (PageSet | undefined)[]
  /** Pages that have to be verified by their text, whatever is asked. */
  byText: PageSet
  bytes: number
}

export function indexOf(segments: readonly Segment[], revision: number): CaseIndex {
  const lastPage = segments.reduce((last, { pages }) => Math.max(last, pages.at(-1) ?? 0), 0)
  const segmentOf = new Uint8Array(lastPage + 1)
  const placeIn = new Uint32Array(lastPage + 1)
  for (const [number, { pages }] of segments.entries()) {
    for (let place = 0; place < pages.length; place++) {
      segmentOf[pages[place]!] = number + 1
      placeIn[pages[place]!] = place
    }
  }
  const byText = noPages(lastPage)
  const living = segments.map((segment, number) => {
    const set = noPages(lastPage)
    let count = 0
    for (let place = 0; place < segment.pages.length; place++) {
      const page = segment.pages[place]!
      if (segmentOf[page] !== number + 1) continue
      count++
      addPage(set, page)
      if (segment.flags[place]! & withoutRuns) addPage(byText, page)
    }
    return count === segment.pages.length ? undefined : set
  })
  return {
    ...{ revision, segments, lastPage, segmentOf, placeIn, living, byText },
    bytes:
      segments.reduce((sum, segment) => sum + bytesOf(segment), 0) +
      segmentOf.byteLength +
      placeIn.byteLength,
  }
}

/** Small segments are made one, so that pages which come one by one do not become a segment each. */
const smallSegment = 64

/** With pages that are new or were read again, in page order. */
export function withPages(
  index: CaseIndex,
  pages: readonly { page: number; text: string }[],
  revision: number,
): CaseIndex {
  const { segments } = index
  const last = segments.length > 1 ? segments.at(-1) : undefined
  if (!last || last.pages.length + pages.length > smallSegment) {
    return indexOf([...segments, buildSegment(pages)], revision)
  }
  const texts = new Map([...last.pages].map((page, place) => [page, textOf(last, place)]))
  for (const { page, text } of pages) texts.set(page, text)
  const both = [...texts]
    .map(([page, text]) => ({ page, text }))
    .sort((one, another) => one.page - another.page)
  return indexOf([...segments.slice(0, -1), buildSegment(both)], revision)
}

export function pageText(index: CaseIndex, page: number): TextPage {
  const segment = index.segments[index.segmentOf[page]! - 1]!
  return readPage(textOf(segment, index.placeIn[page]!))
}
