import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Obligation } from '@portico/contract/boundary'
import type { CalendarFeed } from '@portico/contract/calendar-feeds'
import type { CaseDocument, OpenedCase } from '@portico/contract/intake'
import type { Present } from '@portico/contract/presence'
import type { Hold } from '@portico/contract/scheduling'
import type { Session } from '@portico/contract/sessions'
import { routes } from '@portico/contract/table'
import { PorticoClient } from '@portico/sdk'
import { until } from '../until.ts'
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

  it('a held document is told by nothing: not by presence, pages, a refusal or what repeats it', async () => {
    const clerk = await world.member('clerk', ['mailClerk'])
    const caseId = await opened(world.admin, 'Held')
    const path = `/cases/${caseId}/documents`
    const file = async (http: Http, text: string, more: object = {}) => {
      const form = new FormData()
      form.append('document', JSON.stringify({ name: text, ...more }))
      form.append('file', new Blob([text], { type: 'text/plain' }), 'a.txt')
      const reply = await http('POST', path, { body: form })
      return { ...reply, document: (reply.json as { document?: CaseDocument }).document }
    }
    const { document: first } = await file(world.admin, 'One page of text.')
    const { document: held } = await file(world.admin, 'A page that waits.')
    assert.ok(first && held)
    const status = { status: 'held', why: 'Looked at first.' }
    await done(world.admin, 'PUT', `${path}/${held.id}/status`, status)

    const pages = async (http: Http) =>
      (await done<{ case: { pageCount: number } }>(http, 'GET', `/cases/${caseId}`)).case.pageCount
    assert.deepEqual([await pages(world.admin), await pages(clerk)], [2, 1])

    const refused = await file(clerk, 'A page that waits.', { onDuplicate: 'refuse' })
    assert.equal(refused.status, 409)
    assert.ok(!refused.text.includes(held.id), refused.text)
    const named = await file(clerk, 'One page of text.', { onDuplicate: 'refuse' })
    assert.ok(named.text.includes(first.id), 'what they see is named')

    const { document: again } = await file(clerk, 'A page that waits.')
    assert.deepEqual([again?.status, again?.why, again?.duplicates], ['held', undefined, undefined])
    const { document: known } = await file(clerk, 'One page of text.')
    assert.match(known?.why ?? '', /on pages 1 to 1/)

    for (const place of [{ documentId: held.id, page: 2 }, { page: 2 }]) {
      await done(world.admin, 'PUT', `/cases/${caseId}/presence`, place)
      const [reader] = (await done<{ present: Present[] }>(clerk, 'GET', `/cases/${caseId}/presence`)).present
      assert.deepEqual([reader?.username, reader?.documentId, reader?.page], ['tester', undefined, undefined])
    }
    await done(world.admin, 'PUT', `/cases/${caseId}/presence`, { documentId: first.id, page: 1 })
    const [reader] = (await done<{ present: Present[] }>(clerk, 'GET', `/cases/${caseId}/presence`)).present
    assert.deepEqual([reader?.documentId, reader?.page], [first.id, 1])
    const events = await world.admin('GET', `/cases/${caseId}/events?types=document.refused`)
    assert.ok(events.text.includes(held.id))
  })

  it('that a colleague reads it is not told to who read it too, and may not see it any more', async () => {
    const [lost, read] = [await world.member('lost', ['drafter']), await opened(world.admin, 'Read')]
    const body = { username: 'lost', password: world.password }
    const { token } = (await world.anonymous('POST', '/auth/token', { body })).json as { token: string }
    const stop = new AbortController()
    const client = new PorticoClient({ baseUrl: world.baseUrl, token })
    const { position: after } = await client.cases.changes()
    const told = new Set<string>()
    const hearing = (async () => {
      for await (const { presence = [] } of client.cases.watchChanges({ after, signal: stop.signal }))
        for (const caseId of presence) told.add(caseId)
    })().catch(() => {})
    let page = 1
    /** A colleague turns pages of cases that the other reads, until that one is told of one of them. */
    const turnUntilTold = (caseId: string, caseIds: readonly string[]) => {
      told.clear()
      return until(async () => {
        for (const one of caseIds) {
          await lost('PUT', `/cases/${one}/presence`, { body: { page: 1 } })
          await world.admin('PUT', `/cases/${one}/presence`, { body: { page: ++page } })
        }
        return told.has(caseId)
      })
    }
    try {
      await turnUntilTold(read, [read])
      await done(world.admin, 'PUT', `/cases/${read}/sensitivity`, { level: 6, why: 'A colleague.' })
      await turnUntilTold(open, [open])
      for (let times = 0; times < 3; times++) {
        await turnUntilTold(open, [read, open])
        assert.deepEqual([...told], [open])
      }
    } finally {
      stop.abort()
      await hearing
    }
  })

  it('an event that says what a document repeats has no page of a held one', async () => {
    const clerk = await world.member('reader', ['mailClerk'])
    const caseId = await opened(world.admin, 'Repeated')
    const path = `/cases/${caseId}/documents`
    const file = async (text: string) => {
      const form = new FormData()
      form.append('document', JSON.stringify({ name: text, onDuplicate: 'link' }))
      form.append('file', new Blob([text], { type: 'text/plain' }), 'a.txt')
      return (await done<{ document: CaseDocument }>(world.admin, 'POST', path, form)).document
    }
    type Linked = { type: string; data: { documentId: string; duplicates: unknown[] } | null }
    const linked = async (http: Http) =>
      (
        await done<{ events: Linked[] }>(http, 'GET', `/cases/${caseId}/events?types=document.linked`)
      ).events.flatMap(({ data }) => data ?? [])
    const first = await file('A page that is repeated.')
    const again = await file('A page that is repeated.')
    assert.deepEqual(
      (await linked(clerk)).map(({ documentId, duplicates }) => [documentId, duplicates.length]),
      [[again.id, 1]],
    )
    await done(world.admin, 'PUT', `${path}/${first.id}/status`, { status: 'held', why: 'Looked at first.' })
    assert.equal((await linked(world.admin)).length, 1)
    assert.deepEqual(await linked(clerk), [])
    const arranged = await clerk('GET', `/cases/${caseId}/events`)
    assert.ok(arranged.text.includes(again.id) && !arranged.text.includes(first.id), arranged.text)
  })

  it('whatever is read of it, also bytes, ranges, captions and originals, is as of one that does not exist', async () => {
    const paths = Object.values(routes).flatMap(({ method, path }: { method: string; path: string }) =>
      method === 'GET' && /^\/(cases|appeals)\/\{id\}/.test(path) ? [path] : [],
    )
    assert.ok(paths.length > 40 && paths.some((path) => path.includes('transcripts')))
    const headers = { range: 'bytes=0-9' }
    for (const path of paths) {
      const at = (caseId: string) => path.replace('{id}', caseId).replaceAll(/\{\w+\}/g, '1')
      const [ours, none] = [
        await other('GET', at(hidden), { headers }),
        await other('GET', at('case_none'), { headers }),
      ]
      const told = ({ status, text }: { status: number; text: string }) => [status, text]
      assert.deepEqual(told(ours), told(none), path)
      assert.ok(ours.status >= 400, path)
    }
  })
})
