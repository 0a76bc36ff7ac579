import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from 'fast-check'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { indexPages } from './index-pages.ts'
import { normalise } from './normalise.ts'
import { parseQuery } from './query.ts'
import { mostVerified, type PageHit, searchAndCount } from './search-and-count.ts'
import { runsOf } from './tokenise.ts'
import { isHit } from './verify.ts'

describe('searchAndCount', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const index = (caseId: string, documentId: string, from: number, texts: string[]) =>
    db.transaction((tx) =>
      indexPages(tx, { caseId, documentId, pages: texts.map((text, at) => ({ page: from + at, text })) }),
    )
  const search = (caseId: string, written: string, wanted: { after?: number; limit?: number } = {}) =>
    searchAndCount(db, caseId, parseQuery(written), { after: 0, limit: 50, ...wanted })

  it('counts and pages what a plain scan of the texts finds', async () => {
    const words = [
      'the',
      'hearing',
      'hearings',
      'service',
      '70%',
      '70',
      '3.303',
      'DD-214',
      'hear-\nings',
      'loss',
    ]
    const text = fc.array(fc.constantFrom(...words), { maxLength: 6 }).map((parts) => parts.join(' '))
    const queries = fc.constantFrom(
      ...[
        'the',
        'hearing',
        'hear*',
        'the service',
        'the OR loss',
        'the -hearing',
        'hearing -70%',
        '70%',
        '70',
      ],
      ...[
        '"the hearing"',
        '"hearings loss"',
        'DD214',
        '3.303 OR "the the"',
        '3.303',
        '3.30*',
        'the -3.303',
        '"3.303"',
        '3 303',
        'the -"hearing loss"',
        '-the',
        '%',
      ],
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, { minLength: 1, maxLength: 12 }),
        queries,
        fc.integer({ min: 1, max: 5 }),
        async (texts, written, limit) => {
          const caseId = `case_scan_${run++}`
          const documents = texts.map((_, at): string => (at < texts.length / 2 ? 'doc_a' : 'doc_b'))
          for (const id of new Set(documents)) {
            const own = texts.filter((_, at) => documents[at] === id)
            await index(caseId, id, documents.indexOf(id) + 1, own)
          }
          const scanned = texts.flatMap((page, at) =>
            isHit(parseQuery(written), runsOf(normalise(page).text)) ? [at + 1] : [],
          )
          const found: PageHit[] = []
          for (let after = 0, hasMore = true; hasMore; after = found.at(-1)?.page ?? 0) {
            const part = await search(caseId, written, { after, limit })
            const counts = [...part.counts.values()]
            assert.equal(
              counts.reduce((sum, count) => sum + count, 0),
              scanned.length,
            )
            assert.equal(part.isExact, true)
            found.push(...part.hits)
            hasMore = part.hasMore
            for (const [id, count] of part.counts) {
              assert.equal(count, scanned.filter((page) => documents[page - 1] === id).length)
            }
          }
          assert.deepEqual(
            found.map(({ page, documentId }) => [page, documentId]),
            scanned.map((page) => [page, documents[page - 1]]),
          )
        },
      ),
      { numRuns: 150, seed: 11 },
    )
  })

  describe('over many pages', () => {
    const pages = mostVerified + 700
    const late = pages - 3
    before(async () => {
      const texts = Array.from({ length: pages }, (_, at) =>
        at + 1 >= late ? 'the late phrase' : at % 2 ? 'phrase the late' : 'phrase the common',
      )
      await index('case_many', 'doc_many', 1, texts)
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
    await index('case_full', 'doc_full', 1, [`needle ${noise}`, 'needle', 'nothing', noise])
    const overfull = await db.rows(
      `select page from page_tokens where case_id = 'case_full' and tokens @@ '''*'''::tsquery order by page`,
    )
    assert.deepEqual(overfull, [{ page: 1 }, { page: 4 }])
    const { counts, hits } = await search('case_full', 'needle')
    assert.deepEqual([counts.get('doc_full'), hits.map(({ page }) => page)], [2, [1, 2]])
  })

  it('looks into the documents that are named, and into no other case', async () => {
    await index('case_two', 'doc_a', 1, ['needle one', 'needle two'])
    await index('case_two', 'doc_b', 3, ['needle three'])
    await index('case_three', 'doc_c', 1, ['needle'])
    const inside = async (documentIds: string[], written: string) => {
      const found = await searchAndCount(db, 'case_two', parseQuery(written), {
        after: 0,
        limit: 9,
        documentIds,
      })
      return [found.hits.map(({ page }) => page), [...found.counts]]
    }
    for (const written of ['needle', 'needle OR "needle two three"']) {
      assert.deepEqual(await inside(['doc_b'], written), [[3], [['doc_b', 1]]])
      assert.deepEqual(await inside(['doc_a', 'doc_c'], written), [[1, 2], [['doc_a', 2]]])
      assert.deepEqual(await inside([], written), [[], []])
    }
  })
})
