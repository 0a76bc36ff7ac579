import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { caseFile } from '../../core/file/case-file.ts'
import { document } from '../../core/file/document.ts'
import { asSummary, listDocuments } from '../../projections/documents.ts'
import type { Database } from '../../store/db.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, bob } from '../../test/given.ts'
import { type DocumentList, openDocumentLists } from './document-lists.ts'

const reader = { id: alice.id, audience: 'staff' as const }

describe('the list of documents', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  before(async () => {
    db = await freshDatabase()
    desk = openDesk(db)
  })
  after(() => db.close())

  const listed = async (list: DocumentList, caseId: string) => {
    const [row] = await db.rows<{ version: number }>(`select version from case_streams where case_id = $1`, [
      caseId,
    ])
    return (await list(caseId, reader, row?.version ?? 0)).toString()
  }
  const madeAnew = async (caseId: string) =>
    JSON.stringify({ documents: (await listDocuments(db, caseId, alice.id)).map(asSummary) })

  it('patched after any change is the list made anew, byte for byte', async () => {
    const list = openDocumentLists(db)
    const documents = Array.from({ length: 12 }, (_, index) => newDocument(2, `Räumung № ${index}`))
    const { caseId, documentIds } = await desk.open(documents)
    const setRead = (documentId: string, actor = alice) =>
      desk.execute(
        document,
        requestBy(actor),
        { type: 'setRead', caseId, documentId, read: true },
        () => null,
      )
    const steps: (() => Promise<unknown>)[] = [
      async () => {},
      () => desk.tag(caseId, documentIds[0]!, 'first, with “ü”'),
      () => desk.tag(caseId, documentIds[11]!, 'last'),
      () => setRead(documentIds[5]!),
      () => setRead(documentIds[6]!, bob),
      () => desk.untag(caseId, documentIds[0]!, 'first, with “ü”'),
      () => Promise.all(documentIds.slice(2, 7).map((id) => desk.tag(caseId, id, 'several'))),
      () => Promise.all(documentIds.map((id) => desk.tag(caseId, id, 'more than are patched'))),
      () =>
        desk.execute(
          caseFile,
          requestBy(),
          { type: 'arrangeDocuments', caseId, documentIds: documentIds.toReversed() },
          () => null,
        ),
      () => desk.tag(caseId, documentIds[3]!, 'in its new place'),
    ]
    for (const [index, step] of steps.entries()) {
      await step()
      assert.equal(await listed(list, caseId), await madeAnew(caseId), `after step ${index}`)
    }
  })

  it('patched while the documents are being arranged has one order, not parts of two', async () => {
    const { caseId, documentIds } = await desk.open(
      ['one', 'two', 'three'].map((name) => newDocument(1, name)),
    )
    const arrange = () =>
      desk.execute(
        caseFile,
        requestBy(),
        { type: 'arrangeDocuments', caseId, documentIds: documentIds.toReversed() },
        () => null,
      )
    let overtaking: typeof arrange | undefined
    const overtaken: Database = {
      ...db,
      async rows<Row>(text: string, values?: readonly unknown[]) {
        const rows = await db.rows<Row>(text, values)
        const overtake = text.includes('from events') ? overtaking : undefined
        if (overtake) overtaking = undefined
        await overtake?.()
        return rows
      },
    }
    const list = openDocumentLists(overtaken)
    await listed(list, caseId)
    await desk.tag(caseId, documentIds[0]!, 'x')
    overtaking = arrange
    const { documents } = JSON.parse(await listed(list, caseId)) as { documents: { position: number }[] }
    assert.equal(overtaking, undefined)
    assert.deepEqual(
      documents.map(({ position }) => position),
      [0, 1, 2],
    )
  })

  it('where tags have changed the other documents are not read again', async () => {
    const { caseId, documentIds } = await desk.open([newDocument(1, 'one'), newDocument(1, 'two')])
    const list = openDocumentLists(db)
    await listed(list, caseId)
    await desk.tag(caseId, documentIds[0]!, 'x')
    await db.rows(`update documents set name = 'never read' where case_id = $1 and document_id = $2`, [
      caseId,
      documentIds[1],
    ])
    const { documents } = JSON.parse(await listed(list, caseId)) as {
      documents: { name: string; tags: string[] }[]
    }
    assert.deepEqual(
      documents.map(({ name, tags }) => [name, tags]),
      [
        ['one', ['x']],
        ['two', []],
      ],
    )
  })
})
