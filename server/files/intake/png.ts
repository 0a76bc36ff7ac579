import { deflateSync, inflateSync } from 'node:zlib'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { checkPixels, type PdfImage, plausible } from './pdf-image.ts'

type Png = {
  width: number
  height: number
  bits: number
  colorType: number
  isInterlaced: boolean
  palette?: Buffer
  transparency?: Buffer
  resolution?: PdfImage['resolution']
  data: Buffer
}

const channels: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 }
const indexed = 3

/** What a PDF can hold as it is stays packed; transparency and interlacing are resolved, on white. */
export function readPng(bytes: Buffer): PdfImage {
  const png = parse(bytes)
  const { width, height, bits, colorType, isInterlaced } = png
  const samples = channels[colorType]
  if (!samples || ![1, 2, 4, 8, 16].includes(bits)) throw damaged()
  const rowBytes = Math.ceil((width * samples * bits) / 8)
  checkPixels(width, height, height * (rowBytes + 1))
  const rows = unpack(png, isInterlaced ? interlacedBytes(png, samples) : height * (rowBytes + 1))
  const base = { width, height, resolution: png.resolution, orientation: 1 }

  if (colorType === 4 || colorType === 6) {
    const pixels = isInterlaced
      ? deinterlaced(png, rows, samples)
      : unfiltered(rows, rowBytes, samples * (bits / 8))
    const data = onWhite(pixels, samples, bits / 8)
    return { ...base, ...packed(data, samples === 2 ? 'DeviceGray' : 'DeviceRGB', 8) }
  }
  const ColorSpace = colorType === indexed ? paletteSpace(png) : samples === 1 ? 'DeviceGray' : 'DeviceRGB'
  if (isInterlaced) return { ...base, ...packed(deinterlaced(png, rows, samples), ColorSpace, bits) }
  return {
    ...base,
    dictionary: {
      ColorSpace,
      BitsPerComponent: bits,
      Filter: 'FlateDecode',
      DecodeParms: { Predictor: 15, Colors: samples, BitsPerComponent: bits, Columns: width },
    },
    data: png.data,
  }
}

function parse(bytes: Buffer): Png {
  const parts: Buffer[] = []
  const found: Partial<Png> = {}
  for (let position = 8; position + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(position)
    const name = bytes.toString('latin1', position + 4, position + 8)
    const data = bytes.subarray(position + 8, position + 8 + length)
    if (name === 'IHDR' && data.length >= 13) {
      found.width = data.readUInt32BE(0)
      found.height = data.readUInt32BE(4)
      found.bits = data.readUInt8(8)
      found.colorType = data.readUInt8(9)
      found.isInterlaced = data.readUInt8(12) === 1
    }
    if (name === 'PLTE') found.palette = data
    if (name === 'tRNS') found.transparency = data
    if (name === 'pHYs' && data.length >= 9 && data.readUInt8(8) === 1)
      found.resolution = plausible(data.readUInt32BE(0) * 0.0254, data.readUInt32BE(4) * 0.0254)
    if (name === 'IDAT') parts.push(data)
    if (name === 'IEND') break
    position += length + 12
  }
  if (found.width === undefined || parts.length === 0) throw damaged()
  return { ...found, data: Buffer.concat(parts) } as Png
}

/** Also tells whether the picture is whole. */
function unpack({ data }: Png, expected: number): Buffer {
  try {
    const rows = inflateSync(data, { maxOutputLength: expected + 1024 })
    if (rows.length >= expected) return rows.subarray(0, expected)
  } catch (error) {
    if (error instanceof Error && !('code' in error)) throw error
  }
  throw damaged()
}

function paletteSpace({ palette, transparency }: Png): unknown[] {
  if (!palette || palette.length < 3) throw damaged()
  const colors = Math.min(256, Math.floor(palette.length / 3))
  const opaque = Buffer.from(palette.subarray(0, colors * 3))
  for (let index = 0; index < colors; index++) {
    const alpha = transparency?.[index] ?? 255
    for (let at = index * 3; at < index * 3 + 3; at++) opaque[at] = blended(opaque[at]!, alpha)
  }
  return ['Indexed', 'DeviceRGB', colors - 1, opaque]
}

