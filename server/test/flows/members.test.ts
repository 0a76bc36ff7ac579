import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Member } from '@portico/contract/members'
import { defineAdapter, type InputOf, PortError } from '@portico/contract/ports/kit'
import { notifications } from '@portico/contract/ports/notifications'
import { type RouteName, routes } from '@portico/contract/table'
import Type from '@portico/contract/type'
import { conforms } from '../conforms.ts'
import { type Http, startWorld, type World } from '../world.ts'

const password = 'a long enough phrase'

describe('members, teams and invitations over HTTP', () => {
  const mails: InputOf<typeof notifications, 'notify'>[] = []
  let isDown = false
  const post = defineAdapter({
    ...{ port: notifications, name: 'post', does: 'Keeps mails.', options: Type.Object({}) },
    open: () => ({
      supports: [],
      calls: {
        async notify(input) {
          if (isDown) throw new PortError('unavailable', 'The mail server is down.')
          mails.push(input)
          return {}
        },
      },
      start: async () => {},
    }),
  })
  let world: World
  let drafter: Http
  let drafterId: string

  before(async () => {
    world = await startWorld(
      { PORTICO_MODE: 'deployment', PORTICO_BASE_URL: 'https://portico.example.org' },
      { ports: { notifications: { main: { adapter: post, channels: ['email'] } } } },
    )
    drafter = await world.member('dora', ['drafter'])
    drafterId = (await world.service.identity.members.find('dora'))?.id ?? ''
  })
  after(() => world.close())

  async function ok<Body>(http: Http, name: RouteName, path: string, body?: unknown): Promise<Body> {
    const { method } = routes[name]
    const reply = await http(method, path, body === undefined ? {} : { body })
    return conforms<Body>(name, reply)
  }
  async function refused(
    status: number,
    sentence: RegExp,
    method: string,
    path: string,
    body?: unknown,
    http = world.admin,
  ) {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.equal(reply.status, status, reply.text)
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const kindsOf = async (memberId: string) => {
    const { changes } = await ok<{ changes: { by: { name: string }; change: { kind: string } }[] }>(
      world.admin,
      'listMemberChanges',
      `/members/${memberId}/changes`,
    )
    return changes.map(({ by, change }) => [change.kind, by.name])
  }

  it('whoever is signed in learns who they are, and what that allows', async () => {
    const { me } = await ok<{ me: Member & { actions: string[] } }>(drafter, 'getMe', '/me')
    assert.deepEqual(
      [me.id, me.username, me.roles, me.teams, me.clearance],
      [drafterId, 'dora', ['drafter'], [], 3],
    )
    assert.ok(me.actions.includes('draft') && !me.actions.includes('signDecisions'))
    const { me: admin } = await ok<{ me: { actions: string[] } }>(world.admin, 'getMe', '/me')
    assert.ok(admin.actions.includes('administer'))
  })

  it('roles, teams, clearance and name are changed together or not at all, and each change is kept with who made it', async () => {
    const path = `/members/${drafterId}`
    const change = {
      roles: ['drafter', 'caseSupport'],
      teams: ['drafters'],
      clearance: 6,
      displayName: 'Dora Byron',
    }
    const { member } = await ok<{ member: Member }>(world.admin, 'changeMember', path, change)
    const { roles, teams, clearance, displayName } = member
    assert.deepEqual({ roles, teams, clearance, displayName }, change)
    assert.deepEqual(await ok(world.admin, 'getMember', path), { member })
    await ok(world.admin, 'changeMember', path, change)
    const made = await kindsOf(drafterId)
    assert.deepEqual(
      made.slice(-4),
      ['roles', 'teams', 'clearance', 'displayName'].map((kind) => [kind, world.username]),
    )
    const { me } = await ok<{ me: Member }>(drafter, 'getMe', '/me')
    assert.deepEqual(me.teams, ['drafters'])

    await refused(400, /no team north: it must be one of intakeReview, /, 'PATCH', path, {
      teams: ['north'],
      roles: [],
    })
    await refused(400, /no role king/, 'PATCH', path, { roles: ['king'], clearance: 0 })
    await refused(400, /no sensitivity 5: the levels are/, 'PATCH', path, { roles: [], clearance: 5 })
    await refused(400, /./, 'PATCH', path, {})
    assert.deepEqual(
      await ok(world.admin, 'getMember', path),
      { member },
      'nothing of what was refused was done',
    )
    await refused(404, /no such member/, 'PATCH', '/members/mem_none', { roles: [] })
  })

  it('a person is invited, comes in by the link, and is found by those who give work', async () => {
    const email = 'ada@example.org'
    const asked = {
      email,
      username: 'ada',
      displayName: 'Ada',
      roles: ['adjudicator'],
      teams: ['adjudicators'],
    }
    const { link, member } = await ok<{ link: string; member: Member }>(
      ...([world.admin, 'inviteMember', '/invitations', asked] as const),
    )
    assert.match(link, /^https:\/\/portico\.example\.org\/workspace\/join#/)
    await refused(409, /already an account/, 'POST', '/invitations', asked)
    await refused(400, /email/, 'POST', '/invitations', { email: 'nobody', roles: [] })
    const open = () =>
      ok<{ invitations: { id: string; memberId: string }[] }>(world.admin, 'listInvitations', '/invitations')
    assert.deepEqual(
      (await open()).invitations.map(({ memberId }) => memberId),
      [member.id],
    )
    const again = await ok<{ link: string }>(world.admin, 'inviteAgain', `/members/${member.id}/invitation`)
    const accept = (from: string) =>
      world.anonymous('POST', '/auth/invitation', { body: { token: from.split('#')[1], password } })
    assert.equal((await accept(link)).status, 404, 'the first link stopped working')
    assert.equal((await accept(again.link)).status, 201)
    assert.deepEqual((await open()).invitations, [])

    const { people } = await ok<{ people: Member[] }>(
      drafter,
      'listDirectory',
      '/directory?text=AD&role=adjudicator',
    )
    assert.deepEqual(people, [
      {
        id: member.id,
        username: 'ada',
        displayName: 'Ada',
        kind: 'person',
        roles: ['adjudicator'],
        teams: ['adjudicators'],
      },
    ])
    const named = await ok<{ people: Member[] }>(
      drafter,
      'listDirectory',
      '/directory?usernames=ADA,%20dora,nobody',
    )
    assert.deepEqual(
      named.people.map(({ username }) => username),
      ['ada', 'dora'],
    )
    const first = await ok<{ people: Member[]; next: string }>(drafter, 'listDirectory', '/directory?limit=1')
    const rest = await ok<{ people: Member[] }>(drafter, 'listDirectory', `/directory?after=${first.next}`)
    assert.deepEqual(
      [first, rest].flatMap(({ people }) => people.map(({ username }) => username)),
      ['ada', 'dora', world.username],
    )
    const { teams } = await ok<{ teams: { name: string; members: { username: string }[] }[] }>(
      world.admin,
      'listTeams',
      '/teams',
    )
    assert.deepEqual(
      teams.find(({ name }) => name === 'adjudicators')?.members.map(({ username }) => username),
      ['ada'],
    )

    const mistaken = await ok<{ link: string; member: Member }>(world.admin, 'inviteMember', '/invitations', {
      ...{ email: 'wrong@example.org', roles: ['drafter'] },
    })
    const [invitation] = (await open()).invitations
    assert.equal((await world.admin('DELETE', `/invitations/${invitation?.id}`)).status, 204)
    assert.equal((await accept(mistaken.link)).status, 404)
    await refused(404, /no open invitation/, 'DELETE', `/invitations/${invitation?.id}`)
    assert.deepEqual((await kindsOf(mistaken.member.id)).at(-1), ['invitationWithdrawn', world.username])
  })

  it('nobody clears anybody for more than they are cleared for themselves', async () => {
    const manager = await world.member('manager', ['administrator'])
    const { me } = await ok<{ me: Member }>(manager, 'getMe', '/me')
    const sentence = /cleared up to 3, so you cannot clear anybody for 9/
    await refused(403, sentence, 'PATCH', `/members/${me.id}`, { clearance: 9 }, manager)
    await refused(403, sentence, 'PATCH', `/members/${drafterId}`, { clearance: 9 }, manager)
    await refused(
      403,
      sentence,
      'POST',
      '/invitations',
      { email: 'x@example.org', roles: [], clearance: 9 },
      manager,
    )
    await ok(world.admin, 'changeMember', `/members/${me.id}`, { clearance: 0 })
    const invitation = { email: 'low@example.org', roles: ['drafter'] }
    const low = await ok<{ member: Member }>(manager, 'inviteMember', '/invitations', invitation)
    assert.equal(low.member.clearance, 0)
    await ok(world.admin, 'deactivateMember', `/members/${me.id}`)
    assert.equal((await manager('GET', '/me')).status, 401)
    assert.deepEqual((await kindsOf(me.id)).at(-1), ['deactivated', world.username])
    const { member } = await ok<{ member: { isActive: boolean } }>(
      world.admin,
      'reactivateMember',
      `/members/${me.id}/reactivate`,
    )
    assert.equal(member.isActive, true)
    await ok(world.admin, 'deactivateMember', `/members/${me.id}`)
  })

  it('nobody administers an account that is cleared above them, by any of the routes that do', async () => {
    const { identity } = world.service
    const low = await world.member('low', ['administrator'])
    const high = await world.member('high', ['adjudicator', 'representative'])
    const id = (await identity.members.find('high'))?.id ?? ''
    await identity.members.change(id, { clearance: 9 })
    const waiting = await ok<{ member: Member }>(world.admin, 'inviteMember', '/invitations', {
      email: 'waiting@example.org',
      roles: ['drafter'],
      clearance: 9,
    })
    const { invitations } = await ok<{ invitations: { id: string; memberId: string }[] }>(
      ...([low, 'listInvitations', '/invitations'] as const),
    )
    const invitation = invitations.find(({ memberId }) => memberId === waiting.member.id)?.id
    const sentence = /You are cleared up to 3, and \S+ up to 9: .* the operator at the command line\./
    const asked: [string, string, unknown?][] = [
      ['PATCH', `/members/${id}`, { roles: ['administrator'] }],
      ['PATCH', `/members/${id}`, { clearance: 0 }],
      ['PATCH', `/members/${id}`, { teams: [] }],
      ['PATCH', `/members/${id}`, { displayName: 'Low' }],
      ['POST', `/members/${id}/invitation`],
      ['POST', `/members/${waiting.member.id}/invitation`],
      ['DELETE', `/invitations/${invitation}`],
      ['DELETE', `/members/${id}/passkeys/passkey_any`],
      ['DELETE', `/members/${id}`],
      ['POST', `/members/${id}/reactivate`],
    ]
    const before = await kindsOf(id)
    for (const [method, path, body] of asked) await refused(403, sentence, method, path, body, low)
    assert.deepEqual(await kindsOf(id), before)
    assert.equal((await high('GET', '/me')).status, 200)

    const newCase = { veteran: { firstName: 'Ada', lastName: 'Byron' }, receiptDate: '2026-03-02' }
    const { case: made } = await ok<{ case: { id: string } }>(world.admin, 'openCase', '/cases', newCase)
    const grant = { memberId: id, partyId: 'party_any' }
    const works = /high works here and is cleared up to 9, above your own clearance of 3/
    await refused(403, works, 'POST', `/cases/${made.id}/access-grants`, grant, low)
    await refused(404, /./, 'POST', `/cases/${made.id}/access-grants`, grant)
    const lowId = (await identity.members.find('low'))?.id
    await ok(world.admin, 'deactivateMember', `/members/${lowId}`)
  })

  it('a new link for an account in use goes to its owner alone, and their sessions end', async () => {
    const path = `/members/${drafterId}/invitation`
    const answer = await ok<{ link?: string; sentTo: string }>(world.admin, 'inviteAgain', path)
    assert.deepEqual([answer.link, answer.sentTo], [undefined, 'dora@example.test'])
    const [mail] = mails
    assert.deepEqual([mail?.recipient.emails, mail?.channel], [['dora@example.test'], 'email'])
    const [, token] = /join#(\S+)/.exec(mail?.text ?? '') ?? []
    assert.ok(token && !JSON.stringify(answer).includes(token))
    assert.equal((await drafter('GET', '/me')).status, 401)

    isDown = true
    await refused(503, /could not be sent to dora@example\.test: The mail server is down/, 'POST', path)
    const used = (given: string | undefined) =>
      world.anonymous('POST', '/auth/invitation', { body: { token: given, password } })
    assert.equal((await used(token)).status, 404, 'the link before it does not work any more')
    isDown = false
    await ok(world.admin, 'inviteAgain', path)
    assert.equal((await used(/join#(\S+)/.exec(mails.at(-1)?.text ?? '')?.[1])).status, 201)

    const { me } = await ok<{ me: Member }>(world.admin, 'getMe', '/me')
    const sentence = /no email address: have the operator run `portico invite --again tester`/
    await refused(422, sentence, 'POST', `/members/${me.id}/invitation`)
    assert.equal((await world.admin('GET', '/me')).status, 200, 'what was refused ended no session')
  })

  it('the last administrator who can sign in stays one; who was invited and never came does not count', async () => {
    const { me } = await ok<{ me: Member }>(world.admin, 'getMe', '/me')
    await ok(world.admin, 'inviteMember', '/invitations', {
      email: 'later@example.org',
      roles: ['administrator'],
    })
    const sentence = /last administrator/
    await refused(422, sentence, 'PATCH', `/members/${me.id}`, { roles: ['drafter'] })
    await refused(422, sentence, 'DELETE', `/members/${me.id}`)
    const { members } = await ok<{ members: Member[] }>(world.admin, 'listMembers', '/members?limit=200')
    assert.ok(members.some(({ id, roles }) => id === me.id && roles.includes('administrator')))
  })
})
