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

export type NamedAuthority = { group: string; text: string }

/** Compiled once per version of the profile. */
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

/** The authorities named in a text, in order. If several patterns match, the longest wins. */
export function authoritiesIn(text: string, authorities: Authorities): NamedAuthority[] {
  const tree = treeFor(authorities)
  const tokens = tokensOf(text)
  const named: NamedAuthority[] = []
  for (let index = 0; index < tokens.length; ) {
    const match = matchAt(tree, tokens, index)
    for (const citation of match?.texts ?? []) named.push({ group: match?.group ?? '', text: citation })
    index = match?.to ?? index + 1
  }
  return named
}

/** Keeps requests fast; a typical decision has a tenth of this. */
const maxCharacters = 1_000_000

/** Recognises authorities in one text after another, up to a million characters in all. */
export function createRecogniser(
  authorities: Authorities,
  limit = maxCharacters,
): (text: string) => NamedAuthority[] {
  let remaining = limit
  return (text) => {
    const excerpt = text.slice(0, remaining)
    remaining -= excerpt.length
    return authoritiesIn(excerpt, authorities)
  }
}

/** A citation of the file separates authorities; marks and line breaks do not. Each footnote is a separate text. */
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

/** The authorities, each once, by group of the profile, with the blocks that name them; undefined if there are none. */
export function listAuthorities(
  blocks: readonly { place: Place; content: readonly Worded[] }[],
  authorities: Authorities | undefined,
): PackageAuthorities | undefined {
  if (!authorities) return undefined
  const recognise = createRecogniser(authorities)
  const places = new Map<string, Map<string, Place[]>>()
  for (const { place, content } of blocks)
    for (const text of content.flatMap(textsIn))
      for (const named of recognise(text)) {
        const group = places.get(named.group) ?? new Map<string, Place[]>()
        places.set(named.group, group)
        const namedAt = group.get(named.text) ?? []
        group.set(named.text, namedAt)
        if (namedAt.at(-1) !== place) namedAt.push(place)
      }
  if (places.size === 0) return undefined
  const { groups, isPrinted, heading = 'Authorities' } = authorities
  return {
    ...(isPrinted ? { heading } : {}),
    groups: groups.flatMap(({ name, label }) => {
      const found = [...(places.get(name) ?? [])].toSorted(([one], [other]) => compareNumerically(one, other))
      if (found.length === 0) return []
      return [{ name, label, authorities: found.map(([text, places]) => ({ text, places })) }]
    }),
  }
}

/** Puts `§ 4.9` before `§ 4.10`. */
function compareNumerically(a: string, b: string): number {
  const [parts, others] = [a, b].map((text) => text.match(/\d+|\D+/g) ?? [])
  for (const [index, part] of (parts ?? []).entries()) {
    const otherPart = others?.[index]
    if (otherPart === undefined) return 1
    if (part === otherPart) continue
    const difference = Number(part) - Number(otherPart)
    if (!Number.isNaN(difference) && difference !== 0) return difference
    return part < otherPart ? -1 : 1
  }
  return (parts ?? []).length - (others ?? []).length
}
