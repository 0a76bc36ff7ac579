import type { PackageBlock, PackageInline, PackageTextBlock } from '@portico/contract/decision-package'
import type { LaidBlock } from '../../core/decision/layout.ts'
import type { PrintedBlock, PrintedCell, PrintedRun } from './printed-decision.ts'

/** Where a citation leads, by its number. */
export type CitationUrl = (number: number) => string | undefined

type ListBlock = PackageTextBlock & { type: 'list' }
type TableBlock = PackageTextBlock & { type: 'table' }
type Cell = TableBlock['header'][number]

/** `below` is the level of the heading that they stand under; no level is left out on the way down. */
export function printBlocks(
  content: readonly PackageBlock[],
  below: number,
  urlOf: CitationUrl,
): PrintedBlock[] {
  const laid = content.map((block) => ({ block }))
  return printLaid(laid, below, urlOf)
}

/** Blocks with numbers are items of a list, each with all that a boilerplate holds. */
export function printLaid(
  laid: readonly LaidBlock<PackageBlock>[],
  below: number,
  urlOf: CitationUrl,
): PrintedBlock[] {
  let deepest = below
  const levelOf = (level: number) => {
    deepest = Math.min(below + level, deepest + 1)
    return deepest
  }
  const printed: PrintedBlock[] = []
  for (const [index, { block, number, heading }] of laid.entries()) {
    if (heading !== undefined) printed.push({ type: 'heading', level: levelOf(1), runs: [{ text: heading }] })
    const texts = block.type === 'boilerplate' ? block.content : [block]
    const blocks = texts.map((text) => printBlock(text, levelOf, urlOf))
    const before = printed.at(-1)
    const follows = heading === undefined && laid[index - 1]?.number === (number ?? 0) - 1
    if (number === undefined) printed.push(...blocks)
    else if (follows && before?.type === 'list') before.items.push(blocks)
    else printed.push({ type: 'list', ordered: true, start: number, items: [blocks] })
  }
  return printed
}

function printBlock(
  block: PackageTextBlock,
  levelOf: (level: number) => number,
  urlOf: CitationUrl,
): PrintedBlock {
  switch (block.type) {
    case 'paragraph':
      return { type: 'paragraph', runs: printRuns(block.content, urlOf) }
    case 'quote':
      return { type: 'quote', blocks: [{ type: 'paragraph', runs: printRuns(block.content, urlOf) }] }
    case 'heading':
      return { type: 'heading', level: levelOf(block.level), runs: printRuns(block.content, urlOf) }
    case 'list':
      return printList(block.isOrdered, block.items, urlOf)
    case 'table':
      return printTable(block, urlOf)
  }
}

function printTable({ caption, header, rows }: TableBlock, urlOf: CitationUrl): PrintedBlock {
  const cell = ({ content }: Cell) => ({ runs: printRuns(content, urlOf) })
  const printed = { header: header.map(cell), rows: rows.map(({ cells }) => cells.map(cell)) }
  return {
    type: 'table',
    ...(caption === undefined ? {} : { caption }),
    widths: columnWidths([printed.header, ...printed.rows]),
    ...printed,
  }
}

/** A column with more words is wider, though not as much as it has more of them. */
function columnWidths(rows: readonly (readonly PrintedCell[])[]): number[] {
  const [header = []] = rows
  return header.map((_, column) => {
    const longest = Math.max(...rows.map((row) => lengthOf(row[column]?.runs ?? [])))
    return Math.round(Math.sqrt(Math.min(400, Math.max(8, longest))) * 100) / 100
  })
}

const lengthOf = (runs: readonly PrintedRun[]): number =>
  runs.reduce((length, run) => length + ('text' in run ? run.text.length : 1), 0)

/** Items say how deep they stand; here each holds those that stand deeper after it. */
function printList(ordered: boolean, items: ListBlock['items'], urlOf: CitationUrl): PrintedBlock {
  const level = Math.min(...items.map((item) => item.level))
  const printed: PrintedBlock[][] = []
  for (let at = 0; at < items.length; ) {
    const item = items[at]!
    // The first may stand deeper than those after it: then it has nothing to stand under.
    const isDeeper = item.level > level
    const start = isDeeper ? at : at + 1
    const next = items.findIndex((other, index) => index >= start && other.level <= level)
    const end = next < 0 ? items.length : next
    const deeper = items.slice(start, end)
    printed.push([
      ...(isDeeper ? [] : [{ type: 'paragraph' as const, runs: printRuns(item.content, urlOf) }]),
      ...(deeper.length > 0 ? [printList(ordered, deeper, urlOf)] : []),
    ])
    at = end
  }
  return { type: 'list', ordered, items: printed }
}

function printRuns(content: readonly PackageInline[], urlOf: CitationUrl): PrintedRun[] {
  return content.flatMap((inline) => printInline(inline, urlOf))
}

function printInline(inline: PackageInline, urlOf: CitationUrl): PrintedRun[] {
  switch (inline.type) {
    case 'lineBreak':
      return [{ break: true }]
    case 'citation': {
      const url = urlOf(inline.number)
      return [{ text: `${inline.label} [${inline.number}]`, ...(url ? { url } : {}) }]
    }
    case 'footnote':
      return [{ footnote: printRuns(inline.content, urlOf) }]
    case 'text':
      return inline.text
        .split(/\r\n|[\n\r\u2028\u2029]/)
        .flatMap((text, index) => [
          ...(index > 0 ? [{ break: true } as const] : []),
          ...(text === '' ? [] : [{ text, ...marksOf(inline.marks) }]),
        ])
  }
}

function marksOf(marks: readonly string[] = []) {
  return {
    ...(marks.includes('bold') ? { bold: true as const } : {}),
    ...(marks.includes('italic') ? { italic: true as const } : {}),
    ...(marks.includes('underline') ? { underlined: true as const } : {}),
  }
}
