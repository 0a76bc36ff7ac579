import { caseNames } from '../server/projections/case-names.ts'
import { queueEntries } from '../server/projections/queue-entries.ts'
import type { Database } from '../server/store/db.ts'
import { openFilling } from './filling.ts'

const batchSize = 20_000
export const tasksPerCase = 3

/**
 * Cases with three open tasks each, as the projections would leave them: written into their tables by a few statements,
 * because 600,000 tasks by as many commands would take an hour. The names and the queues are made by their own projections.
 */
export async function fillTasks(db: Database, cases: number): Promise<void> {
  await using filling = await openFilling(db.pool.options.connectionString ?? '')
  const { run, script, withoutIndexes } = filling
  await withoutIndexes(filled, async () => {
    for (let from = 1; from <= cases; from += batchSize) {
      const to = Math.min(cases, from + batchSize - 1)
      const opened = await run<{ case_id: string }>(manyCases, [from, to])
      await run(caseNames.statement, [JSON.stringify(opened)])
      await run(theirWork, [from, to])
      await run(theirTasks, [from, to])
      await run(queueEntries.statement, [JSON.stringify(opened.map(({ case_id }) => ({ case_id })))])
      // Without statistics the next batch would be joined row by row.
      if (from === 1) await script('analyze')
    }
  })
  await script('vacuum analyze')
}

const filled = ['cases', 'case_names', 'case_work', 'tasks', 'queue_entries']

const caseId = `'case_' || lpad(n::text, 26, '0')`

const manyCases = `
  insert into cases (case_id, docket_number, case_type, veteran, receipt_date, uploaded_at, opened_at,
    original_pdf_bytes, page_count)
  select ${caseId}, to_char(date '2020-01-01' + n * 7919 % 2400, 'YYMMDD') || '-' || n, 'appeal',
    jsonb_build_object('firstName', 'Ada', 'lastName', 'Byron ' || n), date '2020-01-01' + n * 7919 % 2400,
    now(), now(), 0, 0
  from generate_series($1::int, $2::int) as n
  returning case_id, 1 as sequence, 'case.opened' as type,
    jsonb_build_object('docketNumber', docket_number, 'veteran', veteran) as data`

/** One in ten is advanced, one in twenty was sent back by a court. */
const theirWork = `
  insert into case_work (case_id, case_type, docket, docket_date, advanced, court_remand)
  select ${caseId}, 'appeal', (array['directReview', 'evidenceSubmission', 'hearing'])[1 + n % 3],
    date '2020-01-01' + n * 7919 % 2400, case when n % 10 = 0 then array['age'] else '{}' end, n % 20 in (0, 1)
  from generate_series($1::int, $2::int) as n`

/** The first is ready for distribution; the others are spread over 40 teams and 1,500 people. */
const theirTasks = `
  insert into tasks (case_id, task_id, type, status, assignee_kind, assignee_id, assignee_name, opened_at, opened_by,
    assigned_at, deadline, instructions)
  select ${caseId}, 'task_' || k || lpad(n::text, 25, '0'),
    case k when 1 then 'distribution' else 'type' || spread % 25 end,
    case when k > 1 and spread % 4 = 0 then 'onHold' else 'assigned' end,
    case when spread % 10 < 4 then 'team' else 'person' end,
    case when spread % 10 < 4 then 'team' || spread / 10 % 40 else 'mem_' || spread / 10 % 1500 end,
    'somebody', now() - spread % 500000 * interval '1 minute', '{}', now(),
    case when spread % 3 = 0 then now() + (spread / 100 % 300 - 100) * interval '1 day' end,
    '[{"text": "See the note of the task before."}]'
  from generate_series($1::int, $2::int) as n, generate_series(1, ${tasksPerCase}) as k,
    lateral (select abs(hashtext(n || ' ' || k)) as spread) as s`
