import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { inflateSync } from 'node:zlib'
import openVips from 'wasm-vips'
import type { PdfImage } from './pdf-image.ts'
import { type ImageType, readImages } from './read-images.ts'

const [width, height] = [32, 24]

describe('images of rarer kinds', () => {
  let vips: typeof openVips
  let red: openVips.Image

  before(async () => {
    vips = await openVips({ dynamicLibraries: [] })
    red = vips.Image.black(width, height, { bands: 3 }).add([200, 10, 30]).cast('uchar')
    red = red.copy({ interpretation: 'srgb' })
  })

  async function read(bytes: Uint8Array, mediaType: ImageType): Promise<PdfImage> {
    const [image] = await Array.fromAsync(readImages(Buffer.from(bytes), mediaType))
    return image!
  }

  /** The first pixel of the last row, behind the number of its filter. */
  function lastRow({ data }: PdfImage): number[] {
    const rows = inflateSync(data)
    const row = rows.subarray((rows.length / height) * (height - 1))
    assert.equal(row[0], 0)
    return [...row.subarray(1, 4)]
  }

  for (const [kind, save] of Object.entries<(image: openVips.Image) => Uint8Array>({
    'packed by LZW, in tiles': (image) => image.tiffsaveBuffer({ compression: 'lzw', tile: true }),
    'packed by Deflate, by difference': (image) =>
      image.tiffsaveBuffer({ compression: 'deflate', predictor: 'horizontal' }),
    'packed by PackBits': (image) => image.tiffsaveBuffer({ compression: 'packbits' }),
    'packed as JPEG': (image) => image.tiffsaveBuffer({ compression: 'jpeg', Q: 95 }),
    'with sixteen bits a colour': (image) => image.colourspace('rgb16').tiffsaveBuffer(),
    'by the four inks': (image) => image.colourspace('cmyk').tiffsaveBuffer(),
  })) {
    it(`a TIFF ${kind} keeps its colours`, async () => {
      const image = await read(save(red), 'image/tiff')
      assert.deepEqual([image.width, image.height], [width, height])
      assert.deepEqual(image.dictionary.ColorSpace, 'DeviceRGB')
      // Inks cannot show every colour, nor can JPEG keep one exactly.
      for (const [index, value] of [200, 10, 30].entries())
        assert.ok(Math.abs(lastRow(image)[index]! - value) < 40, `${kind}: ${lastRow(image)}`)
    })
  }

  it('a JPEG by the four inks stays as it is, and says that they are inverted', async () => {
    const bytes = red.colourspace('cmyk').jpegsaveBuffer()
    const image = await read(bytes, 'image/jpeg')
    assert.deepEqual(image.data, Buffer.from(bytes))
    assert.equal(image.dictionary.ColorSpace, 'DeviceCMYK')
    assert.deepEqual(image.dictionary.Decode, [1, 0, 1, 0, 1, 0, 1, 0])
  })

  it('a PNG with a palette, or of sixteen bits, stays as it is', async () => {
    const deep = await read(red.colourspace('rgb16').pngsaveBuffer(), 'image/png')
    assert.equal(deep.dictionary.BitsPerComponent, 16)
    const few = await read(red.pngsaveBuffer({ palette: true }), 'image/png')
    assert.equal((few.dictionary.ColorSpace as unknown[])[0], 'Indexed')
  })

  it('an interlaced PNG is unpacked', async () => {
    const image = await read(red.pngsaveBuffer({ interlace: true }), 'image/png')
    assert.deepEqual(lastRow(image), [200, 10, 30])
  })
})
