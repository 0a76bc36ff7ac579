import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openSecret } from '../../auth/secret.ts'
import { document } from '../../core/file/document.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { Database } from '../../store/db.ts'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { noon } from '../../test/given.ts'
import { openScopedAccess } from './scoped-access.ts'

describe('scoped access', () => {
  const reader = { id: 'mem_1', name: 'drafter', kind: 'person' as const, curates: false, concealed: [] }
  const documentCount = 40
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  it('takes as few statements for many files as for one, none while the case stays as it is, and ends with a document', async () => {
    const desk = openDesk(db)
    const documents = Array.from({ length: documentCount }, (_, number) => {
      const made = newDocument(2)
      return { ...made, content: { ...made.content, sha256: String(number).padStart(64, '0') } }
    })
    const { caseId, documentIds } = await desk.open(documents)
    let statements = 0
    const counted: Database = {
      ...db,
      rows: (text, values) => {
        statements += 1
        return db.rows(text, values)
      },
    }
    const blobs = {} as Blobs
    const access = openScopedAccess({ db: counted, blobs, secret: openSecret('s'.repeat(32)) })
    const given = (version: number) => access.give({ caseId, version }, reader, noon, (grant) => grant)

    const { files } = await given(1)
    assert.equal(files.length, documentCount)
    assert.ok(statements <= 2, `${statements} statements`)
    const before = statements
    const grants = files.map(({ url }) => access.read(url, noon))
    for (const grant of grants) await access.refuseGone(grant, 1, [])
    assert.equal(statements, before)

    const removal = {
      type: 'setStatus' as const,
      caseId,
      documentId: documentIds[0]!,
      status: 'removed' as const,
    }
    const version = await desk.execute(
      document,
      requestBy(),
      { ...removal, why: 'filed in error' },
      ({ version }) => version,
    )
    const [first, second] = grants
    await assert.rejects(access.refuseGone(first!, version, []), { code: 'forbidden' })
    await access.refuseGone(second!, version, [])
    assert.equal((await given(version)).files.length, documentCount - 1)
  })
})
