import { type FileHandle, open } from 'node:fs/promises'
import type { PdfDictionary, PdfValue } from './pdf-syntax.ts'
import { writeValue } from './pdf-syntax.ts'
import type { PdfWorkers } from './pdf-workers.ts'
import type { PlacePages } from './place-pages.ts'

/** The pages' references, in order; `node` holds them together in the tree. */
export type PlacedPart = { pages: string[]; node: string }

/**
 * A PDF that is written from its first byte to its last, and of which every byte is final once it is there: part after
 * part of pages, then what leads through them. In which order the parts are read is said at the end.
 */
export type GrowingPdf = {
  /** `active` where something in the file may be so, unless it is said to be harmless: then nothing is placed. */
  place(
    path: string,
    what: { annotations?: PlacePages['annotations']; isHarmless: boolean; signal: AbortSignal },
  ): Promise<PlacedPart | 'active'>
  /** Its reference. */
  add(value: PdfValue): string
  finish(last: {
    nodes: readonly string[]
    pageCount: number
    catalog: PdfDictionary
    info: string
    id: string
  }): Promise<void>
}

const catalogNumber = 1
const treeNumber = 2
const reference = (number: number) => `${number} 0 R`

export async function beginPdf(
  output: string,
  { pdf, grown }: { pdf: PdfWorkers; grown: (bytes: number) => void },
): Promise<GrowingPdf> {
  const known = new Map<string, number>()
  const offsets: number[] = []
  const added: { number: number; value: PdfValue }[] = []
  const header = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\n', 'latin1')
  let next = treeNumber + 1
  let length = header.length
  await withFile(output, 'w', async (file) => void (await file.write(header)))

  return {
    async place(path, { annotations = [], isHarmless, signal }) {
      const place = { from: path, to: output, at: length, firstNumber: next, treeNumber }
      const placed = await pdf.place({ ...place, known, annotations, isHarmless }, { signal })
      if (placed === 'active') return placed
      for (const [index, offset] of placed.offsets.entries()) offsets[next + index] = offset
      for (const [hash, number] of placed.added) known.set(hash, number)
      next += placed.offsets.length
      length = placed.end
      grown(length)
      return { pages: placed.pages.map(reference), node: reference(placed.node) }
    },

    add(value) {
      added.push({ number: next, value })
      next += 1
      return reference(next - 1)
    },

    async finish({ nodes, pageCount, catalog, info, id }) {
      const tree = { '/Type': '/Pages', '/Kids': [...nodes], '/Count': pageCount }
      const objects = [
        ...added,
        { number: treeNumber, value: tree },
        {
          number: catalogNumber,
          value: { '/Type': '/Catalog', '/Pages': reference(treeNumber), ...catalog },
        },
      ]
      await withFile(output, 'r+', async (file) => {
        const write = async (text: string) => {
          const { bytesWritten } = await file.write(Buffer.from(text, 'latin1'), { position: length })
          length += bytesWritten
        }
        for (const { number, value } of objects) {
          offsets[number] = length
          await write(`${number} 0 obj\n${writeValue(value)}\nendobj\n`)
        }
        const start = length
        const rows = Array.from({ length: next }, (_, number) => xrefRow(offsets[number]))
        await write(`xref\n0 ${next}\n${rows.join('')}`)
        const trailer = `<</Size ${next}/Root ${reference(catalogNumber)}/Info ${info}/ID[<${id}><${id}>]>>`
        await write(`trailer\n${trailer}\nstartxref\n${start}\n%%EOF\n`)
      })
      grown(length)
    },
  }
}

function xrefRow(offset: number | undefined): string {
  return offset === undefined ? '0000000000 65535 f \n' : `${String(offset).padStart(10, '0')} 00000 n \n`
}

async function withFile(path: string, flags: string, work: (file: FileHandle) => Promise<void>) {
  const file = await open(path, flags)
  try {
    await work(file)
  } finally {
    await file.close()
  }
}
