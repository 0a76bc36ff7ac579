import { createWriteStream, openAsBlob } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import PDFDocument from 'pdfkit'

export type ReadingCase = { id: string; documentCount: number; pages: number; phrasePage: number }

export const phrase = 'quicksilver lantern'

/** A file of so many pages of prose, on one of which stands what is searched for. */
export async function writeFile(path: string, pages: number): Promise<number> {
  const phrasePage = Math.round(pages * 0.75)
  const pdf = new PDFDocument({ autoFirstPage: false, info: { CreationDate: new Date(0) } })
  const written = pipeline(pdf, createWriteStream(path))
  for (let page = 1; page <= pages; page++) {
    pdf.addPage({ size: 'LETTER' })
    pdf.fontSize(11)
    for (let line = 0; line < 30; line++)
      pdf.text(`Page ${page}, line ${line}: the left knee was examined and found stable on that day.`)
    if (page === phrasePage) pdf.text(`A ${phrase} stood there.`)
  }
  pdf.end()
  await written
  return phrasePage
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
  for (;;) {
    const answer = await fetch(`${url}/cases/${made.id}`, { headers })
    const { text } = ((await answer.json()) as { case: { text: { pagesRead: number } } }).case
    if (text.pagesRead >= pages) return { id: made.id, documentCount, pages, phrasePage }
    await sleep(500)
  }
}
