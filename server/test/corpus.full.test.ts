import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { documentsOfOutline } from '../files/intake/outline.ts'
import { prepareForReading } from '../files/intake/prepare.ts'
import { rawPages, rawPdf } from '../files/intake/raw-pdf.ts'
import { UnsupportedFile } from '../files/intake/unsupported.ts'
import { openPdfWorkers, type PdfWorkers } from '../files/pdf/pdf-workers.ts'
import { qpdfPath } from '../files/pdf/qpdf.ts'
import { UnreadablePdf } from '../files/pdf/unreadable.ts'
import { awkwardPdfs, type Outcome } from './corpus.ts'
import { mutated, seeded } from './mutants.ts'
import { testPdf } from './test-pdf.ts'

describe('awkward PDFs', () => {
  let folder: string
  let pdf: PdfWorkers
  let path: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-corpus-'))
    path = join(folder, 'awkward.pdf')
    pdf = openPdfWorkers({ size: 1, timeoutMs: 60_000 })
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  async function orReason<T>(work: Promise<T>): Promise<T | string> {
    try {
      return await work
    } catch (error) {
      if (error instanceof UnreadablePdf) return error.reason
      throw error
    }
  }

  async function wordsOf(pageCount: number): Promise<string[]> {
    const pages = (await Array.fromAsync(pdf.text(path, { firstPage: 1, pageCount }))).flat()
    return pages
      .flatMap(({ text, unreadable }) => (unreadable ? [`(${unreadable})`] : text.split(/\s+/)))
      .filter(Boolean)
  }

  async function outcomeOf(bytes: Buffer): Promise<Outcome> {
    await writeFile(path, bytes)
    const scratchPath = () => join(folder, 'converted')
    const prepared = await prepareForReading({ path, scratchPath, pdf }).catch((error) => {
      if (error instanceof UnsupportedFile && bytes.length === 0)
        return { kind: 'unreadable', reason: 'empty' } as const
      throw error
    })
    if (prepared.kind === 'unreadable') return { unreadable: prepared.reason }
    const words = await wordsOf(prepared.pageCount)
    const defusal = await orReason(pdf.defuse(path, join(folder, 'defused.pdf')))
    const told = defusal === 'damaged' ? 'untold' : defusal
    return { pages: prepared.pageCount, words, ...(told !== 'harmless' && { defusal: told }) } as Outcome
  }

  for (const { name, make, outcome } of awkwardPdfs) {
    it(`come to what is expected: ${name}`, async () => {
      assert.deepEqual(await outcomeOf(await make()), outcome)
    })
  }

  it('leave the workers able to read', async () => {
    assert.deepEqual(await outcomeOf(await testPdf(['All is well'])), {
      pages: 1,
      words: ['All', 'is', 'well'],
    })
  })

  it('made by chance are read, or are refused for a reason', async () => {
    const entries = '/Outlines<</First 90 0 R/Last 90 0 R>>'
    const whole = rawPdf({
      1: `<</Type/Catalog/Pages 2 0 R${entries}>>`,
      ...rawPages(4),
      90: '<</Title(One)/Dest[4 0 R/Fit]>>',
    })
    await writeFile(path, whole)
    const packedPath = join(folder, 'packed.pdf')
    await pdf.qpdf([
      qpdfPath(path),
      '--object-streams=generate',
      '--compress-streams=y',
      qpdfPath(packedPath),
    ])
    const sources = [whole, await readFile(packedPath), await testPdf(['One', 'Two'], { ownerPassword: 'x' })]
    const random = seeded(20261115)
    const results = { read: 0, refused: 0 }
    for (let round = 0; round < 60; round++) {
      await writeFile(path, mutated(sources[round % sources.length]!, random))
      const pageCount = await orReason(pdf.pageCount(path, { timeoutMs: 20_000 }))
      if (typeof pageCount === 'string') {
        results.refused += 1
        continue
      }
      results.read += 1
      await orReason(wordsOf(Math.min(pageCount, 20)))
      await documentsOfOutline(pdf, path, pageCount)
      if (round % 6 === 0) await orReason(pdf.defuse(path, join(folder, 'defused.pdf')))
    }
    assert.equal(results.read + results.refused, 60)
    assert.ok(results.read > 10 && results.refused > 3, JSON.stringify(results))
  })
})
