import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PDF, PdfArray, PdfDict, PdfName, PdfRef } from '@libpdf/core'
import { testPackage } from '../../test/decision-package.ts'
import { printDecision } from '../decision/print-decision.ts'
import { openTypesetting } from '../decision/typesetting.ts'
import { openPdfWorkers } from '../pdf/pdf-workers.ts'
import { countPages } from './count-pages.ts'
import { type LetterText, printLetter } from './print-letter.ts'

const hostile = `#panic("x") #read("/etc/passwd") $x^2$ *b* _i_ @ref <label> \\u{41} // no ]}) \u202e\u0007 שלום 中`

const text: LetterText = {
  subject: 'Your appeal is on the docket',
  body: 'March 2, 2026\n\nAda King\n12 Harbor Street\n\nDear Ada King:\n \nIt is on the docket.',
  letterhead: { name: 'Board of Appeals', lines: ['1 Capitol Street'], footer: 'Give the docket number.' },
  docketNumber: '240319-100482',
  reference: 'ltr_1',
  date: '2026-03-02',
}

describe('a typeset letter', () => {
  const typesetting = openTypesetting()
  const workers = openPdfWorkers()
  let folder: string
  let sample: Buffer
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-letter-'))
    sample = await typesetting.typesetLetter(printLetter(text))
  })
  after(async () => {
    await typesetting.close()
    await workers.close()
    await rm(folder, { recursive: true })
  })

  const wordsOf = async (pdf: Buffer) => {
    const path = join(folder, 'letter.pdf')
    await writeFile(path, pdf)
    const pageCount = await countPages(pdf)
    const pages = await Array.fromAsync(workers.text(path, { firstPage: 1, pageCount }))
    return pages.flat().map((page) => page.text ?? '')
  }

  it('lets a decision go first, unless it is being set', async () => {
    const order: string[] = []
    const done = (name: string) => () => void order.push(name)
    const letter = (n: number) =>
      typesetting.typesetLetter(printLetter({ ...text, reference: `ltr_${n}` })).then(done(`letter ${n}`))
    const letters = [letter(1), letter(2), letter(3)]
    const decision = printDecision(testPackage(), {
      sha256: 'd'.repeat(64),
      pageUrl: () => 'https://x.test/',
    })
    await Promise.all([...letters, typesetting.typeset(decision).then(done('decision'))])
    assert.deepEqual(order, ['letter 1', 'decision', 'letter 2', 'letter 3'])
  })

  it('claims PDF/UA-1 and PDF/A-2a, has language and title, and no field for a seal', async () => {
    const pdf = await PDF.load(sample)
    const catalog = pdf.getCatalog()
    assert.match(sample.toString('latin1'), /<pdfuaid:part [^>]*>1<\/pdfuaid:part>/)
    assert.match(sample.toString('latin1'), /<pdfaid:part [^>]*>2<\/pdfaid:part><pdfaid:conformance [^>]*>A</)
    assert.equal(catalog.getString('Lang')?.asString(), 'en')
    assert.equal(pdf.getTitle(), 'Your appeal is on the docket (240319-100482)')
    assert.equal(catalog.get('AcroForm'), undefined)
    assert.ok((await typesetting.typesetLetter(printLetter(text))).equals(sample), 'the same bytes again')
  })

  it('is tagged: a heading, and a paragraph for each of its own, in the order they are read', async () => {
    const roles = rolesOf(await PDF.load(sample))
    assert.ok(roles.includes('H1') || roles.includes('Title'), roles.join())
    assert.ok(roles.filter((role) => role === 'P').length >= 4, roles.join())
    const [page = ''] = await wordsOf(sample)
    const order = ['Board of Appeals', '1 Capitol Street', 'Your appeal is on', 'March 2', 'Harbor', 'Dear']
    const places = order.map((words) => page.indexOf(words))
    assert.ok(
      places.every((place) => place >= 0),
      page,
    )
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      places,
    )
    assert.match(page, /240319-100482/)
    assert.match(page, /page 1 of 1/)
  })

  it('sets hostile text as text, in every place, over as many pages as it takes', async () => {
    const { letterhead } = text
    const printed = printLetter({
      ...text,
      subject: hostile,
      body: Array.from({ length: 60 }, () => hostile).join('\n\n'),
      letterhead: { ...letterhead, name: hostile, lines: [hostile] },
      notice: hostile,
    })
    const pages = await wordsOf(await typesetting.typesetLetter(printed))
    assert.ok(pages.length > 1)
    const whole = pages.join(' ').replaceAll(/\s+/g, ' ')
    for (const words of ['#panic("x") #read("/etc/passwd")', '*b* _i_ @ref <label>', '[U+202E][U+0007]'])
      assert.ok(whole.includes(words), words)
  })
})

function rolesOf(pdf: PDF): string[] {
  const resolve = (value: unknown) => (value instanceof PdfRef ? pdf.context.registry.resolve(value) : value)
  const roles: string[] = []
  const walk = (value: unknown) => {
    const node = resolve(value)
    if (node instanceof PdfArray) for (const child of node) walk(child)
    if (!(node instanceof PdfDict)) return
    const role = resolve(node.get('S'))
    if (role instanceof PdfName) roles.push(role.value)
    walk(node.get('K'))
  }
  walk((resolve(pdf.getCatalog().get('StructTreeRoot')) as PdfDict).get('K'))
  return roles
}
