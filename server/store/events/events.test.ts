import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { openLiveFeed } from '../../app/engine/live.ts'
import { newDocument, openDesk } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { openDatabase } from '../db.ts'
import { eventCeiling } from './positions.ts'
import { readAllEvents, readCaseEvents, type StoredEvent } from './read.ts'
import { eventsFence } from './stream.ts'

const reader = async () => ({ id: '', teams: [], audience: 'staff' as const })

describe('the log', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  before(async () => {
    db = await freshDatabase({ size: 30 })
    desk = openDesk(db)
  })
  after(() => db.close())

  it('twenty writers and a reader: no event missed, none twice, sequences without holes', async () => {
    const writers = 20
    const writesEach = 25
    const cases = await Promise.all(Array.from({ length: 8 }, () => desk.open([newDocument(1)])))
    const start = (await eventCeiling(db)) ?? 0
    const seen: StoredEvent[] = []
    let isDone = false
    const reader = (async () => {
      let after = start
      for (;;) {
        const wasDone = isDone
        const ceiling = await eventCeiling(db)
        const batch = ceiling === undefined ? [] : await readAllEvents(db, { after, ceiling, limit: 37 })
        seen.push(...batch)
        after = batch.at(-1)?.position ?? after
        if (wasDone && ceiling !== undefined && batch.length === 0) return
      }
    })()
    await Promise.all(
      Array.from({ length: writers }, async (_, writer) => {
        for (let write = 0; write < writesEach; write++) {
          const { caseId, documentIds } = cases[(writer + write) % cases.length]!
          await desk.tag(caseId, documentIds[0]!, `w${writer} ${write}`)
        }
      }),
    )
    isDone = true
    await reader

    assert.equal(seen.length, writers * writesEach)
    assert.equal(new Set(seen.map(({ id }) => id)).size, seen.length)
    for (const { caseId } of cases) {
      const all = await readCaseEvents(db, caseId, { limit: 10_000 })
      assert.deepEqual(
        all.map(({ sequence }) => sequence),
        all.map((_, index) => index + 1),
      )
      const positions = all.map(({ position }) => position)
      assert.deepEqual(
        positions,
        positions.toSorted((a, b) => a - b),
      )
    }
  })

  it('a commit that comes late with a lower position is waited for', async () => {
    const { caseId, documentIds } = await desk.open()
    const late = new pg.Client({ connectionString: db.url })
    await late.connect()
    await late.query('begin')
    await late.query('select pg_advisory_xact_lock_shared($1)', [eventsFence])
    const { rows } = await late.query(`select nextval('event_position')::int as position`)
    await desk.tag(caseId, documentIds[0]!, 'overtakes')
    assert.equal(
      await eventCeiling(db),
      undefined,
      'no ceiling may pass a writer that holds a lower position',
    )
    await late.query('commit')
    await late.end()
    assert.ok(((await eventCeiling(db)) ?? 0) > rows[0].position)
  })

  it('the ceiling is a position that was committed, and not one that was drawn: a crash may give that to others', async () => {
    const { caseId, documentIds } = await desk.open()
    await desk.tag(caseId, documentIds[0]!, 'committed')
    const [newest] = await db.rows<{ position: number }>(`select max(position) as position from events`)
    await assert.rejects(
      db.transaction(async (tx) => {
        await tx.rows(`select nextval('event_position') from generate_series(1, 40)`)
        throw new Error('rolled back')
      }),
      /rolled back/,
    )
    assert.equal(await eventCeiling(db), newest?.position)
  })

  it('a commit is durable before it is seen, also where the server is set otherwise', async () => {
    await db.rows(`alter database ${db.name} set synchronous_commit = off`)
    const other = openDatabase({ url: db.url, size: 1 })
    assert.deepEqual(await other.rows(`show synchronous_commit`), [{ synchronous_commit: 'on' }])
    await other.close()
    await db.rows(`alter database ${db.name} reset synchronous_commit`)
  })

  it('a watcher is told of every event once and in order, also of those of another process', async () => {
    const feed = openLiveFeed(db, { pollMs: 20 })
    const other = openDesk(db)
    const { caseId, documentIds } = await desk.open()
    const ended = new AbortController()
    const seen: number[] = []
    const watching = (async () => {
      for await (const batch of feed.watch({ caseId, reader, signal: ended.signal })) {
        seen.push(...batch.map(({ sequence }) => sequence))
        if (seen.length >= 32) ended.abort()
      }
    })()
    for (let index = 0; index < 30; index++) await other.tag(caseId, documentIds[0]!, `t${index}`)
    await watching
    feed.close()
    assert.deepEqual(
      seen,
      Array.from({ length: 32 }, (_, index) => index + 1),
    )
  })

  it('a watcher is told of what others who ask how far the log reaches have seen before it', async () => {
    const feed = openLiveFeed(db, { pollMs: 20 })
    const { caseId, documentIds } = await desk.open()
    const ended = new AbortController()
    const giveUp = setTimeout(() => ended.abort(), 60_000)
    let seen = 0
    for await (const batch of feed.watch({ caseId, reader, signal: ended.signal })) {
      seen += batch.length
      if (seen >= 8) break
      await desk.tag(caseId, documentIds[0]!, `asked ${seen}`)
      await feed.ceiling()
    }
    clearTimeout(giveUp)
    feed.close()
    assert.ok(seen >= 8, `${seen} were told`)
  })

  it('a watcher can be limited to some types and start behind a position', async () => {
    const feed = openLiveFeed(db, { pollMs: 20 })
    const { caseId, documentIds } = await desk.open()
    await desk.tag(caseId, documentIds[0]!, 'a')
    await desk.untag(caseId, documentIds[0]!, 'a')
    await desk.tag(caseId, documentIds[0]!, 'b')
    const [opened] = await readCaseEvents(db, caseId, { limit: 1 })
    const ended = new AbortController()
    for await (const batch of feed.watch({
      caseId,
      after: opened!.position,
      types: ['document.tagged'],
      reader,
      signal: ended.signal,
    })) {
      assert.deepEqual(
        batch.map(({ sequence }) => sequence),
        [3, 5],
      )
      ended.abort()
    }
    feed.close()
  })
})
