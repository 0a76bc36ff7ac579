import { normalise } from './normalise.ts'
import { runsOf, signsAfter, signsBefore, wordAt } from './tokenise.ts'
import { rootOf, sharedBeginning } from './word-forms.ts'

/** Every group must be there, each by any of its terms; no excluded term may. */
export type Query = { required: Term[][]; excluded: Term[] }

/** One word, literal, prefix or phrase, in each of the spellings that count as it. */
export type Term = { source: string; quoted: boolean; patterns: Pattern[] }

export type Pattern = PatternRun[]

export type PatternRun = {
  text: string
  digits: boolean
  match: 'exact' | 'prefix' | 'forms'
  /** Where forms count: the root they share, and what they all begin with. */
  root: string
  beginning: string
  /** The marks between it and the run before; a space where another word of the phrase begins. */
  gap: string
  signBefore: string
  signAfter: string
  /** A number with a sign is no part of a longer number: `5%` is not in `12.5%`, nor `$5` in `$5.50`. */
  whole: boolean
}

export function isBlank(written: string): boolean {
  return written.trim() === ''
}

/** Such as `OR` or `-` with no word beside it. */
export function isOperatorAlone(written: string): boolean {
  const pieces = written.trim().split(/\s+/)
  return pieces.every((piece) => piece === 'OR' || /^[-*"]+$/.test(piece))
}

/**
 * Words are ANDed; `"a phrase"` is as it is written; `OR` takes the terms on its two sides, before AND does;
 * `-` excludes from the whole query; `prefix*`. No query is wrong: what makes no sense in one is passed over.
 */
export function parseQuery(given: string): Query {
  const query: Query = { required: [], excluded: [] }
  const written = given.replace(/(?<=\p{Pd})§+\s*/gu, '')
  const normalised = normalise(written)
  let either = false
  for (const piece of normalised.text.matchAll(/(-*)"([^"]*)"?|[^\s"]+/g)) {
    const { start, end } = normalised.original(piece.index, piece.index + piece[0].length)
    if (written.slice(start, end) === 'OR') {
      either = query.required.length > 0
      continue
    }
    const [whole, minus, phrase] = piece
    const term = phrase === undefined ? termOf(whole.replace(/^-+/, '')) : termOf(phrase, true)
    if (!term) continue
    if (minus || (phrase === undefined && whole.startsWith('-'))) query.excluded.push(term)
    else if (either) query.required.at(-1)?.push(term)
    else query.required.push([term])
    either = false
  }
  return query
}

/** The query in the language that `parseQuery` reads. */
export function writeQuery({ required, excluded }: Query): string {
  const write = ({ source, quoted }: Term) => (quoted ? `"${source}"` : source)
  const groups = required.map((terms) => terms.map(write).join(' OR '))
  return [...groups, ...excluded.map((term) => `-${write(term)}`)].join(' ')
}

export function termOf(source: string, quoted = false): Term | undefined {
  const joined = source.replace(/(?<=\p{L})[-'\u00ad](?=\p{L})/gu, '')
  const spellings = joined === source ? [source] : [source, joined]
  const patterns = spellings.map((spelling) =>
    spelling.split(/\s+/).flatMap((literal) => patternOf(literal, quoted)),
  )
  return patterns[0]?.length ? { source, quoted, patterns } : undefined
}

function patternOf(literal: string, quoted: boolean): Pattern {
  const runs = runsOf(literal)
  const pattern = runs.starts.map((start, index): PatternRun => {
    const end = runs.ends[index] ?? literal.length
    const digits = runs.digits[index] ?? false
    const before = literal.charAt(start - 1)
    const after = literal.charAt(end)
    const isPrefix = !quoted && literal.slice(end) === '*'
    const text = wordAt(runs, index)
    const root = rootOf(text)
    return {
      text,
      digits,
      root,
      beginning: sharedBeginning(root),
      match: isPrefix ? 'prefix' : quoted || digits ? 'exact' : 'forms',
      gap: index === 0 ? ' ' : literal.slice(runs.ends[index - 1], start),
      signBefore: signsBefore.test(before) ? before : '',
      signAfter: signsAfter.test(after) ? after : '',
      whole: false,
    }
  })
  const hasSign = pattern.some((run) => run.digits && (run.signBefore || run.signAfter))
  return pattern.map((run) => ({ ...run, whole: hasSign && run.digits }))
}
