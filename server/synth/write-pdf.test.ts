import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openPdfium } from '../files/pdf/pdfium.ts'
import { doPdfiumJob } from '../files/pdf/pdfium-jobs.ts'
import { syntheticMark } from './dress.ts'
import { type CasePlan, planCase } from './plan.ts'
import { writeCasePdf } from './write-pdf.ts'

const sha256 = async (path: string) =>
  createHash('sha256')
    .update(await readFile(path))
    .digest('hex')

async function textsOf(path: string, pageCount: number): Promise<string[]> {
  const texts = doPdfiumJob(await openPdfium(), { type: 'text', path, firstPage: 1, pageCount })
  assert.ok(Array.isArray(texts))
  return texts.map((page) => ('text' in page ? page.text.replaceAll(/\s+/g, ' ') : ''))
}

describe('a written case', () => {
  const plan = planCase('written', 5, 90)
  let folder = ''
  let path = ''
  let texts: string[] = []
  const progress: number[] = []

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-synth-'))
    path = join(folder, 'case.pdf')
    const written = await writeCasePdf(plan, path, { onProgress: (pages) => progress.push(pages) })
    assert.deepEqual(written, { bytes: (await stat(path)).size, pages: 90 })
    texts = await textsOf(path, 90)
  })
  after(() => rm(folder, { recursive: true, force: true }))

  const textOf = (document: CasePlan['documents'][number]) =>
    texts.slice(document.startPage - 1, document.endPage).join(' ')

  it('has the pages of its plan', async () => {
    assert.equal(doPdfiumJob(await openPdfium(), { type: 'pageCount', path }), 90)
    assert.equal(progress.at(-1), 90)
    assert.deepEqual(
      progress,
      [...progress].sort((a, b) => a - b),
    )
  })

  it('says on every page of text that it is synthetic, and has no text on a scan', () => {
    for (const document of plan.documents) {
      for (let page = document.startPage; page <= document.endPage; page++) {
        const text = texts[page - 1]!
        if (document.scanned) assert.equal(text, '', `page ${page} is a scan`)
        else assert.ok(text.includes(syntheticMark), `page ${page} carries the mark`)
      }
    }
  })

  it('speaks of its veteran and the claims of the veteran', () => {
    const whole = texts.join(' ')
    assert.ok(whole.includes(plan.veteran.lastName.toUpperCase()))
    for (const { condition, event } of plan.story.claims.slice(0, 6)) {
      assert.ok(whole.includes(condition.name) && whole.includes(event))
    }
    for (const literal of ['38 CFR 3.303', 'DD-214', '§', '%']) assert.ok(whole.includes(literal), literal)
  })

  it('lists every document in its index', () => {
    const index = textOf(plan.documents[0]!)
    for (const document of plan.documents) assert.ok(index.includes(document.name.replaceAll(/\s+/g, ' ')))
  })

  it('repeats exact copies word for word and near copies but for a word', () => {
    const copies = plan.documents.filter((document) => document.duplicateOf && !document.scanned)
    assert.ok(copies.length > 0)
    for (const copy of copies) {
      const source = plan.documents[copy.duplicateOf!.documentIndex]!
      const [ours, theirs] = [textOf(copy).split(' '), textOf(source).split(' ')]
      const changed = ours.filter((word, i) => word !== theirs[i]).length
      assert.equal(ours.length, theirs.length)
      assert.equal(changed, copy.duplicateOf!.exact ? 0 : 1)
    }
  })

  it('has an outline entry for each document', async () => {
    const bytes = await readFile(path, 'latin1')
    assert.equal(bytes.match(/\/Dest \[\d+ 0 R \/Fit\]/g)?.length, plan.documents.length)
  })

  it('is the same bytes for the same seed and others for another', async () => {
    const [small, again, other] = ['a', 'b', 'c'].map((name) => join(folder, `${name}.pdf`))
    await writeCasePdf(planCase('same', 0, 20), small!)
    await writeCasePdf(planCase('same', 0, 20), again!)
    await writeCasePdf(planCase('other', 0, 20), other!)
    assert.equal(await sha256(small!), await sha256(again!))
    assert.notEqual(await sha256(small!), await sha256(other!))
  })

  it('leaves nothing behind when it is given up', async () => {
    const controller = new AbortController()
    const onProgress = () => controller.abort(new Error('enough'))
    const target = join(folder, 'given-up.pdf')
    await assert.rejects(
      writeCasePdf(planCase('up', 8, 420), target, { signal: controller.signal, onProgress }),
      /enough/,
    )
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('given-up')),
      [],
    )
  })

  it('fails clearly where it cannot be written', async () => {
    await assert.rejects(writeCasePdf(plan, join(folder, 'no', 'such', 'folder.pdf')), { code: 'ENOENT' })
  })
})
