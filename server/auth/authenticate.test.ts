import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { decodeProtectedHeader } from 'jose'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { givenPerson, testClock, testIdentity } from '../test/identity.ts'
import { openAuthenticate, openSessionCaller } from './authenticate.ts'
import type { Caller } from './can.ts'
import type { Identity } from './identity.ts'

const refused = { code: 'unauthenticated' }

describe('authentication', () => {
  const { clock, pass } = testClock()
  let db: TestDatabase
  let identity: Identity
  let others: Identity
  before(async () => {
    db = await freshDatabase()
    identity = testIdentity(db, clock)
    others = testIdentity(db, clock)
  })
  after(() => db.close())

  it('the caller is who the database says they are now', async () => {
    const person = await givenPerson(identity)
    const { token } = await identity.signIn(person.credentials)
    const caller = await others.authenticate(token)
    const { sessionId, expiresAt, ...who } = caller
    assert.deepEqual(who, {
      id: person.id,
      username: person.username,
      displayName: person.username,
      kind: 'person',
      roles: ['drafter'],
      teams: [],
      clearance: 3,
    })
    assert.match(sessionId, /^ses_/)
    assert.equal(expiresAt.getTime() - clock().getTime(), 3_600_000)
    await identity.members.change(person.id, { roles: ['reporting'] })
    await identity.members.change(person.id, { teams: ['hearings'] })
    await identity.members.change(person.id, { clearance: 9 })
    const now = await others.authenticate(token)
    assert.deepEqual([now.roles, now.teams, now.clearance], [['reporting'], ['hearings'], 9])
  })

  it('nothing, garbage and far too much are refused alike', async () => {
    for (const token of [undefined, '', 'Bearer', 'a.b.c', 'x'.repeat(1_000_000)]) {
      await assert.rejects(identity.authenticate(token), refused)
    }
  })

  it('a token expires though it was seen before', async () => {
    const { token } = await identity.signIn((await givenPerson(identity)).credentials)
    await identity.authenticate(token)
    pass(3_606_000)
    await assert.rejects(identity.authenticate(token), refused)
  })

  it('a deactivation is felt by the next request in every process', async () => {
    const person = await givenPerson(identity)
    const { token } = await identity.signIn(person.credentials)
    await others.authenticate(token)
    await identity.members.deactivate(person.id)
    await assert.rejects(others.authenticate(token), refused)
  })

  it('a session begun while its member was being deactivated is worth nothing', async () => {
    const person = await givenPerson(identity)
    const { token } = await identity.signIn(person.credentials)
    await db.rows(`update members set deactivated_at = $2 where id = $1`, [person.id, clock()])
    await assert.rejects(identity.authenticate(token), refused)
  })

  it('when the keys are replaced, tokens stop in every process at once and sessions live on', async () => {
    const { token, refreshToken } = await identity.signIn((await givenPerson(identity)).credentials)
    await others.authenticate(token)
    await identity.replaceSigningKeys()
    await assert.rejects(others.authenticate(token), refused)
    const next = await others.refresh(refreshToken)
    await identity.authenticate(next.token)
  })

  it('a session is its own member’s only', async () => {
    const [one, two] = [await givenPerson(identity), await givenPerson(identity)]
    const { token } = await identity.signIn(one.credentials)
    const { sessionId, expiresAt } = await identity.authenticate(token)
    const keyId = decodeProtectedHeader(token).kid ?? ''
    const callerOf = openSessionCaller({ db, clock })
    assert.equal((await callerOf({ memberId: one.id, sessionId, keyId, expiresAt }))?.id, one.id)
    assert.equal(await callerOf({ memberId: two.id, sessionId, keyId, expiresAt }), undefined)
  })

  it('a token of another deployment is refused', async () => {
    const elsewhere = testIdentity(db, clock, { issuer: 'https://elsewhere.example' })
    const { token } = await elsewhere.signIn((await givenPerson(identity)).credentials)
    await elsewhere.authenticate(token)
    await assert.rejects(identity.authenticate(token), refused)
  })

  it('a signature is verified once, and who the caller is asked every time', async () => {
    const counts = { verified: 0, asked: 0 }
    const authenticate = openAuthenticate({
      db,
      clock,
      verify: async () => {
        counts.verified++
        return { expiresAt: new Date(clock().getTime() + 1000) }
      },
      callerOf: async () => {
        counts.asked++
        return { id: 'mem_1' } as Caller
      },
    })
    for (let request = 0; request < 3; request++) await authenticate('token')
    assert.deepEqual(counts, { verified: 1, asked: 3 })
    pass(1000)
    await authenticate('token')
    assert.deepEqual(counts, { verified: 2, asked: 4 })
    for (let other = 0; other < 10_000; other++) await authenticate(`token ${other}`)
    await authenticate('token')
    assert.equal(counts.verified, 10_003)
  })
})
