import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PDF, PdfArray, PdfDict, PdfName, PdfRef, PdfString } from '@libpdf/core'
import type { DecisionPackage } from '@portico/contract/decision-package'
import { richBlocks, testPackage } from '../../test/decision-package.ts'
import { structuredPackage } from '../../test/structured-package.ts'
import { openPdfWorkers } from '../pdf/pdf-workers.ts'
import { printDecision, printDraft } from './print-decision.ts'
import { openTypesetting } from './typesetting.ts'

const hostile = `#panic("x") #read("/etc/passwd") $x^2$ *b* _i_ @ref <label> \\u{41} // no ]}) \u202e\u0007 שלום 👍 中 ${'W'.repeat(200)}`

describe('a typeset decision', () => {
  const typesetting = openTypesetting()
  const workers = openPdfWorkers()
  let folder: string
  let sample: Buffer
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-typeset-'))
    sample = await typeset(testPackage())
  })
  after(async () => {
    await typesetting.close()
    await workers.close()
    await rm(folder, { recursive: true })
  })

  const typeset = (signed: DecisionPackage) =>
    typesetting.typeset(
      printDecision(signed, {
        sha256: 'd'.repeat(64),
        pageUrl: (id, page) => `https://portico.test/${id}/${page}`,
      }),
    )
  const wordsOf = async (pdf: Buffer) => {
    const path = join(folder, 'decision.pdf')
    await writeFile(path, pdf)
    const pages = await Array.fromAsync(
      workers.text(path, { firstPage: 1, pageCount: await workers.pageCount(path) }),
    )
    return pages.flat().map((page) => page.text ?? '')
  }

  it('is the same bytes for the same package', async () => {
    assert.ok((await typeset(testPackage())).equals(sample))
  })

  it('has the parts of a text under their headings, numbered through the issues, and its authorities last', async () => {
    const text = (await wordsOf(await typeset(structuredPackage()))).join(' ').replaceAll(/\s+/g, ' ')
    const expected = [
      'THE ISSUES',
      'ORDER',
      '1. Allowed. Entitlement',
      'A rating of 10 percent is granted.',
      '2. Denied.',
      'REMANDED',
      '3. Remanded.',
      'FINDINGS OF FACT',
      '1. The first finding.',
      'What each examiner found',
      'Of the second issue',
      '3. The third finding.',
      'CONCLUSIONS OF LAW',
      '1. The criteria are met.',
      '2. They are not met.',
      'REASONS AND BASES FOR FINDINGS AND CONCLUSIONS',
      'The reasons of the first.',
      'No part, as ever.',
      'The reasons of the second.',
      'The reasons for the remand.',
      'COPIES TO',
      'AUTHORITIES',
      '38 U.S.C. § 1110, issues 1, 2',
    ]
    let from = 0
    for (const words of expected) {
      const at = text.indexOf(words, from)
      assert.ok(at >= 0, `${words} is not behind ${text.slice(Math.max(0, from - 60), from)}: ${text}`)
      from = at + words.length
    }
  })

  it('a draft is the same pages, marked on each as what nobody has signed', async () => {
    const { manifest: _, ...draft } = testPackage()
    const options = { pageUrl: (id: string, page: number) => `https://portico.test/${id}/${page}` }
    const printed = printDraft(draft, { ...options, madeAt: new Date('2026-11-18T05:00:00Z') })
    const pages = await wordsOf(await typesetting.typesetDraft(printed))
    assert.equal(pages.length, (await wordsOf(sample)).length)
    for (const page of pages) {
      assert.match(page, /DRAFT/)
      assert.match(page, /Draft, version \d+/)
    }
    assert.match(pages.join(), /Not signed/)
    assert.match(pages.join(), /neither signed nor sealed/)
    assert.doesNotMatch(pages.join(), /carries an electronic seal|Signed electronically/)
  })

  it('claims PDF/UA-1 and PDF/A-2a, and has the language and the title that it asks for', async () => {
    const pdf = await PDF.load(sample)
    const catalog = pdf.getCatalog()
    const resolve = (value: unknown) =>
      value instanceof PdfRef ? pdf.context.registry.resolve(value) : value
    const dict = (name: string) => resolve(catalog.get(name)) as PdfDict
    assert.match(sample.toString('latin1'), /<pdfuaid:part [^>]*>1<\/pdfuaid:part>/)
    assert.match(sample.toString('latin1'), /<pdfaid:part [^>]*>2<\/pdfaid:part><pdfaid:conformance [^>]*>A</)
    assert.equal(catalog.getString('Lang')?.asString(), 'en')
    assert.equal(pdf.getTitle(), 'Decision 240319-100482')
    assert.equal(
      String(dict('ViewerPreferences').get('DisplayDocTitle')),
      String(dict('MarkInfo').get('Marked')),
    )
  })

  it('is structured: headings in order, lists, quotes, and links that say where they lead', async () => {
    const pdf = await PDF.load(sample)
    const { roles, contents } = structureOf(pdf)
    const levels = roles.filter((role) => /^H\d$/.test(role)).map((role) => Number(role[1]))
    assert.equal(levels[0], 1)
    assert.ok(levels.every((level, index) => index === 0 || level <= levels[index - 1]! + 1))
    assert.equal(levels.filter((level) => level === 2).length, 3)
    for (const role of ['P', 'L', 'LI', 'Lbl', 'LBody', 'BlockQuote', 'Link', 'Strong', 'Em'])
      assert.ok(roles.includes(role), role)
    assert.ok(contents.length >= 10, 'seven in the text and three in the list')
    assert.ok(contents.includes('Rating decision, page 212 of the case, page 3 of the document'))
    assert.ok(contents.every((text) => !text.startsWith('http')))
  })

  it('has tables with a header for each column, and footnotes, each read where it is referred to', async () => {
    const signed = testPackage()
    signed.sections[0]?.content.push(...richBlocks)
    const pdf = await typeset(signed)
    const { roles } = structureOf(await PDF.load(pdf))
    const count = (role: string) => roles.filter((one) => one === role).length
    assert.deepEqual(
      ['Table', 'THead', 'TBody', 'TR', 'TH', 'TD', 'Caption', 'Note'].map((role) => [role, count(role)]),
      [
        ['Table', 2],
        ['THead', 2],
        ['TBody', 2],
        ['TR', 5],
        ['TH', 5],
        ['TD', 8],
        ['Caption', 1],
        ['Note', 4],
      ],
    )
    const whole = (await wordsOf(pdf)).join(' ').replaceAll(/\s+/g, ' ')
    const order = [
      'What each examiner found',
      'Date',
      'March 1998',
      'June 2019',
      'Frequency',
      '4000 Hz',
      '55 dB',
    ]
    const places = order.map((words) => whole.indexOf(words))
    assert.ok(places[0]! > 0)
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      places,
    )
    for (const words of ['In the order of the file.', 'Amended in July [3].', 'Emphasis added.'])
      assert.ok(whole.includes(words), words)
  })

  it('numbers a footnote in the header of a table once, over however many pages the table goes', async () => {
    const note = (text: string) => ({ type: 'footnote' as const, content: [{ type: 'text' as const, text }] })
    const cell = (text: string) => ({ content: [{ type: 'text' as const, text }] })
    const header = [{ content: [...cell('Date').content, note('As stamped.')] }]
    const rows = Array.from({ length: 100 }, (_, index) => ({ cells: [cell(`Row ${index}`)] }))
    const signed = testPackage({
      sections: [
        {
          part: 'opening',
          content: [
            { type: 'table', header, rows },
            { type: 'paragraph', content: [note('The second.')] },
          ],
        },
      ],
    })
    const whole = (await wordsOf(await typeset(signed))).join(' ')
    assert.equal(whole.split('As stamped.').length, 2)
    assert.match(whole, /2\s*The second\./)
  })

  it('numbers its pages, and reads in the order it is looked at', async () => {
    const pages = await wordsOf(sample)
    for (const [index, words] of pages.entries())
      assert.match(words, new RegExp(`page ${index + 1} of ${pages.length}`))
    const whole = pages.join('\n')
    const order = [
      'BOARD OF BENEFITS APPEALS',
      'Thornbury',
      'ISSUES',
      'ORDER',
      'Allowed.',
      'REASONS',
      'Whitcombe',
      'COPIES TO',
      'EVIDENCE CITED',
    ]
    const places = order.map((words) => whole.indexOf(words))
    assert.deepEqual(
      places.toSorted((one, other) => one - other),
      places,
    )
    assert.ok(places[0]! >= 0)
  })

  it('sets hostile text as text, in every place', async () => {
    const text = [{ type: 'text' as const, text: hostile }]
    const signed = testPackage({
      profile: { name: 'p', label: hostile },
      signature: { ...testPackage().signature, name: hostile },
      sections: [
        {
          part: 'opening',
          content: [
            { type: 'paragraph', content: [...text, { type: 'footnote', content: text }] },
            { type: 'heading', level: 3, content: text },
            {
              type: 'table',
              caption: hostile,
              header: [{ content: text }],
              rows: [{ cells: [{ content: text }] }],
            },
          ],
        },
        {
          part: 'closing',
          content: [
            { type: 'list', isOrdered: false, items: [{ level: 4, content: text }] },
            { type: 'paragraph', content: [] },
          ],
        },
      ],
      recipients: [{ partyId: 'p', role: hostile, name: hostile }],
    })
    const whole = (await wordsOf(await typeset(signed))).join(' ').replaceAll(/\s+/g, ' ')
    for (const words of [
      '#panic("x") #read("/etc/passwd")',
      '*b* _i_ @ref <label> \\u{41} // no ]})',
      '[U+202E][U+0007]',
      '[U+4E2D]',
    ])
      assert.ok(whole.includes(words), words)
  })

  it('is typeset when it holds next to nothing', async () => {
    const signed = testPackage({ sections: [], dispositions: [], citations: [], recipients: [] })
    assert.match((await wordsOf(await typeset(signed))).join(''), /page 1 of 1/)
  })
})

/** The roles of the structure in reading order, and what the links in it say. */
function structureOf(pdf: PDF): { roles: string[]; contents: string[] } {
  const resolve = (value: unknown) => (value instanceof PdfRef ? pdf.context.registry.resolve(value) : value)
  const roles: string[] = []
  const contents: string[] = []
  const walk = (value: unknown) => {
    const node = resolve(value)
    if (node instanceof PdfArray) for (const child of node) walk(child)
    if (!(node instanceof PdfDict)) return
    const role = resolve(node.get('S'))
    if (role instanceof PdfName) roles.push(role.value)
    const object = resolve(node.get('Obj'))
    const said = object instanceof PdfDict ? resolve(object.get('Contents')) : undefined
    if (said instanceof PdfString) contents.push(said.asString())
    walk(node.get('K'))
  }
  walk((resolve(pdf.getCatalog().get('StructTreeRoot')) as PdfDict).get('K'))
  return { roles, contents }
}
