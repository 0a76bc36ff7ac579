export type RawStream = { dictionary: string; bytes: Uint8Array }
export type RawObjects = Record<number, string | RawStream>

/** A PDF written object by object, for tests that need what no library would write. Object 1 is the catalog. */
export function rawPdf(
  objects: RawObjects,
  { trailer = '', version = '1.7' }: { trailer?: string; version?: string } = {},
): Buffer {
  const parts: Buffer[] = [Buffer.from(`%PDF-${version}\n`)]
  let length = parts[0]!.length
  const offsets = new Map<number, number>()
  const write = (bytes: Uint8Array | string) => {
    const part = Buffer.from(bytes)
    parts.push(part)
    length += part.length
  }
  for (const [key, object] of Object.entries(objects)) {
    offsets.set(Number(key), length)
    write(`${key} 0 obj\n`)
    if (typeof object === 'string') write(object)
    else {
      write(`<<${object.dictionary}/Length ${object.bytes.length}>>stream\n`)
      write(object.bytes)
      write('\nendstream')
    }
    write('\nendobj\n')
  }
  const size = Math.max(0, ...offsets.keys()) + 1
  const xref = length
  const rows = Array.from({ length: size }, (_, id) => {
    const offset = offsets.get(id)
    return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
  })
  write(`xref\n0 ${size}\n${rows.join('')}trailer\n<</Root 1 0 R/Size ${size}${trailer}>>\n`)
  write(`startxref\n${xref}\n%%EOF\n`)
  return Buffer.concat(parts)
}

export const text = (content: string): RawStream => ({
  dictionary: '',
  bytes: Buffer.from(content, 'latin1'),
})

/** The objects of `count` pages from object 2 on, each showing its number: 2 is the tree, 3 the font. */
export function rawPages(count: number): RawObjects {
  const pages: RawObjects = {
    2: `<</Type/Pages/Count ${count}/Kids[${range(count, (index) => `${index * 2 + 4} 0 R`).join(' ')}]>>`,
    3: '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
  }
  for (let index = 0; index < count; index++) {
    const id = index * 2 + 4
    pages[id] =
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents ${id + 1} 0 R/Resources<</Font<</F 3 0 R>>>>>>`
    pages[id + 1] = text(`BT /F 24 Tf 72 700 Td (Page ${index + 1}) Tj ET`)
  }
  return pages
}

function range<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index))
}
