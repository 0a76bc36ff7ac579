import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { caseFile } from '../core/case-file.ts'
import { document } from '../core/document.ts'
import { allProjections } from '../projections/all.ts'
import { findCase } from '../projections/cases.ts'
import { findDocument, listDocuments } from '../projections/documents.ts'
import { newDocument, openDesk, requestBy } from '../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { alice, bob } from '../test/given.ts'
import { rebuild } from './rebuild.ts'

const texts = fc.constantFrom('nexus', 'favorable', '__proto__', 'a', '70%', 'Ünïcode 😀')
const step = fc.oneof(
  fc.record({ kind: fc.constant('tag' as const), text: texts, which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('untag' as const), text: texts, which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('annotate' as const), id: fc.nat(4), which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.nat(4), which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('read' as const), read: fc.boolean(), which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('file' as const), pages: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('arrange' as const), seed: fc.nat() }),
)

describe('rebuilding', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  before(async () => {
    db = await freshDatabase({ size: 20 })
    desk = openDesk(db)
  })
  after(() => db.close())

  async function tables(): Promise<Record<string, unknown[]>> {
    const found: Record<string, unknown[]> = {}
    for (const table of allProjections.flatMap((projection) => projection.tables)) {
      const rows = await db.rows<{ row: string }>(`select t::text as row from ${table} t order by 1`)
      found[table] = rows.map(({ row }) => row)
    }
    return found
  }

  type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

  async function perform(caseId: string, documentIds: string[], given: Step) {
    const call = requestBy('who' in given && given.who ? bob : alice)
    const documentId = 'which' in given ? documentIds[given.which % documentIds.length]! : ''
    const target = { caseId, documentId }
    switch (given.kind) {
      case 'tag':
      case 'untag':
        return desk.execute(document, call, { ...target, type: given.kind, text: given.text }, () => null)
      case 'annotate': {
        const { startPage } = (await listDocuments(db, caseId, alice.id)).find(({ id }) => id === documentId)!
        const annotation = {
          annotationId: `${documentId}-${given.id}`,
          page: startPage,
          x: 0.1,
          comment: 'c',
        }
        return desk.execute(document, call, { ...target, type: 'annotate', ...annotation }, () => null)
      }
      case 'remove': {
        const removal = { annotationId: `${documentId}-${given.id}`, mayRemoveOthers: true }
        return desk.execute(document, call, { ...target, type: 'removeAnnotation', ...removal }, () => null)
      }
      case 'read':
        return desk.execute(document, call, { ...target, type: 'setRead', read: given.read }, () => null)
      case 'file': {
        const filed = newDocument(given.pages)
        documentIds.push(filed.documentId)
        return desk.execute(caseFile, call, { type: 'fileDocuments', caseId, documents: [filed] }, () => null)
      }
      case 'arrange': {
        const arranged = documentIds.toSorted((a, b) => (hash(a, given.seed) < hash(b, given.seed) ? -1 : 1))
        return desk.execute(
          caseFile,
          call,
          { type: 'arrangeDocuments', caseId, documentIds: arranged },
          () => null,
        )
      }
    }
  }

  it('equals live, byte for byte, after random commands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const alias = { source: 'test', externalId: crypto.randomUUID() }
        const { caseId, documentIds } = await desk.open([newDocument(2), newDocument(1), newDocument(4)], {
          alias,
        })
        for (const given of steps) await perform(caseId, documentIds, given)
        const live = await tables()
        await rebuild(db, allProjections)
        assert.deepEqual(await tables(), live)
      }),
      { numRuns: 15 },
    )
    const { cases, tags, annotations } = await tables()
    assert.ok(cases!.length >= 15 && tags!.length > 0 && annotations!.length > 0)
  })

  it('the service reads and writes throughout, and nothing it wrote is missing', async () => {
    const { caseId, documentIds } = await desk.open()
    let isDone = false
    let reads = 0
    let writes = 0
    const reading = Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isDone) {
          assert.equal((await listDocuments(db, caseId, alice.id)).length, 1)
          assert.ok(await findDocument(db, caseId, documentIds[0]!, alice.id))
          assert.equal((await findCase(db, caseId))?.documentCount, 1)
          reads += 1
        }
      }),
    )
    const writing = (async () => {
      while (!isDone) {
        await desk.tag(caseId, documentIds[0]!, `during ${writes}`)
        writes += 1
      }
    })()
    for (let round = 0; round < 25; round++) await rebuild(db, allProjections)
    isDone = true
    await Promise.all([reading, writing])
    assert.ok(reads > 0 && writes > 0)
    const [listed] = await listDocuments(db, caseId, alice.id)
    assert.equal(listed?.tags.length, writes)
    const live = await tables()
    await rebuild(db, allProjections)
    assert.deepEqual(await tables(), live)
  })

  it('tables that were damaged are whole again', async () => {
    const { caseId } = await desk.open()
    const whole = await tables()
    await db.rows(`delete from documents where case_id = $1`, [caseId])
    await db.rows(`update cases set document_count = 99`)
    assert.notDeepEqual(await tables(), whole)
    await rebuild(db, allProjections)
    assert.deepEqual(await tables(), whole)
  })
})

function hash(text: string, seed: number): number {
  let value = seed | 1
  for (const character of text) value = Math.imul(value ^ character.charCodeAt(0), 16_777_619)
  return value
}
