import { hash } from 'node:crypto'
import { canonicalJson } from '../kernel/chain.ts'
import { Refusal } from '../kernel/decider.ts'
import type { ContentOf, MaybeId } from './rich-text.ts'

/** A block, list item or table row. */
type Node = { id?: string; items?: Node[]; rows?: Node[]; edited?: Node[] }

type Section = { name: string; nodes: readonly Node[] }

const childrenKeys = ['items', 'rows', 'edited'] as const

/** Blocks with a smaller share of words in common are different blocks. */
const minSimilarity = 0.3
/** Beyond this many comparisons of words, blocks are compared only with their neighbours. */
const maxComparisons = 4_000_000

/**
 * Gives every block, list item and table row an ID: its own if it has one, otherwise that of its equal or most similar
 * counterpart in the previous text, otherwise a new one.
 */
export function withIds<Run>(
  content: ContentOf<Run, MaybeId>,
  { before, makeId }: { before?: ContentOf<Run> | undefined; makeId: () => string },
): ContentOf<Run> {
  const taken = new Set<string>()
  for (const { nodes } of sectionsOf(content))
    for (const node of flatten(nodes)) {
      if (node.id === undefined) continue
      if (taken.has(node.id))
        throw new Refusal(
          'invalid',
          `content must not have two blocks of the same ID: ${node.id} is in it twice.`,
        )
      taken.add(node.id)
    }
  const ids = new Map<Node, string>()
  const reach = searchDistance(content)
  const earlier = new Map(sectionsOf(before ?? empty).map(({ name, nodes }) => [name, nodes]))
  for (const { name, nodes } of sectionsOf(content)) {
    const previous = earlier.get(name) ?? []
    matchEqual(nodes, previous, ids, taken)
    matchSimilar(nodes, previous, { ids, taken, reach })
  }
  const all = sectionsOf(content).flatMap(({ nodes }) => nodes)
  const allBefore = [...earlier.values()].flat()
  const moved = all.filter((node) => !hasId(node, ids))
  matchEqual(moved, allBefore, ids, taken)
  matchChildren(all, allBefore, { ids, taken, reach })
  return mapNodes(content, (node) => node.id ?? ids.get(node) ?? makeId())
}

/** Derives IDs for a text stored before blocks had any, from their sections, words and occurrences. */
export function withDerivedIds<Run>(stored: ContentOf<Run, MaybeId>): ContentOf<Run> {
  const occurrences = new Map<string, number>()
  return mapNodes(stored, (node, container) => {
    if (node.id !== undefined) return node.id
    const seed = `${container}\n${contentOf(node)}`
    const occurrence = (occurrences.get(seed) ?? 0) + 1
    occurrences.set(seed, occurrence)
    return `blk_${hash('sha256', `${seed}\n${occurrence}`, 'hex').slice(0, 32)}`
  })
}

const empty = { opening: [], issues: [], closing: [] }

function sectionsOf<Run>({ opening, issues, closing }: ContentOf<Run, MaybeId>): Section[] {
  return [
    { name: 'opening', nodes: opening as Node[] },
    ...issues.map(({ issueId, content }) => ({ name: `issue ${issueId}`, nodes: content as Node[] })),
    { name: 'closing', nodes: closing as Node[] },
  ]
}

const childrenOf = (node: Node): readonly Node[] => node.items ?? node.rows ?? node.edited ?? []

function flatten(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) => [node, ...flatten(childrenOf(node))])
}

const hasId = (node: Node, ids: ReadonlyMap<Node, string>) => node.id !== undefined || ids.has(node)

/** A copy with IDs from `idOf`, outermost first. */
function mapNodes<Run>(
  content: ContentOf<Run, MaybeId>,
  idOf: (node: Node, container: string) => string,
): ContentOf<Run> {
  const withId = (node: Node, container: string): Node => {
    const id = idOf(node, container)
    const childLists = childrenKeys.flatMap((key) => {
      const children = node[key]
      return children ? [[key, children.map((child) => withId(child, id))] as const] : []
    })
    return { ...node, id, ...Object.fromEntries(childLists) }
  }
  const section = (name: string, nodes: unknown) => (nodes as Node[]).map((node) => withId(node, name))
  return {
    opening: section('opening', content.opening),
    issues: content.issues.map(({ issueId, content: nodes }) => ({
      issueId,
      content: section(`issue ${issueId}`, nodes),
    })),
    closing: section('closing', content.closing),
  } as unknown as ContentOf<Run>
}

type Matching = { ids: Map<Node, string>; taken: Set<string>; reach: number }

