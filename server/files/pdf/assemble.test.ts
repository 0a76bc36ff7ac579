import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Annotation } from '@portico/contract/documents'
import { getDocument, type PDFDocumentProxy } from 'unpdf/pdfjs'
import { numberedPages, putBytes, selfReferringPdf, testPdf } from '../../test/test-pdf.ts'
import { type Blobs, openBlobs } from '../blobs.ts'
import type { ExportedCase, ExportedDocument } from '../exported-case.ts'
import { rawPdf } from '../intake/raw-pdf.ts'
import { type AssembledCase, assembleCase } from './assemble.ts'
import { openPdfWorkers, type PdfWorkers } from './pdf-workers.ts'
import { qpdfPath } from './qpdf.ts'

const madeAt = new Date('2026-11-15T12:34:00Z')

describe('the assembled case', () => {
  let folder: string
  let blobs: Blobs
  let pdf: PdfWorkers
  let scratches = 0

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-assemble-'))
    blobs = await openBlobs(join(folder, 'blobs'), madeAt)
    pdf = openPdfWorkers({ size: 2 })
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  function document(
    sha256: string,
    [startPage, endPage]: [number, number],
    more: Partial<ExportedDocument> & { firstPage?: number } = {},
  ): ExportedDocument {
    const { firstPage = 1, ...fields } = more
    return {
      id: `doc_${startPage}`,
      name: `Document at ${startPage}`,
      description: '',
      categories: ['medical'],
      receiptDate: '1999-12-31',
      startPage,
      endPage,
      content: { sha256, firstPage, pageCount: endPage - startPage + 1 },
      ...fields,
    }
  }

  const caseOf = (documents: ExportedDocument[]): ExportedCase => ({
    docketNumber: '240319-100482',
    veteranName: 'Łucja Nguyễn',
    madeAt,
    documents,
  })

  async function assemble(exported: ExportedCase, signal?: AbortSignal) {
    scratches += 1
    const output = join(folder, `out-${scratches}.pdf`)
    const scratch = join(folder, `scratch-${scratches}`)
    const assembled: AssembledCase = await assembleCase(
      exported,
      output,
      { blobs, pdf, scratchPath: () => scratch },
      signal,
    )
    assert.equal((await readdir(folder)).includes(`scratch-${scratches}`), false)
    return { assembled, output }
  }

  async function reading<T>(path: string, read: (file: PDFDocumentProxy) => Promise<T>): Promise<T> {
    const task = getDocument({
      data: new Uint8Array(await readFile(path)),
      verbosity: 0,
      useSystemFonts: false,
    })
    try {
      return await read(await task.promise)
    } finally {
      await task.destroy()
    }
  }

  const texts = (file: PDFDocumentProxy) =>
    Promise.all(
      Array.from({ length: file.numPages }, async (_, index) => {
        const { items } = await (await file.getPage(index + 1)).getTextContent()
        return items.map((item) => ('str' in item ? item.str : '')).join('')
      }),
    )

  describe('of documents in another order than their pages', () => {
    let output: string
    let exported: ExportedCase

    before(async () => {
      const large = await putBytes(blobs, await testPdf(numberedPages(10, 'Large')))
      const small = await putBytes(
        blobs,
        await testPdf([{ text: 'Small 1', rotate: 90, cropBox: [40, 392, 440, 792] }, 'Small 2']),
      )
      exported = caseOf([
        document(large, [5, 10], { firstPage: 5, name: 'Rating decision §4 – «naïve»' }),
        document(small, [11, 12], {
          annotations: [
            {
              id: 'ann_1',
              page: 11,
              x: 0.25,
              y: 0.5,
              comment: 'Nexus: “at least as likely” – see p. 5',
              relevantDate: '1971-03-04',
              createdBy: 'alice',
              createdAt: '2026-01-02T03:04:05.000Z',
            },
            { id: 'ann_2', page: 11, createdBy: 'bob', createdAt: '2026-01-03T00:00:00.000Z' },
          ],
        }),
        document(large, [1, 4]),
      ])
      output = (await assemble(exported)).output
    })

    it('has a cover, the contents, and every page as arranged', async () => {
      const pages = await reading(output, texts)
      assert.equal(pages.length, 2 + 12)
      assert.match(pages[0]!, /240319-100482.*Łucja Nguyễn.*Documents: 3.*Pages: 12.*2026-11-15 12:34 UTC/)
      assert.match(pages[1]!, /Contents.*Rating decision §4 – «naïve».*1999-12-31.*5–10.*11–12.*1–4/)
      const large = (from: number, to: number) =>
        Array.from({ length: to - from + 1 }, (_, index) => `Large ${from + index}`)
      assert.deepEqual(pages.slice(2), [...large(5, 10), 'Small 1', 'Small 2', ...large(1, 4)])
    })

    it('labels each page with its case page, and the front in roman', async () => {
      const labels = await reading(output, (file) => file.getPageLabels())
      assert.deepEqual(labels, ['i', 'ii', '5', '6', '7', '8', '9', '10', '11', '12', '1', '2', '3', '4'])
    })

    it('has an outline that leads to the first page of each document', async () => {
      const entries = await reading(output, async (file) => {
        const outline = await file.getOutline()
        return await Promise.all(
          outline.map(async ({ title, dest }) => [title, await pageOfDestination(file, dest)]),
        )
      })
      assert.deepEqual(entries, [
        ['Rating decision §4 – «naïve»', 2],
        ['Document at 11', 8],
        ['Document at 1', 10],
      ])
    })

    it('has a link from each line of the contents', async () => {
      const pages = await reading(output, async (file) => {
        const links = await (await file.getPage(2)).getAnnotations()
        assert.ok(links.every(({ subtype }) => subtype === 'Link'))
        return await Promise.all(links.map(({ dest }) => pageOfDestination(file, dest)))
      })
      assert.deepEqual(pages, [2, 8, 10])
    })

    it('has annotations where people put them', async () => {
      const annotations = await reading(output, async (file) => (await file.getPage(9)).getAnnotations())
      const [first, second] = annotations
      assert.equal(annotations.length, 2)
      assert.equal(first.subtype, 'Text')
      assert.equal(first.contentsObj.str, 'Nexus: “at least as likely” – see p. 5')
      assert.equal(first.titleObj.str, 'alice')
      assert.equal(first.creationDate, 'D:20260102030405Z')
      // A quarter from the left and half down of a crop box from (40, 392) to (440, 792).
      assert.deepEqual([first.rect[0], first.rect[3]], [140, 592])
      assert.equal(second.titleObj.str, 'bob')
      assert.deepEqual([second.rect[0], second.rect[3]], [40, 792])
      assert.match(await rawObjects(output), /Relevant date: 1971-03-04/)
    })

    it('is the same bytes each time', async () => {
      const again = (await assemble(exported)).output
      assert.ok((await readFile(output)).equals(await readFile(again)))
      const later = await assemble({ ...exported, madeAt: new Date('2026-11-16T00:00:00Z') })
      assert.ok(!(await readFile(output)).equals(await readFile(later.output)))
    })

    it('is sound to qpdf', async () => {
      assert.equal(await pdf.qpdf(['--check', qpdfPath(output)]), 0)
    })
  })

  it('adds annotations to those a page has already', async () => {
    const first = await assemble(
      caseOf([
        document(await putBytes(blobs, await testPdf(['Noted'])), [1, 1], {
          annotations: [
            { id: 'ann_1', page: 1, comment: 'old', createdBy: 'a', createdAt: '2026-01-01T00:00:00.000Z' },
          ],
        }),
      ]),
    )
    const again = await assemble(
      caseOf([
        document(await putBytes(blobs, await readFile(first.output)), [1, 3], {
          annotations: [
            { id: 'ann_2', page: 3, comment: 'new', createdBy: 'b', createdAt: '2026-01-01T00:00:00.000Z' },
          ],
        }),
      ]),
    )
    const comments = await reading(again.output, async (file) => (await file.getPage(5)).getAnnotations())
    assert.deepEqual(
      comments.map(({ contentsObj }) => contentsObj.str),
      ['old', 'new'],
    )
  })

  it('puts a page in the place of each document that cannot be read', async () => {
    const good = await putBytes(blobs, await testPdf(['Good 1', 'Good 2']))
    const locked = await putBytes(blobs, await testPdf(['secret'], { userPassword: 'password' }))
    const garbage = await putBytes(blobs, Buffer.from('garbage'))
    const annotation = {
      id: 'ann_1',
      page: 5,
      comment: 'kept',
      createdBy: 'a',
      createdAt: '2026-01-01T00:00:00.000Z',
    }
    const { assembled, output } = await assemble(
      caseOf([
        document(good, [1, 2]),
        document(locked, [3, 7], { name: 'Locked letter', annotations: [annotation] }),
        document(garbage, [8, 8]),
        document('f'.repeat(64), [9, 9]),
        document(good, [10, 14]),
        document(good, [15, 16]),
      ]),
    )
    assert.deepEqual(assembled, {
      pages: 2 + 8,
      notIncluded: [
        { documentId: 'doc_3', reason: 'encrypted' },
        { documentId: 'doc_8', reason: 'damaged' },
        { documentId: 'doc_9', reason: 'missing' },
        { documentId: 'doc_10', reason: 'damaged' },
      ],
    })
    await reading(output, async (file) => {
      const pages = await texts(file)
      assert.match(pages[0]!, /Not included: 4/)
      assert.match(pages[1]!, /Locked letter \(not included\)/)
      assert.match(pages[4]!, /Locked letter.*protected by a password.*3–7/)
      assert.deepEqual(await file.getPageLabels(), ['i', 'ii', '1', '2', '3', '8', '9', '10', '15', '16'])
      const [kept] = await (await file.getPage(5)).getAnnotations()
      assert.equal(kept.contentsObj.str, 'kept')
    })
  })

  it('passes on nothing that is active, however its name is written', async () => {
    const page = (action: string) =>
      rawPdf({
        1: '<</Type/Catalog/Pages 2 0 R>>',
        2: '<</Type/Pages/Count 1/Kids[3 0 R]>>',
        3: `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A ${action}>>]>>`,
      })
    const actions = [
      '<</S/JavaScript/JS(app.alert\\(1\\))>>',
      '<</S/J#61vaScript/J#53(app.alert\\(2\\))>>',
      '<</S/URI/URI(javascript:alert\\(3\\))>>',
      '<</S/URI/URI(https://example.org/kept)>>',
    ]
    const documents: ExportedDocument[] = []
    for (const [index, action] of actions.entries())
      documents.push(document(await putBytes(blobs, page(action)), [index + 1, index + 1]))
    const { assembled, output } = await assemble(caseOf(documents))
    assert.deepEqual(assembled.notIncluded, [])
    const raw = await rawObjects(output)
    assert.doesNotMatch(raw, /alert|JavaScript/)
    assert.match(raw, /https:\/\/example\.org\/kept/)
    assert.equal(await pdf.qpdf(['--check', qpdfPath(output)]), 0)
  })

  it('marks what an annotation marks: quoted words, an area, or a place', async () => {
    const annotation = (id: string, more: Partial<Annotation>): Annotation => ({
      ...{ id, page: 1, comment: id, createdBy: 'a', createdAt: '2026-01-01T00:00:00.000Z' },
      ...more,
    })
    const rect = { left: 0.25, top: 0.5, right: 0.75, bottom: 0.6 }
    const annotations = [
      annotation('quote', { quote: 'two lines', rects: [rect, { ...rect, top: 0.6, bottom: 0.7 }] }),
      annotation('area', { rects: [rect] }),
      annotation('place', { x: 0.5, y: 0.5 }),
      annotation('lost', { orphaned: true }),
    ]
    const sha256 = await putBytes(blobs, await testPdf(['Marked']))
    const { output } = await assemble(caseOf([document(sha256, [1, 1], { annotations })]))
    const found = await reading(output, async (file) => (await file.getPage(3)).getAnnotations())
    assert.deepEqual(
      found.map(({ subtype, contentsObj, rect }) => [subtype, contentsObj.str, rect.map(Math.round)]),
      [
        ['Highlight', 'quote', [153, 238, 459, 396]],
        ['Square', 'area', [153, 317, 459, 396]],
        ['Text', 'place', [306, 374, 328, 396]],
      ],
    )
    assert.equal(found[0].quadPoints.length, 16)
    assert.equal(await pdf.qpdf(['--check', qpdfPath(output)]), 0)
  })

  it('writes a font once that many parts use', async () => {
    const font = { dictionary: '/Length1 50000', bytes: randomBytes(50_000) }
    const pages = Object.fromEntries(
      Array.from({ length: 300 }, (_, index) => [
        index + 10,
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 9 9]/Resources<</Font<</F 3 0 R>>>>>>',
      ]),
    )
    const bytes = rawPdf({
      1: '<</Type/Catalog/Pages 2 0 R>>',
      2: `<</Type/Pages/Count 300/Kids[${Object.keys(pages)
        .map((id) => `${id} 0 R`)
        .join(' ')}]>>`,
      3: '<</Type/Font/Subtype/TrueType/BaseFont/X/FontDescriptor 4 0 R>>',
      4: '<</Type/FontDescriptor/FontName/X/Flags 4/FontFile2 5 0 R>>',
      5: font,
      ...pages,
    })
    const { output } = await assemble(caseOf([document(await putBytes(blobs, bytes), [1, 300])]))
    assert.ok((await stat(output)).size < 4 * 50_000, 'one font, and not one for each of seven parts')
    assert.equal(await pdf.qpdf(['--check', qpdfPath(output)]), 0)
  })

  it('has PDFium write anew what qpdf refuses', async () => {
    const good = await putBytes(blobs, await testPdf(['Good']))
    const { assembled, output } = await assemble(
      caseOf([
        document(good, [1, 1]),
        document(await putBytes(blobs, selfReferringPdf), [2, 2]),
        document(good, [3, 3]),
      ]),
    )
    assert.deepEqual(assembled.notIncluded, [])
    assert.deepEqual((await reading(output, texts)).slice(2), ['Good', 'Looping page', 'Good'])
  })

  it('sets as many pages of contents as there are documents for', async () => {
    const sha256 = await putBytes(blobs, await testPdf(numberedPages(100)))
    const documents = Array.from({ length: 100 }, (_, index) =>
      document(sha256, [index + 1, index + 1], {
        firstPage: index + 1,
        name: 'A very long name '.repeat(40),
      }),
    )
    const { output } = await assemble(caseOf(documents))
    const { labels, last } = await reading(output, async (file) => {
      const links = await (await file.getPage(4)).getAnnotations()
      return { labels: await file.getPageLabels(), last: await pageOfDestination(file, links.at(-1).dest) }
    })
    assert.deepEqual(labels?.slice(0, 5), ['i', 'ii', 'iii', 'iv', '1'])
    assert.equal(last, 4 + 99)
  })

  it('is only a cover and contents without documents', async () => {
    const { assembled } = await assemble(caseOf([]))
    assert.equal(assembled.pages, 2)
  })

  it('says its notice on every page of its own', async () => {
    const notice = 'Synthetic: nothing here is real.'
    const { output } = await assemble({ ...caseOf([document('f'.repeat(64), [1, 1])]), notice })
    const pages = await reading(output, texts)
    assert.equal(pages.length, 3)
    for (const text of pages) assert.ok(text.startsWith(notice))
  })

  it('stops when it is cancelled', async () => {
    const leaving = new AbortController()
    const assembling = assemble(
      caseOf([document(await putBytes(blobs, await testPdf(['Good'])), [1, 1])]),
      leaving.signal,
    )
    leaving.abort()
    await assert.rejects(assembling, { name: 'AbortError' })
    assert.equal((await readdir(folder)).includes(`scratch-${scratches}`), false)
  })

  async function rawObjects(path: string): Promise<string> {
    const plain = `${path}.qdf`
    await pdf.qpdf(['--qdf', '--object-streams=disable', qpdfPath(path), qpdfPath(plain)])
    return (await readFile(plain)).toString('latin1')
  }
})

async function pageOfDestination(file: PDFDocumentProxy, dest: unknown): Promise<number> {
  const explicit = typeof dest === 'string' ? await file.getDestination(dest) : dest
  assert.ok(Array.isArray(explicit))
  return await file.getPageIndex(explicit[0])
}
