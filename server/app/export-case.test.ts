import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { openDesk } from '../test/case-desk.ts'
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
