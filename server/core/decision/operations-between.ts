import type { Operation } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { canonicalJson } from '../kernel/chain.ts'
import { isSameSection, type Place, sectionsOf, type Text } from './operations.ts'

/** The operations that turn one text into another. Blocks are identified by ID, and as few as possible are moved. */
export function operationsBetween(before: Text, after: Text): Operation[] {
  const placesBefore = new Map<string, Place>()
  for (const { section, blocks } of sectionsOf(before.content))
    for (const [index, block] of blocks.entries()) placesBefore.set(block.id, { section, index, block })
  const sections = sectionsOf(after.content)
  const keptIds = new Set(sections.flatMap(({ blocks }) => blocks.map(({ id }) => id)))
  const issueIds = after.content.issues.map(({ issueId }) => issueId)
  const issueIdsBefore = before.content.issues.map(({ issueId }) => issueId)

  const operations: Operation[] = []
  if (after.title !== before.title) operations.push({ type: 'setTitle', title: after.title })
  for (const issueId of issueIds)
    if (!issueIdsBefore.includes(issueId)) operations.push({ type: 'addSection', issueId })
  for (const id of placesBefore.keys()) if (!keptIds.has(id)) operations.push({ type: 'remove', blockId: id })
  for (const { section, blocks } of sections) {
    const staying = longestAscending(blocks, (block) => {
      const place = placesBefore.get(block.id)
      return place && isSameSection(place.section, section) ? place.index : undefined
    })
    for (const [index, block] of blocks.entries()) {
      const after = blocks[index - 1]?.id ?? null
      const place = placesBefore.get(block.id)
      if (!place) {
        operations.push({ type: 'insertAfter', section, after, block })
        continue
      }
      const move: Operation = { type: 'move', blockId: block.id, section, after }
      const replace: Operation = { type: 'replace', blockId: block.id, block }
      const moved = staying.has(block.id) ? [] : [move]
      const replaced = isSame(place.block, block) ? [] : [replace]
      // Parts are allowed in the sections of issues only: set after a move into one, removed before a move out of it.
      operations.push(...(block.part === undefined ? [...replaced, ...moved] : [...moved, ...replaced]))
    }
  }
  for (const issueId of issueIdsBefore)
    if (!issueIds.includes(issueId)) operations.push({ type: 'removeSection', issueId })
  const unordered = [
    ...issueIdsBefore.filter((issueId) => issueIds.includes(issueId)),
    ...issueIds.filter((issueId) => !issueIdsBefore.includes(issueId)),
  ]
  if (unordered.some((issueId, index) => issueId !== issueIds[index]))
    operations.push({ type: 'orderSections', issueIds })
  return operations
}

export const isSame = (a: Block, b: Block) => a === b || canonicalJson(a) === canonicalJson(b)

/** A longest ascending subsequence by previous place: these blocks stay, and the others move around them. */
function longestAscending(
  blocks: readonly Block[],
  placeBefore: (block: Block) => number | undefined,
): Set<string> {
  const tails: { place: number; id: string; previous: Link | undefined }[] = []
  for (const { id, place } of blocks.map((block) => ({ id: block.id, place: placeBefore(block) }))) {
    if (place === undefined) continue
    let [low, high] = [0, tails.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (tails[middle]!.place < place) low = middle + 1
      else high = middle
    }
    tails[low] = { place, id, previous: tails[low - 1] }
  }
  const staying = new Set<string>()
  for (let link: Link | undefined = tails.at(-1); link; link = link.previous) staying.add(link.id)
  return staying
}

type Link = { id: string; previous: Link | undefined }
