import { buffer } from 'node:stream/consumers'
import { crc32, deflateSync } from 'node:zlib'
import { ZipFile } from 'yazl'

/** Small files of every kind that is taken in, for tests. */

export function png({
  width = 4,
  height = 2,
  colorType = 2,
  bits = 8,
  rows,
  chunks = [],
}: {
  width?: number
  height?: number
  colorType?: number
  bits?: number
  rows: Uint8Array
  chunks?: [string, Uint8Array][]
}): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([bits, colorType, 0, 0, 0], 8)
  const all: [string, Uint8Array][] = [
    ['IHDR', header],
    ...chunks,
    ['IDAT', deflateSync(rows)],
    ['IEND', Buffer.alloc(0)],
  ]
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...all.map(([name, data]) => chunk(name, data)),
  ])
}

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data])
  const frame = Buffer.alloc(8)
  frame.writeUInt32BE(data.length, 0)
  frame.writeUInt32BE(crc32(body), 4)
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
}

/** Rows of one colour, each behind the number of its filter. */
export function plainRows(height: number, row: readonly number[]): Buffer {
  return Buffer.concat(Array.from({ length: height }, () => Buffer.from([0, ...row])))
}

/** Eight by eight grey pixels; `orientation` comes as EXIF has it. */
export function jpeg({ orientation }: { orientation?: number } = {}): Buffer {
  const exif = Buffer.alloc(34)
  exif.write('\xff\xe1\x00\x20Exif\0\0II*\0', 0, 'latin1')
  exif.writeUInt32LE(8, 14)
  exif.writeUInt16LE(1, 18)
  exif.writeUInt16LE(0x0112, 20)
  exif.writeUInt16LE(3, 22)
  exif.writeUInt32LE(1, 24)
  exif.writeUInt16LE(orientation ?? 1, 28)
  return Buffer.concat([greyJpeg.subarray(0, 2), ...(orientation ? [exif] : []), greyJpeg.subarray(2)])
}

const greyJpeg = Buffer.concat([
  Buffer.from('ffd8ffe000104a46494600010101006400640000ffdb004300', 'hex'),
  Buffer.alloc(64, 1),
  Buffer.from('ffc0000b080008001001011100', 'hex'),
  Buffer.from(`ffc400140001${'00'.repeat(16)}ffc400141001${'00'.repeat(16)}`, 'hex'),
  Buffer.from('ffda0008010100003f000fffd9', 'hex'),
])

type TiffPage = {
  width: number
  height: number
  compression: number
  bits?: number
  photometric?: number
  dotsPerInch?: [number, number]
  data: Uint8Array
}

/** Little-endian, one strip a page. `loops` makes the last page lead back to the first. */
export function tiff(pages: readonly TiffPage[], { loops = false } = {}): Buffer {
  const parts: Buffer[] = [Buffer.from('II*\0\x08\0\0\0', 'latin1')]
  let offset = 8
  for (const [index, page] of pages.entries()) {
    const [x, y] = page.dotsPerInch ?? [200, 200]
    const entries = [
      [256, 4, page.width],
      [257, 4, page.height],
      [258, 3, page.bits ?? 1],
      [259, 3, page.compression],
      [262, 3, page.photometric ?? 0],
      [273, 4, offset + 170 + 16],
      [277, 3, 1],
      [278, 4, page.height],
      [279, 4, page.data.length],
      [282, 5, offset + 170],
      [283, 5, offset + 170 + 8],
      [296, 3, 2],
    ] as const
    const directory = Buffer.alloc(170 + 16)
    directory.writeUInt16LE(entries.length, 0)
    for (const [at, [tag, type, value]] of entries.entries()) {
      directory.writeUInt16LE(tag, 2 + at * 12)
      directory.writeUInt16LE(type, 4 + at * 12)
      directory.writeUInt32LE(1, 6 + at * 12)
      directory.writeUInt32LE(value, 10 + at * 12)
    }
    const end = offset + directory.length + page.data.length + (page.data.length % 2)
    const isLast = index === pages.length - 1
    directory.writeUInt32LE(isLast ? (loops ? 8 : 0) : end, 2 + entries.length * 12)
    for (const [at, dots] of [x, y].entries()) {
      directory.writeUInt32LE(dots, 170 + at * 8)
      directory.writeUInt32LE(1, 174 + at * 8)
    }
    parts.push(directory, Buffer.from(page.data), Buffer.alloc(page.data.length % 2))
    offset = end
  }
  return Buffer.concat(parts)
}

/**
 * Sixteen by eight pixels by CCITT group 4: four white, four black, eight white, in each row. The first row is told
 * by the lengths of its runs, each other as the one above it.
 */
export const groupFour = bitsOf(`001 1011 011 1 ${'111'.repeat(7)} 000000000001 000000000001`)

function bitsOf(text: string): Buffer {
  const bits = text.replaceAll(' ', '')
  return Buffer.from(bits.match(/.{1,8}/g)?.map((byte) => Number.parseInt(byte.padEnd(8, '0'), 2)) ?? [])
}

export type ZipEntries = Record<string, string | Uint8Array>

export async function zip(entries: ZipEntries): Promise<Buffer> {
  const file = new ZipFile()
  for (const [name, content] of Object.entries(entries)) file.addBuffer(Buffer.from(content), name)
  file.end()
  return await buffer(file.outputStream as unknown as AsyncIterable<Buffer>)
}

const wordNamespaces = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  'xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
].join(' ')
const packageNamespace = 'http://schemas.openxmlformats.org/package/2006'
const officeNamespace = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A Word document with this body; `relationships` are XML too. */
export async function docx(body: string, entries: ZipEntries = {}, relationships = ''): Promise<Buffer> {
  return await zip({ ...wordEntries(body, relationships), ...entries })
}

export function wordEntries(body: string, relationships = ''): ZipEntries {
  const type = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'
  return {
    '[Content_Types].xml': `<?xml version="1.0"?><Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="${type}"/></Types>`,
    '_rels/.rels': `<?xml version="1.0"?><Relationships xmlns="${packageNamespace}/relationships"><Relationship Id="rId1" Type="${officeNamespace}/officeDocument" Target="word/document.xml"/></Relationships>`,
    'word/document.xml': `<?xml version="1.0"?><w:document ${wordNamespaces}><w:body>${body}</w:body></w:document>`,
    'word/_rels/document.xml.rels': `<?xml version="1.0"?><Relationships xmlns="${packageNamespace}/relationships">${relationships}</Relationships>`,
  }
}

export function paragraph(text: string, { style = '', look = '' } = {}): string {
  const properties = style && `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`
  return `<w:p>${properties}<w:r><w:rPr>${look}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
}

export const relationship = (id: string, target: string, mode = '') =>
  `<Relationship Id="${id}" Type="${officeNamespace}/image" Target="${target}"${mode}/>`

export const picture = (how: string) =>
  `<w:p><w:r><w:drawing><wp:inline><a:graphic><a:graphicData><pic:pic><pic:blipFill><a:blip ${how}/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p>`
