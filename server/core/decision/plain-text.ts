import type { Block, Inline } from '@portico/contract/rich-text'

/** Stands for anything but text and counts as one character, as in the spans of operations. */
const placeholder = '\uFFFC'

/** The text of a block for quotes, with items and cells on separate lines. */
export function plainText(block: Block): string {
  switch (block.type) {
    case 'boilerplate':
      return (block.edited ?? []).map(plainText).join('\n')
    case 'list':
      return block.items.map(({ content }) => textOf(content)).join('\n')
    case 'table':
      return [block.header, ...block.rows.map(({ cells }) => cells)]
        .flatMap((cells) => cells.map(({ content }) => textOf(content)))
        .join('\n')
    default:
      return textOf(block.content)
  }
}

const textOf = (inlines: readonly Inline[]) =>
  inlines.map((inline) => (inline.type === 'text' ? inline.text : placeholder)).join('')