/** The distance within which counterparts are searched, so that saving takes time linear in the text. */
function searchDistance<Run>(content: ContentOf<Run, MaybeId>): number {
  const nodes = sectionsOf(content)
    .flatMap(({ nodes }) => flatten(nodes))
    .filter(({ id }) => id === undefined)
  const words = nodes.reduce((total, node) => total + 1 + wordCounts(node).words.size, 0)
  return Math.ceil(maxComparisons / (2 * words + 1))
}

/** Matches items and rows without an ID with those of their block's counterpart. */
function matchChildren(nodes: readonly Node[], before: readonly Node[], matching: Matching): void {
  const { ids, taken } = matching
  const earlier = new Map(before.map((node) => [node.id, node]))
  for (const node of nodes) {
    const counterpart = earlier.get(node.id ?? ids.get(node))
    if (!counterpart) continue
    const [children, childrenBefore] = [childrenOf(node), childrenOf(counterpart)]
    matchEqual(children, childrenBefore, ids, taken)
    matchSimilar(children, childrenBefore, matching)
    matchChildren(children, childrenBefore, matching)
  }
}

function matchEqual(
  nodes: readonly Node[],
  before: readonly Node[],
  ids: Map<Node, string>,
  taken: Set<string>,
): void {
  if (nodes.every((node) => hasId(node, ids))) return
  const free = new Map<string, string[]>()
  for (const node of before) {
    if (node.id === undefined || taken.has(node.id)) continue
    const text = contentOf(node)
    const same = free.get(text) ?? []
    free.set(text, same)
    same.push(node.id)
  }
  for (const same of free.values()) same.reverse()
  for (const node of nodes) {
    const id = hasId(node, ids) ? undefined : free.get(contentOf(node))?.pop()
    if (id !== undefined) assign(node, id, ids, taken)
  }
}

function matchSimilar(
  nodes: readonly Node[],
  before: readonly Node[],
  { ids, taken, reach }: Matching,
): void {
  const candidates = nodes.flatMap((node, at) =>
    hasId(node, ids) ? [] : [{ node, at, ...wordCounts(node) }],
  )
  if (candidates.length === 0) return
  const free = before.flatMap((node, at) =>
    node.id === undefined || taken.has(node.id) ? [] : [{ node, at, ...wordCounts(node) }],
  )
  let [from, to] = [0, 0]
  const pairs = candidates.flatMap((candidate) => {
    while (from < free.length && (free[from]?.at ?? 0) < candidate.at - reach) from += 1
    while (to < free.length && (free[to]?.at ?? 0) <= candidate.at + reach) to += 1
    return free.slice(from, to).flatMap((counterpart) => {
      const share = similarity(candidate, counterpart)
      return share < minSimilarity
        ? []
        : [{ now: candidate, was: counterpart, share, distance: Math.abs(candidate.at - counterpart.at) }]
    })
  })
  pairs.sort((a, b) => b.share - a.share || a.distance - b.distance)
  for (const { now: candidate, was: counterpart } of pairs) {
    if (ids.has(candidate.node) || taken.has(counterpart.node.id as string)) continue
    assign(candidate.node, counterpart.node.id as string, ids, taken)
  }
}

function assign(node: Node, id: string, ids: Map<Node, string>, taken: Set<string>): void {
  ids.set(node, id)
  taken.add(id)
}

/** The content of a block without its IDs. */
function contentOf(node: Node): string {
  return canonicalJson(JSON.parse(JSON.stringify(node, (key, value) => (key === 'id' ? undefined : value))))
}

type WordCounts = { type: string; total: number; words: Map<string, number> }

function wordCounts(node: Node): WordCounts {
  const words = new Map<string, number>()
  let total = 0
  const count = (word: string) => {
    words.set(word, (words.get(word) ?? 0) + 1)
    total += 1
  }
  JSON.stringify(node, (key, value) => {
    if (key === 'text' && typeof value === 'string')
      for (const [word] of value.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)) count(word)
    if (key === 'page') count(`page ${value}`)
    return value
  })
  return { type: (node as { type?: string }).type ?? '', total, words }
}

/** The share of the longer block's words and cited pages that both have; 0 for blocks of different types. */
function similarity(a: WordCounts, b: WordCounts): number {
  const longer = Math.max(a.total, b.total)
  if (a.type !== b.type || longer === 0) return 0
  if (Math.min(a.total, b.total) < longer * minSimilarity) return 0
  let count = 0
  for (const [word, times] of a.words) count += Math.min(times, b.words.get(word) ?? 0)
  return count / longer
}
