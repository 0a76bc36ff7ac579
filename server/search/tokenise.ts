import { doubtfulHyphen } from './normalise.ts'
import { rootOf } from './word-forms.ts'

/** A normalised text as its runs of letters and of digits: `dd214` is two runs, and `3.303(a)` three. */
export type Runs = { text: string; count: number; starts: number[]; ends: number[]; digits: boolean[] }

export function runsOf(text: string): Runs {
  const runs: Runs = { text, count: 0, starts: [], ends: [], digits: [] }
  let current = other
  for (let at = 0; at < text.length; ) {
    const code = text.charCodeAt(at)
    const width = code >= 0xd800 && code < 0xdc00 ? 2 : 1
    if (width === 1 && kinds[code] === 0) kinds[code] = kindOf(code)
    const kind = width === 1 ? kinds[code]! : kindOf(text.codePointAt(at) ?? 0)
    if (kind !== current) {
      if (current !== other) runs.ends.push(at)
      if (kind !== other) {
        runs.starts.push(at)
        runs.digits.push(kind === digit)
        runs.count++
      }
      current = kind
    }
    at += width
  }
  if (current !== other) runs.ends.push(text.length)
  return runs
}

const letter = 1
const digit = 2
const other = 3
const kinds = new Uint8Array(65_536)

function kindOf(codePoint: number): number {
  const character = String.fromCodePoint(codePoint)
  if (/\p{L}/u.test(character)) return letter
  return /\p{N}/u.test(character) ? digit : other
}

/** How many runs a word may be written in (`mother-in-law`, `O'Brien`) and still be found as one. */
const longestChain = 4

/**
 * The words that begin at a run, and go past it, when hyphens and apostrophes are left out: at `in` of `in-law's`
 * they are `inlaw` and `inlaws`. Each with the run after its last.
 */
export function joinedAt(runs: Runs, first: number): { word: string; next: number }[] {
  const joined: { word: string; next: number }[] = []
  for (let last = first; last < first + longestChain - 1 && isJoined(runs, last); last++) {
    const word = (joined.at(-1)?.word ?? wordAt(runs, first)) + wordAt(runs, last + 1)
    joined.push({ word, next: last + 2 })
  }
  return joined
}

function isJoined({ text, starts, ends, digits }: Runs, index: number): boolean {
  const end = ends[index]!
  if (starts[index + 1] !== end + 1 || digits[index] || digits[index + 1]) return false
  const joint = text[end]
  return joint === '-' || joint === "'" || joint === doubtfulHyphen
}

export function wordAt(runs: Runs, index: number): string {
  return runs.text.slice(runs.starts[index], runs.ends[index])
}

/**
 * What a page is found by: each run as it is written, words joined over their hyphens, the roots of words, and two
 * kinds of neighbours that make common numbers rare: `3.303` and `70%`.
 */
export function tokensOf(runs: Runs): { tokens: Set<string>; words: Set<string> } {
  const tokens = new Set<string>()
  const words = new Set<string>()
  const addWord = (word: string) => {
    if (words.has(word)) return
    words.add(word)
    tokens.add(literalToken(word))
    const root = rootOf(word)
    if (root !== word) tokens.add(rootToken(root))
  }
  for (let index = 0; index < runs.count; index++) {
    const run = wordAt(runs, index)
    if (!runs.digits[index]) {
      addWord(run)
      for (const { word } of joinedAt(runs, index)) addWord(word)
      continue
    }
    tokens.add(literalToken(run))
    for (const number of numbersAt(runs, index)) tokens.add(literalToken(number))
  }
  return { tokens, words }
}

/** A run of digits with the sign before it, the sign behind it, and the number it goes on to: `$1`, `70%`, `3.303`. */
export function numbersAt(runs: Runs, index: number): string[] {
  const numbers: string[] = []
  const run = wordAt(runs, index)
  const after = runs.text.charAt(runs.ends[index]!)
  const before = runs.text.charAt(runs.starts[index]! - 1)
  if (signsAfter.test(after)) numbers.push(run + after)
  if (signsBefore.test(before)) numbers.push(before + run)
  const gap = runs.text.slice(runs.ends[index], runs.starts[index + 1])
  if (runs.digits[index + 1] && numberMarks.test(gap)) numbers.push(run + gap + wordAt(runs, index + 1))
  return numbers
}

export const signsAfter = /^[%°+]$/
export const signsBefore = /^[\p{Sc}#]$/u
/** Between two runs of digits these make one literal: `3.303`, `1/2/1998`, `10:30`, `1,500`. */
export const numberMarks = /^[./:,]$/

const longestToken = 64

export function literalToken(text: string): string {
  return text.slice(0, longestToken)
}

export function rootToken(root: string): string {
  return `~${root}`.slice(0, longestToken)
}

export function isCut(text: string): boolean {
  return text.length >= longestToken
}
