import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { type Database, openDatabase } from './db.ts'
import { countOpening, forgetOpenings } from './link-openings.ts'

describe('openings of a link, counted for all processes', () => {
  let db: TestDatabase
  let other: Database
  before(async () => {
    db = await freshDatabase({ size: 4 })
    other = openDatabase({ url: db.url, size: 4 })
  })
  after(async () => {
    await other.close()
    await db.close()
  })
  const at = (second: number) => new Date(Date.UTC(2026, 2, 2, 14, 0, second))
  const open = (process: number, second: number, link = 'a link') =>
    countOpening(process % 2 === 0 ? db : other, link, { mostPerMinute: 20, at: at(second) })

  it('are so many in a minute, however many processes open it at once', async () => {
    const waits = await Promise.all(Array.from({ length: 50 }, (_, process) => open(process, 0)))
    assert.equal(waits.filter((wait) => wait === undefined).length, 20)
    assert.equal(await open(1, 45), 15, 'and it is said how long to wait')
    assert.equal(await open(0, 45, 'another link'), undefined)
  })

  it('begin again after the minute, and are forgotten', async () => {
    assert.equal(await open(1, 60), undefined)
    await forgetOpenings(db, at(130))
    assert.equal((await db.rows('select from link_openings')).length, 0)
  })
})
