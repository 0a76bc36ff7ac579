import { deflateSync, inflateSync } from 'node:zlib'
import UTIF from 'utif2'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { mostPages } from './converted-paper.ts'
import { jpegFrame } from './jpeg.ts'
import { unpackLzw } from './lzw.ts'
import { checkPixels, mostDecodedBytes, type PdfImage, plausible } from './pdf-image.ts'

const tag = {
  subfileType: 't254',
  width: 't256',
  height: 't257',
  bitsPerSample: 't258',
  compression: 't259',
  photometric: 't262',
  stripOffsets: 't273',
  orientation: 't274',
  samplesPerPixel: 't277',
  rowsPerStrip: 't278',
  stripByteCounts: 't279',
  xResolution: 't282',
  yResolution: 't283',
  planarConfiguration: 't284',
  resolutionUnit: 't296',
  tileWidth: 't322',
  tileHeight: 't323',
  tileOffsets: 't324',
  tileByteCounts: 't325',
} as const

const lzw = 5
const jpeg = 7
const deflates = [8, 32946]
/** None, the three of CCITT, LZW, JPEG, Deflate twice, PackBits. */
const compressions = [1, 2, 3, 4, lzw, jpeg, ...deflates, 32773]
const headerBytes = 8
const whiteIsZero = 0
const blackIsZero = 1
const rgb = 2
const cmyk = 5

const colorSpaces: Record<number, string> = { 1: 'DeviceGray', 3: 'DeviceRGB', 4: 'DeviceCMYK' }

/** The pages of a TIFF, one at a time, so that only one is unpacked. */
export function* readTiff(bytes: Buffer): Generator<PdfImage> {
  checkDirectories(bytes)
  const buffer = new Uint8Array(bytes).buffer
  const directories = UTIF.decode(buffer).filter((directory) => number(directory, tag.width) !== undefined)
  const full = directories.filter((directory) => ((number(directory, tag.subfileType) ?? 0) & 1) === 0)
  for (const directory of full.length > 0 ? full : directories) {
    yield readPage(bytes, buffer, directory)
    directory.data = new Uint8Array()
  }
}

const typeBytes: Record<number, number> = {
  1: 1,
  2: 1,
  3: 2,
  4: 4,
  5: 8,
  6: 1,
  7: 1,
  8: 2,
  9: 4,
  10: 8,
  11: 4,
  12: 8,
  13: 4,
}
const mostValues = 200_000

/** The chain of pages must end, and no entry may claim more values than there are bytes: the library believes both. */
function checkDirectories(bytes: Buffer): void {
  const isLittle = bytes[0] === 0x49
  const short = (at: number) => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at))
  const long = (at: number) => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at))
  const seen = new Set<number>()
  if (short(2) !== 42) throw damaged()
  for (let at = long(4); at !== 0; at = long(at + 2 + short(at) * 12)) {
    if (seen.has(at)) throw damaged()
    seen.add(at)
    if (seen.size > mostPages * 2) throw new UnreadablePdf('tooLarge', 'The TIFF has too many pages.')
    for (let entry = at + 2; entry < at + 2 + short(at) * 12; entry += 12) {
      const size = typeBytes[short(entry + 2)]
      const count = long(entry + 4)
      const isPacked = size === 1
      if (!size || count * size > bytes.length || (count > mostValues && !isPacked)) throw damaged()
    }
  }
}

function readPage(bytes: Buffer, buffer: ArrayBuffer, directory: UTIF.IFD): PdfImage {
  const width = number(directory, tag.width) ?? 0
  const height = number(directory, tag.height) ?? 0
  const bits = number(directory, tag.bitsPerSample) ?? 1
  const samples = number(directory, tag.samplesPerPixel) ?? 1
  const photometric = number(directory, tag.photometric) ?? (bits === 1 ? whiteIsZero : rgb)
  const compression = number(directory, tag.compression) ?? 1
  if (!compressions.includes(compression)) throw damaged()
  if (samples > 1 && number(directory, tag.planarConfiguration) === 2) throw damaged()
  const rowBytes = Math.ceil((width * samples * bits) / 8)
  const isPlain =
    compression !== jpeg &&
    ((samples === 1 && photometric <= blackIsZero && [1, 2, 4, 8].includes(bits)) ||
      (samples === 3 && photometric === rgb && bits === 8) ||
      (samples === 4 && photometric === cmyk && bits === 8))
  checkPixels(width, height, isPlain ? height * rowBytes : width * height * 4)
  decode(bytes, buffer, directory, compression, { rowBytes, height })
  if (!directory.data) throw damaged()
  const base = {
    width,
    height,
    resolution: resolutionOf(directory),
    orientation: orientationOf(directory),
  }
  if (!isPlain) {
    const data = deflateSync(withoutAlpha(UTIF.toRGBA8(directory)))
    return {
      ...base,
      dictionary: { ColorSpace: 'DeviceRGB', BitsPerComponent: 8, Filter: 'FlateDecode' },
      data,
    }
  }
  const whole = Buffer.alloc(height * rowBytes)
  whole.set(directory.data.subarray(0, whole.length))
  const dictionary = {
    ColorSpace: colorSpaces[samples],
    BitsPerComponent: bits,
    Filter: 'FlateDecode',
    ...(photometric === whiteIsZero && { Decode: [1, 0] }),
  }
  return { ...base, dictionary, data: deflateSync(whole) }
}

