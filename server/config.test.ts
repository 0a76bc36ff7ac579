import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { readSettings, settingNames } from './config.ts'
import { StartFailure } from './store/start-failure.ts'

const refused = (env: Record<string, string>, sentence: RegExp) =>
  assert.throws(
    () => readSettings(env),
    (error) => error instanceof StartFailure && sentence.test(error.message),
  )

describe('where blobs are kept', () => {
  const deployment = { PORTICO_MODE: 'deployment', PORTICO_BLOBS: 's3://evidence/of/portico/' }
  const read = (env: Record<string, string>) => readSettings(env).blobBucket

  it('is the data folder, unless a bucket is named', () => {
    assert.equal(read({}), undefined)
    assert.equal(read({ PORTICO_BLOBS: '' }), undefined)
    const aws = { region: 'us-east-1', endpoint: undefined, credentials: undefined, forcePathStyle: false }
    assert.deepEqual(read(deployment), { bucket: 'evidence', prefix: 'of/portico', ...aws })
    assert.deepEqual(read({ ...deployment, PORTICO_BLOBS: 's3://evidence' }), {
      bucket: 'evidence',
      prefix: undefined,
      ...aws,
    })
  })

  it('is at an endpoint of its own in path style, where one is set', () => {
    const bucket = read({
      ...deployment,
      PORTICO_S3_ENDPOINT: 'https://s3.internal:8333',
      PORTICO_S3_REGION: 'garage',
    })
    assert.equal(bucket?.endpoint, 'https://s3.internal:8333')
    assert.equal(bucket?.region, 'garage')
    assert.equal(bucket?.forcePathStyle, true)
  })

  it('takes our own credentials before those of AWS, and no half of either', () => {
    const aws = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', AWS_SESSION_TOKEN: 'c' }
    const ours = { PORTICO_S3_ACCESS_KEY_ID: 'd', PORTICO_S3_SECRET_ACCESS_KEY: 'e' }
    assert.deepEqual(read({ ...deployment, ...aws })?.credentials, {
      accessKeyId: 'a',
      secretAccessKey: 'b',
      sessionToken: 'c',
    })
    assert.deepEqual(read({ ...deployment, ...aws, ...ours })?.credentials, {
      accessKeyId: 'd',
      secretAccessKey: 'e',
    })
    refused({ ...deployment, ...aws, PORTICO_S3_ACCESS_KEY_ID: 'd' }, /^PORTICO_S3_ACCESS_KEY_ID and .* need/)
    refused({ ...deployment, AWS_SECRET_ACCESS_KEY: 'b' }, /^AWS_ACCESS_KEY_ID and .* need/)
  })

  it('is named when it is no bucket', () => {
    for (const wrong of [
      'evidence',
      's3://',
      's3:///prefix',
      's3://UPPER',
      's3://a/../b',
      's3://bucket//x',
      's3://bucket/a b',
      'gs://bucket',
    ]) {
      refused({ ...deployment, PORTICO_BLOBS: wrong }, /^PORTICO_BLOBS must name a bucket/)
    }
    refused({ ...deployment, PORTICO_S3_ENDPOINT: 's3.internal' }, /^PORTICO_S3_ENDPOINT must be a URL/)
  })

  it('is on this machine in a sandbox', () => {
    const at = (endpoint: string) => ({ PORTICO_BLOBS: 's3://evidence', PORTICO_S3_ENDPOINT: endpoint })
    for (const near of [
      'http://localhost:8333',
      'http://127.0.0.1:8333',
      'http://127.0.1.1',
      'http://[::1]:8333',
    ])
      assert.equal(read(at(near))?.endpoint, near)
    for (const far of [
      '',
      'https://s3.amazonaws.com',
      'http://10.0.0.1',
      'http://localhost.example.org',
      'http://127.0.0.1.example.org',
      'http://127.0.0.1@example.org',
      'http://[::2]',
    ]) {
      refused(at(far), /^A sandbox keeps its blobs on this machine/)
    }
  })
})

describe('how long a report may take', () => {
  it('is half a minute, and never without a limit', () => {
    assert.equal(readSettings({}).reportSeconds, 30)
    assert.equal(readSettings({ PORTICO_REPORT_SECONDS: '5' }).reportSeconds, 5)
    assert.throws(() => readSettings({ PORTICO_REPORT_SECONDS: '0' }), /from 1 to 50, not 0\.$/)
    assert.throws(() => readSettings({ PORTICO_REPORT_SECONDS: '51' }), /PORTICO_REPORT_SECONDS must be/)
  })
})

describe('whether pages are recognised', () => {
  it('is asked for by default, and may be refused', () => {
    assert.equal(readSettings({}).recognition, 'on')
    assert.equal(readSettings({ PORTICO_OCR: 'off' }).recognition, 'off')
    assert.throws(() => readSettings({ PORTICO_OCR: 'yes' }), /PORTICO_OCR must be one of on, off/)
  })
})

describe('a setting that there is not', () => {
  it('is refused by name, with the nearest that there is', () => {
    refused(
      { PORTICO_SYNTH_PAGE: '5' },
      /^There is no setting PORTICO_SYNTH_PAGE; did you mean PORTICO_SYNTH_PAGES\?$/,
    )
    refused(
      { PORTICO_XYZZYXYZZY: '' },
      /^There is no setting PORTICO_XYZZYXYZZY: docs\/reference\/settings\.md lists them all\.$/,
    )
    refused(
      { PORTICO_SYNTH_PAGE: '5', PORTICO_MODES: 'sandbox', PORTICO_LOG: 'no such level' },
      /^There is no setting PORTICO_MODES; did you mean PORTICO_MODE\?\nThere is no setting PORTICO_SYNTH_PAGE; did you mean PORTICO_SYNTH_PAGES\?$/,
    )
    assert.equal(readSettings({ PORTICO_EXTRA: 'x' }, ['PORTICO_EXTRA']).port, 8080)
  })

  it('every setting that is read is known', () => {
    const text = readFileSync(join(import.meta.dirname, 'config.ts'), 'utf8')
    const read = new Set([...text.matchAll(/\benv(?:\.|, ')(PORTICO_[A-Z0-9_]+)/g)].map(([, name]) => name))
    assert.deepEqual([...read].toSorted(), settingNames.toSorted())
  })
})
