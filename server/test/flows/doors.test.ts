import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Obligation } from '@portico/contract/boundary'
import type { CalendarFeed } from '@portico/contract/calendar-feeds'
import type { OpenedCase } from '@portico/contract/intake'
import type { Hold } from '@portico/contract/scheduling'
import type { Session } from '@portico/contract/sessions'
import { type Http, startWorld, type World } from '../world.ts'

describe('what tells of a case that somebody may not see', () => {
  let world: World
  let scheduler: Http
  let other: Http
  let operator: Http
  let hidden: string
  let open: string
  before(async () => {
    world = await startWorld({ PORTICO_MODE: 'deployment' })
    scheduler = await world.member('scheduler', ['scheduler', 'intake'])
    other = await world.member('other', ['scheduler'])
    operator = await world.member('operator', ['operator'])
    open = await opened(world.admin, 'Open')
    hidden = await opened(world.admin, 'Hidden')
    await done(world.admin, 'PUT', `/cases/${hidden}/sensitivity`, { level: 6, why: 'A colleague.' })
  })
  after(() => world.close())

  const done = async <Answer>(http: Http, method: string, path: string, body?: unknown): Promise<Answer> => {
    const reply = await http(method, path, body === undefined ? {} : { body })
    assert.ok(reply.status < 300, reply.text)
    return reply.json as Answer
  }
  const newCase = (lastName: string) => ({
    veteran: { firstName: 'Ada', lastName },
    receiptDate: '2026-03-02',
  })
  const opened = async (http: Http, lastName: string) =>
    (await done<OpenedCase>(http, 'POST', '/cases', newCase(lastName))).case.id
  const clear = async (username: string, clearance: number) => {
    const { members } = world.service.identity
    await members.change((await members.find(username))?.id ?? '', { clearance })
  }
  const slotAt = (hour: string) => ({
    startsAt: `2096-03-05T${hour}:00.000Z`,
    minutes: 60,
    timeZone: 'America/New_York',
  })
  const room = { kind: 'room', id: 'washington1' }

  it('a stored answer is given again only under the rights of today', async () => {
    const headers = { 'idempotency-key': 'once' }
    const send = () => scheduler('POST', '/cases', { body: newCase('Once'), headers })
    const first = await send()
    assert.equal(first.status, 201)
    assert.equal((await send()).text, first.text)
    const { id } = (first.json as OpenedCase).case
    await done(world.admin, 'PUT', `/cases/${id}/sensitivity`, { level: 6, why: 'A colleague.' })
    const unseen = await send()
    assert.deepEqual([unseen.status, unseen.text.includes(id)], [404, false])
    await done(world.admin, 'PUT', `/cases/${id}/sensitivity`, { level: 0, why: 'Not any more.' })
    assert.equal((await send()).status, 201)

    const request = () =>
      scheduler('POST', `/cases/${open}/sessions`, {
        body: { kind: 'video' },
        headers: { 'idempotency-key': 'session' },
      })
    const made = await request()
    assert.equal(made.status, 201, made.text)
    await clear('scheduler', 0)
    const changed = await request()
    assert.equal(changed.status, 409)
    assert.match(changed.text, /your rights have changed since: read what came of it/)
    await clear('scheduler', 3)
    assert.deepEqual((await request()).text, made.text)
  })

  it('a feed has of it that somebody is busy, and of no case more than its owner sees', async () => {
    const placed = async (caseId: string, hour: string) => {
      const sessions = `/cases/${caseId}/sessions`
      const { session } = await done<{ session: Session }>(world.admin, 'POST', sessions, {
        kind: 'inPerson',
      })
      const slot = slotAt(hour)
      await done(world.admin, 'PUT', `${sessions}/${session.id}/slot`, { slot, participants: [room] })
      return session.id
    }
    const ids = [await placed(hidden, '15:00'), await placed(open, '17:00')]
    const feed = async (http: Http) =>
      (await done<{ feed: CalendarFeed }>(http, 'POST', '/calendar-feeds', { participant: room })).feed
    const read = async ({ url }: CalendarFeed) => {
      const { text } = await world.anonymous('GET', new URL(url).pathname)
      return {
        text,
        uids: [...text.matchAll(/UID:(\S+)/g)].map(([, uid]) => uid),
        summaries: [...text.matchAll(/^SUMMARY:(.*)\r$/gm)].map(([, summary]) => summary),
      }
    }
    const leaver = await world.member('leaver', ['scheduler'])
    const [own, admins] = [await feed(leaver), await feed(world.admin)]
    const { docketNumber } = (
      await done<{ case: { docketNumber: string } }>(world.admin, 'GET', `/cases/${open}`)
    ).case
    const shown = await read(own)
    assert.deepEqual(shown.summaries, ['Busy', docketNumber])
    assert.ok(ids.every((id) => !shown.text.includes(id)))
    assert.deepEqual((await read(own)).uids, shown.uids, 'stable in one feed')
    const elsewhere = await read(admins)
    assert.ok(
      elsewhere.uids.every((uid) => !shown.uids.includes(uid)),
      'and nothing to compare feeds by',
    )

    const { members } = world.service.identity
    const { id } = (await members.find('leaver'))!
    await members.deactivate(id)
    assert.deepEqual((await read(own)).summaries, ['Busy', 'Busy'])
    await members.reactivate(id)
    assert.deepEqual((await read(own)).summaries, ['Busy', docketNumber])
  })

  it('a hold has an owner: to others it is a time that is taken', async () => {
    const body = { participants: [room], slot: slotAt('19:00'), caseId: hidden }
    const unseen = await scheduler('POST', '/holds', { body })
    const none = await scheduler('POST', '/holds', { body: { ...body, caseId: 'case_none' } })
    assert.deepEqual([unseen.status, unseen.text], [404, none.text])
    const { hold } = await done<{ hold: Hold }>(world.admin, 'POST', '/holds', body)
    assert.equal(hold.caseId, hidden)
    const seen = await done<{ hold: Hold }>(scheduler, 'GET', `/holds/${hold.id}`)
    assert.deepEqual(seen.hold, { id: hold.id, slot: hold.slot, expiresAt: hold.expiresAt, participants: [] })
    const released = await scheduler('DELETE', `/holds/${hold.id}`)
    assert.equal(released.status, 403)
    const { session } = await done<{ session: Session }>(scheduler, 'POST', `/cases/${open}/sessions`, {
      kind: 'inPerson',
    })
    const onIt = { slot: hold.slot, holdId: hold.id }
    const placed = await scheduler('PUT', `/cases/${open}/sessions/${session.id}/slot`, { body: onIt })
    assert.deepEqual([placed.status, /has expired/.test(placed.text)], [409, true])

    const ownBody = { participants: [room], slot: slotAt('21:00'), caseId: open }
    const { hold: own } = await done<{ hold: Hold }>(scheduler, 'POST', '/holds', ownBody)
    const colleagues = await done<{ hold: Hold }>(other, 'GET', `/holds/${own.id}`)
    assert.equal(colleagues.hold.caseId, open, 'who sees the case sees the hold')
    assert.equal((await other('DELETE', `/holds/${own.id}`)).status, 403)
    assert.equal((await scheduler('DELETE', `/holds/${own.id}`)).status, 204)
    assert.equal((await world.admin('DELETE', `/holds/${hold.id}`)).status, 204)
  })

  it('the ledger has entries of it that can be acted on, and nothing of the case', async () => {
    const owed = (caseId: string) =>
      world.service.db.rows(
        `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, recipient,
           status, due_at, created_at, error_code, error)
         values ('obl_' || $1, 'output', 'main', 'deliver', $1, 'evt_' || $1, 'delivery.owed', 1, 's', 'party_ada',
           'failed', now(), now(), 'refused', 'Ada Hidden has moved.')`,
        [caseId],
      )
    await owed(hidden)
    await owed(open)
    const list = async (http: Http, query = '') =>
      (await done<{ deliveries: Obligation[] }>(http, 'GET', `/deliveries${query}`)).deliveries
    const [ofOpen, ofHidden] = await list(operator)
    assert.ok(ofOpen && ofHidden)
    for (const one of [ofHidden, ofOpen])
      assert.deepEqual([one.caseId, one.eventId, one.recipient, one.error], Array(4).fill(undefined))
    assert.deepEqual(
      (await list(world.admin)).map(({ caseId }) => caseId),
      [open, hidden],
    )
    await clear('tester', 3)
    assert.deepEqual(
      (await list(world.admin)).map(({ caseId }) => caseId),
      [open, undefined],
    )
    assert.deepEqual(await list(world.admin, `?caseId=${hidden}`), [])
    assert.equal((await list(world.admin, `?caseId=${open}`)).length, 1)
    const bulk = await done(world.admin, 'POST', '/deliveries/drop', { caseId: hidden, why: 'Tried.' })
    assert.deepEqual(bulk, { changed: 0, refused: 0 })
    await clear('tester', 9)
    const dropped = await operator('POST', `/deliveries/${ofHidden.id}/drop`, { body: { why: 'By hand.' } })
    assert.equal(dropped.status, 200, dropped.text)
    assert.ok(!dropped.text.includes('Ada'))
  })

  it('matching a fact in the inbox answers as for a case that does not exist', async () => {
    await world.service.db.rows(
      `insert into inbound_facts (id, port, binding, message_hash, name, fact, received_at, status, reason)
       values ('fact_1', 'case-status', 'main', 'x', 'retracted', '{}', now(), 'unmatched', 'Nobody knows it.')`,
    )
    await clear('tester', 3)
    const match = (caseId: string) => world.admin('POST', '/inbox/fact_1/match', { body: { caseId } })
    const [unseen, none] = [await match(hidden), await match('case_none')]
    assert.deepEqual([unseen.status, unseen.text], [404, none.text])
    await clear('tester', 9)
    assert.equal((await match(hidden)).status, 200)
  })
})
