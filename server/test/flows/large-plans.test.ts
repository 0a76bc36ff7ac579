import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { openPageMaps } from '../../app/file/page-map.ts'
import { scheduleTaskTypes } from '../../app/sessions/placing/session-lists.ts'
import { defaultProfile } from '../../profile/default.ts'
import { allProjections } from '../../projections/all.ts'
import { brokenByMembers, brokenInCases } from '../../projections/broken-invariants.ts'
import { listCases } from '../../projections/case-list.ts'
import { caseNames, findNamed, wordsQuery } from '../../projections/case-names.ts'
import { listDue } from '../../projections/custody.ts'
import { isLargeDocket } from '../../projections/docket-size.ts'
import { findLetters } from '../../projections/letters.ts'
import { countQueue, type QueueRead, queuePage, queueTasks } from '../../projections/queue-pages.ts'
import { listPlacedSessions, listWaiting } from '../../projections/session-lists.ts'
import { sessionsInCalendar } from '../../projections/sessions.ts'
import { waitingSessions } from '../../projections/waiting-sessions.ts'
import type { Queryable } from '../../store/db.ts'
import { readBindings } from '../../store/port-bindings.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { fillDocket } from '../national-docket.ts'

const written = (value: unknown): string =>
  value instanceof Date ? value.toISOString() : Array.isArray(value) ? `{${value.join(',')}}` : String(value)

type Plan = {
  'Node Type': string
  'Relation Name'?: string
  Alias?: string
  'Index Name'?: string
  'Index Cond'?: string
  'Recheck Cond'?: string
  'Actual Rows'?: number
  'Rows Removed by Filter'?: number
  'Actual Loops'?: number
  Plans?: Plan[]
}

/** What is owed to other systems and not settled has indexes of its own, which are short. */
const unsettled = /^obligations_(open|in_turn|failed|unsettled)$/

/**
 * What PostgreSQL would do with a docket of hundreds of thousands of cases: it is told that the tables have as many rows, and
 * asked for its plan. A plan that reads a table from end to end takes longer with every case.
 */
