import type { PageUnits } from '@portico/contract/manifest'
import type { Box } from '@portico/contract/marks'
import { Refusal } from '../kernel/decider.ts'

/** The size of a page in points at rotation 0, and its clockwise rotation when displayed. */
export type PageShape = { width: number; height: number; rotation: number }

export type Place = { x: number; y: number }

const pointsPerInch = 72
const defaultDpi = 96
/** Allows for rounding in the other system. */
const tolerance = 0.001

/** Whether conversion needs no page size. */
export function areFractions({ unit = 'fraction', rotation = 0 }: PageUnits): boolean {
  return unit === 'fraction' && rotation !== 'page'
}

/** Converts from the units of another system to 0..1 of the crop box at rotation 0, from the top left. */
export function placeOn(shape: PageShape, units: PageUnits, { x, y }: Place): Place {
  const rotation = units.rotation === 'page' ? shape.rotation : (units.rotation ?? 0)
  const isSideways = rotation % 180 !== 0
  const width = isSideways ? shape.height : shape.width
  const height = isSideways ? shape.width : shape.height
  const across = fractionOf(x, width, units)
  const fromOrigin = fractionOf(y, height, units)
  const down = units.origin === 'bottomLeft' ? 1 - fromOrigin : fromOrigin
  if (!isOnPage(across) || !isOnPage(down)) {
    const size = areFractions(units) ? '1 by 1' : `${round(width)} by ${round(height)} points`
    throw new Refusal('invalid', `The position ${x}, ${y} must be on its page, which is ${size}.`)
  }
  return upright(clamp(across), clamp(down), rotation)
}

export function boxOn(shape: PageShape, units: PageUnits, { left, top, right, bottom }: Box): Box {
  const a = placeOn(shape, units, { x: left, y: top })
  const b = placeOn(shape, units, { x: right, y: bottom })
  return {
    left: Math.min(a.x, b.x),
    top: Math.min(a.y, b.y),
    right: Math.max(a.x, b.x),
    bottom: Math.max(a.y, b.y),
  }
}

function fractionOf(
  length: number,
  whole: number,
  { unit = 'fraction', dpi = defaultDpi }: PageUnits,
): number {
  switch (unit) {
    case 'fraction':
      return length
    case 'point':
      return length / whole
    case 'pixel':
      return ((length / dpi) * pointsPerInch) / whole
  }
}

/** Maps a place on the page as displayed to the unrotated page. */
function upright(across: number, down: number, rotation: number): Place {
  switch (rotation) {
    case 90:
      return { x: down, y: 1 - across }
    case 180:
      return { x: 1 - across, y: 1 - down }
    case 270:
      return { x: 1 - down, y: across }
    default:
      return { x: across, y: down }
  }
}

const isOnPage = (part: number) => part >= -tolerance && part <= 1 + tolerance
const clamp = (part: number) => Math.min(1, Math.max(0, part))
const round = (points: number) => Math.round(points * 100) / 100
