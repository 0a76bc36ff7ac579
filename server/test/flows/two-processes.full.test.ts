import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { folderWithDatabase, type Running, servePortico, tokenAt } from '../process.ts'

describe('two server processes on one database', () => {
  let database: TestDatabase
  let folder: Awaited<ReturnType<typeof folderWithDatabase>>
  let processes: Running[]
  let token: string
  let path: string
  before(async () => {
    database = await freshDatabase({ size: 1 })
    folder = await folderWithDatabase()
    const env = { PORTICO_DATA: folder.path, DATABASE_URL: database.url, PORTICO_SYNTH_PAGES: '6,8' }
    const starts = await Promise.allSettled([servePortico(env), servePortico(env)])
    // One that started is stopped, also where the other did not.
    processes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []))
    for (const start of starts) if (start.status === 'rejected') throw start.reason
    token = await tokenAt(processes[0]!.url)
    const { appeals } = (await (await ask(0, 'GET', '/appeals')).json()) as { appeals: { id: string }[] }
    assert.equal(appeals.length, 2, 'two that start at once make each synthetic case once')
    const listed = await ask(1, 'GET', `/appeals/${appeals[0]!.id}/documents`)
    const { documents } = (await listed.json()) as { documents: { id: string }[] }
    path = `/appeals/${appeals[0]!.id}/documents/${documents[0]!.id}`
  })
  after(async () => {
    for (const { child, ended } of processes) {
      child.kill('SIGTERM')
      await ended
    }
    await database.close()
    await folder.remove()
  })

  const ask = (
    which: number,
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
    fetch(processes[which % 2]!.url + path, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
  const tagsAt = async (which: number) =>
    ((await (await ask(which, 'GET', path)).json()) as { document: { tags: string[] } }).document.tags

  it('what one writes the other reads at once, lists included', async () => {
    for (let index = 0; index < 10; index++) {
      assert.equal((await ask(index, 'POST', `${path}/tags`, { text: `turn ${index}` })).status, 201)
      assert.ok((await tagsAt(index + 1)).includes(`turn ${index}`))
      const listed = await ask(index + 1, 'GET', path.replace(/\/[^/]+$/, ''))
      assert.match(await listed.text(), new RegExp(`turn ${index}`))
    }
  })

  it('racing writers with one expected version: exactly one wins', async () => {
    const caseId = path.split('/')[2]
    const version = (await ask(0, 'GET', `/cases/${caseId}`)).headers.get('etag') ?? ''
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        ask(index, 'POST', `${path}/tags`, { text: `race ${index}` }, { 'if-match': version }),
      ),
    )
    const statuses = replies.map(({ status }) => status)
    assert.equal(statuses.filter((status) => status === 201).length, 1)
    assert.equal(statuses.filter((status) => status === 409).length, 49)
  })

  it('one idempotency key sent to both is one write', async () => {
    const headers = { 'idempotency-key': crypto.randomUUID() }
    const page = ((await (await ask(0, 'GET', path)).json()) as { document: { startPage: number } }).document
      .startPage
    const replies = await Promise.all(
      [0, 1, 0, 1].map((which) =>
        ask(which, 'POST', `${path}/annotations`, { page, comment: 'both' }, headers),
      ),
    )
    const bodies = await Promise.all(replies.map((reply) => reply.text()))
    assert.equal(new Set(bodies).size, 1)
  })

  it('of a thousand who book one room at the same time exactly one does', async () => {
    const slot = { startsAt: '2096-03-02T14:30:00.000Z', minutes: 60, timeZone: 'America/New_York' }
    const hold = { participants: [{ kind: 'room', id: 'washington1' }], slot }
    const replies = await Promise.all(
      Array.from({ length: 1000 }, async (_, index) => {
        const reply = await ask(index, 'POST', '/holds', hold)
        return { status: reply.status, text: await reply.text() }
      }),
    )
    assert.equal(replies.filter(({ status }) => status === 201).length, 1)
    const refused = replies.filter(({ status }) => status !== 201)
    assert.deepEqual(new Set(refused.map(({ status }) => status)), new Set([409]))
    assert.match(refused[0]?.text ?? '', /That time is taken for Hearing room 1/)
  })

  it('a room and an adjudicator are booked once, whichever process is asked and by whatever way', async () => {
    await database.rows(
      `insert into members (id, username, username_folded, display_name, roles, clearance, created_at)
       select 'mem_judith', 'judith', 'judith', 'Judith', '{adjudicator}', clearance, now() from members limit 1`,
    )
    const { appeals } = (await (await ask(0, 'GET', '/appeals')).json()) as { appeals: { id: string }[] }
    const caseOf = (index: number) => `/cases/${appeals[(index >> 1) % 2]!.id}`
    const timeZone = 'America/New_York'
    for (const participant of [
      { kind: 'room', id: 'washington1' },
      { kind: 'adjudicator', id: 'judith' },
    ])
      for (const day of ['05', '06', '07']) {
        const sessions: string[] = []
        for (let count = 0; count < 8; count++) {
          const reply = await ask(count, 'POST', `${caseOf(count)}/sessions`, { kind: 'inPerson' })
          const { session } = (await reply.json()) as { session: { id: string } }
          sessions.push(`${caseOf(count)}/sessions/${session.id}`)
        }
        // Each overlaps all others, and none is at the same time.
        const slotOf = (index: number) => ({
          startsAt: `2096-03-${day}T15:${String(index).padStart(2, '0')}:00.000Z`,
          ...{ minutes: 60, timeZone },
        })
        const booking = (index: number) => ({ slot: slotOf(index), participants: [participant] })
        const replies = await Promise.all([
          ...sessions.map((own, index) => ask(index, 'PUT', `${own}/slot`, booking(index))),
          ...[8, 9].map((index) => ask(index, 'POST', '/holds', booking(index))),
        ])
        const statuses = replies.map(({ status }) => status).toSorted()
        assert.deepEqual(statuses.slice(1), Array(9).fill(409), `${participant.kind}: ${statuses}`)
        assert.ok([200, 201].includes(statuses[0] ?? 0), `${participant.kind}: ${statuses}`)
        for (const reply of replies)
          if (reply.status === 409) assert.match(await reply.text(), /That time is taken for/)
        for (const own of sessions) await ask(0, 'PUT', `${own}/outcome`, { outcome: 'withdrawn' })
        await database.rows(`delete from bookings where session_id is null`)
      }
  })

  it('what is annotated at one while the other substitutes is in the new case, or refused', async () => {
    const json = async <Json>(which: number, method: string, path: string, body?: unknown) => {
      const reply = await ask(which, method, path, body)
      assert.ok(reply.ok, `${path}: ${reply.status}`)
      return (await reply.json()) as Json
    }
    const { appeals } = await json<{ appeals: { id: string }[] }>(0, 'GET', '/appeals')
    const caseId = appeals[1]!.id
    const person = { firstName: 'Ada', lastName: 'Byron', deathDate: '2026-01-05' }
    await json(0, 'POST', `/cases/${caseId}/parties/ada`, { role: 'appellant', person })
    const eve = { firstName: 'Eve', lastName: 'Byron' }
    await json(0, 'POST', `/cases/${caseId}/parties/eve`, { role: 'witness', person: eve })
    await json(0, 'POST', `/cases/${caseId}/issues`, { issueType: 'serviceConnection' })
    const { issues } = await json<{ issues: { id: string }[] }>(0, 'GET', `/cases/${caseId}/issues`)
    const list = `/appeals/${caseId}/documents`
    const { documents } = await json<{ documents: { id: string; startPage: number }[] }>(0, 'GET', list)
    const [document] = documents
    const asked = {
      kind: 'substitution',
      issueIds: issues.map(({ id }) => id),
      substitute: { for: 'ada', by: 'eve' },
      why: 'The widow asks to be substituted.',
    }
    const { ending } = await json<{ ending: { hash: string } }>(0, 'POST', `/cases/${caseId}/endings`, {
      linkCase: asked,
    })
    const notes = Array.from({ length: 60 }, (_, index) => `Note ${index}`)
    const [linked, ...replies] = await Promise.all([
      ask(0, 'POST', `/cases/${caseId}/links`, { ...asked, ends: ending.hash }),
      ...notes.map(async (comment, index) => {
        await sleep(index)
        const body = { page: document?.startPage, comment }
        const reply = await ask(1, 'POST', `${list}/${document?.id}/annotations`, body)
        return { comment, status: reply.status, text: await reply.text() }
      }),
    ])
    assert.equal(linked.status, 201, await linked.clone().text())
    const { case: made } = (await linked.json()) as { case: { id: string } }
    const taken = replies.filter(({ status }) => status === 201).map(({ comment }) => comment)
    for (const { status, text } of replies.filter((reply) => reply.status !== 201)) {
      assert.equal(status, 422, text)
      assert.match(text, /was continued as another one by a substitution/)
    }
    assert.ok(taken.length < notes.length, 'the last came too late')
    const there = await json<{ documents: { id: string; startPage: number }[] }>(
      1,
      'GET',
      `/appeals/${made.id}/documents`,
    )
    const same = there.documents.find(({ startPage }) => startPage === document?.startPage)
    const { document: read } = await json<{ document: { annotations: { comment?: string }[] } }>(
      1,
      'GET',
      `/appeals/${made.id}/documents/${same?.id}`,
    )
    const found = read.annotations.flatMap(({ comment }) =>
      comment && notes.includes(comment) ? [comment] : [],
    )
    assert.deepEqual(found.toSorted(), taken.toSorted())
  })

  it('a watcher at one sees what the other writes', async () => {
    const caseId = path.split('/')[2]
    const left = new AbortController()
    const response = await fetch(`${processes[0]!.url}/cases/${caseId}/events?types=document.tagged`, {
      headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
      signal: AbortSignal.any([left.signal, AbortSignal.timeout(60_000)]),
    })
    await ask(1, 'POST', `${path}/tags`, { text: 'seen across' })
    let text = ''
    for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
      text += chunk
      if (text.includes('seen across')) break
    }
    left.abort()
    assert.match(text, /seen across/)
  })

  it('signing out at one holds at the other', async () => {
    const other = await tokenAt(processes[0]!.url)
    const at = (which: number) =>
      fetch(`${processes[which]!.url}/appeals`, { headers: { authorization: `Bearer ${other}` } })
    assert.equal((await at(1)).status, 200)
    await fetch(`${processes[0]!.url}/auth/sign-out`, {
      method: 'POST',
      headers: { authorization: `Bearer ${other}` },
    })
    assert.equal((await at(1)).status, 401)
  })
})
