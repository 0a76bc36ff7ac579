import { nearest } from '../kernel/nearest.ts'
import { type Placeholder, placeholderNames, placeholders } from './authority-placeholders.ts'
import { type Token, tokensOf } from './tokens.ts'

/**
 * The language of the profile: words, `{placeholders}`, and `[what may be there and is not listed]`. Each element takes
 * as much as it can and gives nothing back, and none takes more than a bounded number of tokens: what is recognised in a
 * text takes time in proportion to its length, whatever it and the pattern say.
 */
type AuthorityPattern = { elements: readonly Element[] }

type Literal = { kind: 'literal'; tokens: readonly Token[]; shown: string }
type Sign = { kind: 'section'; shown: string }
type Hole = { kind: 'placeholder'; name: Placeholder; shown: string }
type Element = Literal | Sign | Hole | { kind: 'optional'; elements: readonly Element[]; shown: string }

export type Recognised = {
  /** The token behind it. */
  to: number
  group: string
  /** As each is listed: a list of sections is several. */
  texts: string[]
}

const piece = /\{(?<name>[^{}]*)\}|\[(?<optional>[^[\]]*)\]|(?<literal>[^{}[\]]+)|(?<stray>[{}[\]])/g
const leastLetters = 2

/** What is wrong with a pattern, as a sentence without its subject; undefined if nothing is. */
export function faultOfPattern(source: string): string | undefined {
  const compiled = compile(source)
  if (typeof compiled === 'string') return compiled
  const { elements } = compiled
  const letters = elements
    .flatMap((element) => (element.kind === 'literal' ? element.tokens : []))
    .filter(({ kind }) => kind === 'word')
    .reduce((count, { text }) => count + text.length, 0)
  if (letters < leastLetters)
    return `must have at least ${leastLetters} letters outside of {} and []: it would recognise anything.`
  const [first] = elements
  if (first?.kind === 'optional') return 'must not begin with what may be left out.'
  if (first?.kind === 'section' || (first?.kind === 'literal' && first.tokens[0]?.kind === 'sign'))
    return 'must begin with a word, a number or a placeholder.'
  if (elements.filter((element) => element.kind === 'placeholder' && element.name === 'section').length > 1)
    return 'must have {section} once at most.'
  return undefined
}

/** For patterns of a checked profile. */
function compilePattern(source: string): AuthorityPattern {
  const compiled = compile(source)
  if (typeof compiled === 'string') throw new Error(`the pattern ${source} ${compiled}`)
  return compiled
}

function compile(source: string): AuthorityPattern | string {
  const elements: Element[] = []
  for (const { groups = {}, 0: shown } of source.matchAll(piece)) {
    const { name, optional, literal, stray } = groups
    if (stray !== undefined) return `has ${stray} without its other half.`
    if (name !== undefined) {
      if (!isPlaceholder(name)) {
        const meant = nearest(name, placeholderNames)
        return `has {${name}}: it must be one of ${placeholderNames.map((one) => `{${one}}`).join(', ')}${meant ? `; did you mean {${meant}}?` : '.'}`
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

/** § is recognised however it is written, or left out. */
function literals(text: string): Element[] {
  return text.split(/(§+)/).flatMap((part): Element[] => {
    if (part === '') return []
    if (part.startsWith('§')) return [{ kind: 'section', shown: '§' }]
    return [{ kind: 'literal', tokens: tokensOf(part), shown: part }]
  })
}

/** Patterns by what they begin with: where many begin alike, that is looked at once. */
export type PatternTree = { next: { element: Element; tree: PatternTree }[]; group?: string }

export function treeOf(patterns: readonly { group: string; source: string }[]): PatternTree {
  const root: PatternTree = { next: [] }
  for (const { group, source } of patterns) {
    let tree = root
    for (const element of compilePattern(source).elements) {
      const known = tree.next.find((one) => isSame(one.element, element))
      if (!known) tree.next.push({ element, tree: { next: [] } })
      tree = (known ?? tree.next.at(-1))?.tree ?? tree
    }
    tree.group ??= group
  }
  return root
}

/** The longest of the patterns that stand here; undefined if none does. */
export function matchAt(tree: PatternTree, tokens: readonly Token[], from: number): Recognised | undefined {
  if (!beginsAt(tokens, from)) return undefined
  let best: (Found & { group: string }) | undefined
  const visit = ({ next, group }: PatternTree, found: Found): void => {
    if (group !== undefined && found.to > (best?.to ?? from) && endsAt(tokens, found.to))
      best = { ...found, group }
    for (const { element, tree: more } of next) {
      const further = step(element, tokens, found)
      if (further) visit(more, further)
    }
  }
  visit(tree, { to: from, isPlural: false, texts: () => [''] })
  if (!best) return undefined
  const { to, group, texts } = best
  return { to, group, texts: texts().map((text) => text.replaceAll(/\s+/g, ' ').trim()) }
}

/** The texts are made only for what is recognised. */
type Found = { to: number; isPlural: boolean; texts: () => string[] }

function step(element: Element, tokens: readonly Token[], found: Found): Found | undefined {
  const { to, isPlural, texts } = found
  const add = (end: number, shown: () => readonly string[], areMany = isPlural): Found => ({
    to: end,
    isPlural: areMany,
    texts: () => texts().flatMap((text) => shown().map((more) => text + more)),
  })
  switch (element.kind) {
    case 'literal': {
      const end = literalEnd(element.tokens, tokens, to)
      return end === undefined ? undefined : add(end, () => [element.shown])
    }
    case 'section': {
      const sign = signAt(tokens, to)
      return add(sign.to, () => [element.shown], sign.isPlural)
    }
    case 'optional': {
      let inner: Found | undefined = found
      for (const one of element.elements) inner = inner && step(one, tokens, inner)
      return inner ? { ...found, to: inner.to } : found
    }
    case 'placeholder': {
      const value = placeholders[element.name](tokens, to, { isPlural })
      return value && add(value.to, value.texts)
    }
  }
}

const isSame = (one: Element, other: Element) => JSON.stringify(one) === JSON.stringify(other)

function literalEnd(wanted: readonly Token[], tokens: readonly Token[], from: number): number | undefined {
  let at = from
  for (const { key } of wanted) {
    const end = wordEnd(key, tokens, at)
    // A comma is often forgotten.
    if (end === undefined && key !== ',') return undefined
    at = end ?? at
  }
  return at
}

/** A word in capitals may have been split like an abbreviation. */
function wordEnd(key: string, tokens: readonly Token[], from: number): number | undefined {
  let read = ''
  for (let at = from; at < tokens.length && read.length < key.length; at++) {
    const token = tokens[at] as Token
    if (at > from && (token.hasGap || token.kind !== 'word' || tokens[at - 1]?.hasDot)) return undefined
    read += token.key
    if (read === key) return at + 1
    if (!key.startsWith(read)) return undefined
  }
  return undefined
}

const one = ['§', 'sec', 'section']
const many = ['secs', 'sections']

function signAt(tokens: readonly Token[], from: number): { to: number; isPlural: boolean } {
  const key = tokens[from]?.key ?? ''
  if (key === '§' && tokens[from + 1]?.key === '§') return { to: from + 2, isPlural: true }
  if (many.includes(key)) return { to: from + 1, isPlural: true }
  return { to: one.includes(key) ? from + 1 : from, isPlural: false }
}

/** Not within a word or a number. */
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
