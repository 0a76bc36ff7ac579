import type { Operation } from '@portico/contract/operations'
import type { Block } from '@portico/contract/rich-text'
import { canonicalJson } from '../kernel/chain.ts'
import { isSameSection, type Place, sectionsOf, type Text } from './operations.ts'

/** The operations that make one text of another: blocks are the same by their ID, and as few as possible are moved. */
export function operationsBetween(before: Text, after: Text): Operation[] {
  const was = new Map<string, Place>()
  for (const { section, blocks } of sectionsOf(before.content))
    for (const [index, block] of blocks.entries()) was.set(block.id, { section, index, block })
  const sections = sectionsOf(after.content)
  const kept = new Set(sections.flatMap(({ blocks }) => blocks.map(({ id }) => id)))
  const issueIds = after.content.issues.map(({ issueId }) => issueId)
  const issueIdsBefore = before.content.issues.map(({ issueId }) => issueId)

  const operations: Operation[] = []
  if (after.title !== before.title) operations.push({ type: 'setTitle', title: after.title })
  for (const issueId of issueIds)
    if (!issueIdsBefore.includes(issueId)) operations.push({ type: 'addSection', issueId })
  for (const id of was.keys()) if (!kept.has(id)) operations.push({ type: 'remove', blockId: id })
  for (const { section, blocks } of sections) {
    const staying = inOrder(blocks, (block) => {
      const place = was.get(block.id)
      return place && isSameSection(place.section, section) ? place.index : undefined
    })
    for (const [index, block] of blocks.entries()) {
      const after = blocks[index - 1]?.id ?? null
      const place = was.get(block.id)
      if (!place) {
        operations.push({ type: 'insertAfter', section, after, block })
        continue
      }
      const move: Operation = { type: 'move', blockId: block.id, section, after }
      const replace: Operation = { type: 'replace', blockId: block.id, block }
      const moved = staying.has(block.id) ? [] : [move]
      const replaced = isSame(place.block, block) ? [] : [replace]
      // A part is put on in the section of an issue, and taken off before the block leaves it.
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

export const isSame = (one: Block, other: Block) =>
  one === other || canonicalJson(one) === canonicalJson(other)

/** A longest run of blocks whose places before ascend: they stay, and the others are moved around them. */
function inOrder(blocks: readonly Block[], placeBefore: (block: Block) => number | undefined): Set<string> {
  const ends: { place: number; id: string; previous: Link | undefined }[] = []
  for (const { id, place } of blocks.map((block) => ({ id: block.id, place: placeBefore(block) }))) {
    if (place === undefined) continue
    let [low, high] = [0, ends.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (ends[middle]!.place < place) low = middle + 1
      else high = middle
    }
    ends[low] = { place, id, previous: ends[low - 1] }
  }
  const staying = new Set<string>()
  for (let link: Link | undefined = ends.at(-1); link; link = link.previous) staying.add(link.id)
  return staying
}

type Link = { id: string; previous: Link | undefined }
