/** So far from the edge of the pane a page begins. */
const margin = 16

/**
 * How far to scroll sideways to have a page in view that stands in the middle of what is scrolled, between wider ones.
 * Undefined if enough of it is in view as it is: nobody is moved who has chosen a place on it.
 */
export function sideways({
  scrolled,
  view,
  content,
  width,
}: {
  scrolled: number
  view: number
  content: number
  width: number
}): number | undefined {
  const left = (content - width) / 2
  const inView = Math.min(left + width, scrolled + view) - Math.max(left, scrolled)
  if (content <= view || inView >= Math.min(width, view) * 0.8) return undefined
  return Math.round(width <= view ? (content - view) / 2 : left - margin)
}
