import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { ScopedAccess } from '@portico/contract/scoped-access'
import { curator } from '../../app/file/case-documents.ts'
import { folderWithDatabase, portico } from '../process.ts'
import { bucket, credentials, startS3 } from '../s3.ts'
import { startWorld, type World } from '../world.ts'

describe('a service with its documents on S3', () => {
  let s3: Awaited<ReturnType<typeof startS3>>
  let env: Record<string, string>
  before(async () => {
    s3 = await startS3()
    env = {
      PORTICO_BLOBS: `s3://${bucket}/portico`,
      PORTICO_S3_ENDPOINT: s3.endpoint,
      PORTICO_S3_ACCESS_KEY_ID: credentials.accessKeyId,
      PORTICO_S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    }
  })
  after(() => s3.close())

  const forgetCopies = async ({ service }: World) => {
    for (const cache of ['blob-cache/files', 'derived/files'])
      await rm(join(service.settings.dataFolder, cache), { recursive: true, force: true })
  }

  it('keeps them in the bucket alone, and serves them from there', async () => {
    const world = await startWorld(env)
    const objects = await readdir(join(s3.folder, bucket, 'portico'), { recursive: true })
    assert.equal(objects.filter((name) => name.endsWith('_object')).length, 2, 'one a case')
    assert.equal(existsSync(join(world.service.settings.dataFolder, 'blobs')), false)
    await forgetCopies(world)
    for (const path of [`/documents/${world.documentId}/content`, '/file', '/file?format=zip']) {
      assert.equal((await world.admin('GET', `/appeals/${world.caseId}${path}`)).status, 200, path)
    }
    const { files, faults } = await world.service.verifyFiles({})
    assert.deepEqual({ files, faults }, { files: 2, faults: [] })
    const { content } = await world.service.portico.caseDocuments.facts(
      world.caseId,
      world.documentId,
      curator,
    )
    await world.service.blobs.remove(content.sha256)
    const [fault] = (await world.service.verifyFiles({})).faults
    assert.deepEqual([fault?.sha256, fault?.what], [content.sha256, 'missing'])
    await world.close()
  })

  it('gives scoped access straight to the bucket', async () => {
    const world = await startWorld(env)
    const granted = await world.admin('POST', `/cases/${world.caseId}/scoped-access`)
    const { access } = granted.json as ScopedAccess
    const [file] = access.files
    assert.equal(new URL(file?.url ?? '').origin, new URL(s3.endpoint).origin)
    const bytes = Buffer.from(await (await fetch(file?.url ?? '')).arrayBuffer())
    assert.equal(bytes.length, file?.bytes)
    assert.equal(createHash('sha256').update(bytes).digest('hex'), file?.sha256)
    const part = await fetch(file?.url ?? '', { headers: { range: 'bytes=0-4' } })
    assert.deepEqual([part.status, await part.text()], [206, '%PDF-'])
    await world.close()
  })

  it('answers 503 while the bucket is away, and goes on when it is back', async () => {
    const world = await startWorld(env)
    await forgetCopies(world)
    await s3.goAway()
    const content = `/appeals/${world.caseId}/documents/${world.documentId}/content`
    const away = await world.admin('GET', content)
    assert.equal(away.status, 503)
    assert.ok(away.headers.get('retry-after'))
    assert.equal((await world.admin('GET', `/appeals/${world.caseId}/documents`)).status, 200)
    await s3.comeBack()
    assert.equal((await world.admin('GET', content)).status, 200)
    await world.close()
  })

  it('does not start on a bucket that is not there, and says so in one sentence', async () => {
    const folder = await folderWithDatabase()
    const settings = { ...env, PORTICO_DATA: folder.path, PORTICO_BLOBS: 's3://no-such-bucket' }
    const { code, stderr } = await portico(['serve'], settings).ended
    assert.equal(code, 3)
    const sentence =
      'portico: PORTICO_BLOBS: The bucket no-such-bucket cannot be used: there is no such bucket.\n'
    assert.equal(stderr, sentence)
    await folder.remove()
  })
})
