import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { type Database, inSavepoint, isPassingFailure, openDatabase, type Queryable } from './db.ts'

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

  it('in one part of it keeps the others', async () => {
    const failures: unknown[] = []
    await db.transaction(async (tx) => {
      await inSavepoint(tx, () => tx.rows(note, ['before']))
      const bad = async () => {
        await tx.rows(note, ['undone'])
        await tx.rows(`select $1::json`, ['none'])
      }
      await inSavepoint(tx, bad).catch((error) => void failures.push(error))
      await inSavepoint(tx, () => tx.rows(note, ['behind']))
    })
    assert.deepEqual(failures.map(isPassingFailure), [false])
    assert.deepEqual(await noted(), ['before', 'behind'].toSorted())
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

  it('by a lost connection fails with each further statement, and the next one has another connection', async () => {
    const failures: unknown[] = []
    const work = db.transaction(async (tx) => {
      const [row] = await tx.rows<{ pid: number }>(`select pg_backend_pid() as pid`)
      await elsewhere.rows(`select pg_terminate_backend($1)`, [row?.pid])
      for (let further = 0; further < 3; further += 1)
        await tx.rows(note, ['lost']).catch((error) => void failures.push(error))
    })
    await assert.rejects(work)
    assert.deepEqual(failures.map(isPassingFailure), [true, true, true])
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

describe('statements of ever new texts', () => {
  it('fill no connection without end: a worn-out one is replaced, and nothing is lost', async () => {
    await using stack = new AsyncDisposableStack()
    const elsewhere = await freshDatabase({ size: 1 })
    stack.defer(elsewhere.close)
    const db = openDatabase({ url: elsewhere.url, size: 1 })
    stack.defer(db.close)
    const prepared = async () => {
      const [row] = await db.rows<{ count: number }>(
        `select count(*)::int as count from pg_prepared_statements`,
      )
      return row?.count ?? 0
    }
    const counts: number[] = []
    for (let number = 0; number < 2500; number++) {
      const [row] = await db.rows<{ number: number }>(`select ${number} as number`)
      assert.equal(row?.number, number)
      if (number % 100 === 0) counts.push(await prepared())
    }
    assert.ok(Math.max(...counts) > 500 && Math.max(...counts) <= 1001, `${counts}`)
  })
})
