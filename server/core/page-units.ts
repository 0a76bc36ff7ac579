import type { PagePosition } from '@portico/contract/manifest'
import { Refusal } from './kernel.ts'

/** A page as its file has it, in points at rotation 0, and how far it is turned clockwise when it is shown. */
export type PageShape = { width: number; height: number; rotation: number }

export type Place = { x: number; y: number }

const pointsPerInch = 72
const usualDpi = 96
/** Rounding in the other system is no reason to refuse. */
const tolerance = 0.001

/** Whether the position can be told without knowing the page. */
export function isFractionOfPage({ unit = 'fraction', rotation = 0 }: PagePosition): boolean {
  return unit === 'fraction' && rotation !== 'page'
}

/** From the units of another system to 0..1 of the crop box at rotation 0, from the top left. */
export function toFractions(position: PagePosition, shape: PageShape): Place {
  const turn = position.rotation === 'page' ? shape.rotation : (position.rotation ?? 0)
  const isSideways = turn % 180 !== 0
  const width = isSideways ? shape.height : shape.width
  const height = isSideways ? shape.width : shape.height
  const across = share(position.x, width, position)
  const fromOrigin = share(position.y, height, position)
  const down = position.origin === 'bottomLeft' ? 1 - fromOrigin : fromOrigin
  if (!isOnPage(across) || !isOnPage(down)) {
    const size = isFractionOfPage(position) ? '1 by 1' : `${round(width)} by ${round(height)} points`
    throw new Refusal(
      'invalid',
      `The position ${position.x}, ${position.y} lies outside its page, which is ${size}.`,
    )
  }
  return upright(clamp(across), clamp(down), turn)
}

function share(length: number, whole: number, { unit = 'fraction', dpi = usualDpi }: PagePosition): number {
  switch (unit) {
    case 'fraction':
      return length
    case 'point':
      return length / whole
    case 'pixel':
      return ((length / dpi) * pointsPerInch) / whole
  }
}

/** Turns a place of the page as it was shown back to the page as it is. */
function upright(across: number, down: number, turn: number): Place {
  switch (turn) {
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
