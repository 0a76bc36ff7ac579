import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { openDesk } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { verify } from './verify.ts'

describe('verifying the chains', () => {
  let db: TestDatabase
  let caseId: string
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())
  beforeEach(async () => {
    const desk = openDesk(db)
    const opened = await desk.open()
    caseId = opened.caseId
    for (const text of ['a', 'b', 'c']) await desk.tag(caseId, opened.documentIds[0]!, text)
  })

  const faults = async () => (await verify(db, { caseId })).faults
  const change = (assignment: string) =>
    db.script(`update events set ${assignment} where case_id = '${caseId}' and sequence = 4`)

  it('an untouched log has no fault', async () => {
    const { cases, events, faults } = await verify(db, { caseId })
    assert.deepEqual({ cases, events, faults }, { cases: 1, events: 5, faults: [] })
  })
  it('a log that is being written has no fault', async () => {
    const desk = openDesk(db)
    const { caseId, documentIds } = await desk.open()
    let isWriting = true
    const writing = (async () => {
      for (let count = 0; count < 60; count++) {
        await desk.tag(caseId, documentIds[0]!, `tag ${count}`)
        await desk.open()
      }
    })().finally(() => {
      isWriting = false
    })
    while (isWriting) assert.deepEqual((await verify(db)).faults, [])
    await writing
  })
  it('changed data is found and named', async () => {
    await change(`data = '{"documentId": "doc_x", "text": "other"}'`)
    assert.deepEqual(await faults(), [{ caseId, sequence: 4, what: 'the data was changed' }])
  })
  it('changed data with a fitting hash of its own still breaks the chain', async () => {
    await change(`data = '{}', data_hash = sha256('{}')`)
    assert.deepEqual(await faults(), [{ caseId, sequence: 4, what: 'the envelope or its link was changed' }])
  })
  it('another author, time or type is found', async () => {
    for (const assignment of [
      `actor = jsonb_set(actor, '{name}', '"mallory"')`,
      `at = at + interval '1 ms'`,
      `type = 'document.untagged'`,
      `correlation_id = 'other'`,
    ]) {
      await change(assignment)
      assert.equal((await faults())[0]?.sequence, 4, assignment)
    }
  })
  it('a missing event is found, in the middle and at the end', async () => {
    await db.rows(`delete from events where case_id = $1 and sequence = 5`, [caseId])
    assert.deepEqual(
      (await faults()).map(({ what }) => what),
      ['the last event is missing or was replaced'],
    )
    await db.rows(`delete from events where case_id = $1 and sequence = 3`, [caseId])
    assert.match((await faults())[0]?.what ?? '', /sequence 3 is missing/)
  })
  it('a payload erased by law leaves the chain whole', async () => {
    await change(`data = null`)
    assert.deepEqual(await faults(), [])
  })
})
