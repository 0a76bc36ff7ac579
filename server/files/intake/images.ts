import { readFile } from 'node:fs/promises'
import { writeConvertedPaper } from './converted-paper.ts'
import { paperSize } from './pdf-image.ts'
import { type ImageType, readImages } from './read-images.ts'

export async function convertImages(path: string, mediaType: ImageType, output: string): Promise<number> {
  const bytes = await readFile(path)
  return await writeConvertedPaper(output, async (paper) => {
    for await (const image of readImages(bytes, mediaType)) {
      const [width, height] = paperSize(image)
      paper.addPage([width, height])
      paper.image(image, 0, 0, width, height)
      await paper.drained()
    }
  })
}
