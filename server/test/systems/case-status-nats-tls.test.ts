import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { caseStatusLaws } from '@portico/contract/conformance/case-status'
import { subjectOf } from '@portico/contract/conformance/kit'
import { openTrial } from '@portico/contract/conformance/trial'
import nats from '../../ports/case-status/adapters/nats.ts'
import { type Authority, openAuthority } from '../certificates.ts'
import { type NatsServer, startNats } from '../nats-server.ts'

export const debianPackages = ['nats-server', 'openssl']

const stream = 'CASES'

describe('the NATS adapter of case & status, over TLS', { timeout: 300_000 }, () => {
  let authority: Authority
  let server: NatsServer
  before(async () => {
    authority = await openAuthority()
    server = await startNats({ ca: authority.ca, ...(await authority.certify('IP:127.0.0.1')) })
    await server.withConnection(({ jsm }) => jsm.streams.add({ name: stream, subjects: ['cases.status.>'] }))
  })
  after(async () => {
    await server?.close()
    await authority?.close()
  })

  const announce = async (changed: object = {}) => {
    const options = {
      servers: [server.url],
      ca: authority.ca,
      stream,
      subject: 'cases.status',
      consumer: 'portico',
      ...changed,
    }
    const trial = openTrial(caseStatusLaws, subjectOf(nats, options), 60_000)
    try {
      const adapter = await trial.adapter()
      const input = await trial.input(adapter, 'announceCreated')
      await trial.call(adapter, 'announceCreated', input)
    } finally {
      await trial.close()
    }
  }
  const kept = () => server.withConnection(async ({ jsm }) => (await jsm.streams.info(stream)).state.messages)

  it('publishes to a server that its authority has certified', async () => {
    await announce()
    assert.equal(await kept(), 1)
  })

  it('refuses a server of an authority that it does not know', async () => {
    const other = await openAuthority()
    await assert.rejects(announce({ ca: other.ca }), /certificate|unable to verify/)
    await assert.rejects(announce({ ca: undefined }), /certificate|unable to verify/)
    await other.close()
    assert.equal(await kept(), 1)
  })

  it('refuses a certificate of another server', async () => {
    const impostor = await startNats({ ca: authority.ca, ...(await authority.certify('DNS:other.test')) })
    await assert.rejects(announce({ servers: [impostor.url] }), /IP: 127.0.0.1 is not|altname/)
    await impostor.close()
  })

  it('tells nothing to a server that does not encrypt', async () => {
    const plain = await startNats()
    await plain.withConnection(({ jsm }) => jsm.streams.add({ name: stream, subjects: ['cases.status.>'] }))
    await assert.rejects(announce({ servers: [plain.url.replace('nats:', 'tls:')] }))
    const { messages } = await plain.withConnection(async ({ jsm }) => (await jsm.streams.info(stream)).state)
    assert.equal(messages, 0)
    await plain.close()
  })
})
