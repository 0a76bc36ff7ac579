import type { PageText } from '@portico/sdk'
import { selectWords, type TextSelection } from './selection.ts'

/**
 * Puts the words of a page, invisible, over their pictures: so the browser selects and copies, and a screen reader reads,
 * the text that the service has. The layer has the size of the sheet in the PDF and is scaled as a whole, so that zooming
 * costs nothing.
 */
export function layText(
  layer: HTMLElement,
  { text, words }: PageText,
  shape: { width: number; height: number },
) {
  const fragment = document.createDocumentFragment()
  words.forEach(({ start, end, left, top, right, bottom }, index) => {
    const word = document.createElement('span')
    const next = words[index + 1]
    const shown = text.slice(start, end)
    word.textContent = shown + (next && /\n/.test(text.slice(end, next.start)) ? '\n' : ' ')
    word.dataset.word = String(index)
    const width = ((right - left) * shape.width) / ((bottom - top) * shape.height)
    word.style.left = `${left * 100}%`
    word.style.top = `${top * 100}%`
    word.style.fontSize = `${(bottom - top) * shape.height}px`
    word.style.transform = `scaleX(${width / Math.max(0.1, widthOf(shown))})`
    fragment.append(word)
  })
  layer.replaceChildren(fragment)
}

let context: CanvasRenderingContext2D | null | undefined
/** At a line height of 1. */
function widthOf(text: string): number {
  context ??= document.createElement('canvas').getContext('2d')
  if (!context) return 1
  context.font = '100px sans-serif'
  return context.measureText(text).width / 100
}

/** What the browser has selected, as words of one page. */
export function selectedWords(textOf: (page: number) => PageText | undefined): TextSelection | undefined {
  const selection = document.getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  const start = wordAt(range.startContainer)
  const end = wordAt(range.endContainer)
  const page = start?.page ?? end?.page
  const text = page === undefined ? undefined : textOf(page)
  if (!text) return undefined
  const first = start && start.page === page ? start.word : 0
  // A selection that ends before the first letter of a word does not include it.
  const reached =
    end && end.page === page ? end.word - (range.endOffset === 0 ? 1 : 0) : text.words.length - 1
  return selectWords(text, first, Math.max(first, reached))
}

function wordAt(node: Node): { page: number; word: number } | undefined {
  const element = node instanceof Element ? node : node.parentElement
  const word = element?.closest<HTMLElement>('[data-word]')
  const page = element?.closest<HTMLElement>('[data-page]')
  if (!word || !page) return undefined
  return { page: Number(page.dataset.page), word: Number(word.dataset.word) }
}
