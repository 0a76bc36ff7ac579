import { UnreadablePdf } from '../pdf/unreadable.ts'
import { checkPixels, type PdfImage, plausible } from './pdf-image.ts'

export type JpegFrame = { width: number; height: number; components: number; bits: number; marker: number }

type Segment = { marker: number; data: Buffer }

const colorSpaces: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

/** A JPEG stands in a PDF as it is. */
export function readJpeg(bytes: Buffer): PdfImage {
  const segments = [...segmentsOf(bytes)]
  const frame = frameOf(segments)
  if (!frame) throw new UnreadablePdf('damaged', 'The JPEG image is damaged.')
  const { width, height, components, bits } = frame
  checkPixels(width, height)
  const ColorSpace = colorSpaces[components]
  if (!ColorSpace || bits !== 8 || !isCommon(frame.marker))
    throw new UnreadablePdf('damaged', 'The JPEG image is of a rare kind that cannot be shown.')
  const exif = exifOf(segments)
  const isAdobe = segments.some(({ marker, data }) => marker === 0xee && startsWith(data, 'Adobe'))
  return {
    width,
    height,
    resolution: densityOf(segments) ?? exif.resolution,
    orientation: exif.orientation,
    dictionary: {
      ColorSpace,
      BitsPerComponent: bits,
      Filter: 'DCTDecode',
      // Adobe writes the four inks inverted.
      ...(components === 4 && isAdobe && { Decode: [1, 0, 1, 0, 1, 0, 1, 0] }),
    },
    data: bytes,
  }
}

export function jpegFrame(bytes: Buffer): JpegFrame | undefined {
  return frameOf([...segmentsOf(bytes)])
}

function frameOf(segments: readonly Segment[]): JpegFrame | undefined {
  const frame = segments.find(({ marker }) => isFrame(marker))
  if (!frame || frame.data.length < 6) return undefined
  const { data, marker } = frame
  return {
    bits: data.readUInt8(0),
    height: data.readUInt16BE(1),
    width: data.readUInt16BE(3),
    components: data.readUInt8(5),
    marker,
  }
}

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

/** Baseline, extended and progressive, all by Huffman. */
const isCommon = (marker: number) => marker >= 0xc0 && marker <= 0xc2

/** The segments before the picture's data. */
function* segmentsOf(bytes: Buffer): Generator<Segment> {
  let position = 2
  while (position + 4 <= bytes.length) {
    if (bytes[position] !== 0xff) return
    const marker = bytes[position + 1]!
    if (marker === 0xff) {
      position += 1
      continue
    }
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      position += 2
      continue
    }
    if (marker === 0xda || marker === 0xd9) return
    const length = bytes.readUInt16BE(position + 2)
    if (length < 2) return
    yield { marker, data: bytes.subarray(position + 4, position + 2 + length) }
    position += 2 + length
  }
}

function densityOf(segments: readonly Segment[]): PdfImage['resolution'] {
  const jfif = segments.find(({ marker, data }) => marker === 0xe0 && startsWith(data, 'JFIF\0'))
  if (!jfif || jfif.data.length < 12) return undefined
  const perUnit = { 1: 1, 2: 2.54 }[jfif.data.readUInt8(7)]
  if (!perUnit) return undefined
  return plausible(jfif.data.readUInt16BE(8) * perUnit, jfif.data.readUInt16BE(10) * perUnit)
}

const orientationTag = 0x0112
const xResolutionTag = 0x011a
const yResolutionTag = 0x011b
const unitTag = 0x0128
const centimetres = 3

function exifOf(segments: readonly Segment[]): Pick<PdfImage, 'orientation' | 'resolution'> {
  const segment = segments.find(({ marker, data }) => marker === 0xe1 && startsWith(data, 'Exif\0\0'))
  if (!segment) return { orientation: 1 }
  try {
    const tags = firstDirectory(segment.data.subarray(6))
    const orientation = tags.get(orientationTag) ?? 1
    const unit = tags.get(unitTag) === centimetres ? 2.54 : 1
    const [x = 0, y = 0] = [tags.get(xResolutionTag), tags.get(yResolutionTag)]
    return {
      orientation: orientation >= 1 && orientation <= 8 ? orientation : 1,
      resolution: plausible(x * unit, y * unit),
    }
  } catch (error) {
    if (error instanceof RangeError) return { orientation: 1 }
    throw error
  }
}

/** Reading beyond the end throws a RangeError. */
function firstDirectory(tiff: Buffer): Map<number, number> {
  const isLittle = startsWith(tiff, 'II')
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const start = long(4)
  const tags = new Map<number, number>()
  for (let index = 0; index < short(start); index++) {
    const entry = start + 2 + index * 12
    const [tag, type] = [short(entry), short(entry + 2)]
    if (type === 3) tags.set(tag, short(entry + 8))
    if (type === 5) tags.set(tag, long(long(entry + 8)) / long(long(entry + 8) + 4))
  }
  return tags
}

function startsWith(data: Buffer, text: string): boolean {
  return data.subarray(0, text.length).equals(Buffer.from(text, 'latin1'))
}
