import { normalise } from '../normalise.ts'
import { joinedAt, numbersAt, type Runs, runsOf, wordAt } from '../tokenise.ts'
import { growing } from './growing.ts'
import { postingsOf } from './postings.ts'
import {
  endOfPage,
  joinedGap,
  type Segment,
  withoutPlaces,
  withoutRuns,
  withWideText,
  wordBits,
  wordMask,
} from './segment.ts'

const mostGaps = joinedGap
const mostWords = endOfPage
const longestDistance = 255
/** A page of more runs than this is made to harm; it does not deserve the room. */
const mostRuns = 60_000

export type SegmentBuilder = {
  /** In page order. */
  add(page: number, text: string): void
  finish(): Segment
}

export class TooManyWords extends Error {
  constructor() {
    super('a case has more words than an index in memory can hold')
    this.name = 'TooManyWords'
  }
}

export function buildSegment(pages: readonly { page: number; text: string }[]): Segment {
  const builder = segmentBuilder()
  for (const { page, text } of pages) builder.add(page, text)
  return builder.finish()
}

export function segmentBuilder(): SegmentBuilder {
  const words = new Map<string, number>()
  const gaps = new Map<string, number>()
  const pages: number[] = []
  const flags: number[] = []
  const runEnds: number[] = []
  const textEnds: number[] = []
  const runs = growing(Uint32Array)
  const numbers = growing(Uint32Array)
  const numberEnds: number[] = []
  const places = growing(Uint8Array)
  const texts = growing(Uint8Array)

  const wordId = (word: string) => {
    const known = words.get(word)
    if (known !== undefined) return known
    if (words.size >= mostWords) throw new TooManyWords()
    words.set(word, words.size)
    return words.size - 1
  }
  const gapId = (gap: string) => {
    const known = gaps.get(gap)
    if (known !== undefined) return known
    if (gaps.size >= mostGaps) return undefined
    gaps.set(gap, gaps.size)
    return gaps.size - 1
  }

  function addRuns(text: string): number {
    const normalised = normalise(text)
    const page = runsOf(normalised.text)
    if (page.count > mostRuns) return withoutRuns
    const from = runs.length
    let flag = 0
    let before = 0
    for (let index = 0; index < page.count; index++) {
      const gap = gapId(gapBefore(page, index))
      if (gap === undefined) {
        runs.shorten(from)
        places.shorten(from * 2)
        numbers.shorten(numberEnds.at(-1) ?? 0)
        return withoutRuns
      }
      const place = normalised.original(page.starts[index]!, page.ends[index]!)
      const distance = place.start - before
      const length = place.end - place.start
      if (distance < 0 || distance > longestDistance || length > longestDistance) flag = withoutPlaces
      push(gap, wordId(wordAt(page, index)), distance, length)
      before = place.end
      for (const { word } of joinedAt(page, index)) push(joinedGap, wordId(word), 0, 0)
      if (page.digits[index]) for (const number of numbersAt(page, index)) numbers.push(wordId(number))
    }
    push(gapId(gapBefore(page, page.count)) ?? 0, endOfPage, 0, 0)
    return flag
  }

  function push(gap: number, word: number, distance: number, length: number) {
    runs.push(((gap << wordBits) | word) >>> 0)
    places.push(distance)
    places.push(length)
  }

  return {
    add(page, text) {
      const bytes = Buffer.from(text)
      flags.push(addRuns(text) | (bytes.length === text.length ? 0 : withWideText))
      pages.push(page)
      runEnds.push(runs.length)
      numberEnds.push(numbers.length)
      texts.append(bytes)
      textEnds.push(texts.length)
    },

    finish() {
      const sorted = [...words.keys()].sort()
      const ranks = new Uint32Array(sorted.length)
      for (const [rank, word] of sorted.entries()) ranks[words.get(word)!] = rank
      const ranked = (stream: Uint32Array<ArrayBuffer>) => {
        for (let at = 0; at < stream.length; at++) {
          const word = stream[at]! & wordMask
          if (word !== endOfPage) stream[at] = ((stream[at]! & ~wordMask) | ranks[word]!) >>> 0
        }
        return stream
      }
      const layout = {
        pages: Int32Array.from(pages),
        runs: ranked(runs.taken()),
        runEnds: Uint32Array.from(runEnds),
      }
      let end = 0
      return {
        ...layout,
        words: sorted.join(''),
        wordEnds: Uint32Array.from(sorted, (word) => {
          end += word.length
          return end
        }),
        ...postingsOf({ ...layout, numbers: ranked(numbers.taken()), numberEnds }, sorted.length),
        gaps: [...gaps.keys()],
        places: places.taken(),
        texts: texts.taken(),
        textEnds: Uint32Array.from(textEnds),
        flags: Uint8Array.from(flags),
      }
    },
  }
}

function gapBefore(page: Runs, index: number): string {
  return page.text.slice(index === 0 ? 0 : page.ends[index - 1], page.starts[index])
}
