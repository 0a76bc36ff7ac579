import type { Operation, SectionName, Span } from '@portico/contract/operations'
import type { Block, Inline } from '@portico/contract/rich-text'
import type { WorkProductContent } from '@portico/contract/work-products'
import { Refusal } from '../kernel/decider.ts'
import { spliceInlines } from './splice-inlines.ts'

/** The part of a work product that operations change. */
export type Text = { title: string; content: WorkProductContent }

export type Place = { section: SectionName; index: number; block: Block }

/** Refuses an operation on anything that is not in the text. */
export function applyOperation(text: Text, operation: Operation): Text {
  const { content } = text
  switch (operation.type) {
    case 'setTitle':
      return { ...text, title: operation.title.trim() }
    case 'replace': {
      const place = placeOf(content, operation.blockId)
      if (operation.block.id !== operation.blockId)
        throw new Refusal('invalid', `block.id must be the same as blockId, ${operation.blockId}.`)
      refusePartOutsideIssue(operation.block, place.section)
      return withBlockAt(text, place, operation.block)
    }
    case 'replaceSpan': {
      const place = placeOf(content, operation.blockId)
      return withBlockAt(text, place, replaceSpan(place.block, operation.span, operation.content))
    }
    case 'insertAfter':
      return insertBlock(text, operation, operation.block)
    case 'remove': {
      const place = placeOf(content, operation.blockId)
      return withBlocks(text, place.section, (blocks) => blocks.toSpliced(place.index, 1))
    }
    case 'move': {
      const { section, index, block } = placeOf(content, operation.blockId)
      if (operation.after === operation.blockId && isSameSection(section, operation.section)) return text
      const without = withBlocks(text, section, (blocks) => blocks.toSpliced(index, 1))
      return insertBlock(without, operation, block)
    }
    case 'addSection':
      return hasSection(content, operation.issueId) ? text : withSection(text, operation.issueId, [])
    case 'removeSection': {
      const isKept = ({ issueId, content }: Section) => issueId !== operation.issueId || content.length > 0
      return { ...text, content: { ...content, issues: content.issues.filter(isKept) } }
    }
    case 'orderSections': {
      const rank = new Map(operation.issueIds.map((issueId, index) => [issueId, index]))
      const rankOf = ({ issueId }: Section) => rank.get(issueId) ?? rank.size
      return {
        ...text,
        content: { ...content, issues: content.issues.toSorted((a, b) => rankOf(a) - rankOf(b)) },
      }
    }
  }
}

export function applyOperations(text: Text, operations: readonly Operation[]): Text {
  return operations.reduce(applyOperation, text)
}

export function findPlace(content: WorkProductContent, blockId: string): Place | undefined {
  const lookup = lookups.get(content) ?? { times: 0 }
  lookups.set(content, lookup)
  lookup.times += 1
  if (lookup.times > maxScans) lookup.places ??= placesIn(content)
  if (!lookup.places) return scan(content, blockId)
  const found = lookup.places.get(blockId)
  const block = found && blocksIn(content, found.section)?.[found.index]
  return block && { ...found, block }
}

export const findBlock = (content: WorkProductContent, blockId: string): Block | undefined =>
  findPlace(content, blockId)?.block

export function sectionsOf({ opening, issues, closing }: WorkProductContent): {
  section: SectionName
  blocks: Block[]
}[] {
  return [
    { section: { part: 'opening' }, blocks: opening },
    ...issues.map(({ issueId, content }) => ({
      section: { part: 'issue' as const, issueId },
      blocks: content,
    })),
    { section: { part: 'closing' }, blocks: closing },
  ]
}

/** The blocks of a section; undefined for an issue without one. */
export function blocksIn(content: WorkProductContent, section: SectionName): Block[] | undefined {
  if (section.part !== 'issue') return content[section.part]
  return content.issues.find(({ issueId }) => issueId === section.issueId)?.content
}

export const isSameSection = (a: SectionName, b: SectionName) => a.part === b.part && a.issueId === b.issueId

/** The IDs of a block and its items, rows or edited blocks. */
export function idsOf(block: Block): string[] {
  if (block.type === 'list') return [block.id, ...block.items.map(({ id }) => id)]
  if (block.type === 'table') return [block.id, ...block.rows.map(({ id }) => id)]
  if (block.type === 'boilerplate') return [block.id, ...(block.edited ?? []).flatMap(idsOf)]
  return [block.id]
}

/** Refuses a text with too many blocks or sections; intermediate steps may have more. */
export function refuseTooMany({ content }: Text): void {
  if (content.issues.length > maxSections)
    throw new Refusal('invalid', `A text must have at most ${maxSections} sections of issues.`)
  if (sectionsOf(content).some(({ blocks }) => blocks.length > maxBlocks))
    throw new Refusal('invalid', `A section must have at most ${maxBlocks} blocks.`)
}

type Section = WorkProductContent['issues'][number]

