import { nearest } from '../kernel/nearest.ts'
import { type Placeholder, placeholderNames, placeholders } from './authority-placeholders.ts'
import { type Token, tokensOf } from './tokens.ts'

/**
 * The pattern language of the profile: words, `{placeholders}`, and `[optional words]`, which are not listed. Elements are
 * greedy without backtracking, and each takes a bounded number of tokens, so that recognition takes time linear in the
 * length of the text, whatever the pattern.
 */
type AuthorityPattern = { elements: readonly Element[] }

type Literal = { kind: 'literal'; tokens: readonly Token[]; shown: string }
type SectionSign = { kind: 'section'; shown: string }
type PlaceholderElement = { kind: 'placeholder'; name: Placeholder; shown: string }
type Element =
  | Literal
  | SectionSign
  | PlaceholderElement
  | { kind: 'optional'; elements: readonly Element[]; shown: string }

export type Match = {
  /** The index after its last token. */
  to: number
  group: string
  /** One for each authority: a list of sections is several. */
  texts: string[]
}

const piece = /\{(?<name>[^{}]*)\}|\[(?<optional>[^[\]]*)\]|(?<literal>[^{}[\]]+)|(?<stray>[{}[\]])/g
const minLetters = 2

/** The fault of a pattern as a sentence without its subject; undefined if it is valid. */
export function faultOfPattern(source: string): string | undefined {
  const compiled = compile(source)
  if (typeof compiled === 'string') return compiled
  const { elements } = compiled
  const letters = elements
    .flatMap((element) => (element.kind === 'literal' ? element.tokens : []))
    .filter(({ kind }) => kind === 'word')
    .reduce((count, { text }) => count + text.length, 0)
  if (letters < minLetters) return `must have at least ${minLetters} letters outside of {} and [].`
  const [first] = elements
  if (first?.kind === 'optional') return 'must not begin with an optional part.'
  if (first?.kind === 'section' || (first?.kind === 'literal' && first.tokens[0]?.kind === 'sign'))
    return 'must begin with a word, a number or a placeholder.'
  if (elements.filter((element) => element.kind === 'placeholder' && element.name === 'section').length > 1)
    return 'must have {section} at most once.'
  return undefined
}

/** Throws a plain error, since the profile has been validated. */
function compilePattern(source: string): AuthorityPattern {
  const compiled = compile(source)
  if (typeof compiled === 'string') throw new Error(`the pattern ${source} ${compiled}`)
  return compiled
}

function compile(source: string): AuthorityPattern | string {
  const elements: Element[] = []
  for (const { groups = {}, 0: shown } of source.matchAll(piece)) {
    const { name, optional, literal, stray } = groups
    if (stray !== undefined) return `has ${stray} without its counterpart.`
    if (name !== undefined) {
      if (!isPlaceholder(name)) {
        const suggestion = nearest(name, placeholderNames)
        return `has {${name}}: it must be one of ${placeholderNames.map((placeholderName) => `{${placeholderName}}`).join(', ')}${suggestion ? `; did you mean {${suggestion}}?` : '.'}`
      }
      elements.push({ kind: 'placeholder', name, shown })
    } else if (optional !== undefined) {
      const inner = compile(optional)
      if (typeof inner === 'string') return inner
      if (inner.elements.length === 0) return 'has nothing between [ and ].'
      if (inner.elements.some((element) => element.kind === 'placeholder' && element.name === 'section'))
        return 'must not have {section} between [ and ].'
      elements.push({ kind: 'optional', elements: inner.elements, shown: '' })
    } else elements.push(...literals(literal ?? ''))
  }
  return { elements }
}

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)

/** Any spelling of § matches, and so does its absence. */
function literals(text: string): Element[] {
  return text.split(/(§+)/).flatMap((part): Element[] => {
    if (part === '') return []
    if (part.startsWith('§')) return [{ kind: 'section', shown: '§' }]
    return [{ kind: 'literal', tokens: tokensOf(part), shown: part }]
  })
}

/** A prefix tree: elements that patterns share at their beginning are matched once. */
export type PatternTree = { next: { element: Element; tree: PatternTree }[]; group?: string }

