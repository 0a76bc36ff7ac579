import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Case, PageTextDetail } from '@portico/contract/cases'
import { caseFile } from '../../core/file/case-file.ts'
import { renderPage } from '../../files/ocr/render-page.ts'
import { openPdfium } from '../../files/pdf/pdfium.ts'
import { newCase, newDocument, requestBy } from '../case-desk.ts'
import { drawnPdf, putBytes, scannedPdf } from '../test-pdf.ts'
import { until } from '../until.ts'
import { startWorld, type World } from '../world.ts'

describe('a scanned page', () => {
  let world: World
  before(async () => {
    world = await startWorld({ PORTICO_OCR: 'on', PORTICO_SYNTH_PAGES: '' })
  })
  after(() => world.close())

  it('is readable at once, is recognised in the background, and then is found', async () => {
    const { portico, blobs, settings } = world.service
    const drawn = join(settings.dataFolder, 'drawn.pdf')
    await writeFile(drawn, await drawnPdf((page) => page.fontSize(20).text('Granted: tinnitus', 90, 120)))
    const scan = scannedPdf([renderPage(await openPdfium(), drawn, 1)])
    const document = newDocument(1)
    const content = { ...document.content, sha256: await putBytes(blobs, scan), bytes: scan.length }
    const command = newCase([{ ...document, content }])
    await portico.execute(caseFile, requestBy(), command, () => null)

    const { caseId } = command
    const pageText = `/cases/${caseId}/documents/${document.documentId}/pages/1/text`
    assert.equal((await world.admin('GET', pageText)).status, 200)
    await until(async () => {
      const { text } = ((await world.admin('GET', `/cases/${caseId}`)).json as { case: Case }).case
      return text.pagesRead > 0 && text.pagesToRecognise === 0
    }, 100)

    const { json } = await world.admin('GET', `/appeals/${caseId}/search?q=tinnitus`)
    assert.equal((json as { hits: { page: number }[] }).hits[0]?.page, 1)
    const { page } = (await world.admin('GET', pageText)).json as PageTextDetail
    assert.deepEqual([page.text, page.source, page.words.length], ['Granted: tinnitus', 'ocr', 2])
    assert.ok(page.confidence !== undefined && page.confidence > 0.6)
  })
})
