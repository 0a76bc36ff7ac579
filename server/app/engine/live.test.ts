import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import type { Database } from '../../store/db.ts'
import { eventsFence } from '../../store/events/stream.ts'
import { mergeable, shareReads } from '../../store/shared-reads.ts'
import { openDesk } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { until } from '../../test/until.ts'
import { openLiveFeed } from './live.ts'

const staff = { id: '', teams: [], audience: 'staff' as const, upTo: 0 }

describe('the live feed', () => {
  let db: TestDatabase
  let desk: ReturnType<typeof openDesk>
  before(async () => {
    db = await freshDatabase({ size: 20 })
    desk = openDesk(db)
  })
  after(() => db.close())

  const lastPosition = async () => {
    const [row] = await db.rows<{ position: number }>(
      `select coalesce(max(position), 0) as position from events`,
    )
    return row?.position ?? 0
  }

  /** A writer that hangs: nobody gets the fence meanwhile. */
  async function holdFence() {
    const writer = new pg.Client({ connectionString: db.url })
    await writer.connect()
    await writer.query('select pg_advisory_lock_shared($1)', [eventsFence])
    return () => writer.end()
  }

  it('skips no event when the ceiling of somebody else is answered late and the fence times out', async () => {
    const { caseId, documentIds } = await desk.open()
    const tag = (text: string) => desk.tag(caseId, documentIds[0]!, text)
    const start = await lastPosition()

    let isHolding = false
    const held = Promise.withResolvers<void>()
    const late: Database = {
      ...db,
      async transaction(work) {
        const isHeld = isHolding
        isHolding = false
        const answer = await db.transaction(work)
        if (isHeld) await held.promise
        return answer
      },
    }
    const feed = openLiveFeed(late, { pollMs: 3_600_000 })
    const ended = new AbortController()
    let isAsked = Promise.withResolvers<void>()
    let mayGoOn = Promise.resolve()
    const seen: number[] = []
    const watching = (async () => {
      const reader = async () => {
        isAsked.resolve()
        await mayGoOn
        return staff
      }
      for await (const events of feed.watch({ after: start, reader, signal: ended.signal }))
        seen.push(...events.map(({ position }) => position))
    })()
    await until(() => feed.watchers() === 1)
    await feed.ceiling()
    // Asleep by now.
    await sleep(100)

    await tag('first')
    isHolding = true
    const elsewhere = feed.ceiling()
    await until(() => !isHolding)
    await sleep(50)
    await tag('second')
    isAsked = Promise.withResolvers()
    const paused = Promise.withResolvers<void>()
    mayGoOn = paused.promise
    feed.nudge()
    // It may wait for the answer that is late; then nobody asks.
    await Promise.race([isAsked.promise, sleep(500)])
    const letGo = await holdFence()
    held.resolve()
    await elsewhere
    paused.resolve()
    await sleep(200)
    await letGo()
    await tag('third')
    const wanted = (
      await db.rows<{ position: number }>(
        `select position from events where position > $1 order by position`,
        [start],
      )
    ).map(({ position }) => position)
    await until(() => {
      feed.nudge()
      return seen.at(-1) === wanted.at(-1)
    })
    ended.abort()
    feed.close()
    await watching
    assert.deepEqual(seen, wanted)
  })

  it('costs one fence, one read and one check of its readers for an event, however many watch', async () => {
    const { caseId, documentIds } = await desk.open()
    const start = await lastPosition()
    const asked = { fences: 0, alone: 0, together: 0 }
    const counted: Database = {
      ...db,
      transaction: (work) => {
        asked.fences += 1
        return db.transaction(work)
      },
      rows: (text, values) => {
        asked.alone += 1
        return db.rows(text, values)
      },
      atOnce: (work) =>
        db.atOnce((tx) =>
          work({
            rows: (text, values) => {
              asked.together += 1
              return tx.rows(text, values)
            },
          }),
        ),
    }
    const sessions = shareReads(counted)
    const feed = openLiveFeed(counted, { pollMs: 3_600_000 })
    const ended = new AbortController()
    const seen = Array.from({ length: 60 }, (): number[] => [])
    const watching = seen.map(async (own, index) => {
      const reader = async () => {
        const [row] = await sessions.rows<{ id: string }>(sessionOf, [`member ${index}`])
        return { ...staff, id: row?.id ?? '' }
      }
      const watch = { after: start, reader, signal: ended.signal, ...(index % 2 === 0 ? { caseId } : {}) }
      for await (const events of feed.watch(watch)) own.push(...events.map(({ position }) => position))
    })
    await until(() => feed.watchers() === seen.length)
    await feed.ceiling()
    await sleep(100)
    Object.assign(asked, { fences: 0, alone: 0, together: 0 })
    await desk.tag(caseId, documentIds[0]!, 'for all')
    feed.nudge()
    await until(() => seen.every((own) => own.length === 1))
    ended.abort()
    feed.close()
    await Promise.all(watching)
    assert.deepEqual(new Set(seen.flat()), new Set([await lastPosition()]))
    assert.equal(asked.fences, 1)
    // Whether there is anything new, and what.
    assert.equal(asked.alone, 2)
    // Who they are, how sensitive the case is, whom they represent, and what of it is for whom: for both kinds of stream.
    assert.ok(asked.together <= 12, `${asked.together} statements`)
  })

  it('does not send what was erased after it was read for all', async () => {
    const { caseId, documentIds } = await desk.open()
    const start = await lastPosition()
    const feed = openLiveFeed(db, { pollMs: 3_600_000 })
    const ended = new AbortController()
    const shown: unknown[] = []
    let mayGoOn = Promise.resolve()
    let isAsked = Promise.withResolvers<void>()
    const reader = async () => {
      isAsked.resolve()
      await mayGoOn
      return { ...staff, audience: 'administration' as const, upTo: 9 }
    }
    const watching = (async () => {
      for await (const events of feed.watch({ after: start, reader, signal: ended.signal }))
        shown.push(...events.map(({ data }) => data))
    })()
    await until(() => feed.watchers() === 1)
    await feed.ceiling()
    await sleep(100)
    const paused = Promise.withResolvers<void>()
    mayGoOn = paused.promise
    isAsked = Promise.withResolvers()
    await desk.tag(caseId, documentIds[0]!, 'erased')
    feed.nudge()
    await isAsked.promise
    await db.rows(`update events set data = null where case_id = $1 and position > $2`, [caseId, start])
    await db.rows(`update case_streams set purged_at = now() where case_id = $1`, [caseId])
    paused.resolve()
    await until(() => shown.length > 0)
    assert.deepEqual(shown, [null])
    ended.abort()
    feed.close()
    await watching
  })
})

const sessionOf = mergeable(`select $1::text as id`, ['text'])
