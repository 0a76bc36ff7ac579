/** Joins, hints of direction and shape: they are drawn as nothing, in every font. */
const silent = /^(?:[\u00ad\u200b\u2060]|\u200c|\u200d|[\u200e\u200f]|[\ufe00-\ufe0f])$/u
/** Controls and overrides of direction, private and missing characters: they would be drawn as nothing, or mislead. */
const hidden = /^[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u061c\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]$/u

/** Marks past these pile up over the lines above and below. */
const mostMarks = 4
const longestWord = 24
const pieceLength = 8

/**
 * The text as it can be set: what no font has, and what would not be seen, stands as its code point; a word that is
 * longer than a line may be broken anywhere. Line ends are the caller's.
 */
export function printable(text: string, isDrawn: (codePoint: number) => boolean): string {
  return text
    .normalize('NFC')
    .replace(/[^\x20-\x7e]+/gu, (characters) => visible(characters, isDrawn))
    .replace(longWords, breakable)
}

function visible(characters: string, isDrawn: (codePoint: number) => boolean): string {
  let printed = ''
  let marks = 0
  for (const character of characters) {
    marks = /^\p{M}$/u.test(character) && !silent.test(character) ? marks + 1 : 0
    if (/^\s$/u.test(character) && character !== '\u00a0' && character !== '\ufeff') printed += ' '
    else if (silent.test(character)) printed += character
    else if (!hidden.test(character) && marks <= mostMarks && isDrawn(character.codePointAt(0)!))
      printed += character
    else printed += codePointOf(character)
  }
  return printed
}

const longWords = new RegExp(`[^\\s\\u00ad\\u200b-]{${longestWord + 1},}`, 'gu')
const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** A hash fits on a line, and is worth more in one piece. */
const hash = /^[0-9a-f]{25,64}$/

function breakable(word: string): string {
  if (hash.test(word)) return word
  let pieces = ''
  let length = 0
  for (const { segment } of graphemes.segment(word)) {
    if (length > 0 && length % pieceLength === 0) pieces += '\u200b'
    pieces += segment
    length += 1
  }
  return pieces
}

function codePointOf(character: string): string {
  return `[U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`
}

/** Whether the first letter that has a direction runs from right to left. */
export function isRightToLeft(text: string): boolean {
  const [letter] = /\p{L}/u.exec(text) ?? []
  return letter !== undefined && /[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]/u.test(letter)
}
