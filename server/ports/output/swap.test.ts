import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import type { DecisionPackageDetail } from '@portico/contract/decision-package'
import type { Config } from '@portico/contract/ports/config'
import { verifiedMessage } from '@portico/contract/ports/signature'
import { releaseSmallDecision } from '../../test/released-decision.ts'
import { until } from '../../test/until.ts'
import { startWorld } from '../../test/world.ts'

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`

describe('the output port, bound to one thing after the other by configuration alone', () => {
  let path: string
  let server: Server
  const posted: { deliveryId: string; sha256: string }[] = []
  before(async () => {
    path = await mkdtemp(join(tmpdir(), 'portico-swap-'))
    server = createServer(async (request, response) => {
      const body = await buffer(request)
      const message = verifiedMessage(request.headers, body, { secrets: [secret], now: new Date() })
      if (!message) return response.writeHead(401).end()
      if (request.url === '/capabilities')
        return response.end(JSON.stringify({ port: 'output', spec: 1, supports: [] }))
      const { input } = JSON.parse(body.toString())
      const bytes = Buffer.from(await (await fetch(input.files[0].url)).arrayBuffer())
      posted.push({ deliveryId: input.deliveryId, sha256: hash('sha256', bytes) })
      const receipt = { channel: 'mail', sentAt: new Date().toISOString() }
      response.end(JSON.stringify({ output: { receipt } }))
    })
    await once(server.listen(0, '127.0.0.1'), 'listening')
  })
  after(async () => {
    server.close()
    await rm(path, { recursive: true, force: true })
  })

  /** The same work under any configuration; says what each recipient is owed, and what is served to be polled. */
  async function release(config?: Config) {
    const world = await startWorld({ SWAP_SECRET: secret }, config)
    const { caseId } = await releaseSmallDecision(world)
    const read = async (place: string) => (await world.admin('GET', `/cases/${caseId}${place}`)).json
    const deliveries = async () =>
      ((await read('/deliveries')) as { deliveries: { id: string; receipts: { channel: string }[] }[] })
        .deliveries
    const { status, file } = (await read('/decision-package')) as DecisionPackageDetail
    assert.equal(status, 'released')
    return { close: world.close, deliveries, sha256: file?.sha256 }
  }
  const receipted = async ({ deliveries }: Awaited<ReturnType<typeof release>>, channel: string) => {
    const all = await until(async () => {
      const found = await deliveries()
      return found.length > 0 && found.every(({ receipts }) => receipts.length > 0) && found
    })
    assert.ok(all.every(({ receipts }) => receipts.length === 1 && receipts[0]?.channel === channel))
    return all.map(({ id }) => id).toSorted()
  }

  it('nothing is configured: the package is there to be polled', async () => {
    const polled = await release()
    assert.ok((await polled.deliveries()).every(({ receipts }) => receipts.length === 0))
    assert.match(polled.sha256 ?? '', /^[0-9a-f]{64}$/)
    await polled.close()
  })

  it('a folder', async () => {
    const dropped = await release({ ports: { output: { adapter: 'folder', path, channel: 'archive' } } })
    const ids = await receipted(dropped, 'archive')
    const names = (await readdir(path)).filter((name) => name !== '.portico')
    const found = await Promise.all(
      names.map(async (name) => JSON.parse(await readFile(join(path, name, 'delivery.json'), 'utf8'))),
    )
    assert.deepEqual(found.map(({ deliveryId }) => deliveryId).toSorted(), ids)
    await dropped.close()
  })

  it('a service of your own', async () => {
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const binding = { adapter: 'http', url, secret: { env: 'SWAP_SECRET' }, privateAddresses: true }
    const sent = await release({ ports: { output: binding } })
    const ids = await receipted(sent, 'mail')
    assert.deepEqual(posted.map(({ deliveryId }) => deliveryId).toSorted(), ids)
    assert.ok(posted.every(({ sha256 }) => sha256 === sent.sha256))
    await sent.close()
  })
})
