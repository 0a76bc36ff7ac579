import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openPermissions } from '../../../auth/can.ts'
import { roles } from '../../../profile/default/people.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { createRefuseUninvited } from './still-invited.ts'

describe('a link to a session', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 1 })
    await db.rows(`insert into case_streams (case_id, version, hash) values ('case_1', 1, '')`)
    await db.rows(
      `insert into sessions (case_id, session_id, kind, status, requested_at, changed_at)
       values ('case_1', 'session_1', 'video', 'scheduled', now(), now())`,
    )
    for (const [id, role] of [
      ['mem_clerk', 'scheduler'],
      ['mem_judge', 'drafter'],
    ] as const)
      await db.rows(
        `insert into members (id, username, username_folded, display_name, roles, created_at)
         values ($1, $1, $1, $1, array[$2], now())`,
        [id, role],
      )
    const representation = { representativeId: 'party_holm', powerOfAttorney: { start: '2020-01-01' } }
    for (const [id, given] of [
      ['party_claimant', representation],
      ['party_holm', null],
    ] as const)
      await db.rows(
        `insert into parties (case_id, party_id, role, person, aliases, status, recorded_at, updated_at, representation)
         values ('case_1', $1, 'x', '{"firstName":"A","lastName":"B"}', '[]', 'current', now(), now(), $2)`,
        [id, given && JSON.stringify(given)],
      )
  })
  after(() => db.close())

  const ofOne = { caseId: 'case_1', sessionId: 'session_1' }
  const clock = () => new Date('2026-03-02T12:00:00Z')
  const asked = (personId: string, isHost = false) =>
    createRefuseUninvited({
      ...{ db, clock },
      permissions: openPermissions({ mode: 'deployment', roles: () => roles }),
    })(ofOne, { personId, isHost }).then(
      () => 'welcome',
      (error: Error) => error.message,
    )

  it('of a host ends with the right to hold the session, and every one with the sight of its case', async () => {
    assert.equal(await asked('mem_clerk', true), 'welcome')
    assert.match(await asked('mem_judge', true), /do not hold this session any more/)
    assert.equal(await asked('mem_judge'), 'welcome')
    const sits = JSON.stringify([{ kind: 'adjudicator', id: 'mem_judge', name: 'Judge' }])
    await db.rows(`update sessions set participants = $1`, [sits])
    assert.equal(await asked('mem_judge', true), 'welcome')
    await db.rows(`update members set roles = '{}' where id = 'mem_clerk'`)
    assert.match(await asked('mem_clerk', true), /no access to this case any more/)
    await db.rows(`insert into case_work (case_id, case_type, sensitivity) values ('case_1', 'x', 4)`)
    assert.match(await asked('mem_judge'), /no access to this case any more/)
    await db.rows(`update members set deactivated_at = now() where id = 'mem_judge'`)
    assert.match(await asked('mem_judge'), /Your account has ended/)
  })

  it('of a party ends when it leaves the case, and of a representative with the power to represent', async () => {
    assert.deepEqual(
      [await asked('party_claimant'), await asked('party_holm'), await asked('guest Maria')],
      ['welcome', 'welcome', 'welcome'],
    )
    await db.rows(`update parties set status = 'merged' where party_id = 'party_claimant'`)
    assert.equal(await asked('party_claimant'), 'welcome', 'the same person by another id')
    await db.rows(`update parties set status = 'current', representation = representation || '{"revoked":{"on":"2026-03-01"}}'
      where party_id = 'party_claimant'`)
    assert.match(await asked('party_holm'), /represent nobody on this case any more/)
    await db.rows(`update parties set status = 'removed'`)
    assert.match(await asked('party_claimant'), /not a party of this case any more/)
  })
})
