import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Profile } from '@portico/contract/profile'
import type { ProfileDetail, ProfileTrial, ProfileVersion } from '@portico/contract/profile-versions'
import { conforms } from '../conforms.ts'
import { until } from '../until.ts'
import { type Http, type Reply, startWorld, type World } from '../world.ts'

describe('the profile over HTTP', () => {
  let world: World
  let drafter: Http
  before(async () => {
    world = await startWorld({ PORTICO_SYNTH_PAGES: '6,6' })
    drafter = await world.member('drafter', ['drafter'])
  })
  after(() => world.close())

  function refused(reply: Reply, status: number, sentence: RegExp) {
    assert.equal(reply.status, status, reply.text)
    assert.deepEqual(Object.keys(reply.json as object), ['error'])
    assert.match((reply.json as { error: string }).error, sentence)
  }

  async function inForce(): Promise<ProfileDetail> {
    const reply = await world.admin('GET', '/profile')
    conforms('getProfile', reply)
    return reply.json as ProfileDetail
  }

  async function changed(change: (profile: Profile) => void): Promise<Profile> {
    const { profile } = await inForce()
    change(profile)
    return profile
  }

  async function tried(profile: unknown): Promise<ProfileTrial> {
    const reply = await world.admin('POST', '/profile/trial', { body: { profile } })
    conforms('tryProfile', reply)
    return reply.json as ProfileTrial
  }

  const save = (profile: unknown, headers: Record<string, string> = {}) =>
    world.admin('PUT', '/profile', { body: { profile, why: 'A test of it.' }, headers })

  async function applied(number: number): Promise<ProfileVersion> {
    return await until(async () => {
      const reply = await world.admin('GET', `/profile/versions/${number}`)
      conforms('getProfileVersion', reply)
      const { version } = reply.json as ProfileDetail
      return version.applied && version
    })
  }

  const eventsOf = async (types: string, caseId = world.caseId) => {
    const { json } = await world.admin('GET', `/cases/${caseId}/events?types=${types}`)
    return (json as { events: { actor: { name: string }; data: Record<string, unknown> }[] }).events
  }

  const intake = (profile: Profile) => profile.taskTypes.find(({ name }) => name === 'intake')!

  it('is read by whoever is signed in', async () => {
    const reply = await drafter('GET', '/profile')
    conforms('getProfile', reply)
    const { version, profile } = reply.json as ProfileDetail
    assert.deepEqual([version.number, version.source, profile.name], [1, 'default', 'veteransAppeals'])
    refused(await world.anonymous('GET', '/profile'), 401, /./)
  })

  it('is tried before it applies: which tasks and cases would move, and nothing does', async () => {
    const trial = await tried(
      await changed((profile) => {
        intake(profile).team = 'clerk'
        profile.statuses.push({ name: 'arrived', label: 'Arrived' })
        for (const standing of profile.workflows[0]!.standings)
          if (standing.status === 'preDocketed') standing.status = 'arrived'
      }),
    )
    assert.deepEqual([trial.wouldApply, trial.against, trial.faults, trial.blockers], [true, 1, [], []])
    assert.equal(trial.tasks.count, 2)
    const [task] = trial.tasks.first
    assert.deepEqual([task?.type, task?.from, task?.to], ['intake', 'intakeReview', 'clerk'])
    assert.equal(trial.cases.count, 2)
    const [moved] = trial.cases.first
    assert.deepEqual([moved?.from, moved?.to, moved?.partyTo], ['preDocketed', 'arrived', 'received'])
    assert.ok(trial.changes.some(({ place }) => place === 'taskTypes[intake].team'))
    assert.equal((await inForce()).version.number, 1)
  })

  it('what is wrong with one is told place by place, by a trial and by the refusal', async () => {
    const broken = await changed((profile) => {
      intake(profile).team = 'clerks'
      profile.letters[0]!.body = 'Dear {{ nobody }}'
    })
    const trial = await tried(broken)
    assert.equal(trial.wouldApply, false)
    assert.deepEqual(
      trial.faults.map(({ place }) => place),
      ['taskTypes[1].team', 'letters[0].body'],
    )
    refused(
      await save(broken),
      400,
      /^taskTypes\[1\]\.team names the team clerks, which does not exist; did you mean clerk\? letters\[0\]/,
    )
    assert.equal((await tried({})).faults.length > 10, true)
  })

  it('saved, it moves current work as events on each case', async () => {
    const reply = await save(
      await changed((profile) => {
        intake(profile).team = 'clerk'
        profile.statuses.push({ name: 'arrived', label: 'Arrived' })
        for (const standing of profile.workflows[0]!.standings)
          if (standing.status === 'preDocketed') standing.status = 'arrived'
      }),
      { 'if-match': '"1"' },
    )
    assert.equal(reply.status, 200, reply.text)
    conforms('saveProfile', reply)
    const { version } = reply.json as ProfileDetail
    assert.deepEqual([version.number, version.source, version.createdBy], [2, 'api', world.username])
    const { applied: done } = await applied(2)
    assert.deepEqual([done?.tasks, done?.cases], [2, 2])
    const [assigned, ...others] = await eventsOf('task.assigned')
    assert.deepEqual(others, [])
    assert.deepEqual(
      [assigned?.actor.name, assigned?.data.why, (assigned?.data.assignee as { id: string } | undefined)?.id],
      ['portico', 'A test of it.', 'clerk'],
    )
    const { json } = await world.admin('GET', `/cases/${world.caseId}/state`)
    assert.equal((json as { status: string }).status, 'arrived')
    const told = (await eventsOf('case.stateChanged')).at(-1)?.data
    assert.deepEqual([told?.from, told?.to], ['preDocketed', 'arrived'])
  })

  it('what current work stands in the way of is refused, and a trial says so before', async () => {
    const without = await changed((profile) => {
      const rename = (value: unknown) => JSON.parse(JSON.stringify(value).replaceAll('"intake"', '"arrival"'))
      profile.workflows = rename(profile.workflows)
      intake(profile).name = 'arrival'
      profile.roles = profile.roles.filter(({ name }) => name !== 'drafter')
      for (const type of profile.taskTypes)
        if (type.supervisors) type.supervisors = type.supervisors.filter((role) => role !== 'drafter')
      profile.distribution.drafterRole = 'adjudicator'
    })
    const trial = await tried(without)
    assert.deepEqual([trial.wouldApply, trial.faults], [false, []])
    assert.deepEqual(
      trial.blockers.map(({ what, count }) => [what, count]),
      [
        ['2 open tasks are of the type intake, which the new profile does not have.', 2],
        ['1 member is of the role drafter, which the new profile does not have.', 1],
      ],
    )
    assert.ok(trial.blockers[0]?.caseIds.includes(world.caseId))
    refused(
      await save(without),
      422,
      /^2 open tasks are of the type intake, which the new profile does not have\. 1 member/,
    )
    assert.equal((await inForce()).version.number, 2)
  })

  it('a stale version is a conflict, and a repeat under its key is answered as before', async () => {
    const other = await changed((profile) => {
      profile.levers.mostWaiting = 4
    })
    refused(await save(other, { 'if-match': '"1"' }), 409, /at version 2, not 1/)
    const key = { 'idempotency-key': 'once' }
    const first = await save(other, key)
    const back = await world.admin('POST', '/profile/versions/2/restore', { body: { why: 'Too few.' } })
    conforms('restoreProfile', back)
    assert.deepEqual((await save(other, key)).json, first.json)
    assert.equal((await inForce()).version.number, 4, 'the repeat did not save it again')
    const { profile } = await inForce()
    refused(await save(profile, key), 409, /idempotency key was used before/)
  })

  it('its history tells who changed what and why, and leads back to any of it', async () => {
    const page = await world.admin('GET', '/profile/versions?limit=2')
    conforms('listProfileVersions', page)
    const { versions, next } = page.json as { versions: ProfileVersion[]; next: string }
    assert.deepEqual(
      versions.map(({ number, source, restoredFrom, why }) => [number, source, restoredFrom, why]),
      [
        [4, 'restore', 2, 'Too few.'],
        [3, 'api', undefined, 'A test of it.'],
      ],
    )
    const rest = await world.admin('GET', `/profile/versions?after=${next}`)
    assert.deepEqual(
      (rest.json as { versions: ProfileVersion[] }).versions.map(({ number }) => number),
      [2, 1],
    )
    assert.equal((rest.json as { next?: string }).next, undefined)
    const changes = await world.admin('GET', '/profile/versions/4/changes')
    conforms('getProfileChanges', changes)
    assert.deepEqual(changes.json, {
      from: 3,
      to: 4,
      changes: [{ place: 'levers.mostWaiting', kind: 'changed', before: 4, after: 8 }],
    })
    const first = await world.admin('GET', '/profile/versions/1/changes')
    conforms('getProfileChanges', first)
    assert.equal((first.json as { from: number }).from, 0)
    const none = await world.admin('GET', '/profile/versions/4/changes?from=2')
    assert.deepEqual((none.json as { changes: unknown[] }).changes, [])
  })

  it('another age that counts advances the cases of those who have it', async () => {
    const opened = await world.admin('POST', '/cases', {
      body: { veteran: { firstName: 'Grace', lastName: 'Elder' }, receiptDate: '2026-03-02' },
    })
    const { id } = (opened.json as { case: { id: string } }).case
    const birthDate = `${new Date().getUTCFullYear() - 72}-01-01`
    const party = await world.admin('POST', `/cases/${id}/parties/party_elder`, {
      body: { role: 'appellant', person: { firstName: 'Grace', lastName: 'Elder', birthDate } },
    })
    assert.ok(party.status < 300, party.text)
    const younger = await changed((profile) => {
      profile.priority.advancedAge = 71
    })
    const { advances } = await tried(younger)
    assert.ok(advances.first.some(({ caseId, isAdvanced }) => caseId === id && isAdvanced))
    const saved = await save(younger)
    conforms('saveProfile', saved)
    const { applied: done } = await applied((saved.json as ProfileDetail).version.number)
    assert.equal(done?.advances, advances.count)
    const told = (await eventsOf('case.advanced', id)).at(-1)?.data
    assert.deepEqual([told?.reason, told?.granted], ['age', true])
    const back = await world.admin('POST', '/profile/versions/4/restore', { body: { why: 'As it was.' } })
    await applied((back.json as ProfileDetail).version.number)
    assert.equal((await eventsOf('case.advanced', id)).at(-1)?.data.granted, false)
  })

  it('is changed by those who may, and every other request is refused with its status', async () => {
    for (const [method, path, body] of [
      ['PUT', '/profile', { profile: {}, why: 'x' }],
      ['POST', '/profile/trial', { profile: {} }],
      ['GET', '/profile/versions', undefined],
      ['GET', '/profile/versions/1', undefined],
      ['GET', '/profile/versions/1/changes', undefined],
      ['POST', '/profile/versions/1/restore', { why: 'x' }],
    ] as const)
      refused(await drafter(method, path, body ? { body } : {}), 403, /roles do not allow/)
    refused(await world.admin('GET', '/profile/versions/99'), 404, /no version 99/)
    refused(await world.admin('GET', '/profile/versions/99/changes'), 404, /no version 99/)
    refused(await world.admin('POST', '/profile/versions/99/restore', { body: { why: 'x' } }), 404, /99/)
    refused(await world.admin('GET', '/profile/versions/none'), 400, /number must be an integer/)
    refused(await world.admin('GET', '/profile/versions?before=1'), 400, /unknown parameter: before/)
    refused(await world.admin('PUT', '/profile', { body: { profile: {} } }), 400, /must have why/)
    refused(
      await world.admin('PUT', '/profile', { body: { profile: {}, why: 'x', force: true } }),
      400,
      /unknown field: force/,
    )
    refused(await save({}, { 'if-match': 'two' }), 400, /If-Match/)
  })
})
