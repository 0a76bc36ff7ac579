import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { samePeople } from './same-people.ts'

describe('people of several cases', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 1 })
    // Whoever is granted sight of a case has shown a document for it.
    await db.rows(
      `insert into documents (case_id, document_id, name, description, categories, receipt_date, start_page, end_page,
         position, content, filed_page)
       select 'case_' || n, 'doc', 'd', '', '{}', '2020-01-01', 1, 1, 0, '{"sha256":"x"}', 1 from generate_series(1, 3) n`,
    )
  })
  after(() => db.close())

  const party = (caseId: string, partyId: string, externalId: string, who: 'person' | 'organization') =>
    db.rows(
      `insert into parties (case_id, party_id, role, person, organization, aliases, status, recorded_at, updated_at)
       values ($1, $2, 'representative', $3, $4, $5, 'current', now(), now())`,
      [
        caseId,
        partyId,
        who === 'person' ? { firstName: 'Ines', lastName: 'Holm' } : null,
        who === 'organization' ? 'Advocates' : null,
        JSON.stringify([{ source: 'bar', externalId }]),
      ],
    )
  const grant = (caseId: string, memberId: string, representativeId: string, endOn: string | null = null) =>
    db.rows(
      `insert into access_grants (case_id, grant_id, member_id, username, party_id, representative_id, document_id,
         start_on, end_on, granted_by, granted_at)
       values ($1, $2, $3, 'u', 'party_claimant', $4, 'doc', '2020-01-01', $5, 'u', now())`,
      [caseId, `${memberId} ${representativeId}`, memberId, representativeId, endOn],
    )

  it('are one by an identifier that they share, or by the one member that they are; an organization is many', async () => {
    await party('case_1', 'party_b', '4711', 'person')
    await party('case_2', 'party_a', '4711', 'person')
    await party('case_3', 'party_c', '4712', 'person')
    await party('case_1', 'party_x', '99', 'organization')
    await party('case_2', 'party_y', '99', 'organization')
    await grant('case_1', 'mem_1', 'party_d')
    await grant('case_2', 'mem_1', 'party_e')
    await grant('case_2', 'mem_2', 'party_x')
    await grant('case_2', 'mem_3', 'party_x')
    await grant('case_3', 'mem_1', 'party_c', '2021-01-01')
    const sameAs = await samePeople(db, ['case_1', 'case_2', 'case_3'], { today: '2026-01-01' })
    const ids = ['party_a', 'party_b', 'party_c', 'party_d', 'party_e', 'party_x', 'party_y', 'mem_1']
    assert.deepEqual(ids.map(sameAs), [
      ...['party_a', 'party_a', 'party_c', 'mem_1', 'mem_1'],
      ...['party_x', 'party_y', 'mem_1'],
    ])
    const elsewhere = await samePeople(db, ['case_1'], { today: '2026-01-01' })
    assert.deepEqual(['party_a', 'party_b'].map(elsewhere), ['party_a', 'party_b'])
  })
})
