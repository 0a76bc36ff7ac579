import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { rawPages, rawPdf } from '../files/intake/raw-pdf.ts'
import { putBytes } from '../files/test-pdf.ts'
import { newDocument, openDesk } from '../test/case-desk.ts'
import { startWorld, type World } from '../test/world.ts'

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
    const writing = (async () => {
      while (isExporting) {
        await desk.tag(world.caseId, world.documentId, 'concurrent')
        await desk.untag(world.caseId, world.documentId, 'concurrent')
      }
    })()
    const exporting = async () => {
      for (let round = 0; round < 10; round++) {
        const file = await portico.exportCase(world.caseId, { format: 'zip', annotations: false, signal })
        const { case: shown, events } = manifestOf(Buffer.concat(await Array.fromAsync(await file.open())))
        assert.equal(shown.version, events.at(-1)?.sequence)
        assert.equal(events.length, shown.version)
        assert.equal(versions.get(file.etag) ?? shown.version, shown.version, 'one name is one version')
        versions.set(file.etag, shown.version)
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
    document.content = { ...document.content, sha256: await putBytes(blobs, active) }
    const { caseId } = await openDesk(db).open([document])
    const { signal } = new AbortController()
    const file = await portico.exportCase(caseId, { format: 'pdf', annotations: false, signal })
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
})

type Manifest = { case: { version: number }; events: { sequence: number }[] }

/** The manifest is the last entry of the ZIP. */
function manifestOf(zip: Buffer): Manifest {
  const entry = zip.lastIndexOf('PK\x01\x02', undefined, 'latin1')
  const header = zip.readUInt32LE(entry + 42)
  const start = header + 30 + zip.readUInt16LE(header + 26) + zip.readUInt16LE(header + 28)
  const packed = zip.subarray(start, start + zip.readUInt32LE(entry + 20))
  return JSON.parse(inflateRawSync(packed).toString()) as Manifest
}
