import { UnreadablePdf } from '../pdf/unreadable.ts'
import { type PdfImage, plausible } from './pdf-image.ts'

const indexed = 3
const colour = 2

/** A PDF holds the data of a PNG as they are, where it is neither transparent nor interlaced. */
export function pngInPdf(bytes: Buffer): Pick<PdfImage, 'dictionary' | 'data'> {
  const chunks = [...chunksOf(bytes)]
  const header = chunks.find(({ name }) => name === 'IHDR')?.data
  if (!header) throw new UnreadablePdf('damaged', 'The PNG image is damaged.')
  const [Columns, BitsPerComponent, colorType] = [header.readUInt32BE(0), header[8]!, header[9]!]
  const Colors = colorType === colour ? 3 : 1
  const palette = chunks.find(({ name }) => name === 'PLTE')?.data
  return {
    dictionary: {
      ColorSpace:
        colorType === indexed && palette
          ? ['Indexed', 'DeviceRGB', Math.floor(palette.length / 3) - 1, palette]
          : Colors === 3
            ? 'DeviceRGB'
            : 'DeviceGray',
      BitsPerComponent,
      Filter: 'FlateDecode',
      DecodeParms: { Predictor: 15, Colors, BitsPerComponent, Columns },
    },
    data: Buffer.concat(chunks.filter(({ name }) => name === 'IDAT').map(({ data }) => data)),
  }
}

const metres = 1

export function pngResolution(bytes: Buffer): PdfImage['resolution'] {
  const size = chunksOf(bytes).find(({ name }) => name === 'pHYs')?.data
  if (size?.[8] !== metres) return undefined
  return plausible(size.readUInt32BE(0) * 0.0254, size.readUInt32BE(4) * 0.0254)
}

function* chunksOf(bytes: Buffer): Generator<{ name: string; data: Buffer }> {
  for (let at = 8; at + 8 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    yield { name: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) }
    at += length + 12
  }
}
