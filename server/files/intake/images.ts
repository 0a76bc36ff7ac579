import { readFile } from 'node:fs/promises'
import { writeConvertedPaper } from './converted-paper.ts'
import { readJpeg } from './jpeg.ts'
import { addImagePage, type PdfImage } from './pdf-image.ts'
import { readPng } from './png.ts'
import { readTiff } from './tiff.ts'

type ImageType = 'image/png' | 'image/jpeg' | 'image/tiff'

export const imageReaders: Record<ImageType, (bytes: Buffer) => Iterable<PdfImage>> = {
  'image/png': (bytes) => [readPng(bytes)],
  'image/jpeg': (bytes) => [readJpeg(bytes)],
  'image/tiff': readTiff,
}

export async function convertImages(path: string, mediaType: ImageType, output: string): Promise<number> {
  const images = imageReaders[mediaType](await readFile(path))
  return await writeConvertedPaper(output, async (paper) => {
    for (const image of images) {
      addImagePage(paper, image)
      await paper.drained()
    }
  })
}

export function isImageType(mediaType: string): mediaType is ImageType {
  return mediaType in imageReaders
}
