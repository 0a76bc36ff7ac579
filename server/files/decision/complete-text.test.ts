import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { PDF } from '@libpdf/core'
import { wordsByPdfJs } from '../../test/words-by-pdf-js.ts'
import { printLetter } from '../letter/print-letter.ts'
import { openPdfWorkers, type PdfWorkers } from '../pdf/pdf-workers.ts'
import { completeText } from './complete-text.ts'
import { openTypesetting } from './typesetting.ts'

describe('letters with several marks', () => {
  const typesetting = openTypesetting()
  let folder: string
  let pdf: PdfWorkers
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'portico-marks-'))
    pdf = openPdfWorkers({ size: 1 })
  })
  after(async () => {
    await pdf.close()
    await typesetting.close()
    await rm(folder, { recursive: true })
  })

  const paper = (body: string) => {
    const letterhead = { name: 'Board', lines: [], footer: 'Footer' }
    const about = { subject: 'Names', docketNumber: '1', reference: 'ltr_1', date: '2026-03-02' }
    return typesetting.typesetLetter(printLetter({ ...about, body, letterhead } as never))
  }
  const read = async (body: string) => {
    const path = join(folder, 'letter.pdf')
    await writeFile(path, await paper(body))
    const pages = (await Array.fromAsync(pdf.text(path, { firstPage: 1, pageCount: 1 }))).flat()
    return pages[0]?.text.normalize('NFC') ?? ''
  }

  it('are read as they were written, once, in words of one piece', async () => {
    const words = ['Ọ̀ṣun', 'ẹ̀kọ́', 'gbọ́', 'ọ̀rọ̀', 'Žilė̃', 'ė̃', 'j̇̃', 'm̃', 'Nguyễn', 'ị́', 'ụ̀', 'Trần', 'x̣́']
    for (const form of ['NFC', 'NFD'] as const) {
      const text = await read(words.map((word) => word.normalize(form)).join(' and '))
      const found = text.split(/\s+/)
      for (const word of words) assert.ok(found.includes(word.normalize('NFC')), `${word}: ${text}`)
      assert.equal(found.filter((word) => word === 'ė̃'.normalize('NFC')).length, 1)
    }
  })

  it('are found by the reader of the workspace, too', async () => {
    const words = ['Ọ̀ṣun', 'ẹ̀kọ́', 'ọ̀rọ̀', 'Žilė̃', 'ė̃', 'j̇̃', 'm̃', 'Nguyễn', 'ị́', 'x̣́']
    const found = await wordsByPdfJs(await paper(words.join(' and ')))
    for (const word of words) assert.ok(found.includes(word.normalize('NFC')), `${word}: ${found.join(' ')}`)
  })

  it('leave a paper without them as it is, byte for byte', async () => {
    const bytes = await paper('Dear Zoë:\n\nWe have received your appeal, and the naïve façade.')
    const saved = async (change: (pdf: PDF) => void) => {
      const loaded = await PDF.load(bytes)
      change(loaded)
      return Buffer.from(await loaded.save({ compressStreams: false }))
    }
    assert.ok((await saved(completeText)).equals(await saved(() => {})))
    const again = await paper('Ọ̀ṣun ė̃')
    assert.ok(again.equals(await paper('Ọ̀ṣun ė̃')), 'the same text gives the same bytes')
  })
})