/**
 * The library unpacks each part as far as it goes, and some for ever. So LZW and Deflate are unpacked here, and
 * given to it as if they had never been packed; a JPEG's own size is held against the limits.
 */
function decode(
  bytes: Buffer,
  buffer: ArrayBuffer,
  directory: UTIF.IFD,
  compression: number,
  { rowBytes, height }: { rowBytes: number; height: number },
): void {
  const tileWidth = number(directory, tag.tileWidth)
  const isTiled = tileWidth !== undefined
  const tileHeight = number(directory, tag.tileHeight) ?? 0
  if (isTiled) checkPixels(tileWidth, tileHeight, tileWidth * tileHeight * 4)
  const offsets = numbers(directory, isTiled ? tag.tileOffsets : tag.stripOffsets)
  const counts = numbers(directory, isTiled ? tag.tileByteCounts : tag.stripByteCounts)
  if (offsets.length === 0) throw damaged()
  const parts = offsets.map((offset, index) =>
    bytes.subarray(offset, offset + (counts[index] ?? bytes.length)),
  )
  if (compression === jpeg) {
    for (const part of parts) {
      const frame = jpegFrame(part)
      if (frame) checkPixels(frame.width, frame.height, frame.width * frame.height * 4)
    }
  }
  if (compression !== lzw && !deflates.includes(compression)) {
    UTIF.decodeImage(buffer, directory)
    return
  }
  const pixelBits =
    (number(directory, tag.bitsPerSample) ?? 1) * (number(directory, tag.samplesPerPixel) ?? 1)
  const rows = Math.min(number(directory, tag.rowsPerStrip) ?? height, height)
  const partBytes = isTiled ? Math.ceil((tileWidth * tileHeight * pixelBits) / 8) : rows * rowBytes
  if (partBytes * parts.length > 2 * mostDecodedBytes) throw damaged()
  // The library looks at the first two bytes for the order of bytes.
  const unpacked = new Uint8Array(headerBytes + partBytes * parts.length)
  unpacked.set(bytes.subarray(0, 2))
  const places = parts.map((_, index) => headerBytes + index * partBytes)
  for (const [index, part] of parts.entries())
    unpacked.set(unpack(part, compression, partBytes), places[index])
  directory[isTiled ? tag.tileOffsets : tag.stripOffsets] = places
  directory[isTiled ? tag.tileByteCounts : tag.stripByteCounts] = parts.map(() => partBytes)
  directory[tag.compression] = [1]
  UTIF.decodeImage(unpacked.buffer, directory)
}

function unpack(part: Buffer, compression: number, mostBytes: number): Uint8Array {
  if (compression === lzw) return unpackLzw(part, mostBytes)
  try {
    return inflateSync(part, { maxOutputLength: mostBytes + 65_536 }).subarray(0, mostBytes)
  } catch {
    throw damaged()
  }
}

function withoutAlpha(rgba: Uint8Array): Uint8Array {
  const result = new Uint8Array((rgba.length / 4) * 3)
  for (let from = 0, to = 0; from < rgba.length; from += 4, to += 3) {
    const alpha = rgba[from + 3]!
    for (let color = 0; color < 3; color++)
      result[to + color] = (rgba[from + color]! * alpha + 255 * (255 - alpha)) / 255
  }
  return result
}

function resolutionOf(directory: UTIF.IFD): PdfImage['resolution'] {
  const unit = { 2: 1, 3: 2.54 }[number(directory, tag.resolutionUnit) ?? 2]
  if (!unit) return undefined
  return plausible(ratio(directory, tag.xResolution) * unit, ratio(directory, tag.yResolution) * unit)
}

function orientationOf(directory: UTIF.IFD): number {
  const value = number(directory, tag.orientation) ?? 1
  return value >= 1 && value <= 8 ? value : 1
}

function ratio(directory: UTIF.IFD, key: string): number {
  const value: unknown = (directory[key] as unknown[] | undefined)?.[0]
  return Array.isArray(value) ? Number(value[0]) / Number(value[1]) : 0
}

function numbers(directory: UTIF.IFD, key: string): number[] {
  const values = directory[key]
  return Array.isArray(values) ? values.filter((value) => typeof value === 'number') : []
}

const number = (directory: UTIF.IFD, key: string) => numbers(directory, key)[0]

const damaged = () => new UnreadablePdf('damaged', 'The TIFF image is damaged, or of a rare kind.')
