import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { callsOver } from './calls.ts'
import { porticoOver } from './portico.ts'
import { failure, json, type Step, scriptedFetch } from './test/scripted-fetch.ts'
import { createTransport } from './transport.ts'

function scripted(...steps: Step[]) {
  const { fetch, sent } = scriptedFetch(...steps)
  const pause = async () => {}
  const connection = { baseUrl: 'http://portico.test', fetch, timeoutMs: 20 }
  const transport = createTransport(connection, { token: 't' }, { pause, random: () => 1 })
  return { documents: porticoOver(callsOver(transport)).documents, sent }
}

describe('a file that is filed', () => {
  it('goes in a form, and again in one with the same key where the answer was lost', async () => {
    const { documents, sent } = scripted(
      new TypeError('reset'),
      failure(503),
      json({ document: { id: 'd' } }),
    )
    const file = new File(['bytes'], 'letter.pdf')
    await documents.add('case_1', { name: 'Letter' }, file)
    assert.equal(sent.length, 3)
    assert.equal(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size, 1)
    for (const { body, headers } of sent) {
      assert.equal(headers.get('content-type'), null, 'the form says it, with its boundary')
      assert.ok(body instanceof FormData)
      assert.equal(body.get('document'), '{"name":"Letter"}')
      const part = body.get('file')
      assert.ok(part instanceof File)
      assert.deepEqual([part.name, await part.text()], ['letter.pdf', 'bytes'])
    }
  })

  it('goes as JSON where an upload has its bytes', async () => {
    const { documents, sent } = scripted(json({ document: { id: 'd' } }))
    await documents.add('case_1', { name: 'Letter', uploadId: 'upl_1' })
    assert.deepEqual(sent[0]?.body, { name: 'Letter', uploadId: 'upl_1' })
  })

  it('goes as it is where it is a revision, or is named by its upload', async () => {
    const { documents, sent } = scripted(json({ document: { id: 'd' } }))
    await documents.revise('case_1', 'doc_1', new Blob(['bytes']))
    await documents.revise('case_1', 'doc_1', { uploadId: 'upl_1' })
    const [bytes, named] = sent
    assert.equal(bytes?.headers.get('content-type'), 'application/octet-stream')
    assert.ok(bytes?.body instanceof Blob)
    assert.equal(named?.url.search, '?uploadId=upl_1')
    assert.equal(named?.body, undefined)
  })

  it('takes as long as it takes, unless the caller sets a limit', async () => {
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 60))
      return json({ document: { id: 'd' } })
    }
    const { documents } = scripted(slow)
    await documents.add('case_1', { name: 'Letter' }, new Blob(['bytes']))
    await assert.rejects(
      documents.add('case_1', { name: 'Letter' }, new Blob(['bytes']), { timeoutMs: 10 }),
      { code: 'timeout' },
    )
  })
})
