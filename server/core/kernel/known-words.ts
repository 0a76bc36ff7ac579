import { Refusal } from './decider.ts'
import { nearest } from './nearest.ts'

/** A longer list is not worth printing in an error. */
const maxListed = 60

/** Refuses a word that is not in a list, naming the list and the closest match. */
export function refuseUnknownWord(what: string, word: string, accepted: readonly string[]): void {
  if (!accepted.includes(word)) throw new Refusal('invalid', unknownWord(what, word, accepted))
}

export function unknownWord(what: string, word: string, accepted: readonly string[], where = ''): string {
  const choices = accepted.length > 0 && accepted.length <= maxListed ? `: it must be ${oneOf(accepted)}` : ''
  return `There is no ${what} ${excerpt(word)}${where}${choices}.${didYouMean(word, accepted)}`
}

export const oneOf = (words: readonly string[]) =>
  words.length > 2 ? `one of ${words.join(', ')}` : words.join(' or ')

export function didYouMean(word: string, words: readonly string[]): string {
  const suggestion = nearest(excerpt(word), words)
  return suggestion === undefined ? '' : ` Did you mean ${suggestion}?`
}

const excerpt = (word: string) => (word === '' ? '""' : word.slice(0, 100))

export const namesOf = (words: readonly { name: string }[]) => words.map(({ name }) => name)
