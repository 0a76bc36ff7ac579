import type { PackageBlock, PackageInline, PackageTextBlock } from '@portico/contract/decision-package'
import type { PrintedBlock, PrintedRun } from './printed-decision.ts'

/** Where a citation leads, by its number. */
export type CitationUrl = (number: number) => string | undefined

type ListBlock = PackageTextBlock & { type: 'list' }

/** `below` is the level of the heading that they stand under; no level is left out on the way down. */
export function printBlocks(
  content: readonly PackageBlock[],
  below: number,
  urlOf: CitationUrl,
): PrintedBlock[] {
  let deepest = below
  const levelOf = (level: number) => {
    deepest = Math.min(below + level, deepest + 1)
    return deepest
  }
  const blocks = content.flatMap((block) => (block.type === 'boilerplate' ? block.content : [block]))
  return blocks.map((block) => printBlock(block, levelOf, urlOf))
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
  }
}

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
