import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type CaseSort, caseSorts } from '@portico/contract/cases'
import fc from 'fast-check'
import type { Queryable } from '../store/db.ts'
import { freshDatabase, type TestDatabase } from '../test/database.ts'
import { type CaseCursor, type CaseFilter, countCases, listCases } from './case-list.ts'
import { caseNames } from './case-names.ts'

const cases = 6000
const firstNames = [
  'Ada',
  'Adam',
  'Ängel',
  "D'Arcy",
  'Mary Ann',
  'Jean-Luc',
  'Back\\slash',
  '100%',
  'a:b & c | !d',
]
const lastNames = ['Smith', 'Smith-Jones', 'van der Berg', 'ÅKERBLOM', 'Lee', '2603', '李', "O'Neil"]

/** Too long for an entry of the index of names to have all words of the case. */
const longName = (n: number) =>
  `Smith${Array.from({ length: 60 }, (_, k) => ((n + k) * 7919 ** 3).toString(36).padStart(8, 'q')).join('')}${'é'.repeat(500)}`

/** Every list is what reading all cases would give, whichever way its cases are found. */
describe('a list of cases', () => {
  let db: TestDatabase
  let all: Listed[]
  const today = '2026-11-18'
  const of = <One>(list: readonly One[], n: number) => list[n % list.length] as One

  type Listed = {
    id: string
    docketNumber: string
    names: string[]
    docket: string
    status: string
    isClosed: boolean
    sensitivity: number
    assignees: string[]
    keys: Record<CaseSort, string | null>
  }

  before(async () => {
    db = await freshDatabase()
    const opened = Array.from({ length: cases }, (_, n) => ({
      ...{
        case_id: `case_${String((n * 7919) % 10_007).padStart(6, '0')}`,
        sequence: 1,
        type: 'case.opened',
      },
      data: {
        docketNumber: n % 8 === 0 ? `26${String(n % 1200).padStart(4, '0')}-${n}` : `1${n % 7}`,
        veteran: {
          firstName: of(firstNames, Math.floor(n / 3)),
          ...(n % 5 === 0 ? { middleName: of(lastNames, n) } : {}),
          lastName:
            n % 4 === 0 ? `Rare${n}` : n % 200 === 3 ? longName(n) : of(lastNames, Math.floor(n / 40)),
        },
        uploadedAt: new Date(Date.UTC(2026, 0, 1 + (n % 90))).toISOString(),
        receiptDate: new Date(Date.UTC(2025, 0, 1 + (n % 200))).toISOString().slice(0, 10),
        sensitivity: n % 2 === 0 ? 3 : n % 100 === 1 ? 2 : 0,
      },
    }))
    const told = JSON.stringify(opened)
    await db.rows(
      `insert into cases (case_id, docket_number, case_type, veteran, receipt_date, uploaded_at, opened_at,
         original_pdf_bytes, page_count)
       select case_id, data->>'docketNumber', 'appeal', data->'veteran', (data->>'receiptDate')::date,
         (data->>'uploadedAt')::timestamptz, now(), 0, 0
       from jsonb_to_recordset($1::jsonb) as o (case_id text, data jsonb)`,
      [told],
    )
    await db.rows(caseNames.statement, [told])
    await db.rows(
      `insert into case_work (case_id, case_type, is_closed, closed_at, docket, status, entered_step_at, sensitivity)
       select case_id, 'appeal', n % 450 = 0, case when n % 450 = 0 then timestamptz '2026-10-01' end,
         case when n % 90 = 0 then 'remand' else (array['hearing', 'directReview', 'evidenceSubmission'])[1 + n % 3] end,
         case when n % 700 = 0 then 'readyToSign' when n % 5 = 0 then 'inReview' else 'drafting' end,
         case when n % 8 > 0 then timestamptz '2026-01-01' + n % 300 * interval '1 hour' end, (data->>'sensitivity')::int
       from (select case_id, data, row_number() over (order by case_id)::int as n
         from jsonb_to_recordset($1::jsonb) as o (case_id text, data jsonb)) o`,
      [told],
    )
    await db.rows(
      `insert into sensitive_cases (case_id, level, uploaded_at)
       select case_id, sensitivity, uploaded_at from case_work join cases using (case_id) where sensitivity > 0`,
    )
    await db.rows(
      `insert into queue_entries (case_id, task_id, type, status, assignee, case_type, docket, priority, docket_order,
         opened_at, deadline, sensitivity, docket_number, docket_date, advanced, ready_since)
       select case_id, 'task_' || case_id || t, 'drafting', 'assigned',
         case when t = 2 or n % 2 = 0 then 'team:everybody' when n % 100 = 1 then 'person:mem_1' else 'person:mem_2' end,
         'appeal', 'hearing', 1, '', now(), 'infinity', 0, '', now(), '{}', now()
       from (select case_id, row_number() over (order by case_id) as n from cases) c, generate_series(1, 2) as t
       where t = 1 or n % 50 = 0`,
    )
    await db.script('analyze')
    all = await db.rows<Listed>(
      `select c.case_id as id, c.docket_number as "docketNumber", w.docket, w.status, w.is_closed as "isClosed", w.sensitivity,
         array_remove(array[c.veteran->>'firstName', c.veteran->>'middleName', c.veteran->>'lastName'], null) as names,
         array(select assignee from queue_entries q where q.case_id = c.case_id) as assignees,
         jsonb_build_object('uploaded', to_char(c.uploaded_at, 'YYYYMMDD'), 'received', to_char(c.receipt_date, 'YYYYMMDD'),
           'docketNumber', c.docket_number, 'step', to_char(w.entered_step_at, 'YYYYMMDDHH24'),
           'name', lower((c.veteran->>'lastName') || ' ' || (c.veteran->>'firstName')))
           as keys
       from cases c join case_work w using (case_id)`,
    )
    assert.equal(all.length, cases)
    const entries = await db.rows<{ isWhole: boolean; count: number }>(
      `select words is not null as "isWhole", count(*)::int as count from case_names where word like 'smith%' group by 1 order by 1`,
    )
    assert.deepEqual(
      entries.map(({ isWhole }) => isWhole),
      [false, true],
    )
    assert.ok(Number(entries[0]?.count) >= cases / 200)
  })
  after(() => db.close())

  const hasWord = ({ docketNumber, names }: Listed, word: string) =>
    [docketNumber, ...names].some((name) => {
      const whole = name.toLowerCase()
      const [, ...later] = whole.split(/[\s-]+/)
      const parts = word.startsWith('-') ? later.map((part) => `-${part}`) : word.length < 3 ? [] : later
      return whole.startsWith(word) || parts.some((part) => part.startsWith(word))
    })

  const inBytes = (one: string, other: string) => Buffer.compare(Buffer.from(one), Buffer.from(other))

  function expected(filter: CaseFilter, upTo: number, sort: CaseSort, isReversed: boolean) {
    const words = (filter.text ?? '').toLowerCase().split(/\s+/).filter(Boolean)
    const isDescending = (sort === 'uploaded' || sort === 'received') !== isReversed
    return all
      .filter(
        (one) =>
          one.sensitivity <= upTo &&
          one.keys[sort] !== null &&
          (filter.sensitivity === undefined || one.sensitivity === filter.sensitivity) &&
          (filter.docket === undefined || one.docket === filter.docket) &&
          (filter.status === undefined || one.status === filter.status) &&
          (filter.isClosed === undefined || one.isClosed === filter.isClosed) &&
          (filter.assignee === undefined ||
            one.assignees.some((who) => who.endsWith(`:${filter.assignee}`))) &&
          words.every((word) => hasWord(one, word)),
      )
      .toSorted(
        (one, other) =>
          (isDescending ? -1 : 1) *
          (inBytes(one.keys[sort] ?? '', other.keys[sort] ?? '') || inBytes(one.id, other.id)),
      )
      .map(({ id }) => id)
  }

  type Given = {
    filter: CaseFilter
    upTo: number
    sort: CaseSort
    isReversed: boolean
    limit: number
    pages: number
  }

  async function isAsExpected({ filter, upTo, sort, isReversed, limit, pages }: Given) {
    const sight = { upTo, representedBy: undefined }
    const told = expected(filter, upTo, sort, isReversed)
    const listed: string[] = []
    let cursor: CaseCursor | undefined
    for (let page = 0; page < pages; page++) {
      const { cases: found, next } = await listCases(db, filter, {
        ...{ sight, today, order: { sort, isReversed }, limit },
        ...(cursor ? { after: cursor } : {}),
      })
      listed.push(...found.map(({ id }) => id))
      assert.equal(next !== undefined, listed.length < told.length)
      cursor = next
      if (!cursor) break
    }
    assert.deepEqual(listed, told.slice(0, limit * pages))
    if (sort !== 'step')
      assert.equal(
        await countCases(db, filter, { sight, today, barred: [], most: 500 }),
        Math.min(500, told.length),
      )
  }

  const word = fc.constantFrom(
    ...[
      'a',
      'ad',
      'ada',
      'adam',
      'smi',
      'smith',
      'smith-',
      'jones',
      '-jo',
      'van',
      'der',
      'berg',
      'be',
      'åker',
      'Ängel',
    ],
    ...[
      '26',
      '260',
      '2603',
      '26030',
      '260300-3',
      '1',
      '12',
      'lee',
      'mary',
      'ann',
      'luc',
      "d'",
      "o'neil",
      '李',
      'rare1',
      'r',
    ],
    ...[
      '100%',
      'a:b',
      '&',
      '|',
      '!d',
      'back\\',
      '\\',
      "'",
      ':*',
      'n:ada',
      '4:2603',
      '(',
      'nobody',
      'x'.repeat(500),
    ],
  )

  it('is the same whichever way its cases are found', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          filter: fc.record(
            {
              text: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => words.join(' ')),
              sensitivity: fc.constantFrom(0, 2, 3, 7),
              docket: fc.constantFrom('hearing', 'remand', 'nowhere'),
              status: fc.constantFrom('drafting', 'inReview', 'readyToSign', 'nothing'),
              isClosed: fc.boolean(),
              assignee: fc.constantFrom('mem_1', 'everybody', 'nobody'),
            },
            { requiredKeys: [] },
          ),
          upTo: fc.constantFrom(0, 2, 9),
          sort: fc.constantFrom(...caseSorts),
          isReversed: fc.boolean(),
          limit: fc.constantFrom(1, 7, 50),
          pages: fc.constantFrom(1, 3),
        }),
        isAsExpected,
      ),
      { numRuns: 150 },
    )
  })

  const usual = { upTo: 9, sort: 'uploaded' as const, isReversed: false, limit: 50, pages: 3 }
  const many = { assignee: 'everybody', sensitivity: 3 }
  for (const [name, filter] of Object.entries<CaseFilter>({
    'a status that more than 2,000 cases have': { status: 'drafting' },
    'a status that few cases have': { status: 'readyToSign' },
    'that they are closed': { isClosed: true },
    'that they are open': { isClosed: false },
    'a status and a docket': { status: 'inReview', docket: 'remand' },
    'somebody who has a task in more than 2,000 cases': { assignee: many.assignee },
    'a sensitivity that more than 2,000 cases have': { sensitivity: many.sensitivity },
    'both of these': many,
    'both of these and a common word': { ...many, text: 'ada' },
    'both of these and two common words': { ...many, text: 'ad smi' },
    'both of these and a rare word': { ...many, text: 'rare12' },
  }))
    for (const sort of caseSorts) it(`of ${name} by ${sort}`, () => isAsExpected({ ...usual, filter, sort }))

  it('of two words that very many cases have is come upon in its order', async () => {
    const told = expected({ text: 'a 1' }, 9, 'name', false)
    assert.ok(told.length > 500 * Math.sqrt(2), `${told.length} is more than the index of words is asked for`)
    for (const sort of caseSorts) await isAsExpected({ ...usual, filter: { text: 'a 1' }, sort, limit: 1 })
  })

  it('of one word that very many cases have is come upon in its order', async () => {
    for (const sort of caseSorts) await isAsExpected({ ...usual, filter: { text: '1' }, sort, limit: 1 })
  })

  it('of one sensitivity reads no more cases than it shows', async () => {
    const plans: string[] = []
    const explained: Queryable = {
      async rows<Row>(text: string, values: readonly unknown[] = []) {
        const rows = await db.rows<{ 'QUERY PLAN': string }>(`explain (analyze, timing off) ${text}`, values)
        plans.push(...rows.map((row) => row['QUERY PLAN']))
        return db.rows<Row>(text, values)
      },
    }
    const order = { sort: 'uploaded' as const, isReversed: false }
    const sight = { upTo: 9, representedBy: undefined }
    await listCases(explained, { sensitivity: 3 }, { sight, today, order, limit: 10 })
    const read = plans.map((line) => Number(/rows=([\d.]+) loops=\d+\)$/.exec(line)?.[1] ?? 0))
    assert.ok(Math.max(...read) <= 11, plans.join('\n'))
  })
})
