import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { caseNames, findNamed } from './case-names.ts'

describe('cases by their names', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const tell = (...events: object[]) => db.rows(caseNames.statement, [JSON.stringify(events)])
  const opened = (caseId: string, docketNumber: string, firstName: string, lastName: string) => ({
    ...{ case_id: caseId, sequence: 1, type: 'case.opened' },
    data: { docketNumber, veteran: { firstName, lastName } },
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
})
