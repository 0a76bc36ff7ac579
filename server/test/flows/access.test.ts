import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type IncomingMessage, request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import type { Tokens } from '@portico/contract/auth'
import { type CaseSummary, caseSorts } from '@portico/contract/cases'
import type { DueCase, LegalHold, Tombstone } from '@portico/contract/custody'
import type { OpenedCase } from '@portico/contract/intake'
import type { Issue, IssueList } from '@portico/contract/issues'
import { type RouteName, routes } from '@portico/contract/table'
import type { Decider } from '../../core/kernel/decider.ts'
import { requestBy } from '../case-desk.ts'
import { conforms } from '../conforms.ts'
import { until } from '../until.ts'
import { type Http, startWorld, type World } from '../world.ts'

const closer: Decider<{ type: 'close'; caseId: string; closedAt?: string }, null> = {
  name: 'closer',
  stateVersion: 1,
  reads: ({ caseId }) => ({ subject: caseId }),
  initial: null,
  evolve: (state) => state,
  decide: ({ caseId, closedAt }) => [
    { type: 'case.closed', subject: caseId, data: { reason: 'decided', ...(closedAt ? { closedAt } : {}) } },
  ],
}

const order = { why: 'Order 12 of the county court.' }

describe('who sees which case, and how cases end', () => {
  let world: World
  let privacy: Http
  let drafter: Http
  let reporting: Http
  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    privacy = await world.member('privacy', ['privacyOfficer'])
    drafter = await world.member('drafter', ['drafter'])
    reporting = await world.member('reporting', ['reporting'])
  })
  after(() => world.close())

  async function open(lastName: string, receiptDate = '2026-03-02'): Promise<string> {
    const body = { veteran: { firstName: 'Ada', middleName: 'King', lastName }, receiptDate }
    const { json, status, text } = await world.admin('POST', '/cases', { body })
    assert.equal(status, 201, text)
    return (json as OpenedCase).case.id
  }

  const ok = async <Json>(http: Http, name: RouteName, path: string, body?: unknown): Promise<Json> => {
    const { method, answers } = routes[name]
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.equal(String(reply.status), Object.keys(answers)[0], reply.text)
    return conforms<Json>(name, reply)
  }
  const refused = async (http: Http, status: number, sentence: RegExp, ...call: Parameters<Http>) => {
    const reply = await http(...call)
    assert.equal(reply.status, status, reply.text)
    assert.match((reply.json as { error: string }).error, sentence)
  }
  const listed = async (http: Http, query = '') =>
    (await ok<{ cases: CaseSummary[]; next?: string }>(http, 'listCases', `/cases${query}`)).cases.map(
      ({ id }) => id,
    )
  const eventsOf = async (http: Http, caseId: string) => {
    const { json } = await http('GET', '/events?limit=1000')
    return (json as { events: { caseId: string }[] }).events.filter((event) => event.caseId === caseId).length
  }
  const appeals = async (http: Http) =>
    ((await http('GET', '/appeals')).json as { appeals: { id: string }[] }).appeals.map(({ id }) => id)

  it('cases are listed newest first, page by page, and filtered', async () => {
    const ids = [await open('Abel'), await open('Abbott'), await open('Zöllner')] as const
    const [abel, abbott, zoellner] = ids
    assert.deepEqual((await listed(drafter)).slice(0, 3), ids.toReversed())
    const first = await ok<{ next: string }>(drafter, 'listCases', '/cases?limit=1')
    const second = await ok<{ cases: CaseSummary[] }>(
      drafter,
      'listCases',
      `/cases?limit=1&after=${first.next}`,
    )
    assert.deepEqual(
      second.cases.map(({ id }) => id),
      [abbott],
    )
    assert.deepEqual(await listed(drafter, '?text=ab%20ada'), [abbott, abel])
    assert.deepEqual(await listed(drafter, '?text=zÖll'), [zoellner])
    assert.deepEqual(await listed(drafter, '?text=bel'), [])
    assert.deepEqual(await listed(drafter, '?text=abel%20king&caseType=appeal&isClosed=false'), [abel])
    assert.deepEqual(await listed(drafter, '?caseType=clearErrorMotion'), [])
    const [{ status, assignee, docketNumber } = {} as CaseSummary] = (
      await ok<{ cases: CaseSummary[] }>(drafter, 'listCases', '/cases?text=abel')
    ).cases
    assert.deepEqual(await listed(drafter, `?text=${docketNumber.toUpperCase()}`), [abel])
    const [, secondHalf = ''] = docketNumber.split('-')
    assert.deepEqual(await listed(drafter, `?text=${secondHalf}%20king`), [abel])
    assert.deepEqual(await listed(drafter, `?text=-${secondHalf}%20ada`), [abel])
    assert.ok(status && assignee)
    assert.ok((await listed(drafter, `?status=${status}`)).includes(abel))
    await refused(drafter, 400, /status/, 'GET', '/cases?status=nowhere')
    assert.ok((await listed(drafter, `?assignee=${assignee.id}`)).includes(abel))
    assert.deepEqual(await listed(drafter, '?assignee=nobody'), [])
    await refused(drafter, 400, /^after must be the next of the previous page/, 'GET', '/cases?after=x')
    await refused(drafter, 400, /limit/, 'GET', '/cases?limit=0')
    assert.deepEqual(await listed(drafter, '?text=ab%20ada&sort=name'), [abbott, abel])
    assert.deepEqual(await listed(drafter, '?text=ab%20ada&sort=name&isReversed=true'), [abel, abbott])
    const received = (await ok<{ cases: CaseSummary[] }>(drafter, 'listCases', '/cases?text=abel')).cases[0]
    const day = received?.receiptDate ?? ''
    assert.ok((await listed(drafter, `?receivedFrom=${day}&receivedTo=${day}`)).includes(abel))
    assert.deepEqual(await listed(drafter, `?text=abel&receivedTo=1950-01-01`), [])
    await refused(drafter, 400, /receivedTo/, 'GET', '/cases?receivedTo=yesterday')
    assert.deepEqual(await listed(drafter, '?text=abel&leastDaysInStep=0'), [abel])
    assert.deepEqual(await listed(drafter, '?text=abel&leastDaysInStep=1'), [])
    assert.deepEqual(await listed(drafter, '?text=abel&sensitivity=0'), [abel])
    assert.deepEqual(await listed(drafter, '?text=abel&sensitivity=3'), [])
    await refused(drafter, 400, /colour/, 'GET', '/cases?colour=red')
    await refused(reporting, 403, /Your roles do not allow this/, 'GET', '/appeals')
  })

  it('in any order, every case comes once, page by page', async () => {
    const all = (await listed(drafter, '?limit=500')).toSorted()
    for (const sort of caseSorts) {
      for (const isReversed of [false, true]) {
        const found: CaseSummary[] = []
        for (let after: string | undefined = ''; after !== undefined; ) {
          const path = `/cases?limit=2&sort=${sort}&isReversed=${isReversed}${after && `&after=${after}`}`
          const page: { cases: CaseSummary[]; next?: string } = await ok(drafter, 'listCases', path)
          found.push(...page.cases)
          after = page.next
        }
        const ids = found.map(({ id }) => id)
        if (sort === 'step') assert.ok(ids.length > 0 && found.every(({ enteredStepAt }) => enteredStepAt))
        else assert.deepEqual(ids.toSorted(), all, sort)
        assert.equal(new Set(ids).size, ids.length, sort)
        const dates = found.map(({ receiptDate }) => receiptDate)
        const inOrder = isReversed ? dates.toSorted() : dates.toSorted().toReversed()
        if (sort === 'received') assert.deepEqual(dates, inOrder)
      }
    }
    const { next } = await ok<{ next: string }>(drafter, 'listCases', '/cases?limit=1&sort=name')
    await refused(drafter, 400, /^after must be/, 'GET', `/cases?sort=received&after=${next}`)
  })

  it('which cases have changed is told to those who see them', async () => {
    type Told = { position: number; cases: string[]; isMore: boolean }
    const { position } = await ok<Told>(drafter, 'getChanges', '/changes')
    const [seen, secret] = [await open('Seen'), await open('Secret')]
    const since = (after: number) => ok<Told>(drafter, 'getChanges', `/changes?after=${after}`)
    const told = async () => (await since(position)).cases
    assert.ok((await told()).includes(secret))
    const before = (await since(position)).position
    const level = { level: 6, why: 'Of staff.' }
    const { status, text } = await world.admin('PUT', `/cases/${secret}/sensitivity`, { body: level })
    assert.equal(status, 200, text)
    assert.deepEqual([(await told()).includes(seen), (await told()).includes(secret)], [true, false])
    // It leaves their lists without being named; what happens to it from then on is nothing to them.
    const left = await since(before)
    assert.deepEqual([left.cases, left.isMore], [[], true])
    await world.admin('POST', `/cases/${secret}/issues`, {
      body: { issueType: 'other', description: 'More' },
    })
    const later = await since(left.position)
    assert.deepEqual([later.cases, later.isMore, later.position > left.position], [[], false, true])
  })

  it('who may not send a file any more when it has arrived has sent nothing', async () => {
    const clerk = await world.member('clerk', ['mailClerk'])
    const signIn = { username: 'clerk', password: world.password }
    const { token } = (await world.anonymous('POST', '/auth/token', { body: signIn })).json as Tokens
    const { people } = await ok<{ people: { id: string }[] }>(
      world.admin,
      'listDirectory',
      '/directory?text=clerk',
    )
    const member = `/members/${people[0]?.id}`
    const arriving = async () => {
      const files = await readdir(world.service.settings.dataFolder, { recursive: true, withFileTypes: true })
      return files.filter((entry) => entry.isFile() && /(^|\/)tmp$/.test(entry.parentPath)).length
    }
    const form = [
      ['name="document"', '{"name":"Letter"}'],
      ['name="file"; filename="a.txt"', 'The knee gave way.'],
    ].map((part) => `--edge\r\ncontent-disposition: form-data; ${part.join('\r\n\r\n')}\r\n`)
    const body = `${form.join('')}--edge--\r\n`
    /** Sends all but the end, and that after something else has been done. */
    const send = async (caseId: string, meanwhile: () => Promise<unknown>) => {
      const sent = request(`${world.baseUrl}/cases/${caseId}/documents`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'multipart/form-data; boundary=edge',
          'content-length': body.length,
        },
      })
      const answered = once(sent, 'response') as Promise<[IncomingMessage]>
      sent.write(body.slice(0, -4))
      await until(async () => (await arriving()) > 0)
      await meanwhile()
      sent.end(body.slice(-4))
      const [answer] = await answered
      answer.resume()
      return answer.statusCode
    }
    const change = (body: object) => ok(world.admin, 'changeMember', member, body)
    const caseId = await open('Arriving')
    assert.equal(await send(caseId, async () => {}), 201)
    assert.equal(await send(caseId, () => change({ roles: ['reporting'] })), 403)
    await change({ roles: ['mailClerk'] })
    const level = { level: 6, why: 'Of staff.' }
    const raise = () => ok(world.admin, 'setSensitivity', `/cases/${caseId}/sensitivity`, level)
    assert.equal(await send(caseId, raise), 404)
    const other = await open('Arrived')
    assert.equal((await clerk('GET', `/cases/${other}`)).status, 200)
    assert.equal(await send(other, () => world.admin('DELETE', member)), 401)
    for (const [id, count] of [
      [caseId, 1],
      [other, 0],
    ] as const)
      assert.equal(
        (await ok<{ documents: unknown[] }>(world.admin, 'listCaseDocuments', `/cases/${id}/documents`))
          .documents.length,
        count,
      )
    assert.equal(await arriving(), 0)
  })

  it('a case says what its reader may do to it', async () => {
    const caseId = await open('Permitted')
    const { permissions } = await ok<{ permissions: string[] }>(drafter, 'getCase', `/cases/${caseId}`)
    assert.deepEqual(
      permissions.filter((action) => ['tag', 'purgeCases', 'administer'].includes(action)),
      ['tag'],
    )
    const all = await ok<{ permissions: string[] }>(world.admin, 'getCase', `/cases/${caseId}`)
    assert.ok(all.permissions.includes('purgeByOrder'))
  })

  it('a case above a clearance is not there, in no list and in no stream', async () => {
    const caseId = await open('Sensitive')
    assert.equal((await drafter('GET', `/cases/${caseId}`)).status, 200)
    const path = `/cases/${caseId}/sensitivity`
    const set = (level: number) => ({ body: { level, why: 'The claimant works here.' } })
    await refused(drafter, 403, /Your roles/, 'PUT', path, set(6))
    await refused(privacy, 403, /clearance is below that sensitivity/, 'PUT', path, set(6))
    await refused(world.admin, 400, /^level must be one of/, 'PUT', path, set(5))
    const answer = await ok(world.admin, 'setSensitivity', path, set(6).body)
    assert.deepEqual(answer, { sensitivity: { level: 6, label: 'Colleague' } })
    for (const [method, at] of [
      ['GET', `/cases/${caseId}`],
      ['GET', `/appeals/${caseId}`],
      ['GET', `/cases/${caseId}/events`],
      ['POST', `/cases/${caseId}/legal-holds`],
    ] as const) {
      const body = method === 'POST' ? { body: { why: 'A suit.' } } : {}
      for (const http of [drafter, privacy])
        await refused(http, 404, /^There is no case with this id\.$/, method, at, body)
    }
    assert.ok(!(await listed(drafter)).includes(caseId))
    assert.ok(!(await appeals(drafter)).includes(caseId))
    assert.equal(await eventsOf(reporting, caseId), 0)
    assert.ok((await listed(world.admin)).includes(caseId))
    assert.ok((await appeals(world.admin)).includes(caseId))

    const { members } = world.service.identity
    const { id } = (await members.find('drafter'))!
    await members.change(id, { clearance: 6 })
    assert.equal((await drafter('GET', `/cases/${caseId}`)).status, 200)
    assert.ok((await listed(drafter)).includes(caseId))
    await members.change(id, { clearance: 3 })
  })

  it('whoever may edit issues is not told how they are being decided, and looking leaves a trace', async () => {
    const caseId = await open('Deliberated')
    const at = `/cases/${caseId}/issues`
    const intake = await world.member('issue-intake', ['intake'])
    const { issue } = await ok<{ issue: Issue }>(intake, 'addIssue', at, { issueType: 'other' })
    await ok(drafter, 'decideIssue', `${at}/${issue.id}/decision`, { disposition: 'denied' })
    const order = { issueIds: [issue.id] }
    const { issues } = await ok<IssueList>(intake, 'orderIssues', `/cases/${caseId}/issue-order`, order)
    const edited = await ok<{ issue: Issue }>(intake, 'editIssue', `${at}/${issue.id}`, { scope: 'left' })
    for (const told of [...issues, edited.issue])
      assert.deepEqual([told.decision, told.status], [undefined, 'open'])

    for (const path of [at, `${at}/${issue.id}`, `/cases/${caseId}/tasks`, `/cases/${caseId}/events`])
      assert.equal((await intake('GET', path)).status, 200)
    const traces = async () => {
      const { json } = await privacy('GET', `/cases/${caseId}/access-log`)
      const { entries } = json as { entries: { member: { name: string } }[] }
      return entries.filter(({ member }) => member.name === 'issue-intake').length
    }
    await until(async () => (await traces()) >= 4, 200)
    assert.equal(await traces(), 4)
  })

  it('a representative sees the cases they represent, from the first day to the last, and no others', async () => {
    const caseId = await open('Represented')
    const lawyer = await world.member('lawyer', ['representative'])
    assert.deepEqual(await listed(lawyer), [])
    assert.deepEqual(await appeals(lawyer), [])
    await refused(lawyer, 404, /^There is no case with this id\.$/, 'GET', `/cases/${caseId}`)
    const { id } = (await world.service.identity.members.find('lawyer'))!
    const { parties } = world.service.portico
    const person = { firstName: 'Ada', lastName: 'Represented' }
    const request = () => requestBy(undefined, new Date())
    await parties.write(request(), caseId, 'party_claimant', { role: 'appellant', person })
    await parties.write(request(), caseId, 'party_lawyer', { role: 'attorney', person })
    const represent = (end?: string) =>
      parties.represent(request(), caseId, 'party_claimant', {
        representativeId: 'party_lawyer',
        powerOfAttorney: { start: '2020-01-01', scope: 'all', ...(end ? { end } : {}) },
      })
    await represent()
    assert.deepEqual(await listed(lawyer), [], 'to be represented gives nobody access')
    const form = new FormData()
    form.set('document', JSON.stringify({ name: 'Power of attorney' }))
    form.set('file', new Blob(['She acts for me.']), 'power.txt')
    const filed = await world.admin('POST', `/cases/${caseId}/documents`, { body: form })
    const documentId = (filed.json as { document: { id: string } }).document.id
    const grant = { memberId: id, partyId: 'party_claimant', documentId }
    await ok(privacy, 'grantAccess', `/cases/${caseId}/access-grants`, grant)
    assert.deepEqual(await listed(lawyer), [caseId])
    assert.deepEqual(await appeals(lawyer), [caseId])
    assert.equal((await lawyer('GET', `/cases/${caseId}`)).status, 200)
    await ok(privacy, 'placeLegalHold', `/cases/${caseId}/legal-holds`, { why: 'The claimant sues us.' })
    const { json } = await lawyer('GET', `/cases/${caseId}/events`)
    const { events } = json as { events: { type: string; data: unknown }[] }
    assert.deepEqual(
      events.filter(({ data, type }) => data === null || /^(task|timer|case\.legalHold)/.test(type)),
      [],
      'a party is not even told of what is not for them',
    )
    assert.ok(events.some(({ type, data }) => type === 'case.opened' && data !== null))
    assert.doesNotMatch(JSON.stringify(events), /sues us/)
    await refused(lawyer, 403, /Your roles/, 'POST', `/cases/${caseId}/legal-holds`, { body: { why: 'No.' } })
    await represent('2021-01-01')
    assert.deepEqual(await listed(lawyer), [])
    await refused(lawyer, 404, /^There is no case/, 'GET', `/cases/${caseId}`)
  })

  it('a case is held, released, and purged by order, and leaves a tombstone to those who may read it', async () => {
    const caseId = await open('Purged')
    const holds = `/cases/${caseId}/legal-holds`
    await refused(drafter, 403, /Your roles/, 'POST', holds, { body: { why: 'A suit.' } })
    await refused(privacy, 400, /why/, 'POST', holds, { body: {} })
    const { hold } = await ok<{ hold: LegalHold }>(privacy, 'placeLegalHold', holds, { why: 'A suit.' })
    const purge = `/cases/${caseId}/purge`
    await refused(privacy, 422, /under legal hold/, 'POST', purge, { body: {} })
    await refused(privacy, 404, /no such legal hold/, 'POST', `${holds}/hold_none/lift`, {
      body: { why: 'x' },
    })
    await ok(privacy, 'liftLegalHold', `${holds}/${hold.id}/lift`, { why: 'Settled.' })
    await ok(privacy, 'liftLegalHold', `${holds}/${hold.id}/lift`, { why: 'Settled again.' })
    const { holds: known } = await ok<{ holds: LegalHold[] }>(privacy, 'listLegalHolds', holds)
    assert.deepEqual(
      known.map(({ why, lifted }) => [why, lifted?.why]),
      [['A suit.', 'Settled.']],
    )
    await refused(privacy, 422, /^Only a closed case can be purged/, 'POST', purge, { body: {} })
    const request = requestBy(undefined, new Date())
    await world.service.portico.execute(closer, request, { type: 'close', caseId }, () => null)
    await refused(privacy, 422, /before its retention period ends on 21\d\d-/, 'POST', purge, {
      body: {},
    })
    await refused(privacy, 403, /Your roles/, 'POST', purge, { body: { order } })
    await refused(world.admin, 400, /order/, 'POST', purge, { body: { order: {} } })
    assert.deepEqual(await ok<{ cases: DueCase[] }>(privacy, 'listDueCases', '/retention/due'), { cases: [] })
    await refused(privacy, 400, /^after must be/, 'GET', '/retention/due?after=then')
    await refused(drafter, 403, /Your roles/, 'GET', '/retention/due')
    await refused(privacy, 404, /^No case with this id was purged/, 'GET', `/cases/${caseId}/tombstone`)

    const { tombstone } = await ok<{ tombstone: Tombstone }>(world.admin, 'purgeCase', purge, { order })
    assert.deepEqual(tombstone.rule, { kind: 'order', ...order })
    assert.equal(tombstone.purgedBy, world.username)
    assert.deepEqual(await ok(privacy, 'getTombstone', `/cases/${caseId}/tombstone`), { tombstone })
    const all = await ok<{ tombstones: Tombstone[] }>(privacy, 'listTombstones', '/tombstones?limit=1')
    assert.deepEqual(all.tombstones, [tombstone])
    await refused(drafter, 403, /Your roles/, 'GET', `/cases/${caseId}/tombstone`)
    await refused(drafter, 403, /Your roles/, 'GET', '/tombstones')
    for (const at of [`/cases/${caseId}`, `/cases/${caseId}/events`, `/appeals/${caseId}/documents`]) {
      await refused(privacy, 404, /^This case was purged: its tombstone says/, 'GET', at)
      await refused(drafter, 404, /^There is no case with this id\.$/, 'GET', at)
    }
    assert.ok(!(await listed(world.admin)).includes(caseId))
    const { json } = await reporting('GET', '/events?limit=1000')
    const left = (json as { events: { caseId: string; type: string; data: unknown }[] }).events
      .filter((event) => event.caseId === caseId)
      .filter(({ data }) => data !== null)
    assert.deepEqual(
      left.map(({ type }) => type),
      ['case.purged'],
    )
  })

  it('a case above a clearance is not told of, neither when it is due nor once it is purged', async () => {
    const [low, high] = [await open('Due'), await open('Hidden')] as const
    await ok(world.admin, 'setSensitivity', `/cases/${high}/sensitivity`, { level: 6, why: 'A colleague.' })
    const closedAt = '1800-01-01T00:00:00.000Z'
    for (const caseId of [low, high]) {
      const command = { type: 'close' as const, caseId, closedAt }
      await world.service.portico.execute(closer, requestBy(undefined, new Date()), command, () => null)
    }
    const due = async (http: Http) =>
      (await ok<{ cases: DueCase[] }>(http, 'listDueCases', '/retention/due')).cases.map(({ id }) => id)
    assert.deepEqual(
      [await due(privacy), (await due(world.admin)).toSorted()],
      [[low], [low, high].toSorted()],
    )

    for (const caseId of [low, high]) await ok(world.admin, 'purgeCase', `/cases/${caseId}/purge`, {})
    const purged = async (http: Http) =>
      (await ok<{ tombstones: Tombstone[] }>(http, 'listTombstones', '/tombstones')).tombstones
        .map(({ caseId }) => caseId)
        .filter((caseId) => caseId === low || caseId === high)
    assert.deepEqual([await purged(privacy), await purged(world.admin)], [[low], [high, low]])
    await refused(privacy, 404, /^No case with this id was purged/, 'GET', `/cases/${high}/tombstone`)
    await refused(privacy, 404, /^There is no case with this id\.$/, 'GET', `/cases/${high}`)
    assert.deepEqual([await eventsOf(reporting, high), (await eventsOf(reporting, low)) > 0], [0, true])
  })
})
