import { Refusal } from './decider.ts'
import { nearest } from './nearest.ts'

/** A longer list is not worth printing in an error. */
const mostListed = 60

/** Refuses a word that is not in a list, naming the list and the closest match. */
export function refuseUnknownWord(what: string, word: string, known: readonly string[]): void {
  if (!known.includes(word)) throw new Refusal('invalid', unknownWord(what, word, known))
}

export function unknownWord(what: string, word: string, known: readonly string[], of = ''): string {
  const accepted = known.length > 0 && known.length <= mostListed ? `: it must be ${oneOf(known)}` : ''
  return `There is no ${what} ${shown(word)}${of}${accepted}.${didYouMean(word, known)}`
}

export const oneOf = (words: readonly string[]) =>
  words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')

export function didYouMean(word: string, words: readonly string[]): string {
  const meant = nearest(shown(word), words)
  return meant === undefined ? '' : ` Did you mean ${meant}?`
}

const shown = (word: string) => (word === '' ? '""' : word.slice(0, 100))

export const namesOf = (words: readonly { name: string }[]) => words.map(({ name }) => name)
