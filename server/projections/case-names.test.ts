import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { caseNames, findLists, findNamed } from './case-names.ts'
import { cases } from './cases.ts'

describe('cases by their names', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const tell = async (...events: object[]) => {
    for (const { statement } of [cases, caseNames]) await db.rows(statement, [JSON.stringify(events)])
  }
  const opened = (caseId: string, docketNumber: string, firstName: string, lastName: string) => ({
    ...{ case_id: caseId, sequence: 1, type: 'case.opened', at: '2026-11-15T12:00:00Z' },
    data: {
      ...{ docketNumber, caseType: 'appeal', veteran: { firstName, lastName }, receiptDate: '2026-11-14' },
      ...{ uploadedAt: '2026-11-15T12:00:00Z', originalPdfBytes: 0 },
    },
  })
  const corrected = (caseId: string, sequence: number, data: object) => ({
    ...{ case_id: caseId, sequence, type: 'case.corrected', data },
  })
  const found = async (text: string) => {
    const { ids, common } = await findNamed(db, text)
    assert.deepEqual(common, [])
    return ids?.toSorted()
  }

  it('a case is found by the beginning of each, and by a later part from three characters on', async () => {
    await tell(
      opened('one', '260302-791608', 'Ada', 'van der Berg'),
      opened('two', '260303-12', 'Adam', 'Smith-Jones'),
      opened('four', '260401-1', 'Édith', 'ÅKERBLOM'),
    )
    for (const text of ['Édith', 'édi', 'åker', 'Åkerblom'])
      assert.deepEqual(await found(text), ['four'], text)
    for (const text of ['2603', 'ADA', 'ad', '2603 ada'])
      assert.deepEqual(await found(text), ['one', 'two'], text)
    for (const text of ['791608', '7916 ada', '-79', '260302-7', 'van', 'ber', 'der ada'])
      assert.deepEqual(await found(text), ['one'], text)
    for (const text of ['smith-jo', 'jones', 'jon 260303', '-12'])
      assert.deepEqual(await found(text), ['two'], text)
    for (const text of ['79', 'be', '12', 'erg', 'ada nobody', '%', "'"])
      assert.deepEqual(await found(text), [], text)
  })

  it('a corrected name is found, and the one before no more', async () => {
    await tell(
      opened('three', '260304-555', 'Grace', 'Hopper'),
      corrected('three', 2, { caseType: 'appeal' }),
    )
    await tell(corrected('three', 3, { caseType: 'motion' }))
    assert.deepEqual(await found('grace hopper 555'), ['three'])
    await tell(
      corrected('three', 4, { veteran: { firstName: 'Grace', lastName: 'Murray' } }),
      corrected('three', 5, { veteran: { firstName: 'Grace', lastName: 'Murray Hopp' } }),
    )
    assert.deepEqual(await found('grace hopp 555'), ['three'])
    assert.deepEqual(await found('hopper'), [])
  })

  it('a word that very many have is left for the list to look for', async () => {
    await tell(...Array.from({ length: 501 }, (_, n) => opened(`many_${n}`, `27${n}`, 'Common', `Rare${n}`)))
    assert.deepEqual(await findNamed(db, 'common'), { ids: undefined, common: ['common'] })
    assert.deepEqual(await findNamed(db, 'common rare500'), { ids: ['many_500'], common: ['common'] })
    assert.deepEqual(await findNamed(db, 'common grace'), { ids: ['three'], common: ['common'] })
  })

  it('cases of a common word are in the lists of the words that begin so', async () => {
    const words = async (asked: string) => (await findLists(db, asked))?.map(({ word }) => word)
    assert.deepEqual(await words('common'), ['common'])
    assert.deepEqual(await words('comm'), ['common'])
    assert.deepEqual(await words('27'), ['27'])
    assert.deepEqual(await words('2'), ['26', '27'])
    assert.deepEqual(
      await words('275'),
      ['275', ...Array.from({ length: 10 }, (_, n) => `275${n}`)],
      'a whole number that is shorter, and those that go on',
    )
    assert.equal(await words('rare'), undefined, 'there are too many')
  })
})
