/**
 * Browsers cannot scroll further than about 33 million pixels, and 30,000 pages are longer. The scroll position of the
 * browser (`physical`) and the place in the file (`virtual`) therefore differ by a shift. It stays the same while the
 * reader scrolls, changes invisibly when pages above turn out to be longer or shorter, and is removed once scrolling
 * comes to rest.
 */
export type ScrollSpace = { physical: number; virtual: number }

export const longest = 8_000_000

export type Extent = { height: number; viewport: number }

export const physicalHeight = ({ height }: Extent) => Math.min(height, longest)

const maxVirtual = (height: number, viewport: number) => Math.max(0, height - viewport)

export function clamped(virtual: number, { height, viewport }: Extent): number {
  return Math.min(Math.max(0, virtual), maxVirtual(height, viewport))
}

/** After the browser has scrolled to `physical`. */
export function scrolled(before: ScrollSpace, physical: number, extent: Extent): ScrollSpace {
  const moved = physical - before.physical
  const isLong = extent.height > longest
  // The wheel and keys move in small steps; a large one means that the bar is dragged.
  const isJump = isLong && Math.abs(moved) > 3 * extent.viewport
  const virtual = isJump ? proportional(physical, extent) : before.virtual + moved
  return { physical, virtual: clamped(virtual, extent) }
}

/** Where the browser has to scroll to, so that its bar shows the true place. */
export function atRest(virtual: number, extent: Extent): number {
  if (extent.height <= longest) return virtual
  const share = virtual / Math.max(1, maxVirtual(extent.height, extent.viewport))
  return share * maxVirtual(longest, extent.viewport)
}

function proportional(physical: number, { height, viewport }: Extent): number {
  return (physical / Math.max(1, maxVirtual(longest, viewport))) * maxVirtual(height, viewport)
}
