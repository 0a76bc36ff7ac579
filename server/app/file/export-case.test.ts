import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { getDocument } from 'unpdf/pdfjs'
import type { Reader } from '../../core/file/reader.ts'
import { issues } from '../../core/issue/issue.ts'
import { rawPages, rawPdf } from '../../files/intake/raw-pdf.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { putBytes } from '../../test/test-pdf.ts'
import { until } from '../../test/until.ts'
import { startWorld, type World } from '../../test/world.ts'
import type { ExportRequest } from './export-case.ts'

describe('exporting a case', () => {
  let world: World
  before(async () => {
    world = await startWorld()
  })
  after(() => world.close())

  it('shows one version of it while it is written to', async () => {
    const { db, portico } = world.service
    const desk = openDesk(db)
    const versions = new Map<string, number>()
    const { signal } = new AbortController()
    let isExporting = true
    let writes = 0
    const writing = (async () => {
      while (isExporting) {
        await desk.tag(world.caseId, world.documentId, 'concurrent')
        await desk.untag(world.caseId, world.documentId, 'concurrent')
        writes += 1
      }
    })()
    const exporting = async () => {
      for (let round = 0; round < 10; round++) {
        const file = await portico.files.exportCase(world.caseId, {
          format: 'zip',
          annotations: false,
          signal,
        })
        const { case: shown, events } = manifestOf(Buffer.concat(await Array.fromAsync(await file.open())))
        assert.equal(events.count, shown.version)
        assert.equal(versions.get(file.etag) ?? shown.version, shown.version, 'one name is one version')
        versions.set(file.etag, shown.version)
        const before = writes
        await until(() => writes > before, 1)
      }
    }
    await exporting().finally(() => {
      isExporting = false
    })
    await writing
    assert.ok(versions.size > 1, 'it was written to meanwhile')
  })

  it('gives the pages of a file without the scripts in it', async () => {
    const { db, portico, blobs } = world.service
    const script = '<</S/JavaScript/JS(app.alert)>>'
    const pages = rawPages(1)
    const active = rawPdf({
      1: `<</Type/Catalog/Pages 2 0 R/OpenAction${script}>>`,
      ...pages,
      4: String(pages[4]).replace(/>>$/, `/AA<</O${script}>>>>`),
    })
    const document = newDocument(1)
    document.content = {
      ...document.content,
      sha256: await putBytes(blobs, active),
      bytes: active.length,
    }
    const { caseId } = await openDesk(db).open([document])
    const { signal } = new AbortController()
    const file = await portico.files.exportCase(caseId, { format: 'pdf', annotations: false, signal })
    const task = getDocument({
      verbosity: 0,
      data: new Uint8Array(Buffer.concat(await Array.fromAsync(await file.open()))),
    })
    const pdf = await task.promise
    const last = await pdf.getPage(pdf.numPages)
    const shown = (await last.getTextContent()).items.map((item) => ('str' in item ? item.str : ''))
    assert.deepEqual(
      [shown.join(''), await last.getJSActions(), await pdf.getJSActions()],
      ['Page 1', null, null],
    )
    await task.destroy()
  })

  const exportOf = async (asked: Partial<ExportRequest> = {}) => {
    const request = {
      format: 'pdf',
      annotations: false,
      signal: new AbortController().signal,
      ...asked,
    } as const
    const exported = () => world.service.portico.files.exportCase(world.caseId, request)
    const file = await exported()
    const bytes = Buffer.concat(await Array.fromAsync(await file.open()))
    await until(async () => (await exported()).bytes !== undefined, 1)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    return { etag: file.etag, wasKept: file.bytes !== undefined, sha256 }
  }

  it('gives the kept file again as long as what it shows is the same', async () => {
    const desk = openDesk(world.service.db)
    const first = await exportOf()
    await desk.tag(world.caseId, world.documentId, 'does not show')
    assert.deepEqual(await exportOf(), { ...first, wasKept: true })
    const zipped = await exportOf({ format: 'zip' })
    await desk.tag(world.caseId, world.documentId, 'shows in the events')
    const later = await exportOf({ format: 'zip' })
    assert.deepEqual([later.wasKept, later.etag === zipped.etag], [false, false])
  })

  it('stops, workers and all, when nobody waits for it any more', async () => {
    const { portico, db, blobs } = world.service
    const document = newDocument(400)
    document.content = {
      ...document.content,
      sha256: await putBytes(blobs, rawPdf({ 1: '<</Type/Catalog/Pages 2 0 R>>', ...rawPages(400) })),
    }
    const { caseId } = await openDesk(db).open([document])
    const exported = (signal: AbortSignal) =>
      portico.files.exportCase(caseId, { format: 'pdf', annotations: false, signal })
    const left = new AbortController()
    const stream = await (await exported(left.signal)).open()
    stream.on('error', () => {})
    await once(stream, 'data')
    left.abort()
    stream.destroy()
    const scratch = join(world.service.settings.dataFolder, 'derived', 'tmp')
    await until(async () => (await readdir(scratch)).length === 0, 1)
    assert.equal((await exported(new AbortController().signal)).bytes, undefined, 'nothing of it is kept')
  })

  it('shows each reader the annotations that are theirs to see, and keeps them apart', async () => {
    const at = `/appeals/${world.caseId}/documents/${world.documentId}`
    const { json } = await world.admin('GET', at)
    const { startPage: page } = (json as { document: { startPage: number } }).document
    const annotate = (body: object) => world.admin('POST', `${at}/annotations`, { body: { page, ...body } })
    await annotate({ comment: 'for all' })
    const everyone = await exportOf({ annotations: true, reader: staff })
    const secret = await annotate({ comment: 'for me alone', visibility: 'private' })
    assert.equal(secret.status, 201, secret.text)
    assert.deepEqual(await exportOf({ annotations: true, reader: staff }), { ...everyone, wasKept: true })
    const [author] = await world.service.db.rows<{ id: string }>(
      `select author_id as id from annotations where case_id = $1 and visibility = 'private'`,
      [world.caseId],
    )
    const own = await exportOf({ annotations: true, reader: { ...staff, id: author?.id ?? '' } })
    assert.deepEqual([own.wasKept, own.etag === everyone.etag], [false, false])
  })

  it('tells only those who may know how an issue is being decided, and keeps them apart', async () => {
    const { db } = world.service
    const issueId = 'issue_exported'
    const { execute } = openDesk(db)
    const target = { caseId: world.caseId, issueId }
    await execute(issues, requestBy(), { type: 'addIssue', ...target, issueType: 'other' }, () => null)
    await execute(issues, requestBy(), { type: 'decideIssue', ...target, disposition: 'denied' }, () => null)
    const knows = await exportOf({ format: 'zip', reader: { ...staff, audience: 'deliberation' } })
    const others = await exportOf({ format: 'zip', reader: staff })
    assert.deepEqual([others.wasKept, others.etag === knows.etag], [false, false])
  })
})

const staff: Reader = { id: 'somebody', teams: [], audience: 'staff' }

type Manifest = { case: { version: number }; events: { count: number } }

/** The manifest is the last entry of the ZIP. */
function manifestOf(zip: Buffer): Manifest {
  const entry = zip.lastIndexOf('PK\x01\x02', undefined, 'latin1')
  const header = zip.readUInt32LE(entry + 42)
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20))
  return JSON.parse(inflateRawSync(packed).toString()) as Manifest
}