for (const times of [100, 2000])
  describe(`with a docket of ${times * 300} cases`, () => {
    let db: TestDatabase
    let large: Set<string>
    before(async () => {
      db = await freshDatabase({ size: 2 })
      const run = <Row>(text: string, values: unknown[] = []) => db.rows<Row>(text, values)
      await fillDocket({ run, script: db.script, withoutIndexes: (_, fill) => fill() }, 300)
      const rows = await db.rows<{ name: string }>(
        `update pg_class c set reltuples = reltuples * ${times} where reltuples >= 20
         and (c.relnamespace = 'projections'::regnamespace or c.relname in ('events', 'case_streams', 'obligations'))
       returning c.relname as name`,
      )
      large = new Set(rows.map(({ name }) => name))
      assert.ok(large.has('case_work') && large.has('issues') && large.has('sessions'))
    })
    after(() => db.close())

    const plansOf = async (ask: (db: Queryable) => Promise<unknown>, explain = 'explain (format json)') => {
      const plans: Plan[] = []
      await ask({
        async rows<Row>(text: string, values: readonly unknown[] = []) {
          const [row] = await db.rows<{ 'QUERY PLAN': { Plan: Plan }[] }>(`${explain} ${text}`, values)
          plans.push(...(row?.['QUERY PLAN'].map(({ Plan }) => Plan) ?? []))
          return db.rows<Row>(text, values)
        },
      })
      assert.ok(plans.length > 0)
      return plans
    }
    /** A walk along an index may end early where nothing between it and a limit needs all of its rows. */
    const readWhole = (plan: Plan, isLimited = false): string[] => {
      const type = plan['Node Type']
      const isWhole =
        !unsettled.test(plan['Index Name'] ?? '') &&
        large.has(plan['Relation Name'] ?? '') &&
        (type === 'Seq Scan' ||
          (/^Index/.test(type) && plan['Index Cond'] === undefined && !isLimited) ||
          (type === 'Bitmap Heap Scan' && plan['Recheck Cond'] === undefined))
      const ends = /^(Sort|Hash|Aggregate|Materialize|CTE Scan|Gather)/.test(type)
      const isStillLimited = type === 'Limit' || (isLimited && !ends)
      return [
        ...(isWhole ? [`${type} of ${plan['Relation Name']}`] : []),
        ...(plan.Plans ?? []).flatMap((one) => readWhole(one, isStillLimited)),
      ]
    }
    const readsNoTable = async (name: string, ask: (db: Queryable) => Promise<unknown>) => {
      for (const plan of await plansOf(ask)) assert.deepEqual(readWhole(plan), [], name)
    }

    it('is seen to be large', async () => {
      assert.equal(await isLargeDocket(db), true)
    })

    it('a statement that reads a whole table is noticed', async () => {
      const [plan] = await plansOf((tx) => tx.rows(`select from issues i join cases c using (case_id)`))
      assert.notDeepEqual(readWhole(plan as Plan), [])
    })

    for (const { name, statement } of allProjections)
      it(`an event reads no whole table on its way into ${name}`, () =>
        readsNoTable(name, (tx) => tx.rows(statement, ['[]'])))

    it('sessions that wait no more are looked up by the list of their cases: joined, PostgreSQL 15 reads them all', async () => {
      const [plan] = await plansOf((tx) => tx.rows(waitingSessions.statement, ['[]']))
      const deleting = (one: Plan): Plan[] => [
        ...(one.Alias === 'q' ? [one] : []),
        ...(one.Plans ?? []).flatMap(deleting),
      ]
      const found = deleting(plan as Plan).filter((one) => one['Node Type'] !== 'ModifyTable')
      assert.equal(found.length, 1)
      assert.match(found[0]?.['Index Cond'] ?? found[0]?.['Recheck Cond'] ?? '', /case_id = ANY/)
    })

    const sight = { mostSensitivity: 9, barredCaseIds: [] }
    const today = '2026-11-15'
    const aCase = 'case_00000000000000000000000001'
    const waiting = { taskTypes: scheduleTaskTypes(defaultProfile), limit: 50 }
    const participants = [{ kind: 'adjudicator' as const, id: 'mem_1' }]
    const place = { priority: 3, docketOrder: '20200101000000000001', sessionId: 'sess_1' }
    const keeping = [{ caseType: 'appeal', keepYears: 5, why: 'It is over.' }]
    const dueBefore = { now: new Date(), limit: 100, seen: sight }
    const cases = { sight: { upTo: 9, representedBy: undefined }, today, limit: 10 }
    const byUpload = { sort: 'uploaded' as const, isReversed: false }
    const letters = { upTo: 9, barred: [], limit: 50 }

    const reads: Record<string, (tx: Queryable) => Promise<unknown>> = {
      'the queue of sessions': (tx) => listWaiting(tx, sight, waiting),
      'its next page': (tx) => listWaiting(tx, sight, { ...waiting, after: place }),
      'the queue of one docket': (tx) => listWaiting(tx, sight, { ...waiting, docket: 'hearing' }),
      'the queue of one kind': (tx) => listWaiting(tx, sight, { ...waiting, kind: 'video' }),
      'placed sessions': (tx) => listPlacedSessions(tx, sight, { limit: 50 }),
      'the sessions of somebody': (tx) => listPlacedSessions(tx, sight, { participants, limit: 50 }),
      'the calendar of somebody': (tx) => sessionsInCalendar(tx, participants, new Date()),
      'what is due for purging': (tx) => listDue(tx, keeping, dueBefore),
      'the rules of some cases': (tx) => brokenInCases(tx, defaultProfile, ['case_1', 'case_2']),
      'the rules about members': (tx) => brokenByMembers(tx),
      'what bindings have to do': (tx) => readBindings(tx),
      'all letters': (tx) => findLetters(tx, {}, letters),
      'letters of one status': (tx) => findLetters(tx, { status: 'failed' }, letters),
      'the newest cases': (tx) => listCases(tx, {}, { ...cases, order: byUpload }),
      'cases found by a rare name': (tx) =>
        listCases(tx, { text: 'ada smith' }, { ...cases, order: byUpload }),
      'cases with several common words': (tx) =>
        tx.rows(`select case_id from cases c where c.words @@ (select $1::tsquery) limit 2001`, [
          wordsQuery(['ada', 'smith']),
        ]),
      'cases of a common word by name': (tx) =>
        listCases(tx, { text: 'ada' }, { ...cases, order: { sort: 'name', isReversed: false } }),
      'cases in which somebody has a task': (tx) =>
        listCases(tx, { assignee: 'mem_7' }, { ...cases, order: byUpload }),
      'cases that few may see': (tx) => listCases(tx, { sensitivity: 3 }, { ...cases, order: byUpload }),
      'the same by name': (tx) =>
        listCases(tx, { sensitivity: 3 }, { ...cases, order: { sort: 'name', isReversed: false } }),
      'the page map of a case': (tx) => openPageMaps(tx)(aCase, {}),
    }
    for (const [name, read] of Object.entries(reads))
      it(`${name} reads no whole table`, () => readsNoTable(name, read))

    const sortedLate: Record<string, (tx: Queryable) => Promise<unknown>> = {
      'sessions of somebody': (tx) => listPlacedSessions(tx, sight, { participants, limit: 1 }),
      'cases in which somebody has a task': (tx) =>
        listCases(tx, { assignee: 'mem_7' }, { ...cases, order: byUpload }),
    }
    for (const [name, read] of Object.entries(sortedLate))
      it(`${name} are put in order before what may be seen of them is looked up`, async () => {
        const reads = (plan: Plan): boolean =>
          plan['Relation Name'] === 'case_work' || (plan.Plans ?? []).some(reads)
        // What a page shows is sorted once more, behind all limits.
        const sortsBelowLimit = (plan: Plan, isLimited = false): boolean =>
          (isLimited && plan['Node Type'] === 'Sort' && reads(plan)) ||
          (plan.Plans ?? []).some((one) => sortsBelowLimit(one, isLimited || plan['Node Type'] === 'Limit'))
        for (const plan of await plansOf(read))
          assert.equal(sortsBelowLimit(plan), false, JSON.stringify(plan))
      })

    const rowsOf = (plan: Plan, relations: readonly string[]): number =>
      (relations.includes(plan['Relation Name'] ?? '')
        ? ((plan['Actual Rows'] ?? 0) + (plan['Rows Removed by Filter'] ?? 0)) * (plan['Actual Loops'] ?? 1)
        : 0) + (plan.Plans ?? []).reduce((sum, part) => sum + rowsOf(part, relations), 0)
    /** How many rows are read where each statement has one plan, whatever it is asked for: so it is once it was asked often. */
    const readByOnePlan = async (
      relations: readonly string[],
      ask: (explaining: Queryable) => Promise<void>,
      change: readonly string[] = [],
    ): Promise<number> => {
      let read = 0
      const undone = new Error('undone')
      const asked = db.transaction(async (tx) => {
        for (const statement of change) await tx.rows(statement)
        await tx.rows(`set local plan_cache_mode = force_generic_plan`)
        await ask({
          async rows<Row>(text: string, values: readonly unknown[] = []) {
            const given = values.map((value) => (value === null ? 'null' : pg.escapeLiteral(written(value))))
            await tx.rows(`prepare asked as ${text}`)
            const [row] = await tx.rows<{ 'QUERY PLAN': { Plan: Plan }[] }>(
              `explain (analyze, format json) execute asked (${given.join(', ')})`,
            )
            await tx.rows(`deallocate asked`)
            read += rowsOf(row?.['QUERY PLAN'][0]?.Plan as Plan, relations)
            return tx.rows<Row>(text, values)
          },
        })
        throw undone
      })
      await assert.rejects(asked, undone)
      return read
    }

    const scopes: Record<string, Partial<QueueRead['filter']>> = {
      'of all': {},
      'of some types': { types: ['drafting', 'review'] },
    }
    for (const [name, scope] of Object.entries(scopes))
      it(`few overdue tasks ${name} are found without going through those that are not`, async () => {
        const filter = { ...scope, isOpen: true, dueBefore: new Date(), mostSensitivity: 9 }
        const read = await readByOnePlan(
          ['queue_entries'],
          async (tx) => {
            const page = { filter, sort: 'priority' as const, isReversed: false, limit: 50 }
            assert.equal((await queuePage(tx, page)).length, 1)
            assert.equal(await countQueue(tx, filter, 1000), 1)
          },
          [
            `update queue_entries set deadline = 'infinity' where deadline < now()`,
            `update queue_entries set deadline = now() - interval '1 day', status = 'assigned'
             where task_id = (select max(task_id) from queue_entries where type = 'drafting')`,
          ],
        )
        assert.ok(read <= 10, `${read} rows`)
      })

    for (const [name, scope] of Object.entries(scopes))
      it(`few tasks ${name} that were opened long ago are found without going through later ones`, async () => {
        const filter = { ...scope, isOpen: true, openedBefore: new Date('1999-12-31'), mostSensitivity: 9 }
        const read = await readByOnePlan(
          ['queue_entries'],
          async (tx) => {
            const page = { filter, sort: 'priority' as const, isReversed: false, limit: 50 }
            assert.equal((await queuePage(tx, page)).length, 1)
            assert.equal(await countQueue(tx, filter, 1000), 1)
            assert.equal((await queueTasks(tx, filter, 1000)).length, 1)
          },
          [
            `update queue_entries set opened_at = '1999-05-04'
             where task_id = (select max(task_id) from queue_entries where type = 'drafting')`,
          ],
        )
        assert.ok(read <= 10, `${read} rows`)
      })

    it('the tasks that were opened first are read in that order', async () => {
      const filter = { isOpen: true, mostSensitivity: 9 }
      const read = await readByOnePlan(['queue_entries'], async (tx) => {
        const page = { filter, sort: 'age' as const, isReversed: false, limit: 10 }
        assert.equal((await queuePage(tx, page)).length, 10)
      })
      assert.ok(read <= 12, `${read} rows`)
    })

    for (const filter of [
      { status: 'readyToSign' },
      { docket: 'directReview' },
      { caseType: 'rare' },
      { isClosed: true },
    ])
      it(`few cases by ${Object.keys(filter)[0]} are found without going through all others`, async () => {
        const read = await readByOnePlan(
          ['cases', 'case_work'],
          async (tx) => {
            for (const sort of ['uploaded', 'received', 'name'] as const)
              assert.equal(
                (await listCases(tx, filter, { ...cases, order: { sort, isReversed: false } })).cases.length,
                1,
              )
          },
          [
            `update case_work set docket = 'hearing', is_closed = false, closed_at = null`,
            `update case_work set status = 'readyToSign', docket = 'directReview', is_closed = true, closed_at = now()
             where case_id = (select max(case_id) from case_work)`,
            `update cases set case_type = 'rare' where case_id = (select max(case_id) from case_work)`,
          ],
        )
        assert.ok(read <= 30, `${read} rows`)
      })

    it('few open cases are found without going through those that are closed', async () => {
      const read = await readByOnePlan(
        ['cases', 'case_work'],
        async (tx) => {
          for (const sort of ['uploaded', 'received', 'name'] as const) {
            const page = await listCases(
              tx,
              { isClosed: false },
              { ...cases, order: { sort, isReversed: false } },
            )
            assert.equal(page.cases.length, 1)
          }
        },
        [
          `update case_work set is_closed = true, closed_at = now()`,
          `update case_work set is_closed = false, closed_at = null where case_id = (select max(case_id) from case_work)`,
        ],
      )
      assert.ok(read <= 30, `${read} rows`)
    })

    const zoeZimmer = { firstName: 'Zoe', lastName: 'Zimmer' }
    const opened = `(select jsonb_agg(jsonb_build_object('case_id', case_id, 'type', 'case.opened')) from cases)`
    for (const text of ['zoe', 'zoe zim', 'zimmer 1'])
      for (const sort of ['uploaded', 'received', 'docketNumber', 'name'] as const)
        it(`cases found by ${text} in the order of ${sort} are read only where the page shows them`, async () => {
          const read = await readByOnePlan(
            ['cases', 'case_work'],
            async (tx) => {
              assert.deepEqual((await findNamed(tx, text)).ids, undefined, 'no word of these is rare')
              const page = await listCases(tx, { text }, { ...cases, order: { sort, isReversed: false } })
              assert.equal(page.cases.length, 10)
            },
            [
              `update cases set veteran = '${JSON.stringify(zoeZimmer)}' where right(case_id, 1)::int % 2 = 0`,
              caseNames.statement.replace('$1', opened),
            ],
          )
          assert.ok(read <= 70, `${read} rows`)
        })

    it('cases that are not due for purging are not read', async () => {
      const kept = [{ caseType: 'appeal', keepYears: 75, why: 'The schedule of records.' }]
      const [plan] = await plansOf((tx) => listDue(tx, kept, dueBefore), 'explain (analyze, format json)')
      const rowsOf = (one: Plan): number =>
        (one['Relation Name'] === 'case_work'
          ? (one['Actual Rows'] ?? 0) + (one['Rows Removed by Filter'] ?? 0)
          : 0) + (one.Plans ?? []).reduce((sum, part) => sum + rowsOf(part), 0)
      assert.equal(rowsOf(plan as Plan), 0)
    })
  })
