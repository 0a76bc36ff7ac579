import { type ContentOptions, type FileContent, fileContent } from '../content.ts'
import { refusal } from './store.ts'

export const blankPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]>>endobj
trailer<</Root 1 0 R>>
%%EOF
`

/** A ZIP without entries. */
const emptyZip = new Uint8Array(22)
emptyZip.set([0x50, 0x4b, 0x05, 0x06])

export function mockPdf(content: Uint8Array | undefined, range?: ContentOptions['range']): FileContent {
  return contentOf(content ?? new TextEncoder().encode(blankPdf), 'application/pdf', range)
}

export function mockBytes(bytes: Uint8Array, range?: ContentOptions['range']): FileContent {
  return contentOf(bytes, 'application/octet-stream', range)
}

export function mockZip(): FileContent {
  return contentOf(emptyZip, 'application/zip')
}

function contentOf(whole: Uint8Array, contentType: string, range?: ContentOptions['range']): FileContent {
  const start = range?.start ?? 0
  const end = Math.min(range?.end ?? whole.length - 1, whole.length - 1)
  if (range && start > end) {
    throw refusal(416, 'rangeNotSatisfiable', 'The range lies outside the content.')
  }
  const bytes = whole.slice(start, end + 1)
  const stream = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(bytes)
      controller.close()
    },
  })
  return fileContent(stream, {
    name: undefined,
    contentType,
    size: bytes.length,
    etag: `"mock-${whole.length}"`,
    range: range ? { start, end, total: whole.length } : undefined,
  })
}
