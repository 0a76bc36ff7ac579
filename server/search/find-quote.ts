import { doubtfulHyphen, normalise } from './normalise.ts'

/** A text as words in one spelling, each with where it stands. */
type SpeltWord = { word: string; start: number; end: number }

export function speltWords(text: string): SpeltWord[] {
  const { text: spelt, original } = normalise(text)
  return Array.from(spelt.matchAll(/\S+/g), ({ 0: word, index }) => ({
    word: word.replaceAll(doubtfulHyphen, ''),
    ...original(index, index + word.length),
  }))
}

/**
 * Where a text has these words one after the other, however they are spaced, spelt or broken over lines; in order.
 * The first and the last word may be parts of longer ones: a quote begins where someone's hand began.
 */
export function findQuote(
  text: readonly SpeltWord[],
  quote: readonly SpeltWord[],
): { start: number; end: number }[] {
  const first = quote[0]?.word
  const last = quote.at(-1)?.word
  if (first === undefined || last === undefined) return []
  const inner = quote.slice(1, -1)
  const places: { start: number; end: number }[] = []
  for (let at = 0; at + quote.length <= text.length; at++) {
    const begin = text[at]!
    const end = text[at + quote.length - 1]!
    const isHere =
      quote.length === 1
        ? begin.word.includes(first)
        : begin.word.endsWith(first) &&
          end.word.startsWith(last) &&
          inner.every(({ word }, index) => text[at + 1 + index]!.word === word)
    if (isHere) places.push({ start: begin.start, end: end.end })
  }
  return places
}

/** The words of a text in one line and one spelling: a text has a quote where its line has the line of the quote. */
export function speltLine(text: string): string {
  return normalise(text).text.replaceAll(doubtfulHyphen, '').replace(/\s+/g, ' ').trim()
}

export function hasQuote(text: string, quote: string): boolean {
  const line = speltLine(quote)
  // Most quotes were taken from the page letter by letter, and that is seen at once.
  return line !== '' && (text.includes(quote) || speltLine(text).includes(line))
}
