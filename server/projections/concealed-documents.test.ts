import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newDocument, openDesk } from '../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { concealedFrom, sidesOf } from './concealed-documents.ts'

const today = '2026-11-15'

describe('documents that are not for all who see a case', () => {
  let db: TestDatabase
  let caseId: string
  let linkedId: string
  const ids = { power: '', letter: '', part: '', annotated: '', outside: '', recording: '', exhibit: '' }
  const copies = { letter: '', annotated: '', exhibit: '' }

  const made = (character: string, more: object = {}) => {
    const document = newDocument(2)
    return { ...document, content: { ...document.content, sha256: character.repeat(64) }, ...more }
  }

  before(async () => {
    db = await freshDatabase()
    const desk = openDesk(db)
    const documents = [
      made('0'),
      made('1', { madeAs: 'sentLetter' }),
      // As a division leaves it: bytes of the letter, and nothing else that says so.
      made('1'),
      made('2', { madeAs: 'annotatedCopy' }),
      made('3', { madeAs: 'sentLetter' }),
      made('4', { madeAs: 'recording' }),
      made('5'),
    ]
    const opened = await desk.open(documents)
    caseId = opened.caseId
    Object.assign(ids, Object.fromEntries(Object.keys(ids).map((name, n) => [name, opened.documentIds[n]])))
    await db.rows(
      `insert into letters (case_id, letter_id, letter, kind, party_id, status, owed_at, document_id, sha256)
       values ($1, 'ltr_1', 'general', 'response', 'ada', 'composed', now(), $2, $3)`,
      [caseId, ids.letter, '1'.repeat(64)],
    )
    const shared = (documentId: string) => ({ sharedFrom: { caseId, documentId, version: 1 } })
    const linked = await desk.open([
      made('1', shared(ids.letter)),
      made('2', shared(ids.annotated)),
      made('5', shared(ids.exhibit)),
      made('0'),
    ])
    linkedId = linked.caseId
    const [letter = '', annotated = '', exhibit = '', power = ''] = linked.documentIds
    Object.assign(copies, { letter, annotated, exhibit })
    await grant(caseId, 'recipient', 'ada', 'firm', ids.power)
    await grant(caseId, 'firm', 'other', 'ada', ids.power)
    await grant(caseId, 'opponent', 'ben', 'clinic', ids.power)
    await grant(caseId, 'merged', 'cleo', 'clinic', ids.power)
    await grant(linkedId, 'recipient', 'ada', 'firm', power)
    await db.rows(
      `insert into parties (case_id, party_id, role, merged_into, recorded_at, updated_at)
       values ($1, 'ada', 'appellant', 'cleo', now(), now())`,
      [caseId],
    )
  })
  after(() => db.close())

  const grant = (of: string, memberId: string, partyId: string, representativeId: string, power: string) =>
    db.rows(
      `insert into access_grants (case_id, grant_id, member_id, username, party_id, representative_id, document_id,
         start_on, granted_by, granted_at)
       values ($1, $2 || $1, $2, $2, $3, $4, $5, '2020-01-01', 'alice', now())`,
      [of, memberId, partyId, representativeId, power],
    )
  const concealed = (id: string, of = caseId, day = today) =>
    concealedFrom(db, of, { id, audience: 'party' }, day)
  const all = () => [ids.letter, ids.part, ids.annotated, ids.outside].toSorted()

  it('letters are for their recipient and for who acts as or for them; what has no recipient here is for staff', async () => {
    const forStaff = [ids.annotated, ids.outside].toSorted()
    for (const member of ['recipient', 'firm', 'merged'])
      assert.deepEqual(await concealed(member), forStaff, member)
    for (const member of ['opponent', 'stranger']) assert.deepEqual(await concealed(member), all(), member)
    assert.deepEqual(await concealed('recipient', caseId, '2019-12-31'), all(), 'before the grant')
    for (const audience of ['staff', 'deliberation', 'administration'] as const)
      assert.deepEqual(await concealedFrom(db, caseId, { id: 'opponent', audience }, today), [])
    assert.deepEqual(await concealedFrom(db, caseId, { id: 'system', audience: 'integration' }, today), all())
  })

  it('copies in another case are for the same people there', async () => {
    assert.deepEqual(await concealed('recipient', linkedId), [copies.annotated])
    assert.deepEqual(await concealed('stranger', linkedId), [copies.annotated, copies.letter].toSorted())
  })

  it('whose side a document is for is known of each', async () => {
    assert.deepEqual(await sidesOf(db, caseId, ids.part), new Set(['ada', 'cleo']))
    assert.deepEqual(await sidesOf(db, caseId, ids.outside), new Set())
    assert.equal(await sidesOf(db, caseId, ids.recording), 'all')
  })
})
