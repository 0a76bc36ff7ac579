import { readFile } from 'node:fs/promises'
import mammoth from 'mammoth'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { drawBlocks, type FindImage } from './block-pages.ts'
import { writeConvertedPaper } from './converted-paper.ts'
import { blocksOf } from './html-blocks.ts'
import { imageReaders, isImageType } from './images.ts'
import type { PdfImage } from './pdf-image.ts'
import { unpackedPackage } from './word-package.ts'

const styleMap = ["br[type='page'] => hr", 'u => u', "p[style-name='Title'] => h1:fresh"]

/** The text of a Word document with its headings, lists, tables and pictures; not its page design. */
export async function convertWord(path: string, output: string): Promise<number> {
  const images = new Map<string, () => PdfImage>()
  const html = await htmlOf(await readFile(path), images)
  const findImage: FindImage = (source) => {
    const read = images.get(source)
    if (!read) return { notShown: 'A picture that cannot be shown' }
    try {
      return read()
    } catch (error) {
      if (error instanceof UnreadablePdf || error instanceof RangeError)
        return { notShown: 'A picture that is damaged or too large' }
      throw error
    }
  }
  return await writeConvertedPaper(output, (paper) => drawBlocks(paper, blocksOf(html), findImage))
}

async function htmlOf(bytes: Buffer, images: Map<string, () => PdfImage>): Promise<string> {
  const convertImage = mammoth.images.imgElement(async (image) => {
    const src = `image-${images.size + 1}`
    const { contentType } = image
    if (!isImageType(contentType)) return { src: '' }
    const content = await image.readAsBuffer()
    images.set(src, () => firstOf(imageReaders[contentType](content)))
    return { src }
  })
  const unpacked = await unpackedPackage(bytes)
  const { value } = await mammoth.convertToHtml(
    { buffer: unpacked },
    { styleMap, convertImage, externalFileAccess: false, includeEmbeddedStyleMap: false },
  )
  return value
}

function firstOf(images: Iterable<PdfImage>): PdfImage {
  for (const image of images) return image
  throw new UnreadablePdf('damaged')
}
