import assert from 'node:assert/strict'
import { once } from 'node:events'
import { request } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { chunkMediaType, type RoomView } from '@portico/contract/rooms'
import type { Session } from '@portico/contract/sessions'
import type { TaskList } from '@portico/contract/tasks'
import { webmChunks } from '../sound.ts'
import { until } from '../until.ts'
import { type BoundService, openBoundService } from './bound-service.ts'

/** Hearings in rooms of the workspace; the service is killed while sound arrives, and while they are recorded as held. */
describe('kill -9 while a hearing is recorded and closed', () => {
  let service: BoundService
  let db: BoundService['db']
  before(async () => {
    service = await openBoundService({}, (_, response) => response.end())
    db = service.db
  })
  after(() => service.close())

  const sounds = webmChunks(4)

  async function hearing() {
    const veteran = { firstName: 'Ada', lastName: 'Byron' }
    const opened = { veteran, receiptDate: '2026-03-02' }
    const caseId = (await service.ask<{ case: { id: string } }>('/cases', opened)).case.id
    const sessions = `/cases/${caseId}/sessions`
    const { id } = (await service.ask<{ session: Session }>(sessions, { kind: 'video' })).session
    const startsAt = new Date(Date.now() + 1500).toISOString()
    const slot = { startsAt, minutes: 60, timeZone: 'America/New_York' }
    await service.put(`${sessions}/${id}/slot`, { slot, consent: 'Everybody has agreed.' })
    const session = async () => {
      const listed = await service.ask<{ sessions: Session[] }>(sessions)
      return listed.sessions.find((one) => one.id === id)
    }
    const handle = await until(async () => {
      const conference = (await session())?.conference
      return conference?.isReady && conference.handle
    })
    const own = await service.ask<{ conference: { url: string } }>(`${sessions}/${id}/conference`)
    const link = new URL(own.conference.url).hash.slice(1)
    const { seat, now } = (await room<RoomView>('entries', { link })).answer
    await act({ type: 'consent', isGiven: true })
    const track = { track: 't1', startedAt: now, durationMs: 1000, mediaType: chunkMediaType }
    const chunk = (sequence: number) => ({
      ...{ link, seat, ...track, sequence, offsetMs: sequence * 1000 },
      bytes: sounds[sequence]?.toString('base64'),
    })
    function act(what: object) {
      return room('acts', { link, seat, act: what })
    }
    await until(() => Date.now() > Date.parse(startsAt))
    return {
      ...{ caseId, id, session, chunk },
      send: async (sequence: number) =>
        room<{ isRepeated: boolean; missing: number[] }>('chunks', chunk(sequence)),
      /** What the database has of it. */
      async stored() {
        const rows = await db.rows<{ sequence: number }>(
          `select sequence from room_chunks where handle = $1 order by sequence`,
          [handle],
        )
        return rows.map(({ sequence }) => sequence)
      },
      hold: () => service.put(`${sessions}/${id}/outcome`, { outcome: 'held' }),
      /** Everybody has left, and had the time to send the rest. */
      async settle() {
        await until(async () => {
          const rows = await db.rows(
            `update rooms set closed_at = closed_at - interval '3 minutes'
             where handle = $1 and closed_at is not null returning 1`,
            [handle],
          )
          return rows.length > 0
        })
      },
      async tasks(type: string) {
        const { tasks } = await service.ask<TaskList>(`/cases/${caseId}/tasks`)
        return tasks.filter((task) => task.type === type && task.about === id).map(({ status }) => status)
      },
      async count(type: string) {
        return (await db.rows(`select from events where case_id = $1 and type = $2`, [caseId, type])).length
      },
    }
  }

  async function room<Answer>(place: string, body: object): Promise<{ status: number; answer: Answer }> {
    const response = await fetch(`${service.url()}/rooms/${place}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const text = await response.text()
    return { status: response.status, answer: (text ? JSON.parse(text) : {}) as Answer }
  }

  const waiting = (query: string) =>
    db.rows<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and wait_event_type = 'Lock' and query like $1`,
      [`%${query}%`],
    )

  /** Killed while a statement waits for what is locked here; it is undone, or is done after all with nobody to hear of it. */
  async function killedWaiting(
    { lock, of, query, isUndone }: { lock: string; of: unknown[]; query: string; isUndone: boolean },
    begin: () => Promise<unknown>,
  ) {
    await db.transaction(async (tx) => {
      await tx.rows(lock, of)
      const lost = begin().then(
        () => false,
        () => true,
      )
      const found = await until(async () => {
        const rows = await waiting(query)
        return rows.length > 0 && rows
      })
      await service.kill()
      assert.equal(await lost, true, 'nobody was told that it is done')
      if (isUndone) for (const { pid } of found) await tx.rows(`select pg_terminate_backend($1)`, [pid])
    })
  }
  const whileStored = {
    lock: `lock table room_chunks in exclusive mode`,
    of: [],
    query: 'insert into room_chunks',
  }
  const whileHeld = (caseId: string) => ({
    ...{ lock: `select from case_streams where case_id = $1 for update`, of: [caseId] },
    ...{ query: 'case_streams', isUndone: true },
  })

  it('what was confirmed is stored, the rest is sent again, and all of it is filed once', async () => {
    const one = await hearing()
    assert.equal((await one.send(0)).status, 200)

    await killedWaiting({ ...whileStored, isUndone: true }, () => one.send(1))
    await service.startAgain()
    assert.deepEqual(await one.stored(), [0])
    const again = await one.send(1)
    assert.deepEqual([again.status, again.answer.isRepeated], [200, false])

    await killedWaiting({ ...whileStored, isUndone: false }, () => one.send(2))
    await service.startAgain()
    await until(async () => (await one.stored()).length === 3)
    const repeated = await one.send(2)
    assert.deepEqual([repeated.status, repeated.answer.isRepeated], [200, true])

    const body = JSON.stringify(one.chunk(3))
    const headers = { 'content-type': 'application/json', 'content-length': body.length }
    const cut = request(`${service.url()}/rooms/chunks`, { method: 'POST', headers })
    const broken = once(cut, 'error')
    await new Promise((written) => cut.write(body.slice(0, body.length / 2), written))
    await service.kill()
    await broken.catch(() => {})
    await service.startAgain()
    assert.deepEqual(await one.stored(), [0, 1, 2])
    assert.equal((await one.send(3)).status, 200)

    await killedWaiting(whileHeld(one.caseId), one.hold)
    await service.startAgain()
    assert.deepEqual([(await one.session())?.status, await one.count('session.held')], ['scheduled', 0])
    await one.hold()
    await service.kill()
    await service.startAgain()
    const held = await one.session()
    assert.deepEqual([held?.status, held?.record], ['held', 'stored'])
    await one.settle()
    const filed = await until(async () => {
      const artifacts = (await one.session())?.artifacts ?? []
      return artifacts.length > 0 && artifacts.every(({ documentId }) => documentId) && artifacts
    })
    assert.deepEqual(
      filed.map(({ durationMs, gaps }) => [durationMs, gaps]),
      [[4000, undefined]],
    )
    await until(async () => (await one.stored()).length === 0)
    assert.equal((await one.session())?.record, 'stored')
    assert.deepEqual([await one.count('session.held'), await one.count('session.artifactFiled')], [1, 1])
    assert.deepEqual(await one.tasks('recordMissing'), [])
  })

  it('what never arrived is missing, with one task; it is done when the browser sends it after all', async () => {
    const one = await hearing()
    await killedWaiting({ ...whileStored, isUndone: true }, () => one.send(0))
    await service.startAgain()
    await killedWaiting(whileHeld(one.caseId), one.hold)
    await service.startAgain()
    assert.deepEqual(await one.tasks('recordMissing'), [])
    await one.hold()
    await service.kill()
    await service.startAgain()
    assert.equal((await one.session())?.record, 'missing')
    assert.deepEqual(await one.tasks('recordMissing'), ['assigned'])

    assert.equal((await one.send(0)).status, 200, 'what was said before the end still comes in')
    await one.settle()
    await until(async () => (await one.session())?.record === 'stored')
    assert.deepEqual(await one.tasks('recordMissing'), ['completed'])
    assert.equal(await one.count('session.artifactFiled'), 1)
  })
})
