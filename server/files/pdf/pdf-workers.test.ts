import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { bombPdf, numberedPages, testPdf } from '../../test/test-pdf.ts'
import type { PageRange } from './page-ranges.ts'
import type { PageText } from './page-text.ts'
import { openPdfWorkers, type PdfWorkers } from './pdf-workers.ts'
import { qpdfPath } from './qpdf.ts'
import { UnreadablePdf, type UnreadableReason } from './unreadable.ts'

describe('PDF workers', () => {
  let folder: string
  let pdf: PdfWorkers
  const at = (name: string) => join(folder, name)

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-pdf-'))
    pdf = openPdfWorkers({ size: 2 })
    await writeFile(at('long.pdf'), await testPdf(numberedPages(120)))
  })
  after(async () => {
    await pdf.close()
    await rm(folder, { recursive: true })
  })

  const textOf = async (name: string, range: PageRange): Promise<PageText[]> =>
    (await Array.fromAsync(pdf.text(at(name), range))).flat()

  const isUnreadable = (reason: UnreadableReason) => (error: unknown) =>
    error instanceof UnreadablePdf && error.reason === reason

  describe('reading', () => {
    it('counts pages', async () => {
      assert.equal(await pdf.pageCount(at('long.pdf')), 120)
    })

    it('gives the text of a range in batches, page by page', async () => {
      const batches = await Array.fromAsync(pdf.text(at('long.pdf'), { firstPage: 11, pageCount: 105 }))
      assert.ok(batches.length > 1)
      const pages = batches.flat()
      assert.deepEqual(
        pages.map(({ page, text }) => [page, text]),
        Array.from({ length: 105 }, (_, index) => [index + 11, `Page ${index + 11}`]),
      )
    })

    it('stops reading when the caller stops', async () => {
      for await (const batch of pdf.text(at('long.pdf'), { firstPage: 1, pageCount: 120 })) {
        assert.equal(batch[0]?.page, 1)
        break
      }
      assert.equal(await pdf.pageCount(at('long.pdf')), 120)
    })

    it('reads turned pages', async () => {
      const pages = [90, 180, 270].map((rotate) => ({ text: `Turned by ${rotate} degrees`, rotate }))
      await writeFile(at('turned.pdf'), await testPdf(pages))
      const read = await textOf('turned.pdf', { firstPage: 1, pageCount: 3 })
      assert.deepEqual(
        read.map(({ text }) => text),
        pages.map(({ text }) => text),
      )
    })

    it('keeps a hyphen and its line end as printed', async () => {
      await writeFile(at('hyphen.pdf'), await testPdf(['service con-\nnection for DD-\n214']))
      const [page] = await textOf('hyphen.pdf', { firstPage: 1, pageCount: 1 })
      assert.equal(page?.text, 'service con-\nnection for DD-\n214')
    })

    it('gives crop boxes as they are at rotation 0, and how far a page is turned', async () => {
      const cropBox: [number, number, number, number] = [100, 200, 400, 500]
      await writeFile(at('cropped.pdf'), await testPdf(['whole', { text: 'cropped', cropBox, rotate: 90 }]))
      assert.deepEqual(await pdf.cropBoxes(at('cropped.pdf'), [2, 1]), [
        { left: 100, bottom: 200, right: 400, top: 500 },
        { left: 0, bottom: 0, right: 612, top: 792 },
      ])
      assert.deepEqual(await pdf.rotations(at('cropped.pdf'), [2, 1]), [{ degrees: 90 }, { degrees: 0 }])
    })
  })

  describe('slicing', () => {
    it('has the pages of the range and no others', async () => {
      await pdf.slice(at('long.pdf'), { firstPage: 7, pageCount: 3 }, at('slice.pdf'))
      assert.equal(await pdf.pageCount(at('slice.pdf')), 3)
      const texts = (await textOf('slice.pdf', { firstPage: 1, pageCount: 3 })).map(({ text }) => text)
      assert.deepEqual(texts, ['Page 7', 'Page 8', 'Page 9'])
      assert.equal(await pdf.qpdf(['--check', qpdfPath(at('slice.pdf'))]), 0)
    })

    it('makes the same bytes each time, whatever the worker did before', async () => {
      const slices = await Promise.all(
        [0, 1, 2, 3].map(async (copy) => {
          await pdf.slice(at('long.pdf'), { firstPage: copy + 1, pageCount: 1 }, at(`other-${copy}.pdf`))
          await pdf.slice(at('long.pdf'), { firstPage: 7, pageCount: 3 }, at(`same-${copy}.pdf`))
          return (await readFile(at(`same-${copy}.pdf`))).toString('latin1')
        }),
      )
      assert.equal(new Set(slices).size, 1)
      assert.doesNotMatch(slices[0]!, /CreationDate/)
    })

    it('leaves a large slice to qpdf, with the same result each time', async () => {
      const large = openPdfWorkers({ size: 1, largeSliceBytes: 0 })
      const range = { firstPage: 7, pageCount: 3 }
      for (const name of ['large-1.pdf', 'large-2.pdf']) await large.slice(at('long.pdf'), range, at(name))
      await assert.rejects(
        large.slice(at('long.pdf'), { firstPage: 119, pageCount: 3 }, at('none.pdf')),
        isUnreadable('damaged'),
      )
      await large.close()
      const texts = (await textOf('large-1.pdf', { firstPage: 1, pageCount: 3 })).map(({ text }) => text)
      assert.deepEqual(texts, ['Page 7', 'Page 8', 'Page 9'])
      const [one, two] = await Promise.all(['large-1.pdf', 'large-2.pdf'].map((name) => readFile(at(name))))
      assert.ok(one!.equals(two!))
      assert.match(one!.toString('latin1').slice(-300), /trailer << \/Root/)
    })

    it('refuses a range that is not in the file', async () => {
      for (const range of [
        { firstPage: 119, pageCount: 3 },
        { firstPage: 0, pageCount: 1 },
        { firstPage: 5, pageCount: 0 },
      ]) {
        await assert.rejects(pdf.slice(at('long.pdf'), range, at('none.pdf')), isUnreadable('damaged'))
      }
    })
  })

  describe('bad files', () => {
    const bad: [string, UnreadableReason, () => Promise<Buffer>][] = [
      ['a password', 'encrypted', () => testPdf(['secret'], { userPassword: 'password' })],
      ['no bytes', 'empty', async () => Buffer.alloc(0)],
      ['garbage', 'damaged', async () => Buffer.from('not a PDF at all'.repeat(100))],
      [
        'a header and garbage',
        'damaged',
        async () => Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(5000, 7)]),
      ],
      ['half of its bytes', 'damaged', async () => (await readFile(at('long.pdf'))).subarray(0, 20_000)],
      ['no pages', 'empty', () => testPdf([])],
    ]
    for (const [what, reason, make] of bad) {
      it(`says that a file with ${what} is ${reason}`, async () => {
        await writeFile(at('bad.pdf'), await make())
        await assert.rejects(pdf.pageCount(at('bad.pdf')), isUnreadable(reason))
        await assert.rejects(textOf('bad.pdf', { firstPage: 1, pageCount: 1 }), isUnreadable(reason))
        await assert.rejects(
          pdf.slice(at('bad.pdf'), { firstPage: 1, pageCount: 1 }, at('none.pdf')),
          isUnreadable(reason),
        )
        assert.equal(await pdf.pageCount(at('long.pdf')), 120)
      })
    }

    it('does not blame a file that is not there', async () => {
      await assert.rejects(pdf.pageCount(at('absent.pdf')), /ENOENT/)
    })

    it('opens a file that only its owner may change', async () => {
      await writeFile(at('open.pdf'), await testPdf(['Readable by all'], { ownerPassword: 'password' }))
      const [page] = await textOf('open.pdf', { firstPage: 1, pageCount: 1 })
      assert.equal(page?.text, 'Readable by all')
      assert.match((await readFile(at('open.pdf'))).toString('latin1'), /\/Encrypt/)
    })
  })

  describe('limits', () => {
    it('ends a job that takes too long, and the next one succeeds', async () => {
      const one = openPdfWorkers({ size: 1 })
      const range = { firstPage: 1, pageCount: 50 }
      const tooSlow = one.text(at('long.pdf'), range, { timeoutMs: 1 }).next()
      const next = one.pageCount(at('long.pdf'))
      await assert.rejects(tooSlow, isUnreadable('tooSlow'))
      assert.equal(await next, 120)
      await one.close()
    })

    it('ends a job that is cancelled, running or waiting', async () => {
      const one = openPdfWorkers({ size: 1 })
      const leaving = new AbortController()
      const { signal } = leaving
      const jobs = [1, 2].map(() => one.pageCount(at('long.pdf'), { signal }))
      leaving.abort()
      for (const job of jobs) await assert.rejects(job, { name: 'AbortError' })
      await assert.rejects(one.pageCount(at('long.pdf'), { signal }), { name: 'AbortError' })
      assert.equal(await one.pageCount(at('long.pdf')), 120)
      await one.close()
    })

    it('lets the process end while its workers are idle', async () => {
      const workers = new URL('./pdf-workers.ts', import.meta.url).href
      const program = `
        const { openPdfWorkers } = await import(${JSON.stringify(workers)})
        console.log(await openPdfWorkers().pageCount(${JSON.stringify(at('long.pdf'))}))`
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['--input-type=module', '--eval', program],
        { timeout: 300_000 },
      )
      assert.equal(stdout, '120\n')
    })

    it('keeps a page that takes more memory than there is to spare apart from its neighbours', async () => {
      await writeFile(at('bomb.pdf'), bombPdf(3, 2))
      const pages = await textOf('bomb.pdf', { firstPage: 1, pageCount: 3 })
      assert.deepEqual(
        pages.map(({ page, text, unreadable }) => [page, text, unreadable]),
        [
          [1, 'good 1', undefined],
          [2, '', 'tooLarge'],
          [3, 'good 3', undefined],
        ],
      )
      assert.equal(await pdf.pageCount(at('long.pdf')), 120)
    })

    it('answers those who wait before it reads texts that nobody waits for', async () => {
      const one = openPdfWorkers({ size: 1 })
      const order: string[] = []
      const reading = async (name: string) => {
        await one.text(at('long.pdf'), { firstPage: 1, pageCount: 50 }).next()
        order.push(name)
      }
      const counting = async () => {
        await one.pageCount(at('long.pdf'))
        order.push('count')
      }
      // Both threads run before the race starts: the first job of a thread also waits for the thread.
      await Promise.all([reading('warm'), counting()])
      order.length = 0
      const backlog = Array.from({ length: 40 }, (_, index) => reading(`text ${index}`))
      await Promise.all([...backlog, counting()])
      await one.close()
      // In one queue the count would come last. How many texts are read beside it depends on the machine.
      assert.ok(order.indexOf('count') < backlog.length / 2, order.join())
    })

    it('takes no job once it is closed', async () => {
      const one = openPdfWorkers({ size: 1 })
      const cut = one.pageCount(at('long.pdf'))
      const closed = one.close()
      await assert.rejects(cut, /closed/)
      await closed
      await assert.rejects(one.pageCount(at('long.pdf')), /closed/)
    })
  })
})
