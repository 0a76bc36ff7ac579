import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { numberedPages, selfReferringPdf, testPdf } from '../../test/test-pdf.ts'
import { rawPages, rawPdf, text } from '../intake/raw-pdf.ts'
import { openPdfWorkers, type PdfWorkers } from './pdf-workers.ts'
import { qpdfPath } from './qpdf.ts'
import { UnreadablePdf } from './unreadable.ts'

describe('active content', () => {
  let folder: string
  let pdf: PdfWorkers
  const at = (name: string) => join(folder, name)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-active-'))
    pdf = openPdfWorkers({ size: 1 })
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  /** A PDF of two pages; the catalog has these keys, and the first page these annotations. */
  function withActive({ catalog = '', page = '' }: { catalog?: string; page?: string }) {
    const pages = rawPages(2)
    return rawPdf({
      1: `<</Type/Catalog/Pages 2 0 R${catalog}>>`,
      ...pages,
      4: String(pages[4]).replace(/>>$/, `${page}>>`),
    })
  }

  async function defuse(bytes: Uint8Array) {
    await writeFile(at('in.pdf'), bytes)
    const result = await pdf.defuse(at('in.pdf'), at('out.pdf'))
    if (result === 'harmless') return undefined
    assert.deepEqual(await textsOf(at('out.pdf')), await textsOf(at('in.pdf')))
    return await everythingIn(at('out.pdf'))
  }

  async function textsOf(path: string): Promise<string[]> {
    const range = { firstPage: 1, pageCount: await pdf.pageCount(path) }
    return (await Array.fromAsync(pdf.text(path, range))).flat().map((page) => page.text)
  }

  /** All of a file, with nothing packed. */
  async function everythingIn(path: string): Promise<string> {
    await pdf.qpdf([qpdfPath(path), '--qdf', '--object-streams=disable', qpdfPath(at('plain.pdf'))])
    return (await readFile(at('plain.pdf'))).toString('latin1')
  }

  const link = (action: string) => `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A${action}>>]`
  const script = '<</S/JavaScript/JS(app.alert\\(1\\))>>'

  /** By what they say, each on a page of its own. */
  const actions: Record<string, string> = {
    'a script': '<</S/JavaScript/JS(app.one)>>',
    'a script in a stream': '<</S/JavaScript/JS 901 0 R>>',
    'a script spelled by numbers': '<</S/J#61va#53cript/J#53(app.three)>>',
    'an action whose type stands elsewhere': '<</S 902 0 R/JS(app.four)>>',
    'a script behind a harmless step': '<</S/GoTo/D[4 0 R/Fit]/Next[<</S/JavaScript/JS(app.five)>>]>>',
    'a program': '<</S/Launch/F(calc.exe)>>',
    'a form that is sent': '<</S/SubmitForm/F(http://example.org/form)>>',
    'data that is fetched': '<</S/ImportData/F(data.fdf)>>',
    'another file': '<</S/GoToR/F(other.pdf)/D[0/Fit]>>',
    'a link that is a script': '<</S/URI/URI(javascript:six)>>',
    'a link into the machine': '<</S/URI/URI 903 0 R>>',
    'a link by numbers': `<</S/URI/URI<${Buffer.from('file:///seven').toString('hex')}>>>`,
  }
  const pins: Record<string, string> = {
    'a file': '<</Type/Annot/Subtype/FileAttachment/Rect[0 0 9 9]/FS 905 0 R>>',
    'a film': '<</Type/Annot/Subtype/RichMedia/Rect[0 0 9 9]/RichMediaContent<<>>>>',
    'a field with a script':
      '<</Type/Annot/Subtype/Widget/FT/Tx/T(f)/Rect[0 0 9 9]/AA<</K<</S/JavaScript/JS(app.eight)>>>>>>',
  }
  const gone =
    /JavaScript|\/JS\b|app\.|Launch|calc|SubmitForm|example|ImportData|fdf|GoToR|other\.pdf|six|passwd|seven|FileAttachment|EmbeddedFile|MZ program|RichMedia|XFA|xdp/g

  it('is taken out, of whatever kind and wherever it is', async () => {
    const annotations = [
      ...Object.values(actions).map((action) => `<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A${action}>>`),
      ...Object.values(pins),
    ]
    const pages = rawPages(annotations.length)
    annotations.forEach((annotation, index) => {
      pages[index * 2 + 4] = String(pages[index * 2 + 4]).replace(/>>$/, `/Annots[${annotation}]>>`)
    })
    const names = `/JavaScript<</Names[(a)${script}]>>/EmbeddedFiles<</Names[(a)905 0 R]>>`
    const bytes = rawPdf({
      1: `<</Type/Catalog/Pages 2 0 R/OpenAction${script}/AA<</WC${script}>>/Names<<${names}>>/AcroForm<</Fields[]/XFA 904 0 R>>>>`,
      ...pages,
      901: text('app.two'),
      902: '/JavaScript',
      903: '(file:///etc/passwd)',
      904: text('<xdp><script>x</script></xdp>'),
      905: '<</Type/Filespec/F(a.exe)/EF<</F 906 0 R>>>>',
      906: { dictionary: '/Type/EmbeddedFile', bytes: Buffer.from('MZ program') },
    })
    assert.equal(new Set(bytes.toString('latin1').match(gone)).size, 19)
    const left = await defuse(bytes)
    assert.deepEqual(left?.match(gone), null)
    assert.equal(await pdf.qpdf(['--check', qpdfPath(at('out.pdf'))]), 0)
    assert.equal(left?.match(/\/Subtype \/Link/g)?.length, Object.keys(actions).length)
  })

  it('is found where objects are packed', async () => {
    await writeFile(at('loose.pdf'), withActive({ catalog: `/OpenAction${script}` }))
    await pdf.qpdf([qpdfPath(at('loose.pdf')), '--object-streams=generate', qpdfPath(at('packed.pdf'))])
    const whole = await readFile(at('packed.pdf'))
    assert.doesNotMatch(whole.toString('latin1'), /JavaScript/)
    assert.doesNotMatch((await defuse(whole)) ?? 'JavaScript', /JavaScript/)
  })

  it('is found behind a password that only its owner needs', async () => {
    await writeFile(at('loose.pdf'), withActive({ catalog: `/OpenAction${script}` }))
    await pdf.qpdf([
      qpdfPath(at('loose.pdf')),
      '--encrypt',
      '',
      'owner',
      '256',
      '--',
      qpdfPath(at('owned.pdf')),
    ])
    assert.doesNotMatch((await defuse(await readFile(at('owned.pdf')))) ?? 'JavaScript', /JavaScript|Encrypt/)
  })

  it('is not in links, destinations and forms', async () => {
    const harmless = [
      await testPdf(numberedPages(3)),
      withActive({ page: link('<</S/URI/URI(https://example.org/a?b)>>') }),
      withActive({ page: link('<</S/GoTo/D[6 0 R/Fit]>>'), catalog: '/OpenAction[4 0 R/Fit]' }),
      withActive({ catalog: '/AcroForm<</Fields[]>>' }),
    ]
    for (const bytes of harmless) assert.equal(await defuse(bytes), undefined)
    await writeFile(at('loose.pdf'), harmless[1]!)
    await pdf.qpdf([qpdfPath(at('loose.pdf')), '--object-streams=generate', qpdfPath(at('packed.pdf'))])
    assert.equal(await defuse(await readFile(at('packed.pdf'))), undefined)
  })

  it('leaves the links of a file that has other things taken out', async () => {
    const bytes = withActive({
      page: link('<</S/URI/URI(https://example.org/)>>'),
      catalog: `/OpenAction${script}`,
    })
    assert.match((await defuse(bytes)) ?? '', /https:\/\/example\.org\//)
  })

  it('is dropped with an older state of the file that holds it', async () => {
    const old = withActive({ catalog: `/OpenAction${script}` })
    const update = `1 0 obj\n<</Type/Catalog/Pages 2 0 R>>\nendobj\n`
    const end = `xref\n1 1\n${String(old.length).padStart(10, '0')} 00000 n \ntrailer\n<</Root 1 0 R/Size 8/Prev ${old.lastIndexOf('xref\n0')}>>\nstartxref\n${old.length + update.length}\n%%EOF\n`
    assert.doesNotMatch((await defuse(Buffer.concat([old, Buffer.from(update + end)]))) ?? 'alert', /alert/)
  })

  it('is taken out of a file that only one reader can read', async () => {
    const looping = Buffer.from(
      selfReferringPdf.toString().replace('/Pages 2 0 R', `/Pages 2 0 R/OpenAction${script}`),
    )
    assert.doesNotMatch((await defuse(looping)) ?? 'alert', /alert/)
  })

  it('cannot be told in a file that nobody can read', async () => {
    const secret = await testPdf(['secret'], { userPassword: 'secret' })
    const broken = Buffer.from('%PDF-1.7\n/JavaScript and no end')
    for (const bytes of [Buffer.concat([secret, Buffer.from('/JavaScript ')]), broken])
      await assert.rejects(defuse(bytes), UnreadablePdf)
  })

  it('is taken out the same way each time, and leaves nothing behind', async () => {
    await writeFile(at('in.pdf'), withActive({ catalog: `/OpenAction${script}` }))
    const copies = []
    for (const name of ['one.pdf', 'two.pdf']) {
      await pdf.defuse(at('in.pdf'), at(name))
      copies.push(await readFile(at(name)))
    }
    assert.deepEqual(copies[0], copies[1])
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.includes('.json')),
      [],
    )
  })

  it('does not come along with pages that are cut out', async () => {
    const annotation = `/Annots[<</Type/Annot/Subtype/Link/Rect[0 0 9 9]/A${script}>>]`
    await writeFile(at('in.pdf'), withActive({ page: annotation, catalog: `/OpenAction${script}` }))
    await pdf.slice(at('in.pdf'), { firstPage: 1, pageCount: 1 }, at('cut.pdf'))
    assert.doesNotMatch((await defuse(await readFile(at('cut.pdf')))) ?? '', /alert/)
  })
})
