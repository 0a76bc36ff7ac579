import type { FoundBoilerplate } from '@portico/contract/boilerplate'
import type { BoilerplateEntry } from '@portico/contract/profile/boilerplate'
import { normalise } from './normalise.ts'
import { isBlank, type PatternRun, parseQuery, type Query, type Term } from './query.ts'
import { readPage, type TextPage } from './read-page.ts'
import { snippetWithMatches } from './snippet.ts'
import { literalToken, rootToken, runsOf, tokensOf } from './tokenise.ts'

export type BoilerplateAsked = {
  q?: string | undefined
  place?: 'opening' | 'issue' | 'closing' | undefined
  issueType?: string | undefined
  disposition?: string | undefined
}

type Indexed = {
  entry: BoilerplateEntry
  order: number
  /** Label, source and text, one behind the other. */
  whole: TextPage
  sourceFrom: number
  textFrom: number
}

export type BoilerplateIndex = {
  /** The most fitting first. */
  find(asked: BoilerplateAsked): BoilerplateEntry[]
  shown(entry: BoilerplateEntry, q: string | undefined): FoundBoilerplate
}

/** The entries of a library as they are searched, read once. */
export function indexBoilerplate(entries: readonly BoilerplateEntry[]): BoilerplateIndex {
  const indexed = entries.map(readEntry)
  const candidatesFor = createCandidates(indexed.map(({ whole }) => whole.slice(0, whole.length)))

  return {
    find({ q = '', ...asked }) {
      const query = isBlank(q) ? undefined : queryOf(q)
      const candidates = query && candidatesFor(query)
      const few = candidates ? indexed.filter((_, index) => candidates.has(index)) : indexed
      const fitting = few.filter(({ entry }) => fits(entry, asked))
      const hits = query ? fitting.filter(({ whole }) => whole.isHit(query)) : fitting
      return hits
        .map((one) => ({ one, score: (query ? scoreOf(one, query) : 0) + closeness(one.entry, asked) }))
        .sort((a, b) => b.score - a.score || a.one.order - b.one.order)
        .map(({ one }) => one.entry)
    },

    shown(entry, q = '') {
      const { name, version, label, place, issueTypes, dispositions, source, fields = [] } = entry
      const text = readPage(textOfEntry(entry))
      const words = isBlank(q) ? { required: [], excluded: [] } : queryOf(q)
      const { snippet, matches } = snippetWithMatches(text, words)
      const about = { entryId: name, version, label, place, issueTypes, dispositions }
      return { ...about, ...(source === undefined ? {} : { source }), fields, snippet, matches }
    },
  }
}

function readEntry(entry: BoilerplateEntry, order: number): Indexed {
  const { label, source = '' } = entry
  const text = textOfEntry(entry)
  const sourceFrom = label.length + 1
  const textFrom = sourceFrom + source.length + 1
  const whole = readPage(`${label}\n${source}\n${text}`)
  return { entry, order, whole, sourceFrom, textFrom }
}

/** Of texts, those that may have all words of a query, by its first letters and words; undefined for all of them. */
function createCandidates(texts: readonly string[]): (query: Query) => Set<number> | undefined {
  const postings = new Map<string, number[]>()
  for (const [index, text] of texts.entries())
    for (const token of tokensOf(runsOf(normalise(text).text)).tokens) {
      const known = postings.get(token)
      if (known) known.push(index)
      else postings.set(token, [index])
    }
  const vocabulary = [...postings.keys()].sort()

  const beginningWith = (beginning: string): string[] => {
    let [low, high] = [0, vocabulary.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((vocabulary[middle] as string) < beginning) low = middle + 1
      else high = middle
    }
    let end = low
    while (vocabulary[end]?.startsWith(beginning)) end += 1
    return vocabulary.slice(low, end)
  }
  const tokensOfRun = ({ match, text, root }: PatternRun): string[] => {
    if (match === 'prefix') return beginningWith(literalToken(text))
    return match === 'exact' ? [literalToken(text)] : [literalToken(root), rootToken(root)]
  }
  const withTerm = ({ patterns }: Term): number[] =>
    patterns.flatMap(([first]) =>
      first ? tokensOfRun(first).flatMap((token) => postings.get(token) ?? []) : [],
    )

  return ({ required }) => {
    const [first, ...others] = required.map((terms) => new Set(terms.flatMap(withTerm)))
    return first && new Set([...first].filter((index) => others.every((other) => other.has(index))))
  }
}

/** The text of an entry, without its conditions. */
export function textOfEntry({ body, blocks = [] }: Pick<BoilerplateEntry, 'body' | 'blocks'>): string {
  return body ?? blocks.map(({ text }) => text).join('\n\n')
}

/** The last word may be the beginning of one: people search while they type. */
function queryOf(written: string): Query {
  const [, last] = /(?:^|\s)([\p{L}\p{N}]+)$/u.exec(written) ?? []
  return parseQuery(last === undefined || last === 'OR' ? written : `${written} OR ${last}*`)
}

function fits(
  { place, issueTypes, dispositions }: BoilerplateEntry,
  asked: Omit<BoilerplateAsked, 'q'>,
): boolean {
  const isOffered = (names: readonly string[], name: string | undefined) =>
    name === undefined || names.length === 0 || names.includes(name)
  return (
    (asked.place === undefined || place === 'anywhere' || place === asked.place) &&
    isOffered(issueTypes, asked.issueType) &&
    isOffered(dispositions, asked.disposition)
  )
}

/** An entry made for what is asked comes before one made for everything. */
function closeness(
  { place, issueTypes, dispositions }: BoilerplateEntry,
  asked: Omit<BoilerplateAsked, 'q'>,
): number {
  return (
    (asked.issueType !== undefined && issueTypes.includes(asked.issueType) ? 2 : 0) +
    (asked.disposition !== undefined && dispositions.includes(asked.disposition) ? 2 : 0) +
    (asked.place !== undefined && place === asked.place ? 1 : 0)
  )
}

const inLabel = 8
const atStart = 4
const inSource = 3
const mostCounted = 5

/** A word in the label counts more than in the source, and there more than in the text. */
function scoreOf({ whole, sourceFrom, textFrom }: Indexed, { required }: Query): number {
  let score = 0
  for (const terms of required) {
    let best = 0
    let inText = 0
    for (const term of terms) {
      for (const { start } of whole.placesOf(term)) {
        if (start < sourceFrom) best = Math.max(best, inLabel + (start === 0 ? atStart : 0))
        else if (start < textFrom) best = Math.max(best, inSource)
        else inText += 1
        if (inText >= mostCounted) break
      }
    }
    score += best + Math.min(inText, mostCounted) / mostCounted
  }
  return score
}
