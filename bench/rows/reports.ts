import { kindsOverTime, type ReportKind } from '@portico/contract/reports'
import { openReports } from '../../server/app/reports/reports.ts'
import { statementOf } from '../../server/app/reports/statements.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import { brokenInvariants } from '../../server/projections/broken-invariants.ts'
import { freshDatabase, type TestDatabase } from '../../server/test/database.ts'
import { openFilling } from '../filling.ts'
import { fillTasks } from '../many-tasks.ts'
import { type Comparison, elapsedMs, interleaved, scaled } from '../measure.ts'

const cases = scaled(200_000)
const eventsPerCase = 25
const rounds = 5
const dayMs = 86_400_000
const now = new Date()
const whole = { from: '2000-01-01', to: now.toISOString().slice(0, 10) }
const everything = {
  roles: [],
  audience: 'administration' as const,
  mostSensitivity: 1000,
  barredCaseIds: [],
}

/** Each standard report over five million events, beside its bare statement. */
export async function reports(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const db = await freshDatabase({ size: 4 })
  stack.defer(db.close)
  await fillTasks(db, cases)
  await fillRest(db)
  const read = openReports({
    db,
    clock: () => now,
    profile: () => defaultProfile,
    workspaceUrl: () => '/workspace/',
    limitMs: 600_000,
  })
  const among = `${(cases * eventsPerCase).toLocaleString('en-US')} events`
  const compared: Comparison[] = []
  for (const { name, kind, by, period = 'month', percentiles = [50, 75, 95] } of defaultProfile.reports) {
    const isOverTime = kindsOverTime.includes(kind)
    const time = isOverTime ? whole : {}
    const bare = async () => {
      if (kind === 'docketHealth') return brokenInvariants(db, defaultProfile)
      const { text, values } = statementOf({
        kind: kind as Exclude<ReportKind, 'docketHealth'>,
        by,
        percentiles,
        now,
        ...(isOverTime ? { period, from: new Date(whole.from), until: new Date(now.getTime() + dayMs) } : {}),
        mostSensitivity: 1000,
        barredCaseIds: [],
        teams: {},
        mostRows: 100_001,
      })
      return db.rows(text, values)
    }
    const ms = await interleaved(rounds, {
      ours: () => elapsedMs(() => read.run(everything, name, time)),
      bare: () => elapsedMs(bare),
    })
    compared.push({
      what: `the report ${name} over ${among}`,
      unit: 'ms',
      ours: ms.ours,
      peer: ms.bare,
      peerName: 'its bare statement',
      aim: { atMost: 1.2 },
    })
  }
  return compared
}

/** What reports read beside cases and tasks, and a log of the length that such cases have. */
async function fillRest(db: TestDatabase): Promise<void> {
  await using filling = await openFilling(db.url)
  await filling.withoutIndexes(filled, () => filling.script(rest))
  await filling.script('vacuum analyze')
}

const filled = [
  'cases',
  'case_work',
  'tasks',
  'events',
  'work_products',
  'issues',
  'distribution_runs',
  'distribution_gifts',
  'obligations',
]

const rest = `
  update case_work set step = 'type' || abs(hashtext(case_id)) % 25, status = 'drafting',
    entered_step_at = now() - abs(hashtext(case_id)) % 500 * interval '1 day',
    is_closed = abs(hashtext(case_id)) % 4 = 0,
    closed_at = case when abs(hashtext(case_id)) % 4 = 0 then now() - abs(hashtext(case_id)) % 300 * interval '1 day' end;
  update cases set opened_at = now() - abs(hashtext(case_id)) % 900 * interval '1 day';
  update tasks set parent_id = 'root';
  vacuum full cases;
  vacuum full case_work;
  vacuum full tasks;
  insert into case_streams (case_id, version, hash) select case_id, ${eventsPerCase}, '\\x00' from cases;
  insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, data, data_hash,
    correlation_id, hash)
  select nextval('event_position'), c.case_id, n, 'evt_' || c.case_id || n, 'task.opened', c.case_id, now(), now(),
    '{"id": "mem_1", "name": "ada", "kind": "person"}', '{"taskId": "task_1", "type": "drafting"}', '\\x00', 'req',
    '\\x00'
  from cases c, generate_series(1, ${eventsPerCase}) as n;
  insert into work_products (case_id, work_product_id, sequence, title, status, version, content_sha256, drafted_by,
    drafted_at, saved_by, saved_at, signed_at)
  select case_id, 'wp', 1, 'Decision', 'signed', 1, '', '{}', now(), '{}', now(),
    now() - abs(hashtext(case_id)) % 700 * interval '1 day'
  from cases;
  insert into issues (case_id, issue_id, position, issue_type, disposition, decided_at, signed_in)
  select case_id, 'issue' || n, n, 'type' || (abs(hashtext(case_id)) + n) % 30,
    (array['granted', 'denied', 'remanded'])[1 + (abs(hashtext(case_id)) + n) % 3], now(), 'wp'
  from cases, generate_series(1, 2) as n;
  insert into distribution_runs (id, member_id, member_name, actor, at, levers, batch_size, waiting)
  select 'run_' || n, 'mem_' || n % 1500, 'somebody', '{}', now() - n % 700 * interval '1 day', '{"perJudge": 3}', 20, 9
  from generate_series(1, (select count(*) / 20 + 1 from cases)) as n;
  insert into distribution_gifts (run_id, place, case_id, task_id, reasons, state)
  select 'run_' || 1 + row_number() over () / 20, row_number() over () % 20, case_id, 'task', '[]', 'given' from cases;
  insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, status, due_at,
    created_at)
  select 'obl_' || case_id, 'output', 'main', 'deliver', case_id, 'evt', 'workProduct.released', 1, case_id,
    (array['delivered', 'delivered', 'failed', 'waiting'])[1 + abs(hashtext(case_id)) % 4], now(), now()
  from cases`
