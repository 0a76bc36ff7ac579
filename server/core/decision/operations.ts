import type { Operation, SectionName, Span } from '@portico/contract/operations'
import type { Block, Inline } from '@portico/contract/rich-text'
import type { WorkProductContent } from '@portico/contract/work-products'
import { Refusal } from '../kernel/decider.ts'
import { spliceInlines } from './splice-inlines.ts'

/** What is written: operations change nothing else. */
export type Text = { title: string; content: WorkProductContent }

/** Where a block stands. */
export type Place = { section: SectionName; index: number; block: Block }

/** The text with an operation applied; refuses one that names what is not in the text. */
export function applyOperation(text: Text, operation: Operation): Text {
  const { content } = text
  switch (operation.type) {
    case 'setTitle':
      return { ...text, title: operation.title.trim() }
    case 'replace': {
      const place = placeOf(content, operation.blockId)
      if (operation.block.id !== operation.blockId)
        throw new Refusal('invalid', `block.id must be blockId, ${operation.blockId}: a block keeps its ID.`)
      refusePart(operation.block, place.section)
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
        content: { ...content, issues: content.issues.toSorted((one, other) => rankOf(one) - rankOf(other)) },
      }
    }
  }
}

export function applyOperations(text: Text, operations: readonly Operation[]): Text {
  return operations.reduce(applyOperation, text)
}

export function findPlace(content: WorkProductContent, blockId: string): Place | undefined {
  const sought = soughtIn.get(content) ?? { times: 0 }
  soughtIn.set(content, sought)
  sought.times += 1
  if (sought.times > mostScans) sought.places ??= placesIn(content)
  if (!sought.places) return scanned(content, blockId)
  const found = sought.places.get(blockId)
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

/** The blocks of a section; undefined for an issue that has none. */
export function blocksIn(content: WorkProductContent, section: SectionName): Block[] | undefined {
  if (section.part !== 'issue') return content[section.part]
  return content.issues.find(({ issueId }) => issueId === section.issueId)?.content
}

export const isSameSection = (one: SectionName, other: SectionName) =>
  one.part === other.part && one.issueId === other.issueId

/** The IDs of a block and of what stands in it. */
export function idsOf(block: Block): string[] {
  if (block.type === 'list') return [block.id, ...block.items.map(({ id }) => id)]
  if (block.type === 'table') return [block.id, ...block.rows.map(({ id }) => id)]
  if (block.type === 'boilerplate') return [block.id, ...(block.edited ?? []).flatMap(idsOf)]
  return [block.id]
}

/** Refuses a text of more blocks or sections than one holds; on the way there it may have more. */
export function refuseTooMany({ content }: Text): void {
  if (content.issues.length > mostSections)
    throw new Refusal('invalid', `A text has at most ${mostSections} sections of issues.`)
  if (sectionsOf(content).some(({ blocks }) => blocks.length > mostBlocks))
    throw new Refusal('invalid', `A section holds at most ${mostBlocks} blocks.`)
}

type Section = WorkProductContent['issues'][number]

/** Shared by the texts that come of one another while no block is added, removed or moved. */
type Sought = { times: number; places?: Map<string, Omit<Place, 'block'>> }

/** A place is looked up for every keystroke: in a long text a table costs less than to look through it again and again. */
const soughtIn = new WeakMap<WorkProductContent, Sought>()
const mostScans = 8

function placesIn(content: WorkProductContent) {
  const places = new Map<string, Omit<Place, 'block'>>()
  for (const { section, blocks } of sectionsOf(content))
    for (const [index, { id }] of blocks.entries()) if (!places.has(id)) places.set(id, { section, index })
  return places
}

function scanned(content: WorkProductContent, blockId: string): Place | undefined {
  for (const { section, blocks } of sectionsOf(content)) {
    const index = blocks.findIndex(({ id }) => id === blockId)
    if (index >= 0) return { section, index, block: blocks[index]! }
  }
  return undefined
}

const mostBlocks = 2000
const mostSections = 500

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

/** With another block of the same ID. */
function withBlockAt(text: Text, { section, index }: Place, block: Block): Text {
  const changed = withBlocks(text, section, (blocks) => blocks.with(index, block))
  const sought = soughtIn.get(text.content)
  if (sought) soughtIn.set(changed.content, sought)
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
  refusePart(block, section)
  return withBlocks(text, section, (blocks) => {
    const index = after === null ? -1 : blocks.findIndex(({ id }) => id === after)
    if (after !== null && index < 0)
      throw new Refusal(
        'invalid',
        `after must name a block of the section, or be null: ${after} is not in it.`,
      )
    return blocks.toSpliced(index + 1, 0, block)
  })
}

function refusePart({ id, part }: Block, section: SectionName): void {
  if (part === undefined || section.part === 'issue') return
  throw new Refusal(
    'invalid',
    `The block ${id} has the part ${part}: it must stand in the section of an issue.`,
  )
}

function replaceSpan(block: Block, span: Span, content: readonly Inline[]): Block {
  const { from, to, itemId, rowId, cell } = span
  const splice = (inlines: Inline[]) => spliceInlines(inlines, { from, to }, content)
  switch (block.type) {
    case 'boilerplate':
      throw new Refusal('invalid', `The block ${block.id} is boilerplate: replace it as a whole.`)
    case 'list': {
      const index = block.items.findIndex(({ id }) => id === itemId)
      const item = block.items[index]
      if (!item) throw new Refusal('invalid', `span.itemId must name an item of the list ${block.id}.`)
      return { ...block, items: block.items.with(index, { ...item, content: splice(item.content) }) }
    }
    case 'table': {
      const inCell = (cells: { content: Inline[] }[]) => {
        const found = cell === undefined ? undefined : cells[cell]
        if (cell === undefined || !found)
          throw new Refusal(
            'invalid',
            `span.cell must be a cell of the table ${block.id}, from 0 to ${cells.length - 1}.`,
          )
        return cells.with(cell, { content: splice(found.content) })
      }
      if (rowId === undefined) return { ...block, header: inCell(block.header) }
      const index = block.rows.findIndex(({ id }) => id === rowId)
      const row = block.rows[index]
      if (!row) throw new Refusal('invalid', `span.rowId must name a row of the table ${block.id}.`)
      return { ...block, rows: block.rows.with(index, { ...row, cells: inCell(row.cells) }) }
    }
    default:
      if (itemId !== undefined || rowId !== undefined || cell !== undefined)
        throw new Refusal(
          'invalid',
          `The block ${block.id} is a ${block.type}: its span has only from and to.`,
        )
      return { ...block, content: splice(block.content) }
  }
}
