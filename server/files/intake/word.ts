import { readFile } from 'node:fs/promises'
import mammoth from 'mammoth'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { drawBlocks, type FindImage } from './block-pages.ts'
import { writeConvertedPaper } from './converted-paper.ts'
import { blocksOf } from './html-blocks.ts'
import { type ImageType, imageTypes, readImages } from './read-images.ts'
import { unpackedPackage } from './word-package.ts'

const styleMap = ["br[type='page'] => hr", 'u => u', "p[style-name='Title'] => h1:fresh"]

/** The text of a Word document with its headings, lists, tables and pictures; not its page design. */
export async function convertWord(path: string, output: string): Promise<number> {
  const images = new Map<string, ReturnType<FindImage>>()
  const html = await htmlOf(await readFile(path), images)
  const findImage: FindImage = (source) =>
    images.get(source) ?? { notShown: 'A picture that cannot be shown' }
  return await writeConvertedPaper(output, (paper) => drawBlocks(paper, blocksOf(html), findImage))
}

async function htmlOf(bytes: Buffer, images: Map<string, ReturnType<FindImage>>): Promise<string> {
  const convertImage = mammoth.images.imgElement(async (image) => {
    const src = `image-${images.size + 1}`
    const { contentType } = image
    const mediaType = imageTypes.find((type) => type === contentType)
    if (!mediaType) return { src: '' }
    images.set(src, await firstImage(await image.readAsBuffer(), mediaType))
    return { src }
  })
  const unpacked = await unpackedPackage(bytes)
  const { value } = await mammoth.convertToHtml(
    { buffer: unpacked },
    { styleMap, convertImage, externalFileAccess: false, includeEmbeddedStyleMap: false },
  )
  return value
}

async function firstImage(bytes: Buffer, mediaType: ImageType): Promise<ReturnType<FindImage>> {
  try {
    for await (const image of readImages(bytes, mediaType)) return image
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error
  }
  return { notShown: 'A picture that is damaged or too large' }
}
