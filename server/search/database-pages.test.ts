import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { databasePages, mostVerified } from './database-pages.ts'
import { indexPages } from './index-pages.ts'
import { parseQuery } from './query.ts'

describe('databasePages', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const index = (caseId: string, from: number, texts: string[]) =>
    db.transaction((tx) =>
      indexPages(tx, { caseId, pages: texts.map((text, at) => ({ page: from + at, text })) }),
    )
  const search = (caseId: string, written: string, wanted: { after?: number; limit?: number } = {}) => {
    const owners = [{ documentId: 'doc_many', startPage: 1, endPage: 100_000 }]
    return databasePages(db, caseId).findAndCount(parseQuery(written), {
      after: 0,
      limit: 50,
      owners,
      ...wanted,
    })
  }

  describe('over many pages', () => {
    const pages = mostVerified + 700
    const late = pages - 3
    before(async () => {
      const texts = Array.from({ length: pages }, (_, at) =>
        at + 1 >= late ? 'the late phrase' : at % 2 ? 'phrase the late' : 'phrase the common',
      )
      await index('case_many', 1, texts)
    })

    it('counts a word to the last page by the index', async () => {
      const { counts, isExact, hits, hasMore } = await search('case_many', 'phrase')
      assert.deepEqual([counts.get('doc_many'), isExact, hits.length, hasMore], [pages, true, 50, true])
    })

    it('says that a phrase was not counted to the end', async () => {
      const { counts, isExact, hits, hasMore } = await search('case_many', '"phrase the"')
      assert.deepEqual(
        [counts.get('doc_many'), isExact, hits.length, hasMore],
        [mostVerified, false, 50, true],
      )
    })

    it('finds a phrase wherever it stands, and counts it when it had to look everywhere', async () => {
      const { counts, isExact, hits } = await search('case_many', '"the late phrase"')
      assert.deepEqual([counts.get('doc_many'), isExact], [4, true])
      assert.deepEqual(
        hits.map(({ page }) => page),
        [late, late + 1, late + 2, late + 3],
      )
    })

    it('goes on behind any page', async () => {
      const far = mostVerified + 100
      for (const after of [far, 10]) {
        const { hits, hasMore, isExact, counts } = await search('case_many', '"phrase the"', {
          after,
          limit: 2,
        })
        assert.deepEqual(
          hits.map(({ page }) => page),
          [after + 1, after + 2],
        )
        assert.deepEqual([hasMore, isExact, counts.get('doc_many')], [true, false, mostVerified])
      }
      const end = await search('case_many', '"the late phrase"', { after: late, limit: 3 })
      assert.deepEqual([end.hits.length, end.hasMore], [3, false])
    })
  })

  it('counts a page with too many words for the index', async () => {
    const noise = Array.from({ length: 20_000 }, (_, n) =>
      String.fromCharCode(0x4e00 + (n % 250), 0x4e00 + Math.floor(n / 250)),
    ).join('-')
    await index('case_full', 1, [`needle ${noise}`, 'needle', 'nothing', noise])
    const overfull = await db.rows(
      `select page from page_tokens where case_id = 'case_full' and tokens @@ '''*'''::tsquery order by page`,
    )
    assert.deepEqual(overfull, [{ page: 1 }, { page: 4 }])
    const { counts, hits } = await search('case_full', 'needle')
    assert.deepEqual([counts.get('doc_many'), hits.map(({ page }) => page)], [2, [1, 2]])
  })
})
