import { endOfPage, joinedGap, nextRun, type Segment, wordBits, wordMask } from './segment.ts'

type Layout = Pick<Segment, 'pages' | 'runs' | 'runEnds'> & {
  numbers: Uint32Array
  numberEnds: readonly number[]
}

/** The words on most pages are common: a phrase of such words is told by its pairs, and not page by page. */
const mostCommon = 256
const pagesPerCommonWord = 4

export function postingsOf(layout: Layout, words: number) {
  const { lists: postings, ends: postingEnds } = listsOf(words, (visit) => eachWord(layout, visit))
  const common = commonWords(postingEnds, layout.pages.length)
  const { lists: pairs, ends: pairEnds } = listsOf(common.length ** 2, (visit) =>
    eachPair(layout, common, words, visit),
  )
  return { postings, postingEnds, common, pairs, pairEnds }
}

/** Lists of pages as distances of one to four bytes, seven bits in each. */
function listsOf(count: number, each: (visit: (list: number, page: number) => void) => void) {
  const ends = new Uint32Array(count)
  const last = new Int32Array(count)
  const visitOnce = (write: (list: number, distance: number) => void) => {
    last.fill(-1)
    each((list, page) => {
      if (last[list] === page) return
      write(list, page - Math.max(0, last[list]!))
      last[list] = page
    })
  }
  visitOnce((list, distance) => {
    ends[list]! += distance < 128 ? 1 : distance < 16_384 ? 2 : distance < 2_097_152 ? 3 : 4
  })
  const at = new Uint32Array(count)
  let total = 0
  for (let list = 0; list < count; list++) {
    at[list] = total
    total += ends[list]!
    ends[list] = total
  }
  const lists = new Uint8Array(total)
  visitOnce((list, distance) => {
    let rest = distance
    for (; rest > 127; rest >>>= 7) lists[at[list]!++] = (rest & 127) | 128
    lists[at[list]!++] = rest
  })
  return { lists, ends }
}

function eachWord(
  { pages, runs, runEnds, numbers, numberEnds }: Layout,
  visit: (word: number, page: number) => void,
) {
  let run = 0
  let number = 0
  for (let index = 0; index < pages.length; index++) {
    const page = pages[index]!
    for (const end = runEnds[index]!; run < end; run++) {
      const word = runs[run]! & wordMask
      if (word !== endOfPage) visit(word, page)
    }
    for (const end = numberEnds[index]!; number < end; number++) visit(numbers[number]!, page)
  }
}

function commonWords(postingEnds: Uint32Array, pages: number): Uint32Array<ArrayBuffer> {
  const count = Math.min(mostCommon, Math.ceil(pages / pagesPerCommonWord))
  const length = (word: number) => postingEnds[word]! - (word === 0 ? 0 : postingEnds[word - 1]!)
  const words = Uint32Array.from(postingEnds, (_, word) => word)
  return words.sort((one, another) => length(another) - length(one)).slice(0, count)
}

/** A run may be taken by itself, or joined with those that follow it. */
function eachPair(
  { pages, runs, runEnds }: Layout,
  common: Uint32Array,
  words: number,
  visit: (pair: number, page: number) => void,
) {
  const ranks = new Int16Array(words).fill(-1)
  for (const [rank, word] of common.entries()) ranks[word] = rank
  let at = 0
  for (let index = 0; index < pages.length; index++) {
    const page = pages[index]!
    for (const end = runEnds[index]!; at < end; at = nextRun(runs, at)) {
      let next = at
      for (let word = at; word === at || runs[word]! >>> wordBits === joinedGap; word++) {
        if ((runs[word]! & wordMask) === endOfPage) break
        next = nextRun(runs, next)
        const first = ranks[runs[word]! & wordMask]!
        if (first === -1) continue
        for (let other = next; other === next || runs[other]! >>> wordBits === joinedGap; other++) {
          const second = runs[other]! & wordMask
          if (second !== endOfPage && ranks[second] !== -1)
            visit(first * common.length + ranks[second]!, page)
        }
      }
    }
  }
}
