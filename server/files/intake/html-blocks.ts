import { type DefaultTreeAdapterTypes, parseFragment } from 'parse5'
import type { Style } from './measure-text.ts'
import type { Run } from './typeset.ts'

/** What stands on a page from top to bottom. */
export type Block =
  | { type: 'paragraph'; runs: Run[]; before: number; after: number; indent: number; marker?: string }
  | { type: 'image'; source: string; indent: number }
  | { type: 'table'; rows: Cell[][]; indent: number }
  | { type: 'pageBreak' }

export type Cell = { blocks: Block[]; columns: number; rows: number }

type Node = DefaultTreeAdapterTypes.ChildNode
type Element = DefaultTreeAdapterTypes.Element

const bodySize = 11
const headingSizes: Record<string, number> = { h1: 18, h2: 15, h3: 13, h4: 12, h5: 11, h6: 11 }
const listIndent = 20
const mostColumns = 64
const mostRows = 1_000

type List = { isOrdered: boolean; next: number }
type Place = { style: Style; indent: number; lists: readonly List[]; before: number; after: number }

/** The blocks of HTML as mammoth writes it. Elements it does not write are read for their text. */
export function blocksOf(html: string): Block[] {
  const { childNodes } = parseFragment(html)
  return collect(childNodes, { style: { size: bodySize }, indent: 0, lists: [], before: 0, after: 6 })
}

function collect(nodes: readonly Node[], place: Place, marker?: string): Block[] {
  const blocks: Block[] = []
  let runs: Run[] = []
  let pending = marker
  const flush = () => {
    if (runs.some(({ text }) => text.trim() !== '') || pending !== undefined) {
      const { indent, before, after } = place
      blocks.push({ type: 'paragraph', runs, indent, before, after, ...(pending && { marker: pending }) })
    }
    runs = []
    pending = undefined
  }
  const addBlocks = (added: readonly Block[]) => {
    flush()
    blocks.push(...added)
  }
  const visit = (node: Node, style: Style): void => {
    if (node.nodeName === '#text' && 'value' in node) {
      runs.push({ text: node.value.replaceAll('\n', ' '), style })
      return
    }
    if (!('tagName' in node)) return
    const inner = inlineStyle(node, style)
    if (inner) {
      for (const child of node.childNodes) visit(child, inner)
      return
    }
    switch (node.tagName) {
      case 'br':
        runs.push({ text: '\n', style })
        return
      case 'input':
        runs.push({ text: attribute(node, 'checked') === undefined ? '☐' : '☒', style })
        return
      case 'img':
        addBlocks([{ type: 'image', source: attribute(node, 'src') ?? '', indent: place.indent }])
        return
      case 'hr':
        addBlocks([{ type: 'pageBreak' }])
        return
      case 'table':
        addBlocks([{ type: 'table', rows: rowsOf(node, place), indent: place.indent }])
        return
      case 'ul':
      case 'ol':
        addBlocks(listOf(node, place))
        return
      default:
        addBlocks(collect(node.childNodes, paragraphPlace(node, place), takeMarker()))
    }
  }
  const takeMarker = () => {
    const taken = pending
    pending = undefined
    return taken
  }
  for (const node of nodes) visit(node, place.style)
  flush()
  return blocks
}

function inlineStyle({ tagName }: Element, style: Style): Style | undefined {
  switch (tagName) {
    case 'strong':
    case 'b':
      return { ...style, bold: true }
    case 'em':
    case 'i':
      return { ...style, italic: true }
    case 'u':
      return { ...style, underline: true }
    case 's':
      return { ...style, strike: true }
    case 'sup':
      return { ...style, size: style.size * 0.7, rise: 0.5 }
    case 'sub':
      return { ...style, size: style.size * 0.7, rise: -0.2 }
    case 'a':
    case 'span':
      return style
    default:
      return undefined
  }
}

function paragraphPlace({ tagName }: Element, place: Place): Place {
  const size = headingSizes[tagName]
  if (!size) return { ...place, before: 0, after: place.lists.length > 0 ? 3 : 6 }
  return { ...place, style: { size, bold: true }, before: size * 0.8, after: size * 0.4 }
}

function listOf(list: Element, place: Place): Block[] {
  const state = { isOrdered: list.tagName === 'ol', next: 1 }
  const inner = {
    ...place,
    indent: Math.min(place.indent + listIndent, 200),
    lists: [...place.lists, state],
    after: 3,
  }
  return list.childNodes.flatMap((item) => {
    if (!('tagName' in item)) return []
    const marker = state.isOrdered ? `${state.next++}.` : '•'
    return collect(item.childNodes, inner, marker)
  })
}

function rowsOf(table: Element, place: Place): Cell[][] {
  const rows: Cell[][] = []
  const visit = (element: Element, isHead: boolean): void => {
    for (const child of element.childNodes) {
      if (!('tagName' in child)) continue
      if (child.tagName === 'tr') rows.push(cellsOf(child, place, isHead))
      else visit(child, child.tagName === 'thead')
    }
  }
  visit(table, false)
  return rows
}

function cellsOf(row: Element, place: Place, isHead: boolean): Cell[] {
  return row.childNodes.flatMap((cell) => {
    if (!('tagName' in cell)) return []
    const style = {
      size: Math.max(8, place.style.size - 1),
      ...((isHead || cell.tagName === 'th') && { bold: true }),
    }
    return [
      {
        blocks: collect(cell.childNodes, { style, indent: 0, lists: [], before: 0, after: 2 }),
        columns: span(cell, 'colspan', mostColumns),
        rows: span(cell, 'rowspan', mostRows),
      },
    ]
  })
}

function span(cell: Element, name: string, most: number): number {
  return Math.min(most, Math.max(1, Number.parseInt(attribute(cell, name) ?? '1', 10) || 1))
}

function attribute(element: Element, name: string): string | undefined {
  return element.attrs.find((attr) => attr.name === name)?.value
}
