import type { PackageAuthorities } from '@portico/contract/decision-package'
import type { Authorities } from '@portico/contract/profile/text-parts'
import { matchAt, type PatternTree, treeOf } from './authority-pattern.ts'
import { tokensOf } from './tokens.ts'

type Run = { type: string; text?: string }
type Inline = Run | { type: 'footnote'; content: readonly Run[] }
type Cell = { content: readonly Inline[] }

/** Any block with text: saved, filled in from the library, or frozen. */
export type Worded =
  | { type: 'paragraph' | 'heading' | 'quote'; content: readonly Inline[] }
  | { type: 'list'; items: readonly Cell[] }
  | { type: 'table'; caption?: string; header: readonly Cell[]; rows: readonly { cells: readonly Cell[] }[] }

export type Named = { group: string; text: string }

/** Compiled once for each version of the profile. */
const trees = new WeakMap<Authorities, PatternTree>()

function treeFor(authorities: Authorities): PatternTree {
  const tree =
    trees.get(authorities) ??
    treeOf(
      authorities.groups.flatMap(({ name: group, patterns }) =>
        patterns.map((source) => ({ group, source })),
      ),
    )
  trees.set(authorities, tree)
  return tree
}

/** The authorities that a text names, in its order; where several patterns fit, the longest. */
export function authoritiesIn(text: string, authorities: Authorities): Named[] {
  const tree = treeFor(authorities)
  const tokens = tokensOf(text)
  const named: Named[] = []
  for (let at = 0; at < tokens.length; ) {
    const found = matchAt(tree, tokens, at)
    for (const one of found?.texts ?? []) named.push({ group: found?.group ?? '', text: one })
    at = found?.to ?? at + 1
  }
  return named
}

/** Reading more would keep a request waiting: decisions have a tenth of it. */
const mostRead = 1_000_000

/** Reads one text after the other, up to a million characters in all. */
export function openRecognition(authorities: Authorities, most = mostRead): (text: string) => Named[] {
  let left = most
  return (text) => {
    const read = text.slice(0, left)
    left -= read.length
    return authoritiesIn(read, authorities)
  }
}

/** Marks and line breaks do not part an authority; a citation of the file does. A footnote is a text of its own. */
export function textsIn(block: Worded): string[] {
  switch (block.type) {
    case 'list':
      return block.items.flatMap(({ content }) => wordsIn(content))
    case 'table':
      return [
        ...(block.caption === undefined ? [] : [block.caption]),
        ...[block.header, ...block.rows.map(({ cells }) => cells)].flatMap((cells) =>
          cells.flatMap(({ content }) => wordsIn(content)),
        ),
      ]
    default:
      return wordsIn(block.content)
  }
}

function wordsIn(content: readonly Inline[]): string[] {
  const notes = content.flatMap((inline) => ('content' in inline ? wordsIn(inline.content) : []))
  const text = content
    .map((inline) => ('content' in inline ? '' : inline.type === 'text' ? inline.text : separatorOf(inline)))
    .join('')
  return [text, ...notes]
}

const separatorOf = ({ type }: Run) => (type === 'lineBreak' ? ' ' : ' \u241f ')

type Place = { issueId?: string; blockId?: string }

/** Each once, by the groups of the profile, with the blocks that name it; undefined if there is none. */
export function listAuthorities(
  blocks: readonly { place: Place; content: readonly Worded[] }[],
  authorities: Authorities | undefined,
): PackageAuthorities | undefined {
  if (!authorities) return undefined
  const recognise = openRecognition(authorities)
  const places = new Map<string, Map<string, Place[]>>()
  for (const { place, content } of blocks)
    for (const text of content.flatMap(textsIn))
      for (const named of recognise(text)) {
        const group = places.get(named.group) ?? new Map<string, Place[]>()
        places.set(named.group, group)
        const known = group.get(named.text) ?? []
        group.set(named.text, known)
        if (known.at(-1) !== place) known.push(place)
      }
  if (places.size === 0) return undefined
  const { groups, isPrinted, heading = 'Authorities' } = authorities
  return {
    ...(isPrinted ? { heading } : {}),
    groups: groups.flatMap(({ name, label }) => {
      const found = [...(places.get(name) ?? [])].toSorted(([one], [other]) => byNumber(one, other))
      if (found.length === 0) return []
      return [{ name, label, authorities: found.map(([text, places]) => ({ text, places })) }]
    }),
  }
}

/** `§ 4.9` stands before `§ 4.10`. */
function byNumber(one: string, other: string): number {
  const [parts, others] = [one, other].map((text) => text.match(/\d+|\D+/g) ?? [])
  for (const [index, part] of (parts ?? []).entries()) {
    const against = others?.[index]
    if (against === undefined) return 1
    if (part === against) continue
    const difference = Number(part) - Number(against)
    if (!Number.isNaN(difference) && difference !== 0) return difference
    return part < against ? -1 : 1
  }
  return (parts ?? []).length - (others ?? []).length
}
