import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { type Database, openDatabase, type Queryable } from './db.ts'

describe('a transaction that is given up', () => {
  let elsewhere: TestDatabase
  /** On its only connection whatever is left behind meets the next one. */
  let db: Database
  before(async () => {
    elsewhere = await freshDatabase({ size: 1 })
    await elsewhere.script(`create table notes (text text)`)
    db = openDatabase({ url: elsewhere.url, size: 1 })
  })
  after(async () => {
    await db.close()
    await elsewhere.close()
  })
  beforeEach(() => elsewhere.script(`truncate notes`))

  const note = `insert into notes values ($1)`
  const noted = async () =>
    (await elsewhere.rows<{ text: string }>(`select text from notes order by text`)).map(({ text }) => text)
  const refuse = () => {
    throw new Error('refused')
  }

  it('before its first statement leaves none open: what comes next is kept', async () => {
    await assert.rejects(
      db.transaction(async () => refuse()),
      /refused/,
    )
    await db.rows(note, ['alone'])
    await assert.rejects(
      db.readThenWrite(async () => refuse()),
      /refused/,
    )
    await db.atOnce((tx) => Promise.all([tx.rows(note, ['at once']), tx.rows(note, ['with it'])]))
    assert.deepEqual(await noted(), ['alone', 'at once', 'with it'])
  })

  it('does nothing of what it had asked for and not yet sent', async () => {
    for (const isBegun of [false, true]) {
      const work = db.transaction(async (tx) => {
        if (isBegun) await tx.rows(`select 1`)
        tx.rows(note, ['never']).catch(() => {})
        refuse()
      })
      await assert.rejects(work, /refused/)
    }
    await db.rows(note, ['kept'])
    assert.deepEqual(await noted(), ['kept'])
  })

  it('while it asks for what it writes at once writes nothing of it', async () => {
    const half = async (tx: Queryable) => {
      await Promise.all([tx.rows(note, ['half']), refuse()])
    }
    const deeper = async (tx: Queryable) => {
      await half(tx)
      return 'never'
    }
    await assert.rejects(db.atOnce(deeper), /refused/)
    await assert.rejects(
      db.readThenWrite(async (tx) => {
        await tx.rows(`select 1`)
        return deeper
      }),
      /refused/,
    )
    await db.rows(note, ['kept'])
    assert.deepEqual(await noted(), ['kept'])
  })

  it('with a statement on its way that fails leaves none open either', async () => {
    const work = db.transaction(async (tx) => {
      tx.rows(`select 1 / 0`).catch(() => {})
      refuse()
    })
    await assert.rejects(work, /refused/)
    await db.rows(note, ['kept'])
    assert.deepEqual(await noted(), ['kept'])
  })
})
