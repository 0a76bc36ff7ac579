import { type CasePages, countFor, type PageHit, shownOf } from '../case-pages.ts'
import { ownerAt, type PageOwners } from '../page-owners.ts'
import { type Place, type ReadablePage, signsOf } from '../read-page.ts'
import { type CaseIndex, pageText } from './case-index.ts'
import { askIndex, eachPageFound, type IndexQuery } from './find.ts'
import { countPages, hasPage, keepOnly, pagesOf } from './page-set.ts'
import { matchesIn, type Steps } from './scan.ts'
import {
  plainTextOf,
  type Segment,
  textBytesOf,
  textOf,
  withoutPlaces,
  withoutRuns,
  withWideText,
} from './segment.ts'
import { wordsNear } from './words-near.ts'

/** The pages of a case as an index in memory has them. */
export function memoryPages(index: CaseIndex): CasePages {
  const hitOf = (page: number, owners: PageOwners, asked: IndexQuery): PageHit => ({
    page,
    documentId: owners[ownerAt(owners, page)]!.documentId,
    read: readHere(index, page, asked),
  })

  return {
    async find(query, { after, limit, owners }) {
      const hits: PageHit[] = []
      const allowed = pagesOf(owners, index.lastPage)
      const asked = askIndex(index, query)
      await eachPageFound(index, query, asked, { after, allowed }, (page) => {
        hits.push(hitOf(page, owners, asked))
        return hits.length > limit ? 'enough' : undefined
      })
      return shownOf(hits, limit)
    },

    async findAndCount(query, { after, limit, owners }) {
      const hits: PageHit[] = []
      const perOwner = new Uint32Array(owners.length)
      const allowed = pagesOf(owners, index.lastPage)
      const asked = askIndex(index, query)
      let owner = 0
      await eachPageFound(index, query, asked, { after: -1, allowed }, (page) => {
        while (owners[owner]!.endPage < page) owner++
        perOwner[owner]! += 1
        if (page > after && hits.length <= limit) hits.push(hitOf(page, owners, asked))
        return undefined
      })
      const counts = new Map<string, number>()
      for (const [at, { documentId }] of owners.entries()) {
        if (perOwner[at]) countFor(counts, documentId, perOwner[at])
      }
      return { ...shownOf(hits, limit), counts, isExact: true }
    },

    async countWords(words, owners) {
      const allowed = pagesOf(owners, index.lastPage)
      const asked = askIndex(index, { required: [], excluded: [] })
      return words.map((word) => {
        const { pages } = asked.term(word)
        keepOnly(pages, allowed)
        return countPages(pages)
      })
    },

    wordsNear: async (word, limit) => wordsNear(index, word, limit),
  }
}

/** A page as it is in memory: its text in parts, and where terms stand from its runs, as far as that is known. */
function readHere(index: CaseIndex, page: number, { segments }: IndexQuery): ReadablePage {
  const number = index.segmentOf[page]! - 1
  const segment = index.segments[number]!
  const place = index.placeIn[page]!
  const flags = segment.flags[place]!
  let whole: ReadablePage | undefined
  const byText = () => {
    whole ??= pageText(index, page)
    return whole
  }
  const text = flags & withWideText ? textIn(textOf(segment, place)) : plainTextIn(segment, place)
  return {
    ...text,
    placesOf(term) {
      if (flags & (withoutRuns | withoutPlaces)) return byText().placesOf(term)
      const { pages, patterns } = segments[number]!.term(term)
      if (!hasPage(pages, page)) return []
      const places = placesByRuns(segment, place, patterns)
      const signs = signsOf(term)
      if (!signs.before && !signs.after) return places
      return withSigns(text, [...places], signs) ?? byText().placesOf(term)
    },
  }
}

type Text = Pick<ReadablePage, 'length' | 'slice'>

function textIn(text: string): Text {
  return { length: text.length, slice: (start, end) => text.slice(start, end) }
}

function plainTextIn(segment: Segment, place: number): Text {
  const { start, end } = textBytesOf(segment, place)
  return { length: end - start, slice: (from, to) => plainTextOf(segment, place, from, to) }
}

/** A sign stands beside its number or a blank away from it; undefined where it is written in another way. */
function withSigns(text: Text, places: Place[], { before, after }: { before: string; after: string }) {
  const signed: Place[] = []
  for (const { start, end } of places) {
    const ahead = text.slice(Math.max(0, start - 2), start)
    const behind = text.slice(end, end + 2)
    const back = before ? distanceTo(before, ahead.at(-1), ahead.at(-2)) : 0
    const on = after ? distanceTo(after, behind[0], behind[1]) : 0
    if (back === undefined || on === undefined) return undefined
    signed.push({ start: start - back, end: end + on })
  }
  return signed
}

function distanceTo(sign: string, next: string | undefined, second: string | undefined): number | undefined {
  if (next === sign) return 1
  return (next === ' ' || next === '\t') && second === sign ? 2 : undefined
}

/** Joined words have no place of their own: their distances are nothing. */
function* placesByRuns(segment: Segment, place: number, patterns: readonly Steps[]): Generator<Place> {
  const { places } = segment
  let at = place === 0 ? 0 : segment.runEnds[place - 1]!
  let end = 0
  for (const { from, to } of matchesIn(segment, place, patterns)) {
    for (; at < from; at++) end += places[2 * at]! + places[2 * at + 1]!
    const start = end + places[2 * at]!
    for (; at < to; at++) end += places[2 * at]! + places[2 * at + 1]!
    yield { start, end }
  }
}
