import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as endOfTurn } from 'node:timers/promises'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import type { Queryable } from './db.ts'
import { mergeable, shareReads } from './shared-reads.ts'

describe('reads that are shared', () => {
  let db: TestDatabase
  let trips: number[]
  let reads: Queryable
  before(async () => {
    db = await freshDatabase({ size: 4 })
    reads = shareReads({
      rows: db.rows,
      atOnce: (work) =>
        db.atOnce((tx) => {
          let asked = 0
          const counted = work({
            rows: (text, values) => {
              asked += 1
              return tx.rows(text, values)
            },
          })
          trips.push(asked)
          return counted
        }),
    })
  })
  after(() => db.close())

  const numbered = `select $1::int as number`
  const ask = async (number: number) => (await reads.rows<{ number: number }>(numbered, [number]))[0]?.number

  it('travel together when they are asked for together, and the same one once', async () => {
    trips = []
    assert.deepEqual(await Promise.all([ask(1), ask(2), ask(1)]), [1, 2, 1])
    assert.deepEqual(trips, [2])
    assert.deepEqual([await ask(1), await ask(1)], [1, 1])
    assert.deepEqual(trips, [2, 1, 1])
  })

  it('are one statement for many values where they can be merged, each with its own rows', async () => {
    const upTo = mergeable(
      `select n::int as number, $2::text as name from generate_series(1, $1::int) as n`,
      ['int', 'text'],
    )
    trips = []
    const asked = [2, 0, 3, 2].map((count, index) => reads.rows(upTo, [count, `name ${index % 3}`]))
    const named = (count: number, name: string) =>
      Array.from({ length: count }, (_, index) => ({ number: index + 1, name }))
    assert.deepEqual(await Promise.all(asked), [
      named(2, 'name 0'),
      [],
      named(3, 'name 2'),
      named(2, 'name 0'),
    ])
    assert.deepEqual(trips, [1])
    assert.deepEqual(await reads.rows(upTo, [1, 'alone']), named(1, 'alone'))
  })

  it('answer each with what holds after it was asked for', async () => {
    await db.script(`create table written (number int)`)
    const count = async () => (await reads.rows(`select from written`)).length
    const before = count()
    await endOfTurn()
    await db.rows(`insert into written values (1)`)
    assert.equal(await count(), 1)
    await before
  })

  it('fail alone', async () => {
    const failing = reads.rows(`select 1 / $1::int as none`, [0])
    const [failed, one] = await Promise.allSettled([failing, ask(1)])
    assert.match(String((failed as PromiseRejectedResult).reason), /division by zero/)
    assert.deepEqual(one, { status: 'fulfilled', value: 1 })
  })
})