export function treeOf(patterns: readonly { group: string; source: string }[]): PatternTree {
  const root: PatternTree = { next: [] }
  for (const { group, source } of patterns) {
    let tree = root
    for (const element of compilePattern(source).elements) {
      const existing = tree.next.find((branch) => isSame(branch.element, element))
      if (!existing) tree.next.push({ element, tree: { next: [] } })
      tree = (existing ?? tree.next.at(-1))?.tree ?? tree
    }
    tree.group ??= group
  }
  return root
}

/** The longest pattern that matches here, if any. */
export function matchAt(tree: PatternTree, tokens: readonly Token[], from: number): Match | undefined {
  if (!beginsAt(tokens, from)) return undefined
  let best: (PartialMatch & { group: string }) | undefined
  const visit = ({ next, group }: PatternTree, partial: PartialMatch): void => {
    if (group !== undefined && partial.to > (best?.to ?? from) && endsAt(tokens, partial.to))
      best = { ...partial, group }
    for (const { element, tree: subtree } of next) {
      const extended = extend(element, tokens, partial)
      if (extended) visit(subtree, extended)
    }
  }
  visit(tree, { to: from, isPlural: false, texts: () => [''] })
  if (!best) return undefined
  const { to, group, texts } = best
  return { to, group, texts: texts().map((text) => text.replaceAll(/\s+/g, ' ').trim()) }
}

/** `texts` is lazy, because most partial matches fail. */
type PartialMatch = { to: number; isPlural: boolean; texts: () => string[] }

function extend(element: Element, tokens: readonly Token[], partial: PartialMatch): PartialMatch | undefined {
  const { to, isPlural, texts } = partial
  const advance = (end: number, shown: () => readonly string[], areMany = isPlural): PartialMatch => ({
    to: end,
    isPlural: areMany,
    texts: () => texts().flatMap((text) => shown().map((more) => text + more)),
  })
  switch (element.kind) {
    case 'literal': {
      const end = literalEnd(element.tokens, tokens, to)
      return end === undefined ? undefined : advance(end, () => [element.shown])
    }
    case 'section': {
      const sign = sectionSignAt(tokens, to)
      return advance(sign.to, () => [element.shown], sign.isPlural)
    }
    case 'optional': {
      let inner: PartialMatch | undefined = partial
      for (const optional of element.elements) inner = inner && extend(optional, tokens, inner)
      return inner ? { ...partial, to: inner.to } : partial
    }
    case 'placeholder': {
      const value = placeholders[element.name](tokens, to, { isPlural })
      return value && advance(value.to, value.texts)
    }
  }
}

const isSame = (a: Element, b: Element) => JSON.stringify(a) === JSON.stringify(b)

function literalEnd(literal: readonly Token[], tokens: readonly Token[], from: number): number | undefined {
  let index = from
  for (const { key } of literal) {
    const end = wordEnd(key, tokens, index)
    // Commas are often omitted.
    if (end === undefined && key !== ',') return undefined
    index = end ?? index
  }
  return index
}

/** A word in capitals may have been tokenised like an abbreviation. */
function wordEnd(key: string, tokens: readonly Token[], from: number): number | undefined {
  let read = ''
  for (let index = from; index < tokens.length && read.length < key.length; index++) {
    const token = tokens[index] as Token
    if (index > from && (token.hasGap || token.kind !== 'word' || tokens[index - 1]?.hasDot)) return undefined
    read += token.key
    if (read === key) return index + 1
    if (!key.startsWith(read)) return undefined
  }
  return undefined
}

const singularSigns = ['§', 'sec', 'section']
const pluralSigns = ['secs', 'sections']

function sectionSignAt(tokens: readonly Token[], from: number): { to: number; isPlural: boolean } {
  const key = tokens[from]?.key ?? ''
  if (key === '§' && tokens[from + 1]?.key === '§') return { to: from + 2, isPlural: true }
  if (pluralSigns.includes(key)) return { to: from + 1, isPlural: true }
  return { to: singularSigns.includes(key) ? from + 1 : from, isPlural: false }
}

function beginsAt(tokens: readonly Token[], at: number): boolean {
  const first = tokens[at]
  const before = tokens[at - 1]
  if (!first || first.kind === 'sign') return false
  return !before || first.hasGap || (before.kind === 'sign' && !/[-$#@/\\]/.test(before.key))
}

function endsAt(tokens: readonly Token[], to: number): boolean {
  const last = tokens[to - 1]
  const next = tokens[to]
  return !last || !next || next.hasGap || next.kind === 'sign' || (last.hasDot && next.kind === 'word')
}
