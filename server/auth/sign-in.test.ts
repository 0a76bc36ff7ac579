import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { hash } from '@node-rs/argon2'
import { Refusal } from '../core/kernel/decider.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { givenPerson, testClock, testIdentity, testPassword } from '../test/identity.ts'
import type { Identity } from './identity.ts'
import { passwordMatches } from './passwords.ts'
import { openSessions } from './sessions.ts'
import { openPasswordCheck } from './sign-in.ts'

const address = '192.0.2.77'

describe('signing in', () => {
  const { clock } = testClock()
  let db: TestDatabase
  let identity: Identity
  before(async () => {
    db = await freshDatabase()
    identity = testIdentity(db, clock)
  })
  after(() => db.close())

  const answerTo = async (username: string, password: string) => {
    try {
      await identity.signIn({ username, password, address })
    } catch (error) {
      assert.ok(error instanceof Refusal)
      return [error.code, error.message]
    }
    return 'signed in'
  }

  it('a wrong password, an unknown account, a deactivated and an unaccepted one get the same answer', async () => {
    const person = await givenPerson(identity)
    const gone = await givenPerson(identity)
    await identity.members.deactivate(gone.id)
    const { member: invited } = await identity.invite({ email: 'waiting@example.org', roles: [] })
    assert.equal(await answerTo(person.username, testPassword), 'signed in')
    const answers = [
      await answerTo(person.username, 'not the right password'),
      await answerTo('nobody at all', testPassword),
      await answerTo(gone.username, testPassword),
      await answerTo(invited.username, testPassword),
      await answerTo('', ''),
      await answerTo('a\u0000b', testPassword),
      await answerTo('\ud800', '\ud800'.repeat(20)),
      await answerTo(person.username, 'x'.repeat(1000)),
    ]
    const generic = ['unauthenticated', 'The username or the password is wrong.']
    for (const answer of answers) assert.deepEqual(answer, generic)
  })

  it('an unknown and a deactivated account cost one hash, as a wrong password does', async () => {
    const person = await givenPerson(identity)
    const gone = await givenPerson(identity)
    await identity.members.deactivate(gone.id)
    const hashed: (string | undefined)[] = []
    const check = openPasswordCheck({
      db,
      sessions: { start: async () => assert.fail('no session is due') },
      matches: (stored, password) => {
        hashed.push(stored)
        return passwordMatches(stored, password)
      },
    })
    for (const username of [person.username, gone.username, 'nobody at all']) {
      assert.equal(await check({ username, password: 'not the right password' }), undefined)
    }
    assert.equal(hashed.length, 3)
    assert.match(hashed[0] ?? '', /^\$argon2id/)
    assert.deepEqual(hashed.slice(1), [undefined, undefined])
  })

  it('the username may be typed in any case', async () => {
    const person = await givenPerson(identity)
    const { token } = await identity.signIn({
      ...person.credentials,
      username: person.username.toUpperCase(),
    })
    assert.equal((await identity.authenticate(token)).username, person.username)
  })

  it('a hash made with older parameters is made anew by the next sign-in', async () => {
    const identity = testIdentity(db, clock, { passwordWork: undefined })
    const person = await givenPerson(identity)
    const weak = await hash(testPassword, { memoryCost: 8192, timeCost: 1, parallelism: 1 })
    await db.rows(`update credentials set password_hash = $2 where member_id = $1`, [person.id, weak])
    await identity.signIn(person.credentials)
    const [row] = await db.rows<{ password_hash: string }>(
      `select password_hash from credentials where member_id = $1`,
      [person.id],
    )
    assert.match(row?.password_hash ?? '', /m=19456,t=2,p=1/)
    await identity.signIn(person.credentials)
  })

  it('a password that changes while it is being checked opens no session', async () => {
    const person = await givenPerson(identity)
    const tokens = { prepare: async () => async () => 'a token' }
    const secret = { mac: () => Buffer.alloc(32) }
    const check = openPasswordCheck({ db, sessions: openSessions({ db, clock, tokens, secret }) })
    const open = await check(person.credentials)
    assert.equal((await open?.())?.token, 'a token')
    const { token } = await identity.inviteAgain(person.username)
    await identity.acceptInvitation({ token, password: 'another good password' })
    assert.equal(await open?.(), undefined)
  })

  it('many correct sign-ins at once all succeed', async () => {
    const person = await givenPerson(identity)
    const results = await Promise.all(Array.from({ length: 15 }, () => identity.signIn(person.credentials)))
    assert.equal(new Set(results.map((result) => result.refreshToken)).size, 15)
  })
})
