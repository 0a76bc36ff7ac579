import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { caseFile } from '../../core/file/case-file.ts'
import { type Decider, type Recorded, Refusal, type RefusalCode } from '../../core/kernel/decider.ts'
import { type Layered, membersOf } from '../../core/kernel/layered.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { listDocuments } from '../../projections/documents.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { readCaseEvents } from '../../store/events/read.ts'
import { lockCase } from '../../store/events/stream.ts'
import { newCase, newDocument, noReactions, noWork, openDesk, requestBy } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { alice, bob, noon } from '../../test/given.ts'
import { until } from '../../test/until.ts'
import { isTakenAlias } from '../intake/taken-alias.ts'
import { verify } from '../verify/verify.ts'
import { createExecute } from './execute.ts'

const refusedAs = (code: RefusalCode) => (error: unknown) => error instanceof Refusal && error.code === code

describe('execute', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  before(async () => {
    db = await freshDatabase({ size: 30 })
    desk = openDesk(db)
  })
  after(() => db.close())

  const eventsOf = (caseId: string) => readCaseEvents(db, caseId, { limit: 10_000 })
  const by = (actor = alice) => requestBy(actor)
  const fingerprint = (text: string) => Buffer.from(text)

  it('writes events without holes and the tables that follow from them', async () => {
    const { caseId, documentIds } = await desk.open([newDocument(3), newDocument(2)])
    await desk.tag(caseId, documentIds[1]!, 'nexus')
    const events = await eventsOf(caseId)
    assert.deepEqual(
      events.map(({ sequence, type }) => [sequence, type]),
      [
        [1, 'case.opened'],
        [2, 'document.filed'],
        [3, 'document.filed'],
        [4, 'document.tagged'],
      ],
    )
    const [first, second] = await listDocuments(db, caseId, alice.id)
    assert.deepEqual([first?.startPage, first?.endPage, second?.startPage, second?.endPage], [1, 3, 4, 5])
    assert.deepEqual(second?.tags, ['nexus'])
  })

  it('a case that was put back, and went on otherwise, keeps its chain whole', async () => {
    const { caseId, documentIds } = await desk.open()
    const tag = (text: string, by = desk) => by.tag(caseId, documentIds[0]!, text)
    await tag('kept')
    const [kept] = await db.rows<{ version: number; hash: Buffer }>(
      `select version, hash from case_streams where case_id = $1`,
      [caseId],
    )
    await tag('lost')
    // As a standby that was promoted before it had the last event.
    await db.rows(`delete from events where case_id = $1 and sequence > $2`, [caseId, kept?.version])
    await db.rows(`update case_streams set version = $2, hash = $3 where case_id = $1`, [
      caseId,
      kept?.version,
      kept?.hash,
    ])
    await tag('by another process', openDesk(db))
    await tag('by this one')
    assert.deepEqual((await verify(db, { caseId })).faults, [])
  })

  it('a case that is not there is not found, and nothing is written', async () => {
    await assert.rejects(desk.tag('case_none', 'doc_none', 'x'), refusedAs('notFound'))
    const [row] = await db.rows<{ n: number }>(
      `select count(*) as n from case_streams where case_id = 'case_none'`,
    )
    assert.equal(row?.n, 0)
  })

  it('a document of another case is not found', async () => {
    const one = await desk.open()
    const other = await desk.open()
    await assert.rejects(desk.tag(one.caseId, other.documentIds[0]!, 'x'), refusedAs('notFound'))
  })

  it('a refused opening leaves no case behind', async () => {
    const { caseId } = await desk.open()
    await assert.rejects(desk.open([newDocument(1)], { caseId }), refusedAs('conflict'))
    assert.equal((await eventsOf(caseId)).length, 2)
  })

  it('an external id names one case', async () => {
    const alias = { source: 'legacy', externalId: '42' }
    await desk.open([newDocument(1)], { alias })
    await assert.rejects(desk.open([newDocument(1)], { alias }), isTakenAlias)
  })

  it('a stale expected version is a conflict that names the version', async () => {
    const { caseId, documentIds } = await desk.open()
    await desk.tag(caseId, documentIds[0]!, 'a', { ...by(), expectedVersion: 2 })
    await assert.rejects(desk.tag(caseId, documentIds[0]!, 'b', { ...by(), expectedVersion: 2 }), (error) => {
      return refusedAs('conflict')(error) && /version 3/.test((error as Error).message)
    })
  })

  it('of fifty writers with one expected version exactly one wins', async () => {
    const { caseId, documentIds } = await desk.open()
    const tries = Array.from({ length: 50 }, (_, index) =>
      desk.tag(caseId, documentIds[0]!, `tag ${index}`, { ...by(), expectedVersion: 2 }),
    )
    const results = await Promise.allSettled(tries)
    assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
    const losers = results.filter((result) => result.status === 'rejected')
    assert.ok(losers.every(({ reason }) => refusedAs('conflict')(reason)))
    assert.equal((await eventsOf(caseId)).length, 3)
  })

  it('an idempotency key replays the first answer and writes nothing again', async () => {
    const { caseId, documentIds } = await desk.open()
    const idempotency = { key: 'k1', fingerprint: fingerprint('same') }
    const first = await desk.tag(caseId, documentIds[0]!, 'once', { ...by(), idempotency })
    await desk.untag(caseId, documentIds[0]!, 'once')
    const again = await desk.tag(caseId, documentIds[0]!, 'once', { ...by(), idempotency })
    assert.deepEqual(again, first)
    assert.deepEqual((await listDocuments(db, caseId, alice.id))[0]?.tags, [])
  })

  it('the same key with another request is a conflict, and by another person it is another key', async () => {
    const { caseId, documentIds } = await desk.open()
    const key = 'k2'
    await desk.tag(caseId, documentIds[0]!, 'a', {
      ...by(),
      idempotency: { key, fingerprint: fingerprint('a') },
    })
    await assert.rejects(
      desk.tag(caseId, documentIds[0]!, 'b', {
        ...by(),
        idempotency: { key, fingerprint: fingerprint('b') },
      }),
      refusedAs('conflict'),
    )
    await desk.tag(caseId, documentIds[0]!, 'b', {
      ...by(bob),
      idempotency: { key, fingerprint: fingerprint('b') },
    })
    assert.deepEqual((await listDocuments(db, caseId, alice.id))[0]?.tags.toSorted(), ['a', 'b'])
  })

  it('one key sent at once to two cases is taken by one of them', async () => {
    const cases = await Promise.all([desk.open(), desk.open()])
    const results = await Promise.allSettled(
      cases.map(({ caseId, documentIds }) =>
        desk.tag(caseId, documentIds[0]!, 'x', {
          ...by(),
          idempotency: { key: 'k3', fingerprint: fingerprint(caseId) },
        }),
      ),
    )
    assert.deepEqual(results.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  })

  it('one key sent many times at once changes the case once', async () => {
    const { caseId, documentIds } = await desk.open()
    const idempotency = { key: 'k4', fingerprint: fingerprint('x') }
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => desk.tag(caseId, documentIds[0]!, 'x', { ...by(), idempotency })),
    )
    assert.equal(new Set(answers.map(({ version }) => version)).size, 1)
    assert.equal((await eventsOf(caseId)).length, 3)
  })

  it('one key that opens a case many times opens one, and the log holds', async () => {
    const idempotency = { key: 'k5', fingerprint: fingerprint('open') }
    const opening = () => {
      const command = newCase([newDocument(1)])
      return desk.execute(caseFile, { ...by(), idempotency }, command, () => command.caseId)
    }
    const first = await opening()
    assert.deepEqual(await Promise.all([opening(), opening()]), [first, first])
    const empty = await db.rows(`select case_id from case_streams where version = 0`)
    assert.deepEqual(empty, [])
  })

  it('a projection that fails takes the events with it', async () => {
    const broken = {
      name: 'broken',
      tables: [],
      types: ['document.tagged' as const],
      statement: `select 1 / 0 where $1::jsonb is not null`,
    }
    const execute = createExecute({
      db,
      projections: [...allProjections, broken],
      reactions: noReactions,
      workFor: noWork,
    })
    const { caseId, documentIds } = await desk.open()
    await assert.rejects(openDesk(db, execute).tag(caseId, documentIds[0]!, 'lost'), /division by zero/)
    assert.equal((await eventsOf(caseId)).length, 2)
    assert.deepEqual((await listDocuments(db, caseId, alice.id))[0]?.tags, [])
  })

  it('queued work that fails takes the events with it', async () => {
    const jobs = [{ name: 'x'.repeat(200), key: 'k', payload: {} }]
    const workFor = () => ({ jobs, obligations: [] })
    const command = newCase([newDocument(1)])
    await assert.rejects(
      createExecute({ db, projections: allProjections, reactions: noReactions, workFor })(
        caseFile,
        requestBy(),
        command,
        () => null,
      ),
      /tasks_identifier_check/,
    )
    assert.equal((await eventsOf(command.caseId)).length, 0)
  })

  it('what a snapshot holds is what the events say', async () => {
    const { caseId, documentIds } = await desk.open()
    for (let index = 0; index < 130; index++) await desk.tag(caseId, documentIds[0]!, `t${index}`)
    const [snapshot] = await db.rows<{ sequence: number; state: { tags: Layered<unknown> } }>(
      `select sequence, state from snapshots where case_id = $1 and decider = 'document'`,
      [caseId],
    )
    assert.ok(snapshot && Object.keys(membersOf(snapshot.state.tags)).length >= 99)
    // Another process remembers nothing: it has the snapshot and what came behind it.
    await openDesk(db).tag(caseId, documentIds[0]!, 't5')
    assert.equal(
      (await eventsOf(caseId)).length,
      132,
      'a tag known only from the snapshot is not written again',
    )
    await db.rows(`update snapshots set state_version = -1 where case_id = $1`, [caseId])
    await openDesk(db).tag(caseId, documentIds[0]!, 't5')
    assert.equal((await eventsOf(caseId)).length, 132, 'a snapshot of another fold is left aside')
  })

  it('what this process remembers of a case is never taken for current', async () => {
    const { caseId, documentIds } = await desk.open()
    const other = openDesk(db)
    await desk.tag(caseId, documentIds[0]!, 'a')
    await other.untag(caseId, documentIds[0]!, 'a')
    await desk.tag(caseId, documentIds[0]!, 'a')
    await other.tag(caseId, documentIds[0]!, 'a')
    const types = (await eventsOf(caseId)).slice(2).map(({ type }) => type)
    assert.deepEqual(types, ['document.tagged', 'document.untagged', 'document.tagged'])
  })

  it('what this process knows of a case is decided on and written in one trip', async () => {
    let trips = 0
    const counted = {
      ...db,
      atOnce: <T>(write: (tx: Queryable) => Promise<T>) => {
        trips += 1
        return db.atOnce(write)
      },
    }
    const here = openDesk(counted)
    const { caseId, documentIds } = await here.open([newDocument(1), newDocument(1)])
    await here.tag(caseId, documentIds[0]!, 'read under the lock')
    await here.tag(caseId, documentIds[1]!, 'read under the lock')
    assert.equal(trips, 0)
    await here.tag(caseId, documentIds[0]!, 'known')
    await here.tag(caseId, documentIds[1]!, 'known')
    assert.equal(trips, 2)
    await openDesk(db).tag(caseId, documentIds[0]!, 'by another')
    await here.tag(caseId, documentIds[0]!, 'by another')
    assert.equal(trips, 3, 'the third wrote nothing: the case had changed')
    const texts = (await eventsOf(caseId)).slice(3).map(({ data }) => (data as { text: string }).text)
    assert.deepEqual(texts, ['read under the lock', 'read under the lock', 'known', 'known', 'by another'])
  })

  describe('what is decided at once on cases that this process knows', () => {
    const writes: ((work: Promise<unknown>) => Promise<unknown>)[] = []
    let here: ReturnType<typeof openDesk>
    let trips: number
    /** Cases with one tag each, known here. */
    let cases: { caseId: string; documentIds: string[] }[]
    beforeEach(async () => {
      writes.length = 0
      const counted: Database = {
        ...db,
        atOnce: async (write) => {
          trips += 1
          const work = db.atOnce(write)
          return (await (writes.shift()?.(work) ?? work)) as never
        },
      }
      here = openDesk(counted)
      cases = await Promise.all([1, 2, 3, 4].map(() => here.open()))
      await Promise.all(cases.map(({ caseId, documentIds }) => here.tag(caseId, documentIds[0]!, 'first')))
      trips = 0
    })
    const tagAll = (text: string) =>
      Promise.allSettled(cases.map(({ caseId, documentIds }) => here.tag(caseId, documentIds[0]!, text)))
    const textsOf = async ({ caseId }: { caseId: string }) =>
      (await eventsOf(caseId)).slice(2).map(({ data }) => (data as { text: string }).text)

    it('is written in one trip, each behind its own case', async () => {
      const done = await tagAll('together')
      assert.equal(trips, 1)
      for (const [index, one] of cases.entries()) {
        assert.deepEqual(done[index], { status: 'fulfilled', value: { version: 4 } })
        assert.deepEqual(await textsOf(one), ['first', 'together'])
        assert.deepEqual((await verify(db, one)).faults, [])
      }
    })

    it('asks for the work of each case by what happened on that case', async () => {
      const asking: string[][] = []
      const execute = createExecute({
        db,
        projections: allProjections,
        reactions: noReactions,
        workFor: (events) => {
          asking.push(events.map(({ caseId }) => caseId))
          return noWork(events)
        },
      })
      const there = openDesk(db, execute)
      for (const round of ['locked', 'known']) {
        asking.length = 0
        await Promise.all(
          cases.map(({ caseId, documentIds }) => there.tag(caseId, documentIds[0]!, `asked ${round}`)),
        )
      }
      assert.deepEqual(
        asking,
        cases.map(({ caseId }) => [caseId]),
      )
    })

    it('is written where another process has changed one of the cases, or holds it', async () => {
      const [changed, held] = cases as [(typeof cases)[0], (typeof cases)[0]]
      await openDesk(db).tag(changed.caseId, changed.documentIds[0]!, 'by another')
      const letGo = Promise.withResolvers<void>()
      const holding = Promise.withResolvers<void>()
      const other = db.transaction(async (tx) => {
        await lockCase(tx, held.caseId)
        holding.resolve()
        await letGo.promise
      })
      await holding.promise
      const tagged = tagAll('together')
      const [, , third] = cases
      while ((await textsOf(third!)).length < 2) await endOfTurn()
      letGo.resolve()
      await other
      assert.ok((await tagged).every(({ status }) => status === 'fulfilled'))
      for (const one of cases)
        assert.deepEqual(
          await textsOf(one),
          one === changed ? ['first', 'by another', 'together'] : ['first', 'together'],
        )
    })

    it('is never written twice: where the connection broke, nobody tries again', async () => {
      writes.push(async (work) => {
        await work
        throw Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' })
      })
      const done = await tagAll('together')
      assert.deepEqual(
        done.map((one) => String((one as PromiseRejectedResult).reason)),
        cases.map(() => 'Error: Connection terminated unexpectedly'),
      )
      for (const one of cases) assert.deepEqual(await textsOf(one), ['first', 'together'])
    })
  })

  it('what was decided by a profile that was replaced meanwhile is decided anew', async () => {
    let asked = 0
    const execute = createExecute({
      db,
      projections: allProjections,
      reactions: noReactions,
      workFor: noWork,
      knownProfile: () => ({ number: 7, profile: defaultProfile }),
      profileFor: async () => {
        asked += 1
        return defaultProfile
      },
    })
    const { caseId, documentIds } = await desk.open()
    const other = openDesk(db, execute)
    for (const text of ['a', 'b', 'c']) await other.tag(caseId, documentIds[0]!, text)
    assert.equal(asked, 3)
    assert.equal((await eventsOf(caseId)).length, 5)
    const [row] = await db.rows<{ version: number }>(`select version from case_streams where case_id = $1`, [
      caseId,
    ])
    assert.equal(row?.version, 5)
  })

  it('a profile that is saved while a statement waits for its case is not overlooked', async () => {
    let asked = 0
    const profileFor = async () => {
      asked += 1
      return defaultProfile
    }
    const execute = createExecute({
      ...{ db, projections: allProjections, reactions: noReactions, workFor: noWork, profileFor },
      knownProfile: () => ({ number: 0, profile: defaultProfile }),
    })
    const { caseId, documentIds } = await desk.open()
    const other = openDesk(db, execute)
    await other.tag(caseId, documentIds[0]!, 'a')
    await other.tag(caseId, documentIds[0]!, 'b')
    assert.equal(asked, 1, 'the second is decided on what is known')
    let waiting: Promise<unknown> | undefined
    await db.transaction(async (tx) => {
      await tx.rows(`select from case_streams where case_id = $1 for update`, [caseId])
      waiting = other.tag(caseId, documentIds[0]!, 'c')
      await until(async () => {
        const [waits] = await db.rows(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return waits
      })
      await db.rows(
        `insert into profile_versions (number, sha256, body, source, why, actor, at, moves)
         values (1, '', '{}', 'file', '', '{}', now(), '{}')`,
      )
    })
    await waiting
    await db.rows(`delete from profile_versions`)
    assert.equal(asked, 2, 'the third is decided anew')
  })

  it('of many writers at once each folds what came before it once', async () => {
    const counting: Decider<{ type: 'count'; caseId: string }, string[]> = {
      name: 'counting',
      stateVersion: 1,
      reads: () => ({ types: ['document.tagged'] }),
      initial: [],
      evolve: (state, event) => [...state, (event as Recorded<'document.tagged'>).data.text],
      decide: (_, state, { correlationId: text }) => [
        {
          type: 'document.tagged',
          subject: documentId,
          data: { documentId, text: `${text} ${state.length}` },
        },
      ],
    }
    const { caseId, documentIds } = await desk.open()
    const documentId = documentIds[0]!
    const lengths = await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        desk.execute(
          counting,
          { ...by(), correlationId: `t${index}` },
          { type: 'count', caseId },
          ({ state }) => state.length,
        ),
      ),
    )
    assert.deepEqual(
      lengths.toSorted((a, b) => a - b),
      Array.from({ length: 12 }, (_, index) => index + 1),
    )
  })

  it('an event says who, when and why, and its time survives the round trip', async () => {
    const { caseId } = await desk.open()
    const [opened] = await eventsOf(caseId)
    assert.equal(opened?.at, noon.toISOString())
    assert.deepEqual(opened?.actor, alice)
    assert.equal(opened?.correlationId, 'req_test')
    assert.match(opened?.id ?? '', /^evt_[0-9a-z]{26}$/)
  })
})
