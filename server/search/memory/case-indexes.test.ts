import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { oneOwner } from '../../test/search-paths.ts'
import { indexPages } from '../index-pages.ts'
import { searchCase } from '../search-case.ts'
import { type CaseIndexes, openCaseIndexes } from './case-indexes.ts'
import { openSegmentThread } from './segment-thread.ts'

describe('openCaseIndexes', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const read = (caseId: string, from: number, texts: readonly string[]) =>
    db.transaction((tx) =>
      indexPages(tx, {
        caseId,
        pages: texts.map((text, at) => ({ page: from + at, text })),
      }),
    )
  const ask = async (indexes: CaseIndexes, caseId: string) => {
    const [row] = await db.rows<{ revision: number }>(`select revision from case_texts where case_id = $1`, [
      caseId,
    ])
    return indexes.pages(caseId, row?.revision)
  }
  const find = async (indexes: CaseIndexes, caseId: string, query: string) =>
    (await searchCase(await ask(indexes, caseId), query, { owners: oneOwner })).hits.map(({ page }) => page)

  /** The memory that tests ask for, with a clock that moves only by hand. */
  const opened = async (
    work: (indexes: CaseIndexes, pass: (ms: number) => void) => Promise<void>,
    options: { mostBytes?: number; db?: TestDatabase; onFailure?: (error: unknown) => void } = {},
  ) => {
    let time = 0
    const indexes = openCaseIndexes({ db, mostBytes: 50_000_000, now: () => time, ...options })
    try {
      await work(indexes, (ms) => {
        time += ms
      })
    } finally {
      await indexes.close()
    }
  }

  /** Fails where a search asks the tables of pages: what is in memory is answered from there. */
  const withoutTables = (): TestDatabase => ({
    ...db,
    rows: (text, values) => {
      if (/candidate_pages|case_words/.test(text)) throw new Error('the database was asked for pages')
      return db.rows(text, values)
    },
  })

  it('answers from the database until the case is in memory, and then from there', async () => {
    await read('case_cold', 1, ['needle one', 'thread', 'needle three'])
    await opened(async (indexes) => {
      assert.deepEqual(await find(indexes, 'case_cold', 'needle'), [1, 3])
      await indexes.settled()
      assert.equal(indexes.size().cases, 1)
    })
    await opened(
      async (indexes) => {
        await ask(indexes, 'case_cold')
        await indexes.settled()
        assert.deepEqual(await find(indexes, 'case_cold', 'needle'), [1, 3])
        assert.deepEqual(await find(indexes, 'case_cold', '"needle three" OR thraed'), [3])
        assert.deepEqual(await find(indexes, 'case_cold', 'nedle'), [1, 3])
      },
      { db: withoutTables() },
    )
  })

  it('finds pages that are new, or were read again, at the next search of every process', async () => {
    await read('case_fresh', 1, ['needle one', 'thread'])
    await opened((one) =>
      opened(async (another) => {
        for (const indexes of [one, another]) {
          await ask(indexes, 'case_fresh')
          await indexes.settled()
        }
        await read('case_fresh', 3, ['needle three'])
        await read('case_fresh', 1, ['a thread now'])
        for (const indexes of [one, another]) {
          assert.deepEqual(await find(indexes, 'case_fresh', 'needle'), [3])
          assert.deepEqual(await find(indexes, 'case_fresh', 'thread'), [1, 2])
        }
        for (let page = 4; page < 90; page++) {
          await read('case_fresh', page, [`needle ${page}`])
          assert.equal((await find(one, 'case_fresh', `"needle ${page}"`))[0], page)
        }
        const many = Array.from({ length: 300 }, (_, at) => `needle ${at + 90}`)
        await read('case_fresh', 90, many)
        assert.deepEqual(await find(one, 'case_fresh', '"needle 389"'), [389])
        await one.settled()
        assert.deepEqual(await find(one, 'case_fresh', '"needle 389" OR "needle 7"'), [7, 389])
        assert.deepEqual(await find(another, 'case_fresh', '"needle 389" OR "needle 7"'), [7, 389])
      }),
    )
  })

  it('reads a case once, however many search it at once', async () => {
    await read('case_busy', 1, ['needle'])
    let loads = 0
    const counting: TestDatabase = {
      ...db,
      rows: (text, values) => {
        if (/sum\(octet_length/.test(text)) loads++
        return db.rows(text, values)
      },
    }
    await opened(
      async (indexes) => {
        await Promise.all(Array.from({ length: 20 }, () => find(indexes, 'case_busy', 'needle')))
        await indexes.settled()
        await Promise.all(Array.from({ length: 20 }, () => find(indexes, 'case_busy', 'needle')))
        assert.equal(loads, 1)
      },
      { db: counting },
    )
  })

  it('keeps to its bytes: what was not searched for long makes room, what is in use does not', async () => {
    const text = 'needle and thread '.repeat(2_000)
    for (const caseId of ['case_a', 'case_b', 'case_c']) await read(caseId, 1, [text, text])
    await opened(
      async (indexes, pass) => {
        const searched = async (caseId: string) => {
          assert.deepEqual(await find(indexes, caseId, 'needle'), [1, 2])
          await indexes.settled()
        }
        await searched('case_a')
        pass(1_000)
        await searched('case_b')
        assert.equal(indexes.size().cases, 1, 'case_a is in use')
        pass(61_000)
        await searched('case_b')
        assert.deepEqual([indexes.size().cases, indexes.size().bytes <= 200_000], [1, true])
        pass(61_000)
        await searched('case_c')
        assert.deepEqual([indexes.size().cases, indexes.size().bytes <= 200_000], [1, true])
      },
      { mostBytes: 200_000 },
    )
  })

  it('leaves to the database what is too large, and everything where it has no memory', async () => {
    await read('case_large', 1, ['needle '.repeat(10_000)])
    for (const mostBytes of [0, 20_000]) {
      await opened(
        async (indexes) => {
          for (let times = 0; times < 3; times++) {
            assert.deepEqual(await find(indexes, 'case_large', 'needle'), [1])
            await indexes.settled()
          }
          assert.deepEqual(indexes.size(), { cases: 0, bytes: 0 })
        },
        { mostBytes },
      )
    }
  })

  it('goes on with the database where a case cannot be loaded, and tries again later', async () => {
    await read('case_broken', 1, ['needle'])
    let isBroken = true
    const failures: unknown[] = []
    const broken: TestDatabase = {
      ...db,
      rows: (text, values) => {
        if (isBroken && /revision > \$2 and page > \$3/.test(text)) throw new Error('broken')
        return db.rows(text, values)
      },
    }
    await opened(
      async (indexes, pass) => {
        for (let times = 0; times < 3; times++) {
          assert.deepEqual(await find(indexes, 'case_broken', 'needle'), [1])
          await indexes.settled()
        }
        assert.equal(failures.length, 1)
        isBroken = false
        pass(31_000)
        await find(indexes, 'case_broken', 'needle')
        await indexes.settled()
        assert.equal(indexes.size().cases, 1)
      },
      { db: broken, onFailure: (error) => failures.push(error) },
    )
  })

  it('says that the thread has ended where it has', async () => {
    const thread = openSegmentThread()
    await thread.add([{ page: 1, text: 'needle' }])
    await thread.end()
    await assert.rejects(thread.finish(), /has ended/)
  })

  it('ends what it is loading when it is closed', async () => {
    await read(
      'case_closed',
      1,
      Array.from({ length: 600 }, () => 'needle'),
    )
    const indexes = openCaseIndexes({ db, mostBytes: 50_000_000 })
    await ask(indexes, 'case_closed')
    await indexes.close()
    assert.deepEqual(indexes.size(), { cases: 0, bytes: 0 })
  })
})
