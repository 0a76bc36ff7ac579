import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { testClock, testIdentity } from '../test/identity.ts'
import type { Identity } from './identity.ts'
import { recordChange } from './member-changes.ts'

describe('members', () => {
  const { clock } = testClock()
  let db: TestDatabase
  let identity: Identity
  before(async () => {
    db = await freshDatabase()
    identity = testIdentity(db, clock)
  })
  after(() => db.close())

  const invite = async (username: string, roles: string[] = ['drafter']) => {
    const { member } = await identity.invite({ email: `${username}@members.example`, username, roles })
    return member
  }

  it('a username and an email address are taken whatever their case', async () => {
    await invite('Sam')
    const again = { email: 'other@members.example', roles: [] }
    await assert.rejects(identity.invite({ ...again, username: 'sAM' }), { code: 'conflict' })
    await assert.rejects(identity.invite({ ...again, username: 'ｓam' }), { code: 'conflict' })
    await assert.rejects(identity.invite({ ...again, email: 'SAM@members.example' }), { code: 'conflict' })
    assert.equal((await identity.members.find('SAM@MEMBERS.example'))?.username, 'Sam')
  })

  it('a name is one visible line, at most 100 characters', async () => {
    for (const username of [
      '',
      '  ',
      'a\nb',
      'a\u0000b',
      'a\u202eb',
      'a\u200bb',
      '\ud800',
      'x'.repeat(101),
    ]) {
      await assert.rejects(identity.invite({ email: 'x@members.example', username, roles: [] }), {
        code: 'invalid',
      })
    }
    await assert.rejects(identity.invite({ email: 'not an address', username: 'fine', roles: [] }), {
      code: 'invalid',
    })
    assert.equal((await invite('x'.repeat(100))).username, 'x'.repeat(100))
  })

  it('a role that does not exist is refused by name', async () => {
    await assert.rejects(invite('rolf', ['drafter', 'king']), {
      code: 'invalid',
      message: /^There is no role king: it must be one of /,
    })
  })

  it('roles and teams are set as given, once each', async () => {
    const { id } = await invite('tess')
    await identity.members.change(id, { roles: ['intake', 'mailClerk', 'intake'] })
    await identity.members.change(id, { teams: ['hearings', 'hearings'] })
    const found = await identity.members.find('tess')
    assert.deepEqual([found?.roles, found?.teams], [['intake', 'mailClerk'], ['hearings']])
    await assert.rejects(identity.members.change('mem_none', { roles: [] }), { code: 'notFound' })
  })

  it('are listed in pages by username, with those who left', async () => {
    const { id: before } = await invite('zz')
    const { id } = await invite('zz-leaver')
    await invite('zz-stayer')
    await identity.members.deactivate(id)
    const page = await identity.members.list({ after: before, limit: 1 })
    assert.deepEqual(
      page.map((member) => [member.username, member.active]),
      [['zz-leaver', false]],
    )
    const rest = await identity.members.list({ after: id })
    assert.deepEqual(
      rest.map((member) => [member.username, member.active]),
      [['zz-stayer', true]],
    )
    await identity.members.reactivate(id)
    assert.equal((await identity.members.find('zz-leaver'))?.active, true)
  })

  it('a member is cleared for the level of new members, and for another that the profile has', async () => {
    const { id, clearance } = await invite('clara')
    assert.equal(clearance, 3)
    await identity.members.change(id, { clearance: 6 })
    assert.equal((await identity.members.get(id))?.clearance, 6)
    await assert.rejects(identity.members.change(id, { clearance: 5 }), {
      code: 'invalid',
      message: 'There is no sensitivity 5: the levels are 0, 3, 6, 9.',
    })
    assert.equal(await identity.members.get('mem_none'), undefined)
  })

  it('every change is kept with who made it, and what changes nothing leaves no trace', async () => {
    const { id } = await invite('audra')
    const by = { id: 'mem_chief', name: 'chief' }
    await identity.members.change(id, { roles: ['intake'] }, by)
    await identity.members.change(id, { roles: ['intake'] }, by)
    await identity.members.change(id, { teams: ['hearings'] }, by)
    await identity.members.change(id, { clearance: 9 }, by)
    await identity.members.deactivate(id, by)
    await identity.members.deactivate(id, by)
    await identity.members.reactivate(id, by)
    await assert.rejects(identity.members.change(id, { roles: ['king'] }, by))
    const changes = await identity.members.changes({ memberId: id })
    assert.deepEqual(
      changes.map(({ by: { name }, change }) => [name, change]),
      [
        ['command line', { kind: 'added', roles: ['drafter'], clearance: 3 }],
        ['chief', { kind: 'roles', from: ['drafter'], to: ['intake'] }],
        ['chief', { kind: 'teams', from: [], to: ['hearings'] }],
        ['chief', { kind: 'clearance', from: 3, to: 9 }],
        ['chief', { kind: 'deactivated' }],
        ['chief', { kind: 'reactivated' }],
      ],
    )
    const [, second] = changes
    const rest = await identity.members.changes({ memberId: id, after: second?.position ?? 0, limit: 2 })
    assert.deepEqual(
      rest.map(({ change }) => change.kind),
      ['teams', 'clearance'],
    )
  })

  it('whoever follows the changes misses none that is committed late', async () => {
    const { id } = await invite('lena')
    const [newest] = (await identity.members.changes()).toSorted((a, b) => b.position - a.position)
    const change = { kind: 'reactivated' } as const
    const by = { id: 'mem_chief', name: 'chief' }
    const late = Promise.withResolvers<void>()
    const drawn = Promise.withResolvers<void>()
    const slow = db.transaction(async (tx) => {
      await recordChange(tx, { at: new Date(), memberId: id, by, change })
      drawn.resolve()
      await late.promise
    })
    await drawn.promise
    const quick = db.transaction((tx) => recordChange(tx, { at: new Date(), memberId: id, by, change }))
    await Promise.race([quick, sleep(200)])
    const after = newest?.position ?? 0
    const first = await identity.members.changes({ after })
    late.resolve()
    await Promise.all([slow, quick])
    const second = await identity.members.changes({ after: first.at(-1)?.position ?? after })
    assert.equal(first.length + second.length, 2)
  })

  it('the last administrator stays one, even when two remove each other at once', async () => {
    const one = await invite('admin-one', ['administrator'])
    const two = await invite('admin-two', ['administrator'])
    for (let race = 0; race < 20; race++) {
      const results = await Promise.allSettled([
        identity.members.deactivate(one.id),
        identity.members.change(two.id, { roles: [] }),
      ])
      const refusals = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []))
      assert.deepEqual(refusals, ['stateForbids'])
      await identity.members.reactivate(one.id)
      await identity.members.change(two.id, { roles: ['administrator'] })
    }
  })
})
