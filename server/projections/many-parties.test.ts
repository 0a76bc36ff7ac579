import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { Queryable } from '../store/db.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { findSought } from './find-parties.ts'
import { findMentioned } from './mentioned-cases.ts'

const cases = 20_000

/** How many rows of cases and parties something fetches, by an index or without one. */
async function rowsReadBy(tx: Queryable, work: () => Promise<void>): Promise<number> {
  const before = await rowsRead(tx)
  await work()
  return (await rowsRead(tx)) - before
}

async function rowsRead(tx: Queryable): Promise<number> {
  const [row] = await tx.rows<{ rows: number }>(
    `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::int as rows from pg_stat_xact_user_tables
     where relname in ('parties', 'cases')`,
  )
  return row?.rows ?? 0
}

describe('among many parties', () => {
  let db: TestDatabase
  before(async () => {
    db = await freshDatabase({ size: 2 })
    await db.script(`
      insert into projections.cases (case_id, docket_number, case_type, veteran, receipt_date, uploaded_at, opened_at,
        original_pdf_bytes, page_count)
      select 'case_' || lpad(n::text, 26, '0'), '260302-' || n, 'appeal',
        jsonb_build_object('firstName', 'Ada', 'lastName', 'Byron ' || n), '2026-03-02', now(), now(), 0, 0
      from generate_series(1, ${cases}) as n;
      insert into projections.parties (case_id, party_id, role, person, organization, contact, status, recorded_at, updated_at)
      select case_id, 'party' || right(case_id, 20), 'appellant',
        case when n % 2 = 0 then veteran || jsonb_build_object('birthDate', (date '1940-01-01' + n % 9000)::text) end,
        case when n % 2 = 1 then 'Helpers ' || n end,
        jsonb_build_object('emails', jsonb_build_array('party' || n || '@example.org')), 'current', now(), now()
      from projections.cases, lateral (select right(case_id, 20)::int as n) as numbered;
      analyze projections.cases; analyze projections.parties;`)
  })
  after(() => db.close())

  const pieces = [
    ['a name', { sender: { name: `Ada Byron ${cases}` } }],
    ['the name of an organization', { sender: { name: `Helpers ${cases - 1}` } }],
    ['an address', { sender: { address: `party${cases}@example.org` } }],
    ['a docket number', { sender: {}, subject: `260302-${cases}` }],
    ['somebody whom no case knows', { sender: { name: 'Nobody Known', address: 'nobody@example.org' } }],
  ] as const
  for (const [what, piece] of pieces)
    it(`a piece of mail with ${what} is matched without reading the others`, async () => {
      for (let again = 0; again < 7; again += 1)
        await db.transaction(async (tx) => {
          const read = await rowsReadBy(tx, async () => {
            const { parties, byDocketNumber } = await findMentioned(tx, piece)
            assert.equal(parties.length + byDocketNumber.length, what.startsWith('somebody') ? 0 : 1)
          })
          assert.ok(read < 50, `${read} rows were read`)
        })
    })

  it('whoever is sought is found without reading the others', async () => {
    const sight = { sensitivity: 9, barred: [], limit: 50 }
    const person = { firstName: 'Ada', lastName: `Byron ${cases}`, birthDate: '1942-01-21' }
    for (const sought of [{ person }, { organization: `Helpers ${cases - 1}` }])
      for (let again = 0; again < 7; again += 1)
        await db.transaction(async (tx) => {
          const read = await rowsReadBy(tx, async () =>
            assert.ok((await findSought(tx, sought, sight)).length > 0),
          )
          assert.ok(read < 50, `${read} rows were read`)
        })
  })
})
