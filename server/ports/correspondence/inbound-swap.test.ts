import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { Piece } from '@portico/contract/mail'
import type { BindingConfig } from '@portico/contract/ports/config'
import { signedHeaders, verifiedMessage } from '@portico/contract/ports/signature'
import { until } from '../../test/until.ts'
import { startWorld } from '../../test/world.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('mail comes in, bound to one thing after the other by configuration alone', () => {
  let server: Server
  before(async () => {
    server = createServer(async (request, response) => {
      const body = await text(request)
      if (!verifiedMessage(request.headers, body, { secrets: [secret], now: new Date() }))
        return response.writeHead(401).end()
      if (request.url === '/capabilities')
        return response.end(JSON.stringify({ port: 'correspondence', spec: 2, supports: ['intake'] }))
      const { pieceId, partId } = JSON.parse(body).input
      response.end(`Part ${partId} of ${pieceId}: how does my appeal stand?`)
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(() => server.close())

  /** The same piece under any configuration. */
  async function work(config?: BindingConfig) {
    const world = await startWorld({ SWAP_SECRET: secret }, config && { ports: { correspondence: config } })
    const common = { channel: 'fax', sender: {}, receiptDate: '2026-03-02', case: { caseId: world.caseId } }
    const take = async () => {
      const form = new FormData()
      form.set('piece', JSON.stringify({ ...common, mailType: 'statusInquiry' }))
      form.set('file', new Blob(['How does my appeal stand?']), 'letter.txt')
      assert.equal((await world.admin('POST', '/correspondence', { body: form })).status, 201)
    }
    const report = async () => {
      const fact = {
        ...common,
        pieceId: 'fax-1',
        suggestedType: 'statusInquiry',
        files: [{ partId: 'a', name: 'fax.txt' }],
        at: '2026-03-02T15:04:05.000Z',
      }
      const body = JSON.stringify(fact)
      const headers = {
        'content-type': 'application/json',
        ...signedHeaders('msg-1', new Date(), body, secret),
      }
      const url = `${world.baseUrl}/ports/correspondence/main/inbound/pieceArrived`
      return (await fetch(url, { method: 'POST', body, headers })).status
    }
    const filed = () =>
      until(async () => {
        const { json } = await world.admin('GET', '/correspondence?status=filed')
        const { pieces } = json as { pieces: Piece[] }
        return pieces.length > 0 && pieces
      })
    return { world, take, report, filed }
  }

  it('nothing is configured: it is sent to the service', async () => {
    const { world, take, report, filed } = await work()
    await take()
    const [piece] = await filed()
    assert.deepEqual([piece?.caseId, piece?.documentIds?.length], [world.caseId, 1])
    assert.equal(await report(), 401)
    await world.close()
  })

  it('a service of your own', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const { world, report, filed } = await work({ adapter: 'http', url, secret: { env: 'SWAP_SECRET' } })
    assert.deepEqual([await report(), await report()], [202, 202])
    const [piece, ...others] = await filed()
    assert.deepEqual([piece?.caseId, piece?.pieceId, others], [world.caseId, 'fax-1', []])
    const { text } = await world.admin('GET', `/correspondence/${piece?.id}/files/a`)
    assert.equal(text, 'Part a of fax-1: how does my appeal stand?')
    await world.close()
  })
})
