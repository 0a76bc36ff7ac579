import { UnreadablePdf } from '../pdf/unreadable.ts'

/** An image in the form in which a PDF holds it. */
export type PdfImage = {
  width: number
  height: number
  /** Pixels to the inch across and down, where the file says so. */
  resolution?: { x: number; y: number } | undefined
  /** How it is turned, from 1 to 8 as EXIF counts. */
  orientation: number
  dictionary: Record<string, unknown>
  data: Uint8Array
}

/** Above this an image is not unpacked here; A4 at 600 dots an inch in colour is 105 MB. */
export const mostDecodedBytes = 256 * 1024 ** 2
/** Above this it is not passed on either, for whoever draws it must unpack it. */
export const mostPixels = 200_000_000

export function checkPixels(width: number, height: number, decodedBytes = 0): void {
  if (!(width > 0 && height > 0)) throw new UnreadablePdf('damaged', 'The image has no size.')
  if (width * height > mostPixels || decodedBytes > mostDecodedBytes)
    throw new UnreadablePdf('tooLarge', `An image of ${width} by ${height} pixels is too large.`)
}

function isOnItsSide({ orientation }: PdfImage): boolean {
  return orientation > 4
}

const letter = [612, 792] as const
const shortestEdge = 72
/** Eleven by seventeen inches, the largest that common printers take. */
const longestEdge = 1224
const shorterEdge = 792

/** In points, upright. Without a resolution, or with one that cannot be meant, the image fills a letter page. */
export function paperSize(image: PdfImage): [number, number] {
  const [across, down] = uprightSize(image)
  const [most, least] = [Math.max(across, down), Math.min(across, down)]
  if (image.resolution && least >= shortestEdge && most <= longestEdge && least <= shorterEdge)
    return [rounded(across), rounded(down)]
  const [long, short] = [letter[1], letter[0]]
  const scale = Math.min(long / most, short / least)
  return [across, down].map((edge) => rounded(Math.max(edge * scale, 1))) as [number, number]
}

/** By its resolution, or as if it had 72 dots to the inch. */
export function uprightSize(image: PdfImage): [number, number] {
  const { x = 72, y = 72 } = image.resolution ?? {}
  const size: [number, number] = [(image.width / x) * 72, (image.height / y) * 72]
  return isOnItsSide(image) ? [size[1], size[0]] : size
}

/** A resolution that a scanner or camera may have had. */
export function plausible(x: number, y: number): PdfImage['resolution'] {
  const isPlausible = (dots: number) => dots >= 30 && dots <= 5000
  return isPlausible(x) && isPlausible(y) && x / y < 4 && y / x < 4 ? { x, y } : undefined
}

const rounded = (points: number) => Math.round(points * 100) / 100
