import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { decodeWords, type PageWord } from '../../core/file/page-words.ts'
import { drawnPdf, scannedPdf } from '../../test/test-pdf.ts'
import type { PageText } from '../pdf/page-text.ts'
import { openPdfium } from '../pdf/pdfium.ts'
import { doPdfiumJob } from '../pdf/pdfium-jobs.ts'
import { UnreadablePdf } from '../pdf/unreadable.ts'
import { openRecogniser, type Recogniser } from './recogniser.ts'
import { renderPage } from './render-page.ts'

const lines = ['Service connection for tinnitus', 'is granted under 38 CFR 3.303']

describe('the recogniser', () => {
  let folder: string
  let recogniser: Recogniser
  let printed: PageWord[][]
  const at = (name: string) => join(folder, name)
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-ocr-'))
    recogniser = openRecogniser()
    const pdfium = await openPdfium()
    const drawn = await drawnPdf((page) => {
      for (const rotate of [0, 90]) {
        if (rotate) page.addPage()
        Object.assign(page.page.dictionary.data, { Rotate: rotate })
        if (rotate) page.translate(0, 792).rotate(-90)
        for (const [index, line] of lines.entries())
          page.fontSize(16).text(line, 90, 120 + index * 30, { lineBreak: false })
      }
    })
    await writeFile(at('drawn.pdf'), drawn)
    const pictures = [1, 2].map((page) => renderPage(pdfium, at('drawn.pdf'), page))
    await writeFile(at('scan.pdf'), scannedPdf(pictures))
    await writeFile(at('on-its-side.pdf'), scannedPdf(pictures.slice(1), false))
    const read = doPdfiumJob(pdfium, { type: 'text', path: at('drawn.pdf'), firstPage: 1, pageCount: 2 })
    printed = (read as PageText[]).map(({ words }) => decodeWords(words))
  })
  after(async () => {
    await recogniser.close()
    await rm(folder, { recursive: true })
  })

  for (const { how, name, page, index } of [
    { how: 'is upright', name: 'scan.pdf', page: 1, index: 0 },
    { how: 'is turned by 90 degrees', name: 'scan.pdf', page: 2, index: 1 },
    { how: 'lies on its side', name: 'on-its-side.pdf', page: 1, index: 1 },
  ]) {
    it(`finds the words of a scan that ${how}, where they are printed`, async () => {
      const { text, words, confidence } = await recogniser.recognise(at(name), page)
      assert.deepEqual(text.split('\n'), lines)
      assert.ok(confidence > 0.7 && confidence <= 1, String(confidence))
      const found = decodeWords(words)
      assert.deepEqual(
        found.map(({ start, end }) => text.slice(start, end)),
        lines.join(' ').split(' '),
      )
      for (const [place, word] of found.entries()) {
        const expected = printed[index]![place]!
        for (const side of ['left', 'top', 'right', 'bottom'] as const)
          assert.ok(Math.abs(word[side] - expected[side]) < 0.012, `${side} ${word[side]} ${expected[side]}`)
      }
    })
  }

  it('leaves nothing behind in the folder where it runs', async () => {
    assert.deepEqual(
      (await readdir(process.cwd())).filter((name) => name.includes('traineddata')),
      [],
    )
  })

  it('ends a page that takes too long, and reads the next', async () => {
    const impatient = openRecogniser({ timeoutMs: 1 })
    await assert.rejects(impatient.recognise(at('scan.pdf'), 1), { reason: 'tooSlow' })
    await impatient.close()
    await assert.rejects(recogniser.recognise(at('scan.pdf'), 3), UnreadablePdf)
    await assert.rejects(recogniser.recognise(at('absent.pdf'), 1), /ENOENT/)
  })

  it('stops in the middle of a page when it is told to', async () => {
    const leaving = new AbortController()
    const page = recogniser.recognise(at('scan.pdf'), 1, { signal: leaving.signal })
    leaving.abort()
    await assert.rejects(page, { name: 'AbortError' })
  })
})
