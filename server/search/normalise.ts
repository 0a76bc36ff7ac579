export type Normalised = {
  text: string
  /** Where a stretch of the normalised text stands in the original. */
  original(start: number, end: number): { start: number; end: number }
}

/**
 * Stands between two letters for a hyphen at a line's end, or a soft one. It may belong to the word
 * (`service-connected`) or not (`disabil-ity`); only a reader could say which, so both are findable.
 */
export const doubtfulHyphen = '\u00ad'

/** A text in the one spelling in which pages and queries are compared. */
export function normalise(original: string): Normalised {
  const folded = rewrite(original, notPlain, foldCharacter)
  const respelt = rewrite(folded.text.toLowerCase(), spelling, rejoin)
  const text = respelt.text
  const toOriginal = (offset: number) => folded.origin(respelt.origin(offset))
  return {
    text,
    original(start, end) {
      const from = toOriginal(start)
      if (end <= start) return { start: from, end: from }
      const last = toOriginal(end - 1)
      let next = end
      while (next < text.length && toOriginal(next) === last) next++
      return { start: from, end: toOriginal(next) }
    },
  }
}

const notPlain = /[^ -_a-~\t\r\n]/gu
const raised = /[¹²³⁰⁴-⁹¼-¾⅐-⅞™℠]/u
const folds = new Map<string, string>()

function foldCharacter(character: string, before: string): string {
  let folded = folds.get(character)
  if (folded === undefined) {
    folded = fold(character)
    if (character.length === 1) folds.set(character, folded)
  }
  return raised.test(character) && isWordCharacter(before) && !raised.test(before) ? ` ${folded}` : folded
}

const kin: Record<string, string> = {
  ...{ æ: 'ae', œ: 'oe', ø: 'o', ß: 'ss', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i', ħ: 'h', ς: 'σ' },
  ...{ ʼ: "'", '⁄': '/' },
}

const dash = /[\p{Pd}−]/u
const single = /[`´‘’‚‛′ʹʻ]/u

function fold(character: string): string {
  if (/[\u00ad\ufffe]/u.test(character)) return doubtfulHyphen
  if (/[\p{Cc}\p{Z}§]/u.test(character)) return ' '
  if (/[\p{Cf}\p{Cs}\uffff]/u.test(character)) return ''
  if (dash.test(character)) return '-'
  if (single.test(character)) return "'"
  if (/[“”„‟″«»]/u.test(character)) return '"'
  const plain = character.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return plain.replace(/[`\P{ASCII}]/gu, foldPlain)
}

/** Some are a dash or a quote only once they are plain: ⁻, ｀, ‴. */
function foldPlain(letter: string): string {
  if (dash.test(letter)) return '-'
  return single.test(letter) ? "'" : (kin[letter] ?? letter)
}

const blank = '[ \\t]'
const lineBreak = `${blank}*(?:\\r\\n?|\\n)${blank}*`
const wordStart = '(?<![\\p{L}\\p{N}])'
const wordEnd = '(?![\\p{L}\\p{N}])'

const spelling = new RegExp(
  [
    `[-¬]${lineBreak}`,
    `${doubtfulHyphen}(?:${lineBreak})?`,
    // C.F.R. and C. F. R. are one word; so is every other row of single letters with points between.
    `\\.(?<=${wordStart}\\p{L}\\.)(?=\\p{L}${wordEnd})`,
    `\\.(?<=${wordStart}c\\.)\\s{1,3}(?=f\\.\\s{1,3}r${wordEnd})`,
    `\\.(?<=${wordStart}c\\.\\s{1,3}f\\.)\\s{1,3}(?=r${wordEnd})`,
    `${blank}(?:(?=%)(?<=\\p{N}${blank})|(?=\\p{N})(?<=\\p{Sc}${blank}))`,
  ].join('|'),
  'gu',
)

function rejoin(found: string, before: string, after: string): string {
  if (!/^[-¬\u00ad]/u.test(found)) return ''
  if (isLetter(before) && isLetter(after)) return doubtfulHyphen
  if (isWordCharacter(before) && isWordCharacter(after)) return '-'
  return found.startsWith(doubtfulHyphen) ? '' : found
}

const isLetter = (character: string) => /\p{L}/u.test(character)
const isWordCharacter = (character: string) => /[\p{L}\p{N}]/u.test(character)

type Rewritten = { text: string; origin(offset: number): number }

/** Replaces what the pattern finds, and remembers each place from which offsets run differently. */
function rewrite(
  text: string,
  pattern: RegExp,
  replacement: (found: string, before: string, after: string) => string,
): Rewritten {
  const at = [0]
  const origins = [0]
  const parts: string[] = []
  let copied = 0
  let length = 0
  for (const match of text.matchAll(pattern)) {
    const found = match[0]
    const end = match.index + found.length
    const put = replacement(found, text.charAt(match.index - 1), text.charAt(end))
    parts.push(text.slice(copied, match.index), put)
    length += match.index - copied
    for (let index = 1; index < put.length; index++) {
      at.push(length + index)
      origins.push(match.index)
    }
    length += put.length
    copied = end
    at.push(length)
    origins.push(end)
  }
  if (copied === 0) return { text, origin: (offset) => offset }
  parts.push(text.slice(copied))
  return {
    text: parts.join(''),
    origin(offset) {
      let low = 0
      let high = at.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (at[middle]! <= offset) low = middle
        else high = middle - 1
      }
      return Math.min(origins[low]! + offset - at[low]!, text.length)
    },
  }
}
