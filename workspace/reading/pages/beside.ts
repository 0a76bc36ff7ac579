import { margin } from './page-stack.ts'

/** What is scrolled, how much of it is in view, and how large a point of a page is shown. Pages stand in its middle. */
export type Across = { content: number; view: number; scale: number }

/** Which place of a page is in the middle of the view: in points, from the middle of the page. */
export const placeAcross = (scrolled: number, { content, view, scale }: Across) =>
  (scrolled + view / 2 - content / 2) / scale

/** How far to scroll sideways to have that place in the middle again, whatever has become of the rest. */
export const scrolledTo = (place: number, { content, view, scale }: Across) =>
  Math.round(Math.min(Math.max(0, content - view), Math.max(0, place * scale + content / 2 - view / 2)))

/** How far to scroll sideways to a page that was gone to: its middle, or its left edge if it is wider than the pane. */
export const scrolledToPage = (width: number, { content, view }: Omit<Across, 'scale'>) =>
  Math.round(Math.max(0, width <= view ? (content - view) / 2 : (content - width) / 2 - margin))

/** Nobody is moved who has chosen a place on a page, as long as enough of the next one is in view there. */
export const isEnoughInView = (width: number, scrolled: number, across: Omit<Across, 'scale'>) =>
  shareInView(width, scrolled, across) >= 0.8

/** Whoever scrolls down from a very wide page would see next to nothing of a narrow one: it comes into view by itself. */
export const isHardlyInView = (width: number, scrolled: number, across: Omit<Across, 'scale'>) =>
  shareInView(width, scrolled, across) < 0.2

function shareInView(width: number, scrolled: number, { content, view }: Omit<Across, 'scale'>) {
  if (content <= view) return 1
  const left = (content - width) / 2
  const inView = Math.min(left + width, scrolled + view) - Math.max(left, scrolled)
  return inView / Math.min(width, view)
}
