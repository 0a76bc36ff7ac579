import assert from 'node:assert/strict'
import { after, describe, it } from 'node:test'
import { findCaseAccess } from '../../projections/case-access.ts'
import { indexPages } from '../../search/index-pages.ts'
import { openCaseIndexes } from '../../search/memory/case-indexes.ts'
import type { Queryable } from '../../store/db.ts'
import { newDocument, openDesk } from '../../test/case-desk.ts'
import { freshDatabase } from '../../test/database.ts'
import { openSearch } from './search.ts'

describe('search with the standing that authorization has read', async () => {
  const db = await freshDatabase({ size: 2 })
  const asked: string[] = []
  const counted: Queryable = {
    rows(text, values) {
      asked.push(text)
      return db.rows(text, values)
    },
  }
  const indexes = openCaseIndexes({ db: counted, mostBytes: 1e8 })
  const { hits: search } = openSearch({ db: counted, indexes })
  after(async () => {
    await indexes.close()
    await db.close()
  })

  const { caseId } = await openDesk(db).open([newDocument(3)])
  const write = (page: number, text: string) => indexPages(db, { caseId, pages: [{ page, text }] })
  const found = async (q: string) => {
    const standing = await findCaseAccess(db, caseId, '2026-11-15')
    assert.ok(standing)
    asked.length = 0
    const { hits } = await search(caseId, {}, q, standing)
    return hits.map(({ page }) => page)
  }

  it('a case without text is searched too', async () => {
    assert.deepEqual(await found('tinnitus'), [])
  })

  it('what is current in memory needs no statement', async () => {
    await write(1, 'ringing called tinnitus')
    assert.deepEqual(await found('tinnitus'), [1])
    await indexes.settled()
    assert.deepEqual(await found('tinnitus'), [1])
    assert.deepEqual(asked, [])
  })

  it('text that was committed before is found', async () => {
    await write(2, 'tinnitus since service')
    assert.deepEqual(await found('tinnitus'), [1, 2])
    await write(1, 'a page that was read again')
    assert.deepEqual(await found('tinnitus'), [2])
    assert.deepEqual(await found('again'), [1])
    assert.deepEqual(asked, [])
  })
})
