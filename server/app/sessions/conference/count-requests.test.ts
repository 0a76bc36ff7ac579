import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { Refusal } from '../../../core/kernel/decider.ts'
import { type Database, openDatabase } from '../../../store/db.ts'
import { freshDatabase, type TestDatabase } from '../../../test/database.ts'
import { openRequestCount } from './count-requests.ts'

describe('requests by a link to a room', () => {
  let db: TestDatabase
  let other: Database
  let second = 0
  before(async () => {
    db = await freshDatabase({ size: 4 })
    other = openDatabase({ url: db.url, size: 4 })
  })
  after(async () => {
    await other.close()
    await db.close()
  })
  const clock = () => new Date(Date.UTC(2026, 2, 2, 14, 0, second))
  const processes = () => {
    const limits = { clock, mostPerMinute: 1200, atOnce: 60 }
    return [openRequestCount({ db, ...limits }), openRequestCount({ db: other, ...limits })] as const
  }
  const allowed = async (
    counts: readonly ((link: string) => Promise<void>)[],
    requests: number,
    link: string,
  ) => {
    const made = Array.from({ length: requests }, (_, index) => counts[index % counts.length]?.(link))
    const ended = await Promise.allSettled(made)
    for (const one of ended)
      if (one.status === 'rejected') assert.ok(one.reason instanceof Refusal && one.reason.code === 'tooMany')
    return ended.filter(({ status }) => status === 'fulfilled').length
  }

  it('are so many in a minute by all processes together', async () => {
    second = 0
    const both = processes()
    assert.equal(await allowed(both, 3000, 'a'), 1200)
    assert.equal(await allowed(both, 10, 'a'), 0)
    assert.equal(await allowed(both, 10, 'another'), 10)
    second = 61
    assert.equal(await allowed(both, 100, 'a'), 100)
  })

  it('are counted by few writes', async () => {
    second = 200
    const [one] = processes()
    await allowed([one], 600, 'few')
    const [row] = await db.rows<{ openings: number }>(
      `select openings from link_openings where link = sha256('few')`,
    )
    assert.equal(row?.openings, 600)
  })
})
