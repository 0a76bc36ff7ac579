import { hash } from 'node:crypto'
import { canonicalJson } from '../kernel/chain.ts'
import { Refusal } from '../kernel/decider.ts'
import type { ContentOf, MaybeId } from './rich-text.ts'

/** A block, a list item or a table row; `children` are what has IDs inside it. */
type Node = { id?: string; items?: Node[]; rows?: Node[]; edited?: Node[] }

type Section = { name: string; nodes: readonly Node[] }

const childrenKeys = ['items', 'rows', 'edited'] as const

/** Below this share of words in common, a block is another block. */
const leastAlike = 0.3
/** Where more words than this would be compared with others, blocks are compared with their neighbours only. */
const mostCompared = 4_000_000

/**
 * Gives every block, list item and table row its ID: its own, that of the same or the most similar words in the text
 * before, or a new one.
 */
export function withIds<Run>(
  given: ContentOf<Run, MaybeId>,
  { before, makeId }: { before?: ContentOf<Run> | undefined; makeId: () => string },
): ContentOf<Run> {
  const taken = new Set<string>()
  for (const { nodes } of sectionsOf(given))
    for (const node of flatten(nodes)) {
      if (node.id === undefined) continue
      if (taken.has(node.id))
        throw new Refusal('invalid', `content must name each block once: ${node.id} is in it twice.`)
      taken.add(node.id)
    }
  const ids = new Map<Node, string>()
  const reach = reachIn(given)
  const earlier = new Map(sectionsOf(before ?? empty).map(({ name, nodes }) => [name, nodes]))
  for (const { name, nodes } of sectionsOf(given)) {
    const was = earlier.get(name) ?? []
    matchEqual(nodes, was, ids, taken)
    matchSimilar(nodes, was, { ids, taken, reach })
  }
  const all = sectionsOf(given).flatMap(({ nodes }) => nodes)
  const allBefore = [...earlier.values()].flat()
  const moved = all.filter((node) => !isNamed(node, ids))
  matchEqual(moved, allBefore, ids, taken)
  matchInside(all, allBefore, { ids, taken, reach })
  return mapNodes(given, (node) => node.id ?? ids.get(node) ?? makeId())
}

/** The same IDs each time for a text that was kept before blocks had any: by section, words and how often these occur. */
export function withDerivedIds<Run>(kept: ContentOf<Run, MaybeId>): ContentOf<Run> {
  const occurrences = new Map<string, number>()
  return mapNodes(kept, (node, container) => {
    if (node.id !== undefined) return node.id
    const seed = `${container}\n${bare(node)}`
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

const isNamed = (node: Node, ids: ReadonlyMap<Node, string>) => node.id !== undefined || ids.has(node)

/** A copy in which each has the ID that it is given, beginning with the outermost. */
function mapNodes<Run>(
  content: ContentOf<Run, MaybeId>,
  idOf: (node: Node, container: string) => string,
): ContentOf<Run> {
  const named = (node: Node, container: string): Node => {
    const id = idOf(node, container)
    const inside = childrenKeys.flatMap((key) => {
      const children = node[key]
      return children ? [[key, children.map((child) => named(child, id))] as const] : []
    })
    return { ...node, id, ...Object.fromEntries(inside) }
  }
  const section = (name: string, nodes: unknown) => (nodes as Node[]).map((node) => named(node, name))
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

/** How many places away a block is looked for, so that a save takes time in proportion to its text. */
function reachIn<Run>(given: ContentOf<Run, MaybeId>): number {
  const unnamed = sectionsOf(given)
    .flatMap(({ nodes }) => flatten(nodes))
    .filter(({ id }) => id === undefined)
  const words = unnamed.reduce((total, node) => total + 1 + counted(node).words.size, 0)
  return Math.ceil(mostCompared / (2 * words + 1))
}

/** For items and rows without an ID: the same words in what their block was first, then the most similar ones. */
function matchInside(given: readonly Node[], before: readonly Node[], matching: Matching): void {
  const { ids, taken } = matching
  const earlier = new Map(before.map((node) => [node.id, node]))
  for (const node of given) {
    const was = earlier.get(node.id ?? ids.get(node))
    if (!was) continue
    const [inside, insideBefore] = [childrenOf(node), childrenOf(was)]
    matchEqual(inside, insideBefore, ids, taken)
    matchSimilar(inside, insideBefore, matching)
    matchInside(inside, insideBefore, matching)
  }
}

function matchEqual(
  given: readonly Node[],
  before: readonly Node[],
  ids: Map<Node, string>,
  taken: Set<string>,
): void {
  if (given.every((node) => isNamed(node, ids))) return
  const free = new Map<string, string[]>()
  for (const node of before) {
    if (node.id === undefined || taken.has(node.id)) continue
    const text = bare(node)
    const same = free.get(text) ?? []
    free.set(text, same)
    same.push(node.id)
  }
  for (const same of free.values()) same.reverse()
  for (const node of given) {
    const id = isNamed(node, ids) ? undefined : free.get(bare(node))?.pop()
    if (id !== undefined) take(node, id, ids, taken)
  }
}

function matchSimilar(
  given: readonly Node[],
  before: readonly Node[],
  { ids, taken, reach }: Matching,
): void {
  const unnamed = given.flatMap((node, at) => (isNamed(node, ids) ? [] : [{ node, at, ...counted(node) }]))
  if (unnamed.length === 0) return
  const free = before.flatMap((node, at) =>
    node.id === undefined || taken.has(node.id) ? [] : [{ node, at, ...counted(node) }],
  )
  let [from, to] = [0, 0]
  const pairs = unnamed.flatMap((now) => {
    while (from < free.length && (free[from]?.at ?? 0) < now.at - reach) from += 1
    while (to < free.length && (free[to]?.at ?? 0) <= now.at + reach) to += 1
    return free.slice(from, to).flatMap((was) => {
      const share = inCommon(now, was)
      return share < leastAlike ? [] : [{ now, was, share, distance: Math.abs(now.at - was.at) }]
    })
  })
  pairs.sort((one, other) => other.share - one.share || one.distance - other.distance)
  for (const { now, was } of pairs) {
    if (ids.has(now.node) || taken.has(was.node.id as string)) continue
    take(now.node, was.node.id as string, ids, taken)
  }
}

function take(node: Node, id: string, ids: Map<Node, string>, taken: Set<string>): void {
  ids.set(node, id)
  taken.add(id)
}

/** What a block says, whatever it is called. */
function bare(node: Node): string {
  return canonicalJson(JSON.parse(JSON.stringify(node, (key, value) => (key === 'id' ? undefined : value))))
}

type Counted = { type: string; total: number; words: Map<string, number> }

function counted(node: Node): Counted {
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

/** The share of the longer one's words and cited pages that both have; none if they are blocks of different types. */
function inCommon(one: Counted, other: Counted): number {
  const most = Math.max(one.total, other.total)
  if (one.type !== other.type || most === 0) return 0
  if (Math.min(one.total, other.total) < most * leastAlike) return 0
  let count = 0
  for (const [word, times] of one.words) count += Math.min(times, other.words.get(word) ?? 0)
  return count / most
}
