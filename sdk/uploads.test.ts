import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callsOver } from './calls.ts'
import type { Upload } from './generated/types.ts'
import { failure, json, never, type Sent, type Step, scriptedFetch } from './test/scripted-fetch.ts'
import { createTransport } from './transport.ts'
import { partBytes, sendUpload } from './uploads.ts'

const size = partBytes + 1000
const file = new Blob([new Uint8Array(size)])
const times = { createdAt: '2026-11-01T00:00:00.000Z', expiresAt: '2026-11-08T00:00:00.000Z' }
const upload = (offset: number, bytes = size): Upload => ({ id: 'upl_1', name: '', bytes, offset, ...times })
const at = (offset: number, status = 200) => json({ upload: upload(offset) }, { status })

function scripted(...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(...steps)
  const pausesMs: number[] = []
  const pause = async (ms: number) => void pausesMs.push(ms)
  const connection = { baseUrl: 'http://portico.test', fetch, retries: 0 }
  const transport = createTransport(connection, { token: 't' }, { pause, random: () => 1 })
  return { send: sendUpload(callsOver(transport), { pause, random: () => 1 }), sent, pausesMs }
}
const asked = (sent: Sent[]) => sent.map(({ method, url }) => `${method} ${url.pathname}${url.search}`)

describe('an upload', () => {
  it('is sent in parts, and tells how far it is', async () => {
    const { send, sent } = scripted(at(0, 201), at(partBytes), at(size))
    const offsets: number[] = []
    const done = await send(file, {
      name: 'a.pdf',
      sha256: 'f'.repeat(64),
      onProgress: ({ offset }) => offsets.push(offset),
    })
    assert.equal(done.offset, size)
    assert.deepEqual(offsets, [0, partBytes, size])
    assert.deepEqual(asked(sent), [
      'POST /uploads',
      'PATCH /uploads/upl_1?offset=0',
      `PATCH /uploads/upl_1?offset=${partBytes}`,
    ])
    assert.deepEqual(sent[0]?.body, { bytes: size, name: 'a.pdf', sha256: 'f'.repeat(64) })
    assert.equal(sent[1]?.headers.get('content-type'), 'application/octet-stream')
    assert.deepEqual(
      sent.map(({ body }) => (body instanceof Blob ? body.size : undefined)),
      [undefined, partBytes, 1000],
    )
    assert.equal(sent[1]?.headers.get('idempotency-key'), null)
  })

  it('goes on at the offset that the service tells, where a part broke', async () => {
    const { send, sent, pausesMs } = scripted(
      at(0, 201),
      new TypeError('reset'),
      at(700),
      failure(409),
      failure(503),
      at(900),
      at(size),
    )
    assert.equal((await send(file)).offset, size)
    assert.deepEqual(asked(sent).slice(1), [
      'PATCH /uploads/upl_1?offset=0',
      'GET /uploads/upl_1',
      'PATCH /uploads/upl_1?offset=700',
      'GET /uploads/upl_1',
      'GET /uploads/upl_1',
      'PATCH /uploads/upl_1?offset=900',
    ])
    assert.deepEqual(pausesMs, [500, 500, 1000])
  })

  it('goes on with a part that took too long', async () => {
    const { send } = scripted(at(0, 201), never, at(900), at(size))
    assert.equal((await send(file, { timeoutMs: 5 })).offset, size)
  })

  it('is given up where nothing arrives any more, and can be gone on with later', async () => {
    const lost = scripted(at(0, 201), new TypeError('reset'))
    await assert.rejects(lost.send(file), { code: 'network' })
    assert.equal(lost.pausesMs.length, 6)
    const later = scripted(at(5000), at(size))
    assert.equal((await later.send(file, { uploadId: 'upl_1' })).offset, size)
    assert.deepEqual(asked(later.sent), ['GET /uploads/upl_1', 'PATCH /uploads/upl_1?offset=5000'])
  })

  it('is not gone on with for another file, nor after a refusal', async () => {
    const other = scripted(json({ upload: upload(0, 17) }))
    await assert.rejects(other.send(file, { uploadId: 'upl_1' }), { code: 'badRequest' })
    const large = scripted(failure(413))
    await assert.rejects(large.send(file), { code: 'tooLarge' })
    const gone = scripted(at(0, 201), failure(404))
    await assert.rejects(gone.send(file), { code: 'notFound' })
    assert.deepEqual([other.sent.length, large.sent.length, gone.sent.length], [1, 1, 2])
  })

  it('ends when the caller aborts, also between two tries', async () => {
    const during = new AbortController()
    const { send } = scripted(at(0, 201), (sent) => {
      during.abort()
      return never(sent)
    })
    await assert.rejects(send(file, { signal: during.signal }), { code: 'aborted' })
    const between = new AbortController()
    const broken = scripted(at(0, 201), () => {
      between.abort()
      throw new TypeError('reset')
    })
    await assert.rejects(broken.send(file, { signal: between.signal }), { code: 'aborted' })
    assert.equal(broken.sent.length, 2)
  })
})
