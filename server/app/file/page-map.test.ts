import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Queryable } from '../../store/db.ts'
import { freshDatabase, type TestDatabase } from '../../test/database.ts'
import { openPageMaps } from './page-map.ts'

describe('the page map of a case', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 2 })
    await db.rows(`insert into case_streams (case_id, version, hash) values ('one', 0, '')`)
    await db.rows(
      `insert into documents (case_id, document_id, name, description, categories, receipt_date, start_page, end_page, position,
         content, filed_page)
       select 'one', 'doc_' || d, 'Statement ' || d, '', '{}', '2026-03-09', d * 10 - 9, d * 10, d - 1,
         '{"sha256": "ab", "firstPage": 1}', d * 10 - 9
       from generate_series(1, 250) as d`,
    )
  })
  after(() => db.close())

  const happens = (type: string) =>
    db.rows(
      `with moved as (
         update case_streams set version = version + 1 where case_id = 'one' returning case_id, version)
       insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, data, data_hash,
         correlation_id, hash)
       select nextval('event_position'), case_id, version, 'evt_' || version, $1, case_id, now(), now(), '{}', '{}', '', 'r', ''
       from moved`,
      [type],
    )

  it('reads the file again only where a document changed', async () => {
    let readings = 0
    const counting: Queryable = {
      rows: <Row>(text: string, values?: readonly unknown[]) => {
        if (text.includes('from documents')) readings++
        return db.rows<Row>(text, values)
      },
    }
    const map = openPageMaps(counting)
    const read = (after?: number) => map('one', {}, after === undefined ? {} : { after })
    const first = await read()
    assert.deepEqual([first.pages, first.documents.length, first.isMore, readings], [2500, 100, true, 1])
    const last = await read(2000)
    assert.deepEqual([last.documents.length, last.isMore, readings], [50, false, 1])
    await happens('issue.added')
    await happens('document.tagged')
    await read()
    assert.equal(readings, 1, 'what changes no document changes no page')
    await db.rows(`update documents set status = 'removed' where document_id = 'doc_2'`)
    await happens('document.removed')
    assert.deepEqual([(await read()).pages, readings], [2490, 2])
    await happens('issue.added')
    await read()
    assert.equal(readings, 2)
  })

  it('reads which pages were compared again only where more were', async () => {
    const compare = (upTo: number) =>
      db.rows(
        `insert into compared_pages (case_id, pages)
         select 'one', range_agg(int4range(page, page + 1)) from generate_series(1, $1::int, 2) as page
         on conflict (case_id) do update set pages = excluded.pages`,
        [upTo],
      )
    let characters = 0
    const weighing: Queryable = {
      rows: async <Row>(text: string, values?: readonly unknown[]) => {
        const rows = await db.rows<Row>(text, values)
        characters += JSON.stringify(rows).length
        return rows
      },
    }
    const map = openPageMaps(weighing)
    await compare(2000)
    assert.equal((await map('one', {})).comparedPages, 995, 'without those of the document that was removed')
    characters = 0
    assert.equal((await map('one', {})).comparedPages, 995)
    assert.ok(characters < 200, `${characters} characters`)
    await compare(2001)
    assert.equal((await map('one', {})).comparedPages, 996)
  })
})
