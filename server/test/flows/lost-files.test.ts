import assert from 'node:assert/strict'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { blobPath } from '../../files/blobs.ts'
import { startWorld, type World } from '../world.ts'

const token = 'only for the tests'

describe('a stored file that is lost', () => {
  let world: World
  let document: { id: string; content: string; original: string }
  before(async () => {
    world = await startWorld({ PORTICO_METRICS_TOKEN: token })
    document = await fileText('A letter of the claimant.')
  })
  after(() => world.close())

  const data = (path: string) => join(world.service.settings.dataFolder, path)
  const placeOf = (sha256: string) => data(`blobs/${blobPath(sha256)}`)
  const health = async () => {
    const { json } = await world.admin('GET', '/docket/health')
    return (json as { broken: { invariant: number; caseId: string; subject: string; sentence: string }[] })
      .broken
  }
  const figure = async (name: string) => {
    const { text } = await world.anonymous('GET', '/metrics', {
      headers: { authorization: `Bearer ${token}` },
    })
    return Number(
      text
        .split('\n')
        .find((line) => line.startsWith(`${name} `))
        ?.split(' ')[1],
    )
  }
  /** A text is kept as it came and as the PDF that was made of it. */
  const fileText = async (text: string) => {
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Letter' }))
    form.set('file', new Blob([text]), 'letter.txt')
    const filed = await world.admin('POST', `/cases/${world.caseId}/documents`, { body: form })
    assert.equal(filed.status, 201, filed.text)
    const { id } = (filed.json as { document: { id: string } }).document
    const [row] = await world.service.db.rows<{ content: string; original: string }>(
      `select content->>'sha256' as content, original->>'sha256' as original from document_versions
       where document_id = $1`,
      [id],
    )
    return { id, ...row! }
  }
  const original = () => world.admin('GET', `/cases/${world.caseId}/documents/${document.id}/original`)

  it('is none while all is well: every file is read and held against its hash', async () => {
    const seen: number[] = []
    const result = await world.service.verifyFiles({ onProgress: (files, of) => seen.push(files / of) })
    assert.equal(result.files, 4, 'two synthetic cases, a text and its PDF')
    assert.deepEqual(result.faults, [])
    assert.equal(seen.at(-1), 1)
    assert.deepEqual(await health(), [])
    assert.ok((await figure('portico_disk_free_bytes')) > 0)
  })

  it('answers with a sentence, is counted, shown in the health of the docket, and forgotten when it is back', async () => {
    const away = `${placeOf(document.original)}.away`
    await rename(placeOf(document.original), away)
    const lost = await original()
    assert.equal(lost.status, 500)
    assert.match((lost.json as { error: string }).error, /^The stored file of this document is missing/)
    assert.equal(await figure('portico_blob_errors_total{kind="missing"}'), 1)
    assert.equal(await figure('portico_lost_files'), 1)
    assert.deepEqual(await health(), [
      {
        invariant: 12,
        caseId: world.caseId,
        subject: document.id,
        sentence: 'The file that version 1 was received as is missing.',
      },
    ])
    await rename(away, placeOf(document.original))
    assert.equal((await original()).status, 200)
    assert.deepEqual(await health(), [])
  })

  it('is found and named by the check, whether it is missing or changed', async () => {
    const good = await readFile(placeOf(document.content))
    const changed = Buffer.from(good)
    changed[good.length >> 1]! ^= 1
    await rm(placeOf(document.content))
    await writeFile(placeOf(document.content), changed)
    await rm(placeOf(document.original))
    const { faults, files } = await world.service.verifyFiles({ caseId: world.caseId })
    assert.equal(files, 3)
    const named = faults.map(({ what, uses }) => [
      what,
      uses.map(({ file, subject }) => `${file} ${subject}`),
    ])
    assert.deepEqual(named.toSorted(), [
      ['changed', [`content ${document.id}`]],
      ['missing', [`original ${document.id}`]],
    ])
    assert.equal((await health()).length, 2)
    await writeFile(placeOf(document.content), good)
    await world.service.verifyFiles({})
    assert.deepEqual(
      (await health()).map(({ sentence }) => sentence),
      ['The file that version 1 was received as is missing.'],
    )
  })

  it('is not given out once it is known to be changed, or is shorter than it was', async () => {
    const good = await readFile(placeOf(document.content))
    const content = () => world.admin('GET', `/appeals/${world.caseId}/documents/${document.id}/content`)
    assert.equal((await content()).status, 200)
    await writeFile(placeOf(document.content), good.subarray(0, 100))
    const cut = await content()
    assert.equal(cut.status, 500)
    assert.match((cut.json as { error: string }).error, /^The stored file of this document was changed/)
    assert.ok((await health()).some(({ sentence }) => sentence === 'The file of version 1 is changed.'))

    const changed = Buffer.from(good)
    changed[good.length >> 1]! ^= 1
    await writeFile(placeOf(document.content), changed)
    await world.service.verifyFiles({})
    assert.equal((await content()).status, 500)
    await writeFile(placeOf(document.content), good)
    await world.service.verifyFiles({})
    assert.equal((await content()).status, 200)
  })

  it('is in the next export of its case once it is back', async () => {
    const exported = (format: string) => world.admin('GET', `/appeals/${world.caseId}/file?format=${format}`)
    const away = `${placeOf(document.content)}.away`
    for (const format of ['zip', 'pdf']) {
      await rename(placeOf(document.content), away)
      const without = await exported(format)
      await rename(away, placeOf(document.content))
      const whole = await exported(format)
      assert.deepEqual([without.status, whole.status], [200, 200])
      assert.notEqual(without.headers.get('etag'), whole.headers.get('etag'))
      assert.notEqual(without.text, whole.text)
    }
  })

  it('is noticed when the whole folder is gone', async () => {
    await rename(data('blobs'), data('gone'))
    await mkdir(dirname(placeOf(document.content)), { recursive: true })
    const { faults, files } = await world.service.verifyFiles({})
    assert.equal(faults.length, files)
  })
})
