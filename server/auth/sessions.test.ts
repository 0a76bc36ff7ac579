import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { givenPerson, testClock, testIdentity } from '../test/identity.ts'
import type { Identity } from './identity.ts'

const refused = { code: 'unauthenticated' }
const hourMs = 3_600_000

describe('sessions', () => {
  const { clock, pass } = testClock()
  let db: TestDatabase
  let identity: Identity
  let person: Awaited<ReturnType<typeof givenPerson>>
  before(async () => {
    db = await freshDatabase()
    identity = testIdentity(db, clock)
    person = await givenPerson(identity)
  })
  after(() => db.close())

  const signIn = () => identity.signIn(person.credentials)

  it('a refresh token gives a new token of the same session and a new refresh token', async () => {
    const first = await signIn()
    const second = await identity.refresh(first.refreshToken)
    assert.equal(second.expiresIn, 3600)
    assert.notEqual(second.refreshToken, first.refreshToken)
    assert.notEqual(second.token, first.token)
    const callers = await Promise.all([first, second].map(({ token }) => identity.authenticate(token)))
    assert.equal(callers[0]?.sessionId, callers[1]?.sessionId)
    const third = await identity.refresh(second.refreshToken)
    assert.equal((await identity.authenticate(third.token)).id, person.id)
  })

  it('using a refresh token again ends everything that descends from its sign-in, and nothing else', async () => {
    const other = await signIn()
    const first = await signIn()
    const second = await identity.refresh(first.refreshToken)
    const third = await identity.refresh(second.refreshToken)
    await assert.rejects(identity.refresh(first.refreshToken), refused)
    await assert.rejects(identity.refresh(third.refreshToken), refused)
    for (const { token } of [first, second, third])
      await assert.rejects(identity.authenticate(token), refused)
    await identity.authenticate(other.token)
    await identity.refresh(other.refreshToken)
  })

  it('of two that refresh one token at once exactly one is answered, and the session ends', async () => {
    const others = testIdentity(db, clock)
    for (let race = 0; race < 5; race++) {
      const { refreshToken } = await signIn()
      const results = await Promise.allSettled([identity.refresh(refreshToken), others.refresh(refreshToken)])
      const answered = results.filter((result) => result.status === 'fulfilled')
      assert.equal(answered.length, 1)
      await assert.rejects(identity.authenticate(answered[0]?.value.token), refused)
      await assert.rejects(identity.refresh(answered[0]?.value.refreshToken ?? ''), refused)
    }
  })

  it('a browser that lost an answer gets the same successor for half a minute, until that is used', async () => {
    const isBrowser = true
    const first = await identity.signIn({ ...person.credentials, isBrowser })
    const second = await identity.refresh(first.refreshToken, { isBrowser })
    pass(29_000)
    const again = await testIdentity(db, clock).refresh(first.refreshToken, { isBrowser })
    assert.equal(again.refreshToken, second.refreshToken)
    await identity.authenticate(again.token)
    pass(1000)
    await assert.rejects(identity.refresh(first.refreshToken, { isBrowser }), refused)
    await assert.rejects(identity.authenticate(again.token), refused)

    const other = await identity.signIn({ ...person.credentials, isBrowser })
    const next = await identity.refresh(other.refreshToken, { isBrowser })
    await identity.refresh(next.refreshToken, { isBrowser })
    await assert.rejects(identity.refresh(other.refreshToken, { isBrowser }), refused)
    await assert.rejects(identity.authenticate(next.token), refused)
  })

  it('an unknown refresh token is refused', async () => {
    await assert.rejects(identity.refresh('x'.repeat(43)), refused)
    await assert.rejects(identity.refresh(''), refused)
  })

  it('a session that is not used for twelve hours ends', async () => {
    const { refreshToken } = await signIn()
    pass(12 * hourMs - 1)
    const next = await identity.refresh(refreshToken)
    pass(12 * hourMs)
    await assert.rejects(identity.refresh(next.refreshToken), refused)
  })

  it('a session ends after seven days however much it is used', async () => {
    let current = await signIn()
    for (let refreshes = 0; refreshes < 15; refreshes++) {
      pass(11 * hourMs)
      current = await identity.refresh(current.refreshToken)
    }
    pass(2 * hourMs + 59 * 60_000)
    current = await identity.refresh(current.refreshToken)
    await identity.authenticate(current.token)
    pass(60_000)
    await assert.rejects(identity.authenticate(current.token), refused)
    await assert.rejects(identity.refresh(current.refreshToken), refused)
  })

  it('a sign-out ends the session in every process at once, and no other session', async () => {
    const others = testIdentity(db, clock)
    const kept = await signIn()
    const ended = await signIn()
    const caller = await others.authenticate(ended.token)
    await identity.signOut(caller)
    await assert.rejects(others.authenticate(ended.token), refused)
    await assert.rejects(others.refresh(ended.refreshToken), refused)
    await others.authenticate(kept.token)
  })

  it('a session of someone who was deactivated stays ended when they come back', async () => {
    const signedIn = await signIn()
    await identity.members.deactivate(person.id)
    await assert.rejects(identity.refresh(signedIn.refreshToken), refused)
    await identity.members.reactivate(person.id)
    await assert.rejects(identity.refresh(signedIn.refreshToken), refused)
    await assert.rejects(identity.authenticate(signedIn.token), refused)
    await signIn()
  })

  it('ended sessions are deleted a month later, living ones are kept', async () => {
    await signIn()
    pass(37 * 24 * hourMs + 1)
    const living = await signIn()
    await identity.maintain()
    const rows = await db.rows<{ sessions: number; tokens: number }>(
      `select (select count(*) from sign_in_sessions) as sessions, (select count(*) from refresh_tokens) as tokens`,
    )
    assert.deepEqual(rows, [{ sessions: 1, tokens: 1 }])
    await identity.refresh(living.refreshToken)
  })
})
