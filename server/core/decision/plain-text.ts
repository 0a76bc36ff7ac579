import type { Block, Inline } from '@portico/contract/rich-text'

/** What is no text counts as one, as in the spans of operations. */
const noText = '\uFFFC'

/** The words of a block as quotes name them: items and cells on lines of their own. */
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
  inlines.map((inline) => (inline.type === 'text' ? inline.text : noText)).join('')
