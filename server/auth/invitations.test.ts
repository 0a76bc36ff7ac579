import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { givenPerson, testClock, testIdentity, testPassword } from '../test/identity.ts'
import type { Identity } from './identity.ts'

const password = testPassword

describe('invitations', () => {
  const { clock, pass } = testClock()
  let db: TestDatabase
  let identity: Identity
  before(async () => {
    db = await freshDatabase()
    identity = testIdentity(db, clock)
  })
  after(() => db.close())

  let invited = 0
  const invite = () => {
    invited++
    return identity.invite({ email: `guest${invited}@invited.example`, roles: ['drafter'] })
  }
  const signIn = (username: string, withPassword = password) =>
    identity.signIn({ username, password: withPassword, address: '192.0.2.1' })

  it('a link sets the password of an account whose username is the email address', async () => {
    const { token, member } = await invite()
    await assert.rejects(signIn(member.username), { code: 'unauthenticated' })
    assert.deepEqual(await identity.acceptInvitation({ token, password }), { username: member.email })
    assert.equal((await signIn(member.username)).expiresIn, 3600)
  })

  it('of several who use one link at once, exactly one sets the password', async () => {
    const { token, member } = await invite()
    const passwords = ['the first password', 'the second password', 'the third password']
    const results = await Promise.allSettled(
      passwords.map((chosen) => identity.acceptInvitation({ token, password: chosen })),
    )
    const won = results.findIndex((result) => result.status === 'fulfilled')
    assert.equal(results.filter((result) => result.status === 'fulfilled').length, 1)
    await signIn(member.username, passwords[won])
    await assert.rejects(signIn(member.username, passwords[(won + 1) % 3]), { code: 'unauthenticated' })
    await assert.rejects(identity.acceptInvitation({ token, password }), { code: 'notFound' })
  })

  it('a password that may not be set leaves the link unused', async () => {
    const { token } = await invite()
    await assert.rejects(identity.acceptInvitation({ token, password: 'short' }), { code: 'invalid' })
    await identity.acceptInvitation({ token, password })
  })

  it('a link works for seven days', async () => {
    const { token, expiresAt } = await invite()
    assert.equal(expiresAt.getTime() - clock().getTime(), 7 * 24 * 3_600_000)
    pass(7 * 24 * 3_600_000)
    await assert.rejects(identity.acceptInvitation({ token, password }), { code: 'notFound' })
  })

  it('an unknown link is refused', async () => {
    await assert.rejects(identity.acceptInvitation({ token: 'x'.repeat(43), password }), { code: 'notFound' })
  })

  it('a new link ends the one before it', async () => {
    const { token, member } = await invite()
    const again = await identity.inviteAgain(member.username)
    await assert.rejects(identity.acceptInvitation({ token, password }), { code: 'notFound' })
    await identity.acceptInvitation({ token: again.token, password })
  })

  it('a new link ends the sessions of its account at once, and those begun since when it is used', async () => {
    const person = await givenPerson(identity)
    const before = await identity.signIn(person.credentials)
    const { token } = await identity.inviteAgain(person.email)
    await assert.rejects(identity.authenticate(before.token), { code: 'unauthenticated' })
    const since = await identity.signIn(person.credentials)
    await identity.acceptInvitation({ token, password: 'another good password' })
    await assert.rejects(identity.authenticate(since.token), { code: 'unauthenticated' })
    await assert.rejects(identity.refresh(before.refreshToken), { code: 'unauthenticated' })
    await assert.rejects(identity.signIn(person.credentials), { code: 'unauthenticated' })
    await signIn(person.username, 'another good password')
  })

  it('someone who was deactivated cannot use a link or get one', async () => {
    const { token, member } = await invite()
    await identity.members.deactivate(member.id)
    await assert.rejects(identity.acceptInvitation({ token, password }), { code: 'notFound' })
    await assert.rejects(identity.inviteAgain(member.username), { code: 'notFound' })
  })
})
