import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import fc from 'fast-check'
import { type CaseFileCommand, caseFile } from '../../core/file/case-file.ts'
import { type DocumentCommand, document } from '../../core/file/document.ts'
import { sources } from '../../core/file/source.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { session } from '../../core/session/session.ts'
import { allProjections } from '../../projections/all.ts'
import { findCase } from '../../projections/cases.ts'
import { findDocument, listDocuments } from '../../projections/documents.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, bob, noon } from '../../test/given.ts'
import { sized } from '../../test/size.ts'
import { until } from '../../test/until.ts'
import { rebuild } from './rebuild.ts'

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never

const texts = fc.constantFrom('nexus', 'favorable', '__proto__', 'a', '70%', 'Ünïcode 😀')
const step = fc.oneof(
  fc.record({ kind: fc.constant('tag' as const), text: texts, which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('untag' as const), text: texts, which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('annotate' as const), id: fc.nat(4), which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('remove' as const), id: fc.nat(4), which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('read' as const), read: fc.boolean(), which: fc.nat(5), who: fc.boolean() }),
  fc.record({ kind: fc.constant('file' as const), pages: fc.integer({ min: 1, max: 9 }) }),
  fc.record({ kind: fc.constant('arrange' as const), seed: fc.nat() }),
  fc.record({
    kind: fc.constant('revise' as const),
    pages: fc.integer({ min: 1, max: 4 }),
    which: fc.nat(5),
  }),
  fc.record({ kind: fc.constant('divide' as const), which: fc.nat(5) }),
  fc.record({
    kind: fc.constant('stand' as const),
    status: fc.constantFrom('current' as const, 'held' as const, 'removed' as const),
    which: fc.nat(5),
  }),
  fc.record({
    kind: fc.constant('source' as const),
    says: fc.constantFrom('listed' as const, 'submitted' as const, 'failed' as const, 'taken' as const),
    id: fc.nat(2),
    revision: fc.nat(2),
  }),
  fc.record({ kind: fc.constant('link' as const), linked: fc.boolean(), which: fc.nat(5) }),
  fc.record({
    kind: fc.constant('reanchor' as const),
    id: fc.nat(4),
    isFound: fc.boolean(),
    which: fc.nat(5),
  }),
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

  /** A refusal is as good as any answer here: what counts is what was written. */
  async function perform(caseId: string, documentIds: string[], given: Step) {
    await attempt(caseId, documentIds, given).catch((error) => {
      if (!(error instanceof Refusal)) throw error
    })
  }

  async function attempt(caseId: string, documentIds: string[], given: Step) {
    const call = requestBy('who' in given && given.who ? bob : alice)
    const documentId = 'which' in given ? documentIds[given.which % documentIds.length]! : ''
    const target = { caseId, documentId }
    const versions = await db.rows<{ version: number; start_page: number; end_page: number }>(
      `select version, start_page, end_page from documents where case_id = $1 and document_id = $2`,
      [caseId, documentId],
    )
    const { version, start_page: page, end_page } = versions[0] ?? { version: 1, start_page: 1, end_page: 1 }
    const onDocument = (command: DistributiveOmit<DocumentCommand, 'caseId' | 'documentId'>) =>
      desk.execute(document, call, { ...target, ...command }, () => null)
    const onFile = (command: CaseFileCommand) => desk.execute(caseFile, call, command, () => null)
    switch (given.kind) {
      case 'tag':
      case 'untag':
        return onDocument({ type: given.kind, text: given.text })
      case 'annotate': {
        const annotationId = `${documentId}-${given.id}`
        return onDocument({ type: 'annotate', annotationId, page, x: 0.1, comment: 'c', quote: 'q' })
      }
      case 'remove':
        return onDocument({
          type: 'removeAnnotation',
          annotationId: `${documentId}-${given.id}`,
          mayRemoveOthers: true,
        })
      case 'read':
        return onDocument({ type: 'setRead', read: given.read })
      case 'stand':
        return onDocument({ type: 'setStatus', status: given.status, why: 'because' })
      case 'link': {
        const run = { startPage: page, endPage: page, ofStartPage: 1, kind: 'near' as const, similarity: 0.9 }
        await onDocument({ type: 'link', version, duplicates: [run], onDuplicate: 'hold' })
        return onDocument({ type: 'setLinked', linked: given.linked })
      }
      case 'reanchor': {
        const found = given.isFound ? { found: { page, y: 0.5 } } : {}
        const anchors = [{ annotationId: `${documentId}-${given.id}`, ...found }]
        return onDocument({ type: 'reanchor', version, anchors })
      }
      case 'file': {
        const filed = newDocument(given.pages)
        documentIds.push(filed.documentId)
        return onFile({ type: 'fileDocuments', caseId, documents: [filed], onDuplicate: 'hold' })
      }
      case 'source': {
        const sourceId = `source-${given.id}`
        const about = { sourceId, revision: `${given.revision}`, name: 'n', receiptDate: '2020-01-02' }
        const at = call.at.toISOString()
        const of = { caseId, source: 'main' }
        const tell = (command: Parameters<typeof sources.decide>[0]) =>
          desk.execute(sources, call, command, () => null)
        const { revision } = about
        switch (given.says) {
          case 'listed':
            return tell({ type: 'listSource', ...of, documents: [about], isWhole: given.id > 0, at })
          case 'submitted':
            return tell({ type: 'submitDocument', ...of, document: about, uploadId: 'upl_1', at })
          case 'failed':
            return tell({ type: 'failDocument', ...of, sourceId, revision, why: 'because' })
          case 'taken': {
            const filed = newDocument(1)
            filed.content.sha256 = `${given.id}${given.revision}`.padEnd(64, 'e')
            const from = { source: 'main', sourceId, revision }
            const document = { ...filed, from }
            return onFile({ type: 'takeDocument', caseId, document, onDuplicate: 'refuse' })
          }
        }
        return null
      }
      case 'revise': {
        const content = { ...newDocument(given.pages).content, sha256: `${version}`.padStart(64, 'd') }
        return onFile({ type: 'reviseDocument', ...target, content })
      }
      case 'divide': {
        const { content: _, ...labels } = newDocument(1)
        const parts = [
          { ...labels, pageCount: 1 },
          { ...labels, documentId: newDocument(1).documentId, pageCount: end_page - page },
        ]
        await onFile({ type: 'divideDocument', ...target, parts })
        documentIds.push(parts[1]!.documentId)
        return null
      }
      case 'arrange': {
        const listed = (await listDocuments(db, caseId, alice.id)).map(({ id }) => id)
        const arranged = listed.toSorted((a, b) => (hash(a, given.seed) < hash(b, given.seed) ? -1 : 1))
        await onFile({ type: 'arrangeDocuments', caseId, documentIds: arranged })
        const after = (await listDocuments(db, caseId, alice.id)).map(({ id }) => id)
        assert.deepEqual(after, arranged)
        return null
      }
    }
  }

  it('equals live, byte for byte, after random commands', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: sized(0, 20), maxLength: 35 }), async (steps) => {
        const alias = { source: 'test', externalId: crypto.randomUUID() }
        const { caseId, documentIds } = await desk.open([newDocument(2), newDocument(1), newDocument(4)], {
          alias,
        })
        for (const given of steps) await perform(caseId, documentIds, given)
        const live = await tables()
        await rebuild(db, allProjections)
        assert.deepEqual(await tables(), live)
      }),
      { numRuns: sized(15, 5), seed: 20_261_115 },
    )
    const { cases, tags, annotations, document_versions, source_documents } = await tables()
    assert.ok(cases!.length >= sized(15, 5) && tags!.length > 0 && annotations!.length > 0)
    assert.ok(document_versions!.length > cases!.length * 3 && source_documents!.length > 0)
  })

  it('the service reads and writes throughout, and nothing it wrote is missing', async () => {
    const { caseId, documentIds } = await desk.open()
    // Each write makes the next reads longer: without a pause most of the work would be theirs.
    const betweenMs = 5
    let isDone = false
    let reads = 0
    let writes = 0
    const reading = Promise.all(
      Array.from({ length: 2 }, async () => {
        while (!isDone) {
          assert.equal((await listDocuments(db, caseId, alice.id)).length, 1)
          assert.ok(await findDocument(db, caseId, documentIds[0]!, alice.id))
          assert.equal((await findCase(db, caseId))?.documentCount, 1)
          reads += 1
          await sleep(betweenMs)
        }
      }),
    )
    const writing = (async () => {
      while (!isDone) {
        await desk.tag(caseId, documentIds[0]!, `during ${writes}`)
        writes += 1
        await sleep(betweenMs)
      }
    })()
    const rounds = sized(25, 5)
    for (let round = 0; round < rounds; round++) await rebuild(db, allProjections)
    isDone = true
    await Promise.all([reading, writing])
    assert.ok(reads > rounds && writes > rounds, `${reads} reads and ${writes} writes`)
    const [listed] = await listDocuments(db, caseId, alice.id)
    assert.equal(listed?.tags.length, writes)
    const live = await tables()
    await rebuild(db, allProjections)
    assert.deepEqual(await tables(), live)
  })

  it('gives way to a reader that holds one of its tables and wants another', async () => {
    await desk.open()
    const [first, last] = [allProjections[0]?.tables[0], allProjections.at(-1)?.tables.at(-1)]
    let rebuilding: Promise<unknown> = Promise.resolve()
    await db.transaction(async (reader) => {
      await reader.rows(`select from projections.${last} limit 1`)
      const [{ pid } = { pid: 0 }] = await reader.rows<{ pid: number }>(`select pg_backend_pid() as pid`)
      rebuilding = rebuild(db, allProjections)
      await until(async () => {
        const [held] = await db.rows(`select from pg_stat_activity where $1 = any(pg_blocking_pids(pid))`, [
          pid,
        ])
        return held !== undefined
      })
      await reader.rows(`select from projections.${first} limit 1`)
    })
    await rebuilding
  })

  it('a session is told the same although a clock went back in between', async () => {
    const { caseId } = await desk.open()
    const of = { caseId, sessionId: 'session_rebuilt' }
    const at = (minutes: number) => requestBy(alice, new Date(noon.getTime() + minutes * 60_000))
    const slot = { startsAt: '2026-12-24T09:00:00Z', minutes: 60, timeZone: 'UTC' }
    const execute = desk.execute
    await execute(session, at(10), { type: 'requestSession', ...of, kind: 'video' }, () => null)
    await execute(session, at(5), { type: 'placeSession', ...of, slot }, () => null)
    await execute(session, at(0), { type: 'endSession', ...of, outcome: 'withdrawn' }, () => null)
    const live = await tables()
    await rebuild(db, allProjections)
    assert.deepEqual(await tables(), live)
  })

  it('tables that were damaged are whole again', async () => {
    const { caseId } = await desk.open()
    const whole = await tables()
    await db.rows(`delete from documents where case_id = $1`, [caseId])
    await db.rows(`update cases set page_count = 99`)
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