/** Shared by successive texts until a block is added, removed or moved. */
type Lookup = { times: number; places?: Map<string, Omit<Place, 'block'>> }

/** Every keystroke looks up a place: in a long text, a table is cheaper than repeated scans. */
const lookups = new WeakMap<WorkProductContent, Lookup>()
const maxScans = 8

function placesIn(content: WorkProductContent) {
  const places = new Map<string, Omit<Place, 'block'>>()
  for (const { section, blocks } of sectionsOf(content))
    for (const [index, { id }] of blocks.entries()) if (!places.has(id)) places.set(id, { section, index })
  return places
}

function scan(content: WorkProductContent, blockId: string): Place | undefined {
  for (const { section, blocks } of sectionsOf(content)) {
    const index = blocks.findIndex(({ id }) => id === blockId)
    if (index >= 0) return { section, index, block: blocks[index]! }
  }
  return undefined
}

const maxBlocks = 2000
const maxSections = 500

function placeOf(content: WorkProductContent, blockId: string): Place {
  const place = findPlace(content, blockId)
  if (!place) throw new Refusal('invalid', `There is no block ${blockId} in the text.`)
  return place
}

const hasSection = ({ issues }: WorkProductContent, issueId: string) =>
  issues.some((section) => section.issueId === issueId)

function withSection(text: Text, issueId: string, content: Block[]): Text {
  const issues = [...text.content.issues, { issueId, content }]
  return { ...text, content: { ...text.content, issues } }
}

function withBlockAt(text: Text, { section, index }: Place, block: Block): Text {
  const changed = withBlocks(text, section, (blocks) => blocks.with(index, block))
  const lookup = lookups.get(text.content)
  if (lookup) lookups.set(changed.content, lookup)
  return changed
}

function withBlocks(text: Text, section: SectionName, change: (blocks: Block[]) => Block[]): Text {
  const { content } = text
  if (section.part !== 'issue')
    return { ...text, content: { ...content, [section.part]: change(content[section.part]) } }
  const index = content.issues.findIndex(({ issueId }) => issueId === section.issueId)
  const found = content.issues[index]
  if (!found) return withSection(text, section.issueId as string, change([]))
  const issues = content.issues.with(index, { ...found, content: change(found.content) })
  return { ...text, content: { ...content, issues } }
}

function insertBlock(
  text: Text,
  { section, after }: { section: SectionName; after: string | null },
  block: Block,
): Text {
  if ((section.part === 'issue') !== (section.issueId !== undefined))
    throw new Refusal(
      'invalid',
      'section.issueId must be given for the part issue, and left out for any other.',
    )
  refusePartOutsideIssue(block, section)
  return withBlocks(text, section, (blocks) => {
    const index = after === null ? -1 : blocks.findIndex(({ id }) => id === after)
    if (after !== null && index < 0)
      throw new Refusal('invalid', `after must be null or the ID of a block in the section: ${after} is not.`)
    return blocks.toSpliced(index + 1, 0, block)
  })
}

function refusePartOutsideIssue({ id, part }: Block, section: SectionName): void {
  if (part === undefined || section.part === 'issue') return
  throw new Refusal('invalid', `The block ${id} has the part ${part} and must be in the section of an issue.`)
}

function replaceSpan(block: Block, span: Span, content: readonly Inline[]): Block {
  const { from, to, itemId, rowId, cell } = span
  const splice = (inlines: Inline[]) => spliceInlines(inlines, { from, to }, content)
  switch (block.type) {
    case 'boilerplate':
      throw new Refusal(
        'invalid',
        `The block ${block.id} is boilerplate and can only be replaced as a whole.`,
      )
    case 'list': {
      const index = block.items.findIndex(({ id }) => id === itemId)
      const item = block.items[index]
      if (!item)
        throw new Refusal('invalid', `span.itemId must be the ID of an item of the list ${block.id}.`)
      return { ...block, items: block.items.with(index, { ...item, content: splice(item.content) }) }
    }
    case 'table': {
      const spliceCell = (cells: { content: Inline[] }[]) => {
        const found = cell === undefined ? undefined : cells[cell]
        if (cell === undefined || !found)
          throw new Refusal(
            'invalid',
            `span.cell must be a cell of the table ${block.id}, from 0 to ${cells.length - 1}.`,
          )
        return cells.with(cell, { content: splice(found.content) })
      }
      if (rowId === undefined) return { ...block, header: spliceCell(block.header) }
      const index = block.rows.findIndex(({ id }) => id === rowId)
      const row = block.rows[index]
      if (!row) throw new Refusal('invalid', `span.rowId must be the ID of a row of the table ${block.id}.`)
      return { ...block, rows: block.rows.with(index, { ...row, cells: spliceCell(row.cells) }) }
    }
    default:
      if (itemId !== undefined || rowId !== undefined || cell !== undefined)
        throw new Refusal(
          'invalid',
          `span must have only from and to, since the block ${block.id} is a ${block.type}.`,
        )
      return { ...block, content: splice(block.content) }
  }
}
