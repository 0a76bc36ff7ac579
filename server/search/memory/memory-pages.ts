import { type CasePages, countFor, type PageHit, shownOf } from '../case-pages.ts'
import { ownerAt, type PageOwners } from '../page-owners.ts'
import { type Place, type ReadablePage, signsOf } from '../read-page.ts'
import { editDistance } from '../spelling.ts'
import { type CaseIndex, pageText } from './case-index.ts'
import { askIndex, eachPageFound, type IndexQuery } from './find.ts'
import { bitCount, countPages, hasPage, keepOnly, pagesOf } from './page-set.ts'
import { matchesIn, type Steps } from './scan.ts'
import { nextRun, type Segment, textOf, withoutPlaces, withoutRuns } from './segment.ts'
import { wordOf } from './words.ts'

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

/** Where terms stand on a page, from its runs where they have their places, and else from its text. */
function readHere(index: CaseIndex, page: number, { segments }: IndexQuery): ReadablePage {
  const number = index.segmentOf[page]! - 1
  const segment = index.segments[number]!
  const place = index.placeIn[page]!
  const isPlaced = (segment.flags[place]! & (withoutRuns | withoutPlaces)) === 0
  let read: ReadablePage | undefined
  const byText = () => {
    read ??= pageText(index, page)
    return read
  }
  return {
    get text() {
      return read?.text ?? textOf(segment, place)
    },
    placesOf(term) {
      const { before, after } = signsOf(term)
      if (!isPlaced || before || after) return byText().placesOf(term)
      const { pages, patterns } = segments[number]!.term(term)
      return hasPage(pages, page) ? placesByRuns(segment, place, patterns) : []
    },
  }
}

function* placesByRuns(segment: Segment, place: number, patterns: readonly Steps[]): Generator<Place> {
  const { runs, places } = segment
  let at = place === 0 ? 0 : segment.runEnds[place - 1]!
  let end = 0
  for (const { from, to } of matchesIn(segment, place, patterns)) {
    for (; at < from; at = nextRun(runs, at)) end += places[2 * at]! + places[2 * at + 1]!
    const start = end + places[2 * at]!
    for (; at < to; at = nextRun(runs, at)) end += places[2 * at]! + places[2 * at + 1]!
    yield { start, end }
  }
}

const shortestWord = 3
const longestWord = 40
const letters = new WeakMap<Segment, Uint32Array>()

/** Two words that are near have most of their letters in common: that is known long before their distance. */
function wordsNear(index: CaseIndex, word: string, limit: number) {
  const wanted = lettersOf(word)
  const near = new Map<string, number>()
  for (const segment of index.segments) {
    const known = letters.get(segment) ?? lettersOfAll(segment)
    letters.set(segment, known)
    for (let at = 0; at < known.length; at++) {
      if (bitCount(known[at]! ^ wanted) > 2 * limit) continue
      const length = segment.wordEnds[at]! - (at === 0 ? 0 : segment.wordEnds[at - 1]!)
      if (Math.abs(length - word.length) > limit || length < shortestWord || length > longestWord) continue
      const other = wordOf(segment, at)
      if (near.has(other) || !/^\p{L}/u.test(other)) continue
      const distance = editDistance(word, other, limit)
      if (distance <= limit) near.set(other, distance)
    }
  }
  return [...near].map(([word, distance]) => ({ word, distance }))
}

function lettersOfAll(segment: Segment): Uint32Array {
  return Uint32Array.from(segment.wordEnds, (_, index) => lettersOf(wordOf(segment, index)))
}

function lettersOf(word: string): number {
  let bits = 0
  for (let at = 0; at < word.length; at++) bits |= 1 << (word.charCodeAt(at) & 31)
  return bits >>> 0
}
