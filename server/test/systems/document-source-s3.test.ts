import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { CreateBucketCommand, ListObjectsV2Command, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { documentSourceLaws } from '@portico/contract/conformance/document-source'
import { keepsTheLaws, type Mood, subjectOf } from '@portico/contract/conformance/kit'
import { openTrial } from '@portico/contract/conformance/trial'
import s3 from '../../ports/document-source/adapters/s3.ts'
import { credentials, region, type Swift, startSwift } from '../swift.ts'

export const debianPackages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object']

const bucket = 'evidence'
const docketNumber = '240319-100482'

describe('the S3 adapter of the document source, against Swift', { timeout: 600_000 }, () => {
  let swift: Swift
  let client: S3Client
  before(async () => {
    swift = await startSwift()
    const { endpoint } = swift
    client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: bucket }))
    await put(`in/${docketNumber}/form-9.pdf`, 'one')
    await put(`in/${docketNumber}/exam 1 – left knee.pdf`, 'two')
  })
  after(async () => {
    client?.destroy()
    await swift?.close()
  })

  const put = (Key: string, Body: string | Buffer) =>
    client.send(new PutObjectCommand({ Bucket: bucket, Key, Body }))
  const options = () => {
    const prefixes = { prefix: 'in/', writeBackPrefix: 'back/' }
    return { bucket, ...prefixes, endpoint: swift.endpoint, region, ...credentials, pathStyle: true }
  }
  const list = async (changed: object = {}) => {
    const trial = openTrial(documentSourceLaws, subjectOf(s3, { ...options(), ...changed }), 60_000)
    try {
      return await trial.call(await trial.adapter(), 'list', { case: { docketNumber } })
    } finally {
      await trial.close()
    }
  }

  it('keeps the laws of the port', async () => {
    const mood = async (mood: Mood) => {
      if (mood === 'well') await swift.beWell()
      if (mood === 'hanging') swift.hang()
      if (mood === 'down') await swift.goAway()
    }
    const effects = async () => {
      const { Contents = [] } = await client.send(
        new ListObjectsV2Command({ Bucket: bucket, Prefix: 'back/' }),
      )
      return Contents.map(({ Key = '' }) => Key)
    }
    const subject = subjectOf(s3, options(), { effects, mood })
    // All that a store refuses is an access key, which may be put right: it is retried.
    const laws = documentSourceLaws.laws.filter(({ name }) => name !== 'refusal' && name !== 'redrive')
    const results = await keepsTheLaws({ ...documentSourceLaws, laws }, subject, { patienceMs: 60_000 })
    const skipped = results.filter(({ result }) => result === 'skipped').map(({ law }) => law)
    assert.deepEqual(skipped, ['facts', 'factsOnce', 'wire'])
  })

  it('lists and reads what is there, whatever it is called', async () => {
    const { documents } = await list()
    assert.deepEqual(
      documents.map(({ name, size }) => [name, size]),
      [
        ['exam 1 – left knee.pdf', 3],
        ['form-9.pdf', 3],
      ],
    )
  })

  it('is refused with a secret that is wrong, and with a key that nobody has', async () => {
    await assert.rejects(list({ secretAccessKey: 'guessed' }), /does not accept the access key/)
    await assert.rejects(list({ accessKeyId: 'court:nobody' }), /does not accept the access key/)
  })

  it('has what it writes verified: other bytes than those that were signed are refused', async () => {
    const trial = openTrial(documentSourceLaws, subjectOf(s3, options()), 60_000)
    const adapter = await trial.adapter()
    const bytes = Buffer.from('a transcript')
    const file = {
      name: 'transcript.pdf',
      mediaType: 'application/pdf',
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest('hex'),
    }
    const write = (sent: Buffer) =>
      adapter.calls.writeBack?.(
        {
          case: { docketNumber },
          documentId: 'doc_1',
          version: 1,
          kind: 'transcript',
          name: 'Transcript',
          receiptDate: '2026-11-02',
          file,
        },
        {
          key: 'obl_1',
          attempt: 1,
          signal: AbortSignal.timeout(60_000),
          open: async () => [sent] as never,
        },
      )
    await assert.rejects(async () => write(Buffer.from('b transcript')), /does not accept|cannot be used/)
    await write(bytes)
    await trial.close()
  })
})
