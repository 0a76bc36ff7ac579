import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { CaseDocument } from '@portico/contract/intake'
import type { Config } from '@portico/contract/ports/config'
import type { CaseSources } from '@portico/contract/sources'
import { testPdf } from '../../test/test-pdf.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'

/** The same case with the same document, whatever brings it: only the configuration differs. */
describe('the document source is swapped by configuration alone', () => {
  const docketNumber = 'SWAP-1'
  let pdf: Buffer
  let folder: string
  let server: Server
  before(async () => {
    pdf = await testPdf(['the same document'])
    folder = await mkdtemp(join(tmpdir(), 'portico-swap-'))
    await mkdir(join(folder, docketNumber))
    await writeFile(join(folder, docketNumber, 'form-9.pdf'), pdf)
    server = createServer((request, response) => {
      const call = (request.url ?? '').split('/').at(-1)
      if (call === 'fetch') return void response.end(pdf)
      const document = { sourceId: 'F-9', revision: '1', name: 'form-9.pdf', receiptDate: '2026-01-02' }
      const answers: Record<string, unknown> = {
        capabilities: { port: 'document-source', spec: 1, supports: [] },
        list: { output: { documents: [document] } },
      }
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end(JSON.stringify(answers[call ?? ''] ?? {}))
    })
    await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  })
  after(async () => {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  })

  async function broughtBy(
    config: Config | undefined,
    file?: (world: World, caseId: string) => Promise<void>,
  ) {
    const world = await startWorld({ SOURCE_SECRET: secret }, config)
    try {
      const veteran = { firstName: 'Ada', lastName: 'Byron' }
      const opened = await world.admin('POST', '/cases', {
        body: { veteran, receiptDate: '2026-03-02', docketNumber },
      })
      const caseId = (opened.json as { case: { id: string } }).case.id
      await file?.(world, caseId)
      const [document] = await until(async () => {
        const { json } = await world.admin('GET', `/cases/${caseId}/documents`)
        const { documents } = json as { documents: CaseDocument[] }
        return documents.length > 0 && documents
      })
      const { sources } = (await world.admin('GET', `/cases/${caseId}/sources`)).json as CaseSources
      const [one] = sources
      return [document?.name, document?.sha256, document?.from?.source, one?.expected, one?.present]
    } finally {
      await world.close()
    }
  }
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

  it('from the baseline to a folder, and to a system behind HTTP', async () => {
    const byHand = await broughtBy(undefined, async (world, caseId) => {
      const form = new FormData()
      const from = { source: 'main', sourceId: 'F-9', revision: '1' }
      form.set('document', JSON.stringify({ name: 'form-9.pdf', from }))
      form.set('file', new Blob([Uint8Array.from(pdf)]), 'form-9.pdf')
      const { status, text } = await world.admin('POST', `/cases/${caseId}/documents`, { body: form })
      assert.equal(status, 201, text)
    })
    assert.deepEqual(byHand.slice(2), ['main', 1, 1])
    const source = { adapter: 'folder', path: folder, settleSeconds: 0 }
    assert.deepEqual(await broughtBy({ ports: { 'document-source': source } }), byHand)
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const http = { adapter: 'http', url, secret: { env: 'SOURCE_SECRET' } }
    assert.deepEqual(await broughtBy({ ports: { 'document-source': http } }), byHand)
  })
})
