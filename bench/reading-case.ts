import { once } from 'node:events'
import { createWriteStream, openAsBlob } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { finished } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { deflateSync } from 'node:zlib'

export type ReadingCase = { id: string; documentCount: number; pages: number; phrasePage: number }

export const phrase = 'quicksilver lantern'

/** A file whose text is not read by then ends the run instead of holding it up. */
const mostReadingMs = 10 * 60_000

const lineCount = 30
const linesUp = (page: number, phrasePage: number) => [
  ...Array.from(
    { length: lineCount },
    (_, line) => `Page ${page}, line ${line}: the left knee was examined and found stable on that day.`,
  ),
  ...(page === phrasePage ? [`A ${phrase} stood there.`] : []),
]

/**
 * A file of so many pages of prose, on one of which stands what is searched for. It brings its font along, as files that
 * people exchange do. Written object by object: a library takes minutes for 30,000 pages.
 */
export async function writeFile(path: string, pages: number): Promise<number> {
  const phrasePage = Math.round(pages * 0.75)
  const out = createWriteStream(path)
  const offsets: number[] = []
  let at = 0
  const put = async (part: string | Buffer) => {
    at += Buffer.byteLength(part)
    if (!out.write(part)) await once(out, 'drain')
  }
  const object = async (number: number, head: string, stream?: Buffer) => {
    offsets[number] = at
    await put(`${number} 0 obj\n`)
    if (stream) {
      await put(`<< ${head} /Length ${stream.length} >>\nstream\n`)
      await put(stream)
      await put('\nendstream\nendobj\n')
    } else await put(`<< ${head} >>\nendobj\n`)
  }
  const [catalog, tree, font, descriptor, fontFile, firstOfPages] = [1, 2, 3, 4, 5, 6]
  const ofPage = (page: number) => firstOfPages + (page - 1) * 2

  await put('%PDF-1.7\n')
  await object(catalog, `/Type /Catalog /Pages ${tree} 0 R`)
  await fontObjects({ font, descriptor, fontFile }, object)
  for (let page = 1; page <= pages; page++) {
    const number = ofPage(page)
    const lines = linesUp(page, phrasePage).map((line) => `(${line}) Tj T*`)
    const text = `BT /F1 11 Tf 13 TL 72 700 Td ${lines.join('\n')} ET`
    await object(
      number,
      `/Type /Page /Parent ${tree} 0 R /MediaBox [0 0 612 792] /Contents ${number + 1} 0 R /Resources << /Font << /F1 ${font} 0 R >> >>`,
    )
    await object(number + 1, '/Filter /FlateDecode', deflateSync(text))
  }
  const kids = Array.from({ length: pages }, (_, index) => `${ofPage(index + 1)} 0 R`)
  await object(tree, `/Type /Pages /Count ${pages} /Kids [${kids.join(' ')}]`)
  const xref = at
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  await put(`xref\n0 ${offsets.length}\n0000000000 65535 f \n${rows.join('')}`)
  await put(`trailer\n<< /Size ${offsets.length} /Root ${catalog} 0 R >>\nstartxref\n${xref}\n%%EOF\n`)
  out.end()
  await finished(out)
  return phrasePage
}

const fontPath = join(
  import.meta.dirname,
  '../node_modules/pdfjs-dist/standard_fonts/LiberationSans-Regular.ttf',
)
/** Of a thousandth of the size of the font: all letters of these lines are near it. */
const usualWidth = 556

async function fontObjects(
  { font, descriptor, fontFile }: { font: number; descriptor: number; fontFile: number },
  object: (number: number, head: string, stream?: Buffer) => Promise<void>,
) {
  const bytes = await readFile(fontPath)
  const widths = Array.from({ length: 95 }, () => usualWidth).join(' ')
  await object(
    font,
    `/Type /Font /Subtype /TrueType /BaseFont /LiberationSans /FirstChar 32 /LastChar 126 /Widths [${widths}] /FontDescriptor ${descriptor} 0 R /Encoding /WinAnsiEncoding`,
  )
  await object(
    descriptor,
    `/Type /FontDescriptor /FontName /LiberationSans /Flags 32 /FontBBox [-544 -303 1302 980] /ItalicAngle 0 /Ascent 905 /Descent -212 /CapHeight 729 /StemV 80 /FontFile2 ${fontFile} 0 R`,
  )
  await object(fontFile, `/Filter /FlateDecode /Length1 ${bytes.length}`, deflateSync(bytes))
}

/** The same file as a case of so many documents, all its text read. */
export async function fileCase(
  { url, token }: { url: string; token: string },
  path: string,
  { pages, documentCount, phrasePage }: Omit<ReadingCase, 'id'>,
): Promise<ReadingCase> {
  const headers = { authorization: `Bearer ${token}` }
  const each = Math.floor(pages / documentCount)
  const documents = Array.from({ length: documentCount }, (_, index) => ({
    name: `${['Treatment record', 'Rating decision', 'Examination', 'Statement'][index % 4]} ${index + 1}`,
    pageCount: index === documentCount - 1 ? pages - each * (documentCount - 1) : each,
  }))
  const form = new FormData()
  const veteran = { firstName: 'Ada', lastName: 'Byron' }
  form.set('case', JSON.stringify({ veteran, receiptDate: '2026-01-02', documents }))
  form.set('file', await openAsBlob(path, { type: 'application/pdf' }), 'file.pdf')
  const opened = await fetch(`${url}/cases`, { method: 'POST', headers, body: form })
  if (opened.status !== 201)
    throw new Error(`the case was answered with ${opened.status}: ${await opened.text()}`)
  const { case: made } = (await opened.json()) as { case: { id: string } }
  const until = performance.now() + mostReadingMs
  for (;;) {
    const answer = await fetch(`${url}/cases/${made.id}`, { headers })
    const { text } = ((await answer.json()) as { case: { text: { pagesRead: number } } }).case
    if (text.pagesRead >= pages) return { id: made.id, documentCount, pages, phrasePage }
    if (performance.now() > until)
      throw new Error(`after ${mostReadingMs / 60_000} minutes ${text.pagesRead} of ${pages} pages are read`)
    await sleep(500)
  }
}
