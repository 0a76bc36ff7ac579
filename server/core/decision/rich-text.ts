import type { Anchor } from '@portico/contract/anchors'
import type { Block, Inline, TextBlock } from '@portico/contract/rich-text'

/** A text block with either kind of citation. */
export type TextBlockOf<Run> =
  | { type: 'paragraph'; content: Run[] }
  | { type: 'heading'; level: number; content: Run[] }
  | { type: 'quote'; content: Run[] }
  | { type: 'list'; isOrdered: boolean; items: { level: number; content: Run[] }[] }

export type BlockOf<Run> =
  | TextBlockOf<Run>
  | { type: 'boilerplate'; entryId: string; version: number; edited?: TextBlockOf<Run>[] }

export function mapTextBlock<From, To>(block: TextBlockOf<From>, each: (run: From) => To): TextBlockOf<To> {
  if (block.type !== 'list') return { ...block, content: block.content.map(each) }
  const items = block.items.map(({ level, content }) => ({ level, content: content.map(each) }))
  return { ...block, items }
}

export function mapBlocks<From, To>(
  blocks: readonly BlockOf<From>[],
  each: (run: From) => To,
): BlockOf<To>[] {
  return blocks.map((block) => {
    if (block.type !== 'boilerplate') return mapTextBlock(block, each)
    const { edited, ...reference } = block
    return edited ? { ...reference, edited: edited.map((one) => mapTextBlock(one, each)) } : reference
  })
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

function runsOf(block: TextBlock): Inline[] {
  return block.type === 'list' ? block.items.flatMap(({ content }) => content) : block.content
}
