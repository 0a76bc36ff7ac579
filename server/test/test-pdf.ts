import { buffer } from 'node:stream/consumers'
import { deflateSync } from 'node:zlib'
import PDFDocument from 'pdfkit'
import type { Blobs } from '../files/blobs.ts'

export type TestPage = { text: string; rotate?: number; cropBox?: [number, number, number, number] }

/** A PDF for tests, one page for each text. */
export async function testPdf(
  pages: readonly (string | TestPage)[],
  passwords: { userPassword?: string; ownerPassword?: string } = {},
): Promise<Buffer> {
  const pdf = new PDFDocument({ autoFirstPage: false, info: { CreationDate: new Date(0) }, ...passwords })
  const bytes = buffer(pdf)
  for (const page of pages) {
    const { text, rotate, cropBox } = typeof page === 'string' ? { text: page } : page
    pdf.addPage({ size: 'LETTER' })
    if (rotate) Object.assign(pdf.page.dictionary.data, { Rotate: rotate })
    if (cropBox) Object.assign(pdf.page.dictionary.data, { CropBox: cropBox })
    pdf.text(text)
  }
  pdf.end()
  return await bytes
}

/** A PDF for tests, drawn by hand; it begins on a letter page. */
export async function drawnPdf(draw: (pdf: PDFKit.PDFDocument) => void): Promise<Buffer> {
  const pdf = new PDFDocument({ size: 'LETTER', margin: 0, info: { CreationDate: new Date(0) } })
  const bytes = buffer(pdf)
  draw(pdf)
  pdf.end()
  return await bytes
}

/** A PDF for tests whose letters are in Helvetica, and stand for what the map says: `{ 1: 'fi' }`. */
export function mappedPdf(map: Readonly<Record<number, string>>, content: string): Buffer {
  const units = (text: string) => Buffer.from(text, 'utf16le').swap16().toString('hex')
  const pairs = Object.entries(map).map(
    ([code, text]) => `<${Number(code).toString(16).padStart(2, '0')}> <${units(text)}>`,
  )
  const toUnicode = `/CIDInit /ProcSet findresource begin 12 dict begin begincmap
1 begincodespacerange <00> <ff> endcodespacerange
${pairs.length} beginbfchar
${pairs.join('\n')}
endbfchar endcmap end end`
  return Buffer.from(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>endobj
4 0 obj<</Length ${content.length}>>stream
${content}
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>endobj
6 0 obj<</Length ${toUnicode.length}>>stream
${toUnicode}
endstream endobj
trailer<</Root 1 0 R/Size 7>>
`)
}

/** Their hash, under which they are kept. */
export async function putBytes(blobs: Blobs, bytes: Buffer): Promise<string> {
  async function* source() {
    yield bytes
  }
  return (await blobs.put(source())).sha256
}

export function numberedPages(count: number, title = 'Page'): string[] {
  return Array.from({ length: count }, (_, index) => `${title} ${index + 1}`)
}

/** PDFium reads it; qpdf refuses it. */
export const selfReferringPdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count 1/Kids[3 0 R 2 0 R]>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>>endobj
4 0 obj<</Length 43>>stream
BT /F1 24 Tf 72 700 Td (Looping page) Tj ET
endstream endobj
5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
trailer<</Root 1 0 R/Size 6>>
`)

/** A PDF whose one page draws forms that each draw the next one twice: a few bytes that ask for sixteen million. */
export function bombPdf(pageCount: number, badPage: number): Buffer {
  const forms = Array.from({ length: 25 }, (_, index) => {
    const resources = `<</XObject<</X ${index + 6} 0 R>>/Font<</F 4 0 R>>>>`
    const content = index < 24 ? '/X Do /X Do' : 'BT /F 12 Tf (a) Tj ET'
    const dictionary = `/Type/XObject/Subtype/Form/BBox[0 0 612 792]/Resources${resources}/Length ${content.length}`
    return `${index + 5} 0 obj<<${dictionary}>>stream\n${content}\nendstream endobj`
  })
  const pages = Array.from({ length: pageCount }, (_, index) => {
    const content = index + 1 === badPage ? '/X Do' : `BT /F 12 Tf 72 700 Td (good ${index + 1}) Tj ET`
    const resources = '/Resources<</XObject<</X 5 0 R>>/Font<</F 4 0 R>>>>'
    const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${1000 + index} 0 R${resources}>>`
    const stream = `${1000 + index} 0 obj<</Length ${content.length}>>stream\n${content}\nendstream endobj`
    return `${100 + index} 0 obj${page}endobj\n${stream}`
  })
  return Buffer.from(`%PDF-1.7
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Count ${pageCount}/Kids[${pages.map((_, index) => `${100 + index} 0 R`).join(' ')}]>>endobj
4 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj
${forms.join('\n')}
${pages.join('\n')}
trailer<</Root 1 0 R/Size 2000>>
`)
}

/** A picture as small as they come; drawn over a page, it makes a scan of it. */
export const onePixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==',
  'base64',
)

/** A PDF for tests whose letter pages are pictures: lying on their side, where they are turned, or said to be. */
export function scannedPdf(
  pictures: readonly { width: number; height: number; quarters: number; samples: Uint8Array }[],
  isTurnSaid = true,
): Buffer {
  const stream = (dictionary: string, bytes: Uint8Array) => [
    Buffer.from(`<<${dictionary}/Length ${bytes.length}>>stream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ]
  const objects = pictures.flatMap(({ width, height, quarters, samples }, index) => {
    const upright = quarters === 0
    const content = upright ? '612 0 0 792 0 0 cm /S Do' : '0 792 -612 0 612 0 cm /S Do'
    const first = 3 + index * 3
    const resources = `/Resources<</XObject<</S ${first + 2} 0 R>>>>/Contents ${first + 1} 0 R`
    const page = `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Rotate ${isTurnSaid ? quarters * 90 : 0}${resources}>>`
    const image = `/Type/XObject/Subtype/Image/Width ${width}/Height ${height}/ColorSpace/DeviceGray/BitsPerComponent 8`
    return [
      [Buffer.from(page)],
      stream('', Buffer.from(content)),
      stream(`${image}/Filter/FlateDecode`, deflateSync(samples)),
    ]
  })
  const kids = pictures.map((_, index) => `${3 + index * 3} 0 R`).join(' ')
  const head = [
    [Buffer.from('<</Type/Catalog/Pages 2 0 R>>')],
    [Buffer.from(`<</Type/Pages/Count ${pictures.length}/Kids[${kids}]>>`)],
  ]
  const parts: Uint8Array[] = [Buffer.from('%PDF-1.7\n')]
  const offsets: number[] = []
  for (const [index, object] of [...head, ...objects].entries()) {
    offsets.push(parts.reduce((sum, part) => sum + part.length, 0))
    parts.push(Buffer.from(`${index + 1} 0 obj\n`), ...object, Buffer.from('\nendobj\n'))
  }
  const start = parts.reduce((sum, part) => sum + part.length, 0)
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  const size = offsets.length + 1
  parts.push(
    Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer<</Root 1 0 R/Size ${size}>>\n`),
  )
  parts.push(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}
