import type { Box, PageText } from '@portico/sdk'

/** Words of one page that are selected, from `first` to `last`. */
export type TextSelection = { page: number; first: number; last: number; quote: string; boxes: Box[] }

export function selectWords(text: PageText, from: number, to: number): TextSelection | undefined {
  const [first, last] = from <= to ? [from, to] : [to, from]
  const words = text.words.slice(first, last + 1)
  const [start, end] = [words[0], words.at(-1)]
  if (!start || !end) return undefined
  return { page: text.page, first, last, quote: text.text.slice(start.start, end.end), boxes: lines(words) }
}

/** One box per line. */
function lines(words: readonly Box[]): Box[] {
  const boxes: Box[] = []
  for (const { left, top, right, bottom } of words) {
    const line = boxes.at(-1)
    const middle = (top + bottom) / 2
    if (line && middle > line.top && middle < line.bottom && left >= line.left - 0.002) {
      line.left = Math.min(line.left, left)
      line.top = Math.min(line.top, top)
      line.right = Math.max(line.right, right)
      line.bottom = Math.max(line.bottom, bottom)
    } else boxes.push({ left, top, right, bottom })
  }
  return boxes
}

/** The nearest word above or below, for the arrow keys. */
export function wordBeside(words: readonly Box[], current: number, direction: 1 | -1): number {
  const here = words[current]
  if (!here) return current
  const middle = (box: Box) => (box.top + box.bottom) / 2
  const centre = (box: Box) => (box.left + box.right) / 2
  const beyond = words
    .map((box, index) => ({ box, index, distance: (middle(box) - middle(here)) * direction }))
    .filter(({ distance }) => distance > (here.bottom - here.top) * 0.6)
  const nearest = Math.min(...beyond.map(({ distance }) => distance))
  const line = beyond.filter(({ distance }) => distance < nearest + (here.bottom - here.top) * 0.6)
  const best = line.toSorted(
    (a, b) => Math.abs(centre(a.box) - centre(here)) - Math.abs(centre(b.box) - centre(here)),
  )[0]
  return best?.index ?? current
}
