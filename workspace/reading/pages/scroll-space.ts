/**
 * Browsers cannot scroll further than some 33 million pixels, and 30,000 pages are longer. What is scrolled (`physical`)
 * and where one reads (`virtual`) therefore differ by a shift. It stays the same while somebody scrolls, changes without
 * being seen when pages above turn out to be longer or shorter, and is taken back when the scrolling has come to rest.
 */
export type ScrollSpace = { physical: number; virtual: number }

export const longest = 8_000_000

export type Extent = { height: number; viewport: number }

export const physicalHeight = ({ height }: Extent) => Math.min(height, longest)

const most = (height: number, viewport: number) => Math.max(0, height - viewport)

export function clamped(virtual: number, { height, viewport }: Extent): number {
  return Math.min(Math.max(0, virtual), most(height, viewport))
}

/** Where one reads after the browser has scrolled to `physical`. */
export function scrolled(before: ScrollSpace, physical: number, extent: Extent): ScrollSpace {
  const moved = physical - before.physical
  const isLong = extent.height > longest
  // A step of the wheel or a key is a small move; a large one is somebody dragging the bar.
  const isJump = isLong && Math.abs(moved) > 3 * extent.viewport
  const virtual = isJump ? proportional(physical, extent) : before.virtual + moved
  return { physical, virtual: clamped(virtual, extent) }
}

/** Where the browser has to scroll to so that its bar is true. */
export function atRest(virtual: number, extent: Extent): number {
  if (extent.height <= longest) return virtual
  const share = virtual / Math.max(1, most(extent.height, extent.viewport))
  return share * most(longest, extent.viewport)
}

function proportional(physical: number, { height, viewport }: Extent): number {
  return (physical / Math.max(1, most(longest, viewport))) * most(height, viewport)
}
