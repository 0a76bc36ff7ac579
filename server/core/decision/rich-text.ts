import type { Anchor } from '@portico/contract/anchors'
import type { Block, Inline, TextBlock } from '@portico/contract/rich-text'

/** The content of a block: runs, and footnotes of runs. */
export type InlineOf<Run> = Run | { type: 'footnote'; content: Run[] }

type CellOf<Run> = { content: InlineOf<Run>[] }

/** A text block with either kind of citation; `Id` determines whether the block and its parts have IDs. */
export type TextBlockOf<Run, Id = { id: string }> = Id & { part?: string } & (
    | { type: 'paragraph'; content: InlineOf<Run>[] }
    | { type: 'heading'; level: number; content: InlineOf<Run>[] }
    | { type: 'quote'; content: InlineOf<Run>[] }
    | { type: 'list'; isOrdered: boolean; items: (Id & { level: number; content: InlineOf<Run>[] })[] }
    | { type: 'table'; caption?: string; header: CellOf<Run>[]; rows: (Id & { cells: CellOf<Run>[] })[] }
  )

export type BlockOf<Run, Id = { id: string }> =
  | TextBlockOf<Run, Id>
  | (Id & {
      type: 'boilerplate'
      part?: string
      entryId: string
      version: number
      values?: Record<string, string | number | boolean>
      edited?: TextBlockOf<Run, Id>[]
    })

export type ContentOf<Run, Id = { id: string }> = {
  opening: BlockOf<Run, Id>[]
  issues: { issueId: string; content: BlockOf<Run, Id>[] }[]
  closing: BlockOf<Run, Id>[]
}

/** A run of a text with citations. */
export type Run = Exclude<Inline, { type: 'footnote' }>

/** For blocks that may have no ID yet. */
export type MaybeId = { id?: string }

type Typed = { type: string }

export function mapTextBlock<From extends Typed, To extends Typed, Id>(
  block: TextBlockOf<From, Id>,
  map: (run: From) => To,
): TextBlockOf<To, Id> {
  const inner = (content: readonly InlineOf<From>[]): InlineOf<To>[] =>
    content.map((inline) =>
      isFootnote(inline) ? { ...inline, content: inline.content.map(map) } : map(inline),
    )
  const cell = (source: CellOf<From>): CellOf<To> => ({ content: inner(source.content) })
  switch (block.type) {
    case 'list':
      return { ...block, items: block.items.map((item) => ({ ...item, content: inner(item.content) })) }
    case 'table': {
      const rows = block.rows.map((row) => ({ ...row, cells: row.cells.map(cell) }))
      return { ...block, header: block.header.map(cell), rows }
    }
    default:
      return { ...block, content: inner(block.content) }
  }
}

function isFootnote<Run extends Typed>(
  inline: InlineOf<Run>,
): inline is { type: 'footnote'; content: Run[] } {
  return inline.type === 'footnote'
}

export function mapBlocks<From extends Typed, To extends Typed, Id>(
  blocks: readonly BlockOf<From, Id>[],
  map: (run: From) => To,
): BlockOf<To, Id>[] {
  return blocks.map((block) => {
    if (block.type !== 'boilerplate') return mapTextBlock(block, map)
    const { edited, ...reference } = block
    return (
      edited ? { ...reference, edited: edited.map((textBlock) => mapTextBlock(textBlock, map)) } : reference
    ) as BlockOf<To, Id>
  })
}

export function mapContent<From extends Typed, To extends Typed, Id>(
  { opening, issues, closing }: ContentOf<From, Id>,
  map: (run: From) => To,
): ContentOf<To, Id> {
  return {
    opening: mapBlocks(opening, map),
    issues: issues.map(({ issueId, content }) => ({ issueId, content: mapBlocks(content, map) })),
    closing: mapBlocks(closing, map),
  }
}

/** The anchors cited in a text, in order. */
export function anchorsIn(blocks: readonly Block[]): Anchor[] {
  return blocks.flatMap((block) => {
    const texts: readonly TextBlock[] = block.type === 'boilerplate' ? (block.edited ?? []) : [block]
    return texts.flatMap(runsOf).flatMap((run) => (run.type === 'citation' ? [run.anchor] : []))
  })
}

export function hasText(blocks: readonly Block[]): boolean {
  return blocks.some((block) => {
    if (block.type === 'boilerplate') return block.edited === undefined || hasText(block.edited)
    return runsOf(block).some(
      (run) => run.type === 'citation' || (run.type === 'text' && /\S/.test(run.text)),
    )
  })
}

/** The runs of a block in reading order, those of a footnote at the place of its number. */
export function runsOf(block: TextBlock): Run[] {
  return inlinesOf(block).flatMap((inline): Run[] => (inline.type === 'footnote' ? inline.content : [inline]))
}

function inlinesOf(block: TextBlock): Inline[] {
  switch (block.type) {
    case 'list':
      return block.items.flatMap(({ content }) => content)
    case 'table':
      return [block.header, ...block.rows.map(({ cells }) => cells)].flatMap((cells) =>
        cells.flatMap(({ content }) => content),
      )
    default:
      return block.content
  }
}
