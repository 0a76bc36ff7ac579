import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openPdfWorkers, type PdfWorkers } from '../pdf/pdf-workers.ts'
import { boundariesOfOutline, documentsOfOutline } from './outline.ts'
import { type RawObjects, rawPages, rawPdf } from './raw-pdf.ts'

describe('an outline', () => {
  let folder: string
  let pdf: PdfWorkers

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-outline-'))
    pdf = openPdfWorkers({ size: 1 })
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  async function boundaries(bytes: Buffer, pageCount: number) {
    const path = join(folder, 'outline.pdf')
    await writeFile(path, bytes)
    return await documentsOfOutline(pdf, path, pageCount)
  }

  const pageReference = (page: number) => `${page * 2 + 2} 0 R`

  /** Entries from object 1001 on, each with the keys given; chained by `Next` unless they say otherwise. */
  function withEntries(pages: number, entries: readonly string[]): Buffer {
    const objects: RawObjects = {
      1: '<</Type/Catalog/Pages 2 0 R/Outlines 1000 0 R>>',
      ...rawPages(pages),
      1000: `<</Type/Outlines/First 1001 0 R/Last ${1000 + entries.length} 0 R>>`,
    }
    entries.forEach((keys, index) => {
      const next = index < entries.length - 1 && !keys.includes('/Next') ? `/Next ${1002 + index} 0 R` : ''
      objects[1001 + index] = `<<${keys}${next}/Parent 1000 0 R>>`
    })
    return rawPdf(objects)
  }

  it('divides a file at the places it leads to', async () => {
    const entries = ['(Form 9)', '(Letter)', '<FEFF00E90074006100740020263A>'].map(
      (title, index) => `/Title${title}/Dest[${pageReference([1, 3, 7][index]!)} /Fit]`,
    )
    assert.deepEqual(await boundaries(withEntries(9, entries), 9), [
      { name: 'Form 9', firstPage: 1, pageCount: 2 },
      { name: 'Letter', firstPage: 3, pageCount: 4 },
      { name: 'état ☺', firstPage: 7, pageCount: 3 },
    ])
  })

  it('follows an entry whose place is behind an action', async () => {
    const entries = [
      `/Title(One)/A<</S/GoTo/D[${pageReference(1)} /Fit]>>`,
      `/Title(Two)/A<</S/GoTo/D[${pageReference(2)} /Fit]>>`,
      '/Title(Elsewhere)/A<</S/URI/URI(https://example.org)>>',
    ]
    const names = (await boundaries(withEntries(2, entries), 2))?.map(({ name }) => name)
    assert.deepEqual(names, ['One', 'Two'])
  })

  it('is none where a file has none, or none that leads anywhere', async () => {
    assert.equal(await boundaries(rawPdf({ 1: '<</Pages 2 0 R>>', ...rawPages(2) }), 2), undefined)
    assert.equal(await boundaries(withEntries(2, ['/Title(Nowhere)']), 2), undefined)
    assert.equal(await boundaries(Buffer.from('not a PDF'), 2), undefined)
  })

  it('takes the level below where the top is one title of the whole', () => {
    const entries = [
      { title: 'Claims file', level: 0, page: 1 },
      { title: 'DD-214', level: 1, page: 1 },
      { title: 'Box 12', level: 2, page: 2 },
      { title: 'Rating decision', level: 1, page: 4 },
    ]
    assert.deepEqual(boundariesOfOutline(entries, 6), [
      { name: 'DD-214', firstPage: 1, pageCount: 3 },
      { name: 'Rating decision', firstPage: 4, pageCount: 3 },
    ])
  })

  it('covers every page once, whatever it says', () => {
    const entries = [
      { title: 'Late', level: 0, page: 8 },
      { title: '  \u0000 ', level: 0, page: 5 },
      { title: 'Early\nand \u202ebackwards', level: 0, page: 3 },
      { title: 'Early again', level: 0, page: 3 },
      { title: 'Outside', level: 0, page: 11 },
      { title: 'Before', level: 0, page: 0 },
      { title: 'x'.repeat(5000), level: 0, page: 9 },
    ]
    assert.deepEqual(boundariesOfOutline(entries, 10), [
      { name: 'Pages before the first entry', firstPage: 1, pageCount: 2 },
      { name: 'Early and backwards', firstPage: 3, pageCount: 2 },
      { name: 'Pages 5 to 7', firstPage: 5, pageCount: 3 },
      { name: 'Late', firstPage: 8, pageCount: 1 },
      { name: `${'x'.repeat(199)}…`, firstPage: 9, pageCount: 2 },
    ])
  })

  it('ends where it runs in a circle', async () => {
    const entries = [
      `/Title(One)/Dest[${pageReference(1)} /Fit]`,
      `/Title(Two)/Dest[${pageReference(2)} /Fit]/First 1001 0 R/Next 1001 0 R`,
    ]
    const names = (await boundaries(withEntries(2, entries), 2))?.map(({ name }) => name)
    assert.deepEqual(names, ['One', 'Two'])
  })

  it('is cut off at a number of entries that no reader could want', async () => {
    const entries = Array.from(
      { length: 100_000 },
      (_, index) => `/Title(${index})/Dest[${pageReference((index % 50) + 1)} /Fit]`,
    )
    const found = await boundaries(withEntries(50, entries), 50)
    assert.equal(found?.length, 50)
    assert.equal(found?.[49]?.name, '49')
    assert.equal((await pdf.outline(join(folder, 'outline.pdf'))).length, 20_000)
  })
})
