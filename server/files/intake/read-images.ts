import openVips from 'wasm-vips'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { checkPixels, type PdfImage, plausible } from './pdf-image.ts'
import { pngInPdf, pngResolution } from './png-in-pdf.ts'
import { tiffPages } from './tiff-pages.ts'

export const imageTypes = ['image/png', 'image/jpeg', 'image/tiff'] as const
export type ImageType = (typeof imageTypes)[number]

type Vips = typeof openVips
type Image = openVips.Image

let opening: Promise<Vips> | undefined

/** One at a time, so that only one is unpacked. */
export async function* readImages(bytes: Buffer, mediaType: ImageType): AsyncGenerator<PdfImage> {
  opening ??= open()
  const vips = await opening
  try {
    switch (mediaType) {
      case 'image/jpeg':
        yield readJpeg(vips, bytes)
        break
      case 'image/png':
        yield readPng(vips, bytes)
        break
      case 'image/tiff':
        for (const page of tiffPages(bytes)) yield readTiffPage(vips, bytes, page)
    }
  } catch (error) {
    if (error instanceof UnreadablePdf || error instanceof WebAssembly.RuntimeError) throw error
    throw new UnreadablePdf('damaged', 'The image is damaged, or of an unsupported kind.')
  }
}

async function open(): Promise<Vips> {
  const vips = await openVips({ dynamicLibraries: [], print: () => {}, printErr: () => {} })
  vips.blockUntrusted(true)
  vips.concurrency(1)
  vips.Cache.max(0)
  return vips
}

const colorSpaces: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }
const adobe = 0xee
/** Baseline, extended and progressive, all by Huffman. */
const commonFrames = [0xc0, 0xc1, 0xc2]

/** A JPEG stands in a PDF as it is. */
function readJpeg(vips: Vips, bytes: Buffer): PdfImage {
  using image = vips.Image.jpegloadBuffer(bytes)
  checkPixels(image.width, image.height)
  const ColorSpace = colorSpaces[image.bands]
  const markers = markersOf(bytes)
  if (!ColorSpace || image.format !== 'uchar' || !commonFrames.some((frame) => markers.has(frame)))
    throw new UnreadablePdf('damaged', 'The JPEG image is of an unsupported kind.')
  return {
    ...sizeOf(image),
    dictionary: {
      ColorSpace,
      BitsPerComponent: 8,
      Filter: 'DCTDecode',
      // Adobe writes the four inks inverted.
      ...(image.bands === 4 && markers.has(adobe) && { Decode: [1, 0, 1, 0, 1, 0, 1, 0] }),
    },
    data: bytes,
  }
}

/** Those of the segments before the picture's data. */
function markersOf(bytes: Buffer): Set<number> {
  const markers = new Set<number>()
  for (let at = 2; at + 4 <= bytes.length && bytes[at] === 0xff; ) {
    const marker = bytes[at + 1]!
    if (marker === 0xda) break
    markers.add(marker)
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return markers
}

/** So does a PNG, unless it is transparent or interlaced. */
function readPng(vips: Vips, bytes: Buffer): PdfImage {
  using image = vips.Image.pngloadBuffer(bytes, { access: 'sequential', fail_on: 'error' })
  checkUnpacked(image)
  // The library makes up what the file does not say.
  const resolution = pngResolution(bytes)
  if (image.hasAlpha() || image.getTypeof('interlaced') !== 0) return { ...unpacked(image), resolution }
  // Whether it is whole shows only when all of it is read.
  image.avg()
  return { ...sizeOf(image), resolution, ...pngInPdf(bytes) }
}

function readTiffPage(vips: Vips, bytes: Buffer, page: number): PdfImage {
  using image = vips.Image.tiffloadBuffer(bytes, { page, access: 'sequential', fail_on: 'error' })
  checkUnpacked(image)
  return unpacked(image)
}

function checkUnpacked({ width, height, bands, format }: Image): void {
  checkPixels(width, height, width * height * bands * (format === 'uchar' ? 1 : 2))
}

/** In gray or colour of eight bits, or in one bit where it was so, on white. */
function unpacked(image: Image): PdfImage {
  const isBilevel = image.getTypeof('bits-per-sample') !== 0 && image.getInt('bits-per-sample') === 1
  using opaque = image.hasAlpha() ? image.flatten({ background: 255 }) : image.copy()
  using shown = opaque.colourspace(opaque.bands === 1 ? 'b-w' : 'srgb')
  const png = shown.pngsaveBuffer({ keep: 'none', ...(isBilevel && opaque.bands === 1 && { bitdepth: 1 }) })
  return { ...sizeOf(image), ...pngInPdf(Buffer.from(png)) }
}

function sizeOf(image: Image): Pick<PdfImage, 'width' | 'height' | 'resolution' | 'orientation'> {
  const { width, height, xres, yres } = image
  const orientation = image.getTypeof('orientation') === 0 ? 1 : image.getInt('orientation')
  return { width, height, orientation, resolution: plausible(xres * 25.4, yres * 25.4) }
}
