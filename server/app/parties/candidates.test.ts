import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { newDocument, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, noon } from '../../test/given.ts'
import { type AskDirectory, openCandidates, partyIdOf } from './candidates.ts'
import { openParties } from './parties.ts'

const person = { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' }
const nobody: AskDirectory = async () => undefined

describe('candidates for a party', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  const cases: Record<'open' | 'here' | 'secret', string> = { open: '', here: '', secret: '' }
  before(async () => {
    db = await freshDatabase()
    desk = openDesk(db)
    const parties = openParties({ db, execute: desk.execute, clock: () => noon })
    for (const [name, sensitivity] of Object.entries({ open: 0, here: 3, secret: 6 })) {
      const { caseId } = await desk.open([newDocument(1)], { sensitivity })
      cases[name as keyof typeof cases] = caseId
      await parties.write(requestBy(alice), caseId, `ada-${name}`, {
        ...{ role: 'appellant', person, aliases: [{ source: 'registry', externalId: name }] },
      })
    }
  })
  after(() => db.close())

  let onCase: string[] = []
  const search = async (caseId: string, upTo: number | undefined, ask = nobody) => {
    const find = openCandidates({ db, clock: () => noon })
    const { candidates } = await find(caseId, { person }, { memberId: 'mem_1', upTo }, ask)
    onCase = candidates.filter(({ isOnCase }) => isOnCase).map(({ partyId }) => partyId)
    return candidates.map(({ partyId }) => partyId).toSorted()
  }

  it('are of cases that the caller sees, and that are no more sensitive than this one', async () => {
    assert.deepEqual(await search(cases.here, 9), ['ada-here', 'ada-open'])
    assert.deepEqual(await search(cases.secret, 9), ['ada-here', 'ada-open', 'ada-secret'])
    assert.deepEqual(await search(cases.secret, 3), ['ada-here', 'ada-open'])
    assert.deepEqual(await search(cases.open, 9), ['ada-open'])
    assert.deepEqual(
      await search(cases.secret, undefined),
      [],
      'who sees cases one by one learns nothing of others',
    )
  })

  it('are found in capitals too, with their accents', async () => {
    const parties = openParties({ db, execute: desk.execute, clock: () => noon })
    const shouted = { firstName: 'ÁNGEL', lastName: 'GARCÍA' }
    await parties.write(requestBy(alice), cases.open, 'angel', { role: 'appellant', person: shouted })
    const find = openCandidates({ db, clock: () => noon })
    const sought = { person: { firstName: 'Ángel', lastName: 'García', birthDate: '1950-01-02' } }
    const { candidates } = await find(cases.open, sought, { memberId: 'mem_1', upTo: 9 }, nobody)
    assert.deepEqual(
      candidates.map(({ partyId }) => partyId),
      ['angel'],
    )
  })

  it('are not of a case where the caller represents somebody', async () => {
    await db.rows(
      `insert into access_grants (grant_id, case_id, member_id, username, party_id, representative_id, document_id,
         start_on, granted_at, granted_by)
       select 'grant_1', case_id, 'mem_1', 'one', 'ada-open', 'legion', document_id, '2020-01-01', now(), 'chief'
       from documents where case_id = $1`,
      [cases.open],
    )
    assert.deepEqual(await search(cases.secret, 9), ['ada-here', 'ada-secret'])
    await db.rows(`delete from access_grants`)
  })

  it('that a directory names go by the id that they have here, unless that is known on a more sensitive case only', async () => {
    const identifiers = (externalId: string) => [{ source: 'registry', externalId }]
    const ask: AskDirectory = async () => ({
      binding: 'main',
      records: [
        { identifiers: identifiers('open'), person, asOf: noon.toISOString() },
        { identifiers: identifiers('secret'), person, asOf: noon.toISOString() },
      ],
    })
    const derived = partyIdOf({ source: 'registry', externalId: 'secret' })
    assert.deepEqual(await search(cases.open, 9, ask), ['ada-open', derived].toSorted())
    assert.deepEqual(onCase, ['ada-open'])
    assert.deepEqual(await search(cases.secret, 9, ask), ['ada-here', 'ada-open', 'ada-secret'])
    assert.deepEqual(onCase, ['ada-secret'])
  })
})
