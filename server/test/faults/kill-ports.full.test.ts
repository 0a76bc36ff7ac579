import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { signedHeaders } from '@portico/contract/ports/signature'
import { wav } from '../sound.ts'
import { until } from '../until.ts'
import { type BoundService, openBoundService, secretOf } from './bound-service.ts'

const supports: Record<string, string[]> = {
  reporting: ['states', 'events', 'elements'],
  notifications: ['receipts'],
  'party-identity': ['nameSearch', 'writeBack', 'changes'],
  conferencing: ['presence', 'artifacts'],
}
const identifier = { source: 'registry', externalId: 'R-1' }
const person = { firstName: 'Ada', lastName: 'Byron' }

/** A directory, a mail gateway, a reporting tool and a conferencing service; the service is killed after each step of what it does with them. */
describe('kill -9 between the steps of parties, notifications, reporting and conferencing', () => {
  type Input = { after?: number; events?: { id: string }[]; sessionId?: string; handle?: string }
  const heard: { call: string; key: string; input: Input }[] = []
  const mute = new Set(['notify', 'writeBack', 'takeEvents'])
  /** Answers that are held back. */
  const held: (() => void)[] = []
  let service: BoundService
  let db: BoundService['db']
  before(async () => {
    const settings = {
      reporting: {},
      notifications: { channels: ['email'] },
      'party-identity': { sources: ['registry'] },
      conferencing: {},
    }
    service = await openBoundService(settings, async (request, response) => {
      const [, port = '', call = ''] = request.url?.split('/') ?? []
      const body = await text(request)
      if (call === 'capabilities')
        return response.end(JSON.stringify({ port, spec: 1, supports: supports[port] }))
      const key = String(request.headers['webhook-id'])
      const { input } = JSON.parse(body) as { input: Input }
      heard.push({ call, key, input })
      const now = new Date().toISOString()
      const outputs: Record<string, object> = {
        schedule: { nextAt: now },
        notify: { receipt: { channel: 'email', sentAt: now } },
        lookUp: { records: [] },
        resolve: { record: { identifiers: [identifier], person, asOf: '2026-03-02T15:04:05.000Z' } },
        writeBack: { asOf: now },
        create: {
          handle: `meet-${input.sessionId}`,
          hostUrl: 'https://meet.test/h',
          participantUrl: 'https://meet.test/p',
        },
        collect: {
          artifacts: [{ artifactId: 'r1', kind: 'recording', name: 'Hearing.wav', mediaType: 'audio/wav' }],
        },
      }
      const sound = () => response.setHeader('content-type', 'audio/wav').end(wav(0.2))
      const answer = () =>
        void (call === 'fetchArtifact'
          ? sound()
          : response.end(JSON.stringify({ output: outputs[call] ?? {} })))
      if (mute.has(call)) held.push(answer)
      else answer()
    })
    db = service.db
  })
  after(() => service.close())

  const keysOf = (call: string) => heard.filter((one) => one.call === call).map(({ key }) => key)
  const count = async (caseId: string, type: string) =>
    (await db.rows(`select from events where case_id = $1 and type = $2`, [caseId, type])).length

  const startAgain = () =>
    service.startAgain(
      `update reporting_pulls set leased_until = now() - interval '1 second', next_at = null`,
    )

  /** Until this ends nobody writes the table; the service is killed while so many wait for it. */
  const killedBefore = (table: string, waiters: number, begin: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.rows(`lock table ${table} in exclusive mode`)
      await begin()
      const waiting = await until(async () => {
        const rows = await tx.rows<{ pid: number }>(
          `select pid from pg_locks where relation = '${table}'::regclass and not granted`,
        )
        return rows.length >= waiters && rows
      })
      await service.kill()
      for (const { pid } of waiting) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })

  /** The same for one case: whoever waits for it has written nothing on it. */
  const killedBeforeCase = (caseId: string, begin: () => Promise<unknown>) =>
    db.transaction(async (tx) => {
      await tx.rows(`select from case_streams where case_id = $1 for update`, [caseId])
      await begin()
      const waiting = await until(async () => {
        // Within one transaction it would show the same for ever.
        const rows = await db.rows<{ pid: number }>(
          `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows.length > 0 && rows
      })
      await service.kill()
      for (const { pid } of waiting) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })

  async function report(name: string, fact: object, id = name, port = 'party-identity') {
    const body = JSON.stringify(fact)
    const signed = signedHeaders(id, new Date(), body, secretOf(port))
    const headers = { 'content-type': 'application/json', ...signed }
    const url = `${service.url()}/ports/${port}/main/inbound/${name}`
    assert.equal((await fetch(url, { method: 'POST', body, headers })).status, 202)
  }

  it('loses nothing, and does nothing twice', async () => {
    const open = async () => {
      const body = { veteran: person, receiptDate: '2026-03-02' }
      return (await service.ask<{ case: { id: string } }>('/cases', body)).case.id
    }
    const first = await open()
    const write = (caseId: string, email: string, lastName = 'Byron') =>
      service.ask(`/cases/${caseId}/parties/ada`, {
        role: 'appellant',
        person: { ...person, lastName },
        aliases: [identifier],
        contact: { emails: [email] },
      })
    await write(first, 'ada@example.org')
    await until(() => keysOf('resolve').length > 0)
    await write(first, 'byron@example.org')
    await service.ask(`/cases/${first}/docket`, { docket: 'directReview' })

    // All three were called, and have answered nothing.
    for (const call of mute) await until(() => keysOf(call).length > 0)
    await service.kill()
    // A batch of events may have grown meanwhile, and has another key then: it begins where the first one did.
    const sameAs = (first?: (typeof heard)[number]) => (one: (typeof heard)[number]) =>
      one.call === first?.call && (one.key === first.key || (one.input.after ?? -1) === first.input.after)
    // On a busy machine one of them may have been tried again before that.
    const unanswered = [...mute].map((call) => {
      const isSame = sameAs(heard.find((one) => one.call === call))
      return { isSame, times: heard.filter(isSame).length }
    })
    mute.clear()
    await startAgain()
    for (const { isSame, times } of unanswered) await until(() => heard.filter(isSame).length > times)
    await until(async () => (await count(first, 'notification.receipted')) === 1)
    await until(async () => {
      const rows = await db.rows(`select from obligations where call = 'writeBack' and status = 'delivered'`)
      return rows.length > 0
    })

    // What was committed or accepted is not followed yet: each waits for its table.
    const second = await open()
    await write(second, 'byron@example.org')
    // Before it knows what the directory said, a new name is a conflict.
    await until(async () => {
      const rows = await db.rows(
        `select from obligations where case_id = $1 and call = 'resolve' and status = 'delivered'`,
        [second],
      )
      return rows.length > 0
    })
    const tables = ['projections.parties', 'public.notices', 'public.reporting_pulls']
    const at = new Date().toISOString()
    await db.transaction(async (tx) => {
      const waiting = (table: string) =>
        tx.rows<{ pid: number }>(
          `select pid from pg_locks where relation = '${table}'::regclass and not granted`,
        )
      await tx.rows(`lock table ${tables.slice(1).join(', ')} in exclusive mode`)
      await service.ask(`/cases/${second}/docket`, { docket: 'directReview' })
      await tx.rows(`lock table projections.parties in exclusive mode`)
      const record = { identifiers: [identifier], person: { ...person, lastName: 'King' }, asOf: at }
      await report('partyChanged', { identifier, at, record })
      for (const table of tables) await until(async () => (await waiting(table)).length > 0)
      await service.kill()
      for (const table of tables)
        for (const { pid } of await waiting(table)) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })
    await startAgain()
    await until(async () => (await count(second, 'notification.receipted')) === 1)
    for (const caseId of [first, second]) {
      await until(async () => {
        const { party } = await service.ask<{ party: { person: { lastName: string } } }>(
          `/cases/${caseId}/parties/ada`,
        )
        return party.person.lastName === 'King'
      })
    }
    const newest = async () =>
      (await db.rows<{ position: number }>(`select max(position)::int as position from events`))[0]?.position
    await until(async () => {
      const [pull] = await db.rows<{ position: number }>(`select position::int from reporting_pulls`)
      return pull?.position === (await newest())
    })
    const told = heard.flatMap(({ call, input }) => (call === 'takeEvents' ? (input.events ?? []) : []))
    const logged = await db.rows<{ id: string }>(`select id from events order by position`)
    assert.deepEqual(
      [...new Set(told.map(({ id }) => id))],
      logged.map(({ id }) => id),
    )
    for (const caseId of [first, second])
      assert.deepEqual(
        [await count(caseId, 'notification.owed'), await count(caseId, 'notification.receipted')],
        [1, 1],
      )
    assert.equal(new Set(keysOf('notify')).size, 2, 'one message for each event')

    // The notice is there, and what is owed is not written.
    const third = await open()
    await write(third, 'byron@example.org', 'King')
    await killedBefore('projections.sent_notifications', 1, () =>
      service.ask(`/cases/${third}/docket`, { docket: 'directReview' }),
    )
    assert.equal(await count(third, 'notification.owed'), 0)
    for (const call of ['notify', 'writeBack']) mute.add(call)
    held.length = 0
    const calls = heard.length
    await startAgain()
    const isCalled = (call: string) => heard.slice(calls).some((one) => one.call === call)
    await until(() => isCalled('notify'))
    await write(first, 'lovelace@example.org', 'King')
    await until(() => isCalled('writeBack'))

    // Both have answered, and nothing of it is written down.
    mute.clear()
    const answered = heard.slice(calls).filter(({ call }) => call === 'notify' || call === 'writeBack')
    await killedBefore('public.obligations', 2, async () => {
      for (const answer of held.splice(0)) answer()
    })
    assert.equal(await count(third, 'notification.receipted'), 0)
    await startAgain()
    for (const { call, key } of answered)
      await until(() => keysOf(call).filter((one) => one === key).length >= 2)
    await until(async () => (await count(third, 'notification.receipted')) === 1)
    assert.deepEqual([await count(third, 'notification.owed'), new Set(keysOf('notify')).size], [1, 3])

    // The directory's news is on one case, and not yet on the next.
    const lastName = async (caseId: string) =>
      (await service.ask<{ party: { person: { lastName: string } } }>(`/cases/${caseId}/parties/ada`)).party
        .person.lastName
    const [next = '', last = ''] = [first, second].sort()
    await until(async () => {
      const rows = await db.rows(
        `select from graphile_worker.jobs where task_identifier = 'spreadParty'
         union all select from obligations where status in ('waiting', 'sending')`,
      )
      return rows.length === 0
    })
    await killedBeforeCase(last, async () => {
      const now = new Date().toISOString()
      const record = { identifiers: [identifier], person: { ...person, lastName: 'Lovelace' }, asOf: now }
      await report('partyChanged', { identifier, at: now, record }, 'changed-again')
    })
    const renamed = await db.rows<{ caseId: string }>(
      `select case_id as "caseId" from projections.parties
       where person->>'lastName' = 'Lovelace' and case_id = any($1)`,
      [[next, last]],
    )
    assert.deepEqual(renamed, [{ caseId: next }])
    await startAgain()
    for (const caseId of [next, last]) await until(async () => (await lastName(caseId)) === 'Lovelace')
  })

  it('makes one conference of each order, invites and cancels once, and files what came of it once', async () => {
    const body = { veteran: person, receiptDate: '2026-03-02' }
    const contact = { emails: ['ada@example.test'] }
    /** In a case of its own: what one case owes goes out in order. */
    const place = async (inSeconds: number) => {
      const caseId = (await service.ask<{ case: { id: string } }>('/cases', body)).case.id
      await service.ask(`/cases/${caseId}/parties/ada`, { role: 'appellant', person, contact })
      const asked = { kind: 'video' }
      const { session } = await service.ask<{ session: { id: string } }>(`/cases/${caseId}/sessions`, asked)
      const startsAt = new Date(Date.now() + inSeconds * 1000).toISOString()
      const slot = { startsAt, minutes: 60, timeZone: 'America/New_York' }
      await service.put(`/cases/${caseId}/sessions/${session.id}/slot`, {
        slot,
        consent: 'Everybody has agreed.',
      })
      return { id: session.id, caseId }
    }
    const callsOf = (call: string, sessionId: string) =>
      heard.filter((one) => one.call === call && one.input.sessionId === sessionId).map(({ key }) => key)
    const countOf = async (sessionId: string, type: string) =>
      (await db.rows(`select from events where subject = $1 and type = $2`, [sessionId, type])).length
    /** The same key twice, and nothing else. */
    const isRepeated = (call: string, sessionId: string) =>
      until(() => {
        const keys = callsOf(call, sessionId)
        assert.ok(new Set(keys).size <= 1, `${call} has one key`)
        return keys.length >= 2
      })

    // The order is sent, and not answered.
    mute.add('create')
    const { id: first, caseId: firstCase } = await place(86_400 * 30)
    await until(() => callsOf('create', first).length === 1)
    await service.kill()
    held.length = 0
    await startAgain()
    await isRepeated('create', first)

    // The answer to one is stored and nobody is invited yet; that to another is not stored.
    const { id: second, caseId: secondCase } = await place(5)
    await until(() => callsOf('create', second).length === 1)
    mute.clear()
    const [answerFirst, answerSecond] = held.splice(0).slice(-2)
    await db.transaction(async (tx) => {
      await tx.rows(`lock table public.notices in exclusive mode`)
      answerFirst?.()
      await until(async () => (await countOf(first, 'session.conferenceReady')) === 1)
      await tx.rows(`lock table public.obligations in exclusive mode`)
      answerSecond?.()
      const waiting = (table: string) =>
        tx.rows<{ pid: number }>(
          `select pid from pg_locks where relation = '${table}'::regclass and not granted`,
        )
      for (const table of ['public.notices', 'public.obligations'])
        await until(async () => (await waiting(table)).length > 0)
      await service.kill()
      for (const table of ['public.notices', 'public.obligations'])
        for (const { pid } of await waiting(table)) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })
    assert.equal(await countOf(second, 'session.conferenceCreated'), 0)
    mute.add('cancel').add('collect').add('fetchArtifact')
    await startAgain()
    await isRepeated('create', second)
    for (const id of [first, second]) {
      await until(async () => (await countOf(id, 'session.conferenceReady')) === 1)
      assert.equal(await countOf(id, 'session.conferenceCreated'), 1)
    }
    for (const caseId of [firstCase, secondCase]) {
      await until(async () => (await count(caseId, 'notification.receipted')) === 1)
      assert.equal(await count(caseId, 'notification.owed'), 1, 'one invitation')
    }

    // It is cancelled, another is held, and the service has heard of both.
    await service.put(`/cases/${firstCase}/sessions/${first}/outcome`, { outcome: 'withdrawn' })
    await until(async () => {
      const outcome = service.put(`/cases/${secondCase}/sessions/${second}/outcome`, { outcome: 'held' })
      return outcome.then(
        () => true,
        () => false,
      )
    })
    for (const [call, id] of [
      ['cancel', first],
      ['collect', second],
    ] as const)
      await until(() => callsOf(call, id).length === 1)
    await service.kill()
    held.length = 0
    mute.delete('cancel')
    mute.delete('collect')
    await startAgain()
    await isRepeated('cancel', first)
    await isRepeated('collect', second)
    await until(() => heard.some(({ call }) => call === 'fetchArtifact'))

    // The recording is fetched and not filed; who joined is reported, and not on the session.
    mute.clear()
    await killedBeforeCase(secondCase, async () => {
      const at = new Date().toISOString()
      const fact = { handle: `meet-${second}`, participant: { name: 'Ada Byron' }, at }
      for (const answer of held.splice(0)) answer()
      await report('participantJoined', fact, 'joined', 'conferencing')
    })
    assert.deepEqual(
      [await countOf(second, 'session.participantJoined'), await count(secondCase, 'session.artifactFiled')],
      [0, 0],
    )
    await db.rows(`update artifact_pulls set due_at = now() - interval '1 second'`)
    await startAgain()
    await until(async () => (await countOf(second, 'session.participantJoined')) === 1)
    await until(async () => (await count(secondCase, 'session.artifactFiled')) === 1)
    assert.deepEqual(
      [
        await countOf(first, 'session.conferenceCancelled'),
        await countOf(second, 'session.artifactAnnounced'),
        await count(secondCase, 'document.filed'),
      ],
      [1, 1, 1],
    )
  })
})
