import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { documentSourceLaws } from '@portico/contract/conformance/document-source'
import { keepsTheLaws, subjectOf } from '@portico/contract/conformance/kit'
import { openTrial } from '@portico/contract/conformance/trial'
import { bucket, credentials, region, startS3 } from '../../../test/s3.ts'
import s3 from './s3.ts'

const docketNumber = '240319-100482'

describe('the s3 adapter of the document source', () => {
  let server: Awaited<ReturnType<typeof startS3>>
  let client: S3Client
  let options: Parameters<typeof s3.open>[0]
  before(async () => {
    server = await startS3({ anySignature: true })
    client = new S3Client({ endpoint: server.endpoint, region, credentials, forcePathStyle: true })
    const { endpoint } = server
    const prefixes = { prefix: 'in/', writeBackPrefix: 'back/' }
    options = { bucket, ...prefixes, endpoint, region, ...credentials, pathStyle: true }
    await put(`in/${docketNumber}/form-9.pdf`, 'one')
    await put(`in/${docketNumber}/exam.pdf`, 'two')
  })
  after(async () => {
    client.destroy()
    await server.close()
  })
  const put = (Key: string, Body: string) => client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }))

  it('keeps the laws of the port', async () => {
    await keepsTheLaws(documentSourceLaws, subjectOf(s3, options))
  })

  it('has the ETag as revision, and refuses one that is not there any more', async () => {
    const trial = openTrial(documentSourceLaws, subjectOf(s3, options), 10_000)
    const adapter = await trial.adapter()
    const one = { docketNumber: 'D-1' }
    await put('in/D-1/a.pdf', 'first')
    const listed = await trial.call(adapter, 'list', { case: one })
    await put('in/D-1/a.pdf', 'second')
    const again = await trial.call(adapter, 'list', { case: one })
    assert.notEqual(listed.documents[0]?.revision, again.documents[0]?.revision)
    const { revision = '' } = listed.documents[0] ?? {}
    const wanted = { case: one, sourceId: 'D-1/a.pdf', revision }
    await assert.rejects(trial.call(adapter, 'fetch', wanted), /has changed/)
    await assert.rejects(
      trial.call(adapter, 'fetch', { ...wanted, sourceId: 'D-1/b.pdf' }),
      /no longer exists/,
    )
    await trial.close()
  })

  it('follows no redirect, neither of the answer nor to the endpoint that it names', async () => {
    let arrived = 0
    const inside = createServer((_, response) => {
      arrived += 1
      response.end()
    })
    await once(inside.listen(0, '127.0.0.1'), 'listening')
    const at = `127.0.0.1:${(inside.address() as AddressInfo).port}`
    for (const status of [301, 307]) {
      const moved = createServer((_, response) => {
        response.writeHead(status, { location: `http://${at}/`, 'x-amz-bucket-region': 'eu-west-1' })
        response.end(`<Error><Code>PermanentRedirect</Code><Endpoint>${at}</Endpoint></Error>`)
      })
      await once(moved.listen(0, '127.0.0.1'), 'listening')
      const endpoint = `http://127.0.0.1:${(moved.address() as AddressInfo).port}`
      const trial = openTrial(documentSourceLaws, subjectOf(s3, { ...options, endpoint }), 10_000)
      await assert.rejects(trial.call(await trial.adapter(), 'list', { case: { docketNumber } }))
      await trial.close()
      moved.closeAllConnections()
      moved.close()
    }
    assert.equal(arrived, 0)
    inside.close()
  })
})
