import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openPdfFiles, type PdfSource } from './pdf-files.ts'

const documentId = 'doc_1'
const file = { sha256: 'a', url: 'https://store.example/a', bytes: 4 }

function files({ isGone = false } = {}) {
  const workers: { isEnded: boolean }[] = []
  const requests: string[] = []
  const pdfjs = Promise.withResolvers<void>()
  let grants = 0
  const source: PdfSource = {
    async grant() {
      grants += 1
      const documents = [{ id: documentId, sha256: 'a', startPage: 1, pageCount: 1, firstPage: 1 }]
      // Only the first answer names the file.
      const expiresAt = isGone && grants === 1 ? '2026-01-01T00:00:00Z' : '2026-01-02T00:00:00Z'
      return { expiresAt, documents, files: isGone && grants > 1 ? [] : [file] } as never
    },
    throughService: () => assert.fail('the bytes come from the store'),
    async fetch(url) {
      requests.push(String(url))
      return new Response(new Uint8Array(4))
    },
    now: () => new Date('2026-01-01T00:00:00Z'),
    async pdfjs() {
      await pdfjs.promise
      return {
        newWorker() {
          const worker = { isEnded: false }
          workers.push(worker)
          const end = () => {
            worker.isEnded = true
          }
          return { worker: worker as never, end }
        },
        rangesOf: () => ({}) as never,
        openByRange: async () => ({ loadingTask: { destroy: async () => {} } }) as never,
      }
    },
  }
  return { pdfs: openPdfFiles(source), workers, requests, loadPdfjs: pdfjs.resolve }
}

describe('the PDFs of a case', () => {
  it('start no worker once they are closed, even while one was opening', async () => {
    const { pdfs, workers, loadPdfjs } = files()
    const opening = pdfs.open(documentId)
    pdfs.close()
    loadPdfjs()
    await assert.rejects(opening, /closed/)
    assert.deepEqual(workers, [])
  })

  it('are opened again after they were prepared again', async () => {
    const { pdfs, workers, loadPdfjs } = files()
    loadPdfjs()
    pdfs.close()
    pdfs.prepare()
    await pdfs.open(documentId)
    assert.equal(workers.length, 1)
    pdfs.close()
    assert.ok(workers[0]?.isEnded)
  })

  it('that are gone are not fetched', async () => {
    const { pdfs, requests, loadPdfjs } = files({ isGone: true })
    loadPdfjs()
    await assert.rejects(pdfs.open(documentId), /cannot be reached/)
    assert.deepEqual(requests, [])
  })
})
