import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { setImmediate as breathe } from 'node:timers/promises'
import type { CaseDocument } from '@portico/contract/intake'
import { documentSource } from '@portico/contract/ports/document-source'
import type { CallContext, Host } from '@portico/contract/ports/kit'
import type { CaseSources } from '@portico/contract/sources'
import { testPdf } from '../../test/test-pdf.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'
import { openOutbound } from '../delivery/outside/outbound.ts'
import { httpAdapter } from '../http/adapter.ts'

const megabyte = 1024 ** 2
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
/** Above what the answer to any other call may have. */
const [large, tooLarge, most] = [66, 90, 70]

/** A PDF of one page that is made longer by a comment behind its end, megabyte by megabyte. */
async function padded(megabytes: number) {
  const pdf = await testPdf([`a document of ${megabytes} MB`])
  const start = /startxref\s+(\d+)/.exec(pdf.toString('latin1'))?.[1]
  const padding = Buffer.alloc(megabyte, `%${'x'.repeat(62)}\n`)
  const end = Buffer.from(`\nstartxref\n${start}\n%%EOF\n`)
  return { pieces: [pdf, ...Array<Buffer>(megabytes).fill(padding), end] }
}

describe('large documents by the http adapter', () => {
  let server: Server
  let url: string
  let files: Map<string, { pieces: Buffer[]; sent: number }>
  before(async () => {
    const held = await Promise.all([large, tooLarge].map(padded))
    files = new Map([
      ['large', { pieces: held[0]?.pieces ?? [], sent: 0 }],
      ['too-large', { pieces: held[1]?.pieces ?? [], sent: 0 }],
    ])
    server = createServer(async (request, response) => {
      const call = (request.url ?? '').split('/').at(-1)
      let body = ''
      for await (const chunk of request) body += chunk
      if (call === 'fetch') return sendSlowly(response, JSON.parse(body).input.sourceId)
      const documents = [...files.keys()].map((sourceId) => ({
        ...{ sourceId, revision: '1', name: `${sourceId}.pdf`, receiptDate: '2026-01-02' },
      }))
      const answers: Record<string, unknown> = {
        capabilities: { port: 'document-source', spec: 1, supports: [] },
        list: { output: { documents } },
      }
      response.end(JSON.stringify(answers[call ?? ''] ?? {}))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  after(() => {
    server.closeAllConnections()
    server.close()
  })

  /** No faster than it is taken. */
  async function sendSlowly(response: ServerResponse, sourceId: string) {
    const file = files.get(sourceId)
    if (!file) return void response.writeHead(404).end()
    file.sent = 0
    const closed = once(response, 'close')
    for (const piece of file.pieces) {
      if (response.closed) return
      if (!response.write(piece)) await Promise.race([once(response, 'drain'), closed])
      file.sent += piece.length
    }
    response.end()
  }

  it('flow by: no more of one is held than lies between two pieces', async () => {
    const outbound = openOutbound({ reach: 'loopback', env: {} })
    const host = { ...outbound, binding: 'main', now: () => new Date() } as unknown as Host<
      typeof documentSource
    >
    const adapter = await httpAdapter(documentSource).open({ url, secret }, host)
    const asked = { case: {}, sourceId: 'large', revision: '1' }
    const context = { key: 'k', attempt: 1, signal: new AbortController().signal } as CallContext
    const file = files.get('large') as { sent: number }
    let received = 0
    let mostAhead = 0
    for await (const piece of await adapter.calls.fetch(asked, context)) {
      received += piece.length
      await breathe()
      mostAhead = Math.max(mostAhead, file.sent - received)
    }
    await outbound.close()
    assert.ok(received > large * megabyte)
    assert.ok(mostAhead < received / 4, `${mostAhead} bytes were held`)
  })

  describe('of a service that is bound', () => {
    let world: World
    before(async () => {
      const source = { adapter: 'http', url, secret: { env: 'SOURCE_SECRET' } }
      world = await startWorld(
        { PORTICO_UPLOAD_MB: String(most), SOURCE_SECRET: secret },
        { ports: { 'document-source': source } },
      )
    })
    after(() => world.close())

    it('are filed up to the most that a file may have, and what is larger is refused with that number', async () => {
      const veteran = { firstName: 'Ada', lastName: 'Byron' }
      const opened = await world.admin('POST', '/cases', { body: { veteran, receiptDate: '2026-03-02' } })
      const caseId = (opened.json as { case: { id: string } }).case.id
      const [source] = await until(async () => {
        const { sources } = (await world.admin('GET', `/cases/${caseId}/sources`)).json as CaseSources
        return sources[0]?.present === 1 && sources[0].failed === 1 && sources
      })
      assert.equal(source?.failures[0]?.why, `The document has more than ${most} MB.`)
      const { documents } = (await world.admin('GET', `/cases/${caseId}/documents`)).json as {
        documents: CaseDocument[]
      }
      assert.deepEqual(
        documents.map(({ name, bytes }) => [name, bytes > large * megabyte]),
        [['large.pdf', true]],
      )
      const { sent = 0 } = files.get('too-large') ?? {}
      assert.ok(sent < tooLarge * megabyte, 'the rest is not read')
    })
  })
})