const blended = (value: number, alpha: number) => Math.round((value * alpha + 255 * (255 - alpha)) / 255)

function onWhite(pixels: Buffer, samples: number, sampleBytes: number): Buffer {
  const colors = samples - 1
  const count = pixels.length / (samples * sampleBytes)
  const result = Buffer.alloc(count * colors)
  for (let pixel = 0; pixel < count; pixel++) {
    const at = pixel * samples * sampleBytes
    const alpha = pixels[at + colors * sampleBytes]!
    for (let color = 0; color < colors; color++)
      result[pixel * colors + color] = blended(pixels[at + color * sampleBytes]!, alpha)
  }
  return result
}

function packed(data: Buffer, ColorSpace: unknown, bits: number): Pick<PdfImage, 'dictionary' | 'data'> {
  return {
    dictionary: { ColorSpace, BitsPerComponent: bits, Filter: 'FlateDecode' },
    data: deflateSync(data),
  }
}

/** Undoes the filters of rows that each begin with the number of theirs. */
function unfiltered(rows: Buffer, rowBytes: number, step: number): Buffer {
  const height = rowBytes === 0 ? 0 : rows.length / (rowBytes + 1)
  const result = Buffer.alloc(height * rowBytes)
  const before = Math.max(1, step)
  for (let row = 0; row < height; row++) {
    const filter = rows[row * (rowBytes + 1)]!
    const source = row * (rowBytes + 1) + 1
    const target = row * rowBytes
    for (let at = 0; at < rowBytes; at++) {
      const left = at >= before ? result[target + at - before]! : 0
      const up = row > 0 ? result[target + at - rowBytes]! : 0
      const corner = at >= before && row > 0 ? result[target + at - before - rowBytes]! : 0
      result[target + at] = rows[source + at]! + predicted(filter, left, up, corner)
    }
  }
  return result
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  switch (filter) {
    case 0:
      return 0
    case 1:
      return left
    case 2:
      return up
    case 3:
      return (left + up) >> 1
    case 4: {
      const guess = left + up - corner
      const [a, b, c] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)]
      return a <= b && a <= c ? left : b <= c ? up : corner
    }
    default:
      throw damaged()
  }
}

/** First column, first row, and the steps between columns and rows, of the seven passes. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const

function passSizes({ width, height, bits }: Png, samples: number) {
  return passes.map(([x, y, across, down]) => {
    const columns = Math.max(0, Math.ceil((width - x) / across))
    const rows = Math.max(0, Math.ceil((height - y) / down))
    return { columns, rows, rowBytes: Math.ceil((columns * samples * bits) / 8) }
  })
}

function interlacedBytes(png: Png, samples: number): number {
  const sizes = passSizes(png, samples)
  return sizes.reduce((sum, { columns, rows, rowBytes }) => sum + (columns ? rows * (rowBytes + 1) : 0), 0)
}

function deinterlaced(png: Png, bytes: Buffer, samples: number): Buffer {
  const { width, height, bits } = png
  const pixelBits = samples * bits
  const rowBytes = Math.ceil((width * pixelBits) / 8)
  const result = Buffer.alloc(rowBytes * height)
  let start = 0
  for (const [index, { columns, rows, rowBytes: passBytes }] of passSizes(png, samples).entries()) {
    if (columns === 0) continue
    const [x, y, across, down] = passes[index]!
    const end = start + rows * (passBytes + 1)
    const pass = unfiltered(bytes.subarray(start, end), passBytes, pixelBits / 8)
    start = end
    for (let row = 0; row < rows; row++) {
      for (let column = 0; column < columns; column++) {
        const from = row * passBytes * 8 + column * pixelBits
        const to = (y + row * down) * rowBytes * 8 + (x + column * across) * pixelBits
        if (pixelBits >= 8) pass.copy(result, to / 8, from / 8, (from + pixelBits) / 8)
        else {
          const value = (pass[from >> 3]! >> (8 - pixelBits - (from & 7))) & ((1 << pixelBits) - 1)
          result[to >> 3]! |= value << (8 - pixelBits - (to & 7))
        }
      }
    }
  }
  return result
}

const damaged = () => new UnreadablePdf('damaged', 'The PNG image is damaged.')
