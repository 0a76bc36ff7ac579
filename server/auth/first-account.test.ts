import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { testClock, testIdentity } from '../test/identity.ts'
import type { Identity } from './identity.ts'

describe('the first account', () => {
  const { clock } = testClock()
  let db: TestDatabase
  let identity: Identity
  beforeEach(async () => {
    db = await freshDatabase()
    identity = testIdentity(db, clock)
  })
  afterEach(() => db.close())

  const signIn = (username: string, password: string) =>
    identity.signIn({ username, password, address: '192.0.2.1' })

  it('is an administrator with a password that is told once, however many processes start at once', async () => {
    const accounts = await Promise.all([1, 2, 3].map(() => testIdentity(db, clock).ensureFirstAccount()))
    const created = accounts.filter((account) => account.created)
    assert.equal(created.length, 1)
    assert.equal(accounts.filter((account) => account.password !== undefined).length, 1)
    const { token } = await signIn('admin', created[0]?.password ?? '')
    assert.deepEqual((await identity.authenticate(token)).roles, ['administrator'])
  })

  it('takes its name and password from the settings, and keeps its sessions when they have not changed', async () => {
    const setting = { username: 'reviewer@example.org', password: 'a password from settings' }
    assert.deepEqual(await identity.ensureFirstAccount(setting), { ...setting, created: true })
    const { token } = await signIn(setting.username, setting.password)
    assert.deepEqual(await identity.ensureFirstAccount(setting), {
      username: setting.username,
      created: false,
    })
    await identity.authenticate(token)
  })

  it('follows the settings when they change, and ends the sessions under the old password', async () => {
    await identity.ensureFirstAccount({ username: 'first', password: 'the password before' })
    const { token } = await signIn('first', 'the password before')
    const changed = { username: 'renamed', password: 'the password after' }
    assert.deepEqual(await identity.ensureFirstAccount(changed), { username: 'renamed', created: false })
    await assert.rejects(identity.authenticate(token), { code: 'unauthenticated' })
    await signIn('renamed', 'the password after')
    assert.equal((await identity.members.list()).length, 1)
  })

  it('keeps its password when the settings name none', async () => {
    await identity.ensureFirstAccount({ username: 'first', password: 'the password before' })
    assert.deepEqual(await identity.ensureFirstAccount(), { username: 'first', created: false })
    await signIn('first', 'the password before')
  })

  it('stays deactivated when it was', async () => {
    const setting = { username: 'first', password: 'the password before' }
    await identity.ensureFirstAccount(setting)
    const { token } = await identity.invite({ email: 'next@example.org', roles: ['administrator'] })
    await identity.acceptInvitation({ token, password: 'the password of the next' })
    const first = await identity.members.find('first')
    await identity.members.deactivate(first?.id ?? '')
    await identity.ensureFirstAccount({ ...setting, password: 'the password after' })
    await assert.rejects(signIn('first', 'the password after'), { code: 'unauthenticated' })
  })

  it('refuses settings that are no good', async () => {
    await assert.rejects(identity.ensureFirstAccount({ password: 'short' }), { code: 'invalid' })
    await assert.rejects(identity.ensureFirstAccount({ username: 'a\tb' }), { code: 'invalid' })
    assert.deepEqual(await identity.members.list(), [])
  })
})
