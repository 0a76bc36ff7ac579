import type { Pattern, PatternRun, Query, Term } from './query.ts'
import { isCut, literalToken, numberMarks, rootToken } from './tokenise.ts'
import { rootOf } from './word-forms.ts'

/** On a page with more tokens than its row can hold, and so a candidate for every query. */
export const everyQuery = '*'

/**
 * A query over tokens, as the text of a `tsquery`, that finds every page the query finds and as few others as it
 * can. Undefined where there is nothing to search for.
 */
export function candidatesOf(query: Query): string | undefined {
  if (query.required.length === 0) return undefined
  return any([tokensOfQuery(query), overfullPages])
}

/** The pages with too many tokens for a row, as a query over tokens. */
export const overfullPages = quote(everyQuery)

/** The candidates without the overfull pages. */
export function tokensOfQuery({ required, excluded }: Query): string {
  const needed = required.map((terms) => any(terms.map(tokensOfTerm)))
  const unwanted = excluded.filter(isExact).map((term) => `!${tokensOfTerm(term)}`)
  return all([...needed, ...unwanted])
}

/** Whether every candidate that is not overfull is what the query asks for, so that the index alone can count. */
export function isCountedByTokens({ required, excluded }: Query): boolean {
  return [...required.flat(), ...excluded].every(isExact)
}

export function tokensOfTerm({ patterns }: Term): string {
  return any(patterns.map(tokensOfPattern))
}

/** Whether having the tokens and being found are the same, so that lacking them is the same too. */
function isExact({ patterns }: Term): boolean {
  const [pattern = [], ...spellings] = patterns
  if (spellings.length > 0 || pattern.some(({ signBefore, signAfter }) => signBefore || signAfter))
    return false
  const [run, next, ...others] = pattern
  if (run === undefined || others.length > 0) return false
  if (next === undefined) return !isCut(run.text)
  return isNumber(run, next) && !isCut(run.text + next.gap + next.text)
}

/** Whether two runs are one token: `3.303`. */
export function isNumber(before: PatternRun, run: PatternRun): boolean {
  return before.digits && run.digits && numberMarks.test(run.gap)
}

function tokensOfPattern(pattern: Pattern): string {
  const numbers = numbersOf(pattern).map(({ run, text }) => literal(run, text))
  return all([...pattern.map(tokensOfRun), ...numbers])
}

/** What a pattern asks for beyond its runs: numbers with their points and signs, which are rarer than their runs. */
export function numbersOf(pattern: Pattern): { run: PatternRun; text: string }[] {
  return pattern.flatMap((run, index) => {
    const before = pattern[index - 1]
    return [
      ...(before && isNumber(before, run) ? [{ run, text: before.text + run.gap + run.text }] : []),
      ...(run.digits && run.signBefore ? [{ run, text: run.signBefore + run.text }] : []),
      ...(run.digits && run.signAfter ? [{ run, text: run.text + run.signAfter }] : []),
    ]
  })
}

function tokensOfRun(run: PatternRun): string {
  if (run.match !== 'forms') return literal(run, run.text)
  const root = quote(rootToken(run.root))
  return rootOf(run.root) === run.root ? any([quote(literalToken(run.root)), root]) : root
}

function literal(run: PatternRun, text: string): string {
  return quote(literalToken(text)) + (run.match === 'prefix' ? ':*' : '')
}

const all = (parts: string[]) => `(${parts.join(' & ')})`
const any = (parts: string[]) => `(${parts.join(' | ')})`

function quote(token: string): string {
  return `'${token.replace(/['\\]/g, '$&$&')}'`
}
