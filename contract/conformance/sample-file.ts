import { createHash } from 'node:crypto'
import type { FileRef } from '../ports/kit.ts'

/** An empty page: the file of every sample that has one. */
export const bytesOfSample = Buffer.from(`%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>> endobj
trailer <</Root 1 0 R>>
%%EOF
`)

export const sampleFile: FileRef = {
  name: 'sample.pdf',
  mediaType: 'application/pdf',
  size: bytesOfSample.length,
  sha256: createHash('sha256').update(bytesOfSample).digest('hex'),
}
