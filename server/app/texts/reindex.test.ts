import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { databasePages } from '../../search/database-pages.ts'
import { indexPages } from '../../search/index-pages.ts'
import { openCaseIndexes } from '../../search/memory/case-indexes.ts'
import { parseQuery } from '../../search/query.ts'
import { searchCase } from '../../search/search-case.ts'
import { newDocument, openDesk } from '../../test/case-desk.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { oneOwner } from '../../test/search-paths.ts'
import { reindex } from './reindex.ts'

describe('reindex', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase()
  })
  after(() => db.close())

  const openCase = async (texts: readonly string[]) => {
    const { caseId } = await openDesk(db).open([newDocument(texts.length)])
    const words = [{ start: 0, end: 6, left: 0.1, top: 0.1, right: 0.2, bottom: 0.2 }]
    const pages = texts.map((text, at) => ({
      page: at + 1,
      text,
      words,
      ...(at === 0 ? { source: 'ocr' as const, confidence: 0.5 } : {}),
    }))
    await db.transaction((tx) => indexPages(tx, { caseId, pages }))
    return caseId
  }
  const find = async (caseId: string, query: string) => {
    const found = await searchCase(databasePages(db, caseId), query, { owners: oneOwner, limit: 1_000 })
    return { pages: found.hits.map(({ page }) => page), corrected: found.corrected }
  }
  const revisionOf = async (caseId: string) =>
    (await db.rows<{ revision: number }>(`select revision from case_texts where case_id = $1`, [caseId]))[0]
      ?.revision
  const stored = (caseId: string) =>
    db.rows(
      `select t.page, text, source, confidence, words, k.tokens
       from page_texts t join page_words using (case_id, page) join page_tokens k using (id)
       where t.case_id = $1 order by t.page`,
      [caseId],
    )

  it('finds again what the index had lost, and no more what it had made up', async () => {
    const texts = Array.from({ length: 250 }, (_, at) => `needle number ${at + 1}`)
    const caseId = await openCase(texts)
    const other = await openCase(['needle elsewhere'])
    const before = await stored(caseId)
    await db.rows(`delete from page_tokens where case_id = $1 and page in (2, 222)`, [caseId])
    await db.rows(`update page_tokens set tokens = '' where case_id = $1 and page = 3`, [caseId])
    await db.rows(`insert into page_tokens (id, case_id, page, tokens) values (-1, $1, 900, '''~needl''')`, [
      caseId,
    ])
    await db.rows(`insert into case_words (case_id, word) values ($1, 'neddle')`, [caseId])
    assert.equal((await find(caseId, 'needle')).pages.length, 247)

    const seen: number[] = []
    assert.deepEqual(await reindex(db, caseId, (done, of) => seen.push(done / of)), { pages: 250 })
    assert.deepEqual(
      (await find(caseId, 'needle')).pages,
      texts.map((_, at) => at + 1),
    )
    assert.equal(seen.at(-1), 1)
    assert.deepEqual(await stored(caseId), before)
    const words = await db.rows<{ word: string }>(
      `select word from case_words where case_id = $1 order by word`,
      [caseId],
    )
    assert.deepEqual(
      words.map(({ word }) => word),
      ['needle', 'number'],
    )
    assert.deepEqual((await find(other, 'nedle')).corrected, 'needle')
  })

  it('keeps every page findable while it goes on, and what is read meanwhile', async () => {
    const texts = Array.from({ length: 400 }, () => 'needle')
    const caseId = await openCase(texts)
    const indexes = openCaseIndexes({ db, mostBytes: 10_000_000 })
    let isDone = false
    const rebuilt = reindex(db, caseId).finally(() => {
      isDone = true
    })
    const again = [{ page: 399, text: 'needle read again' }]
    await db.transaction((tx) => indexPages(tx, { caseId, pages: again }))
    try {
      while (!isDone) {
        const pages = await indexes.pages(caseId, await revisionOf(caseId))
        const { hits } = await pages.find(parseQuery('needle'), {
          after: 0,
          limit: 1_000,
          owners: oneOwner,
        })
        assert.equal(hits.length, 400)
      }
      await rebuilt
    } finally {
      await indexes.close()
    }
    assert.deepEqual((await find(caseId, 'again')).pages, [399])
  })

  it('has nothing to do for a case without text', async () => {
    const { caseId } = await openDesk(db).open()
    assert.deepEqual(await reindex(db, caseId), { pages: 0 })
  })
})
