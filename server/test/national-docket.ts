import { caseNames } from '../projections/case-names.ts'
import { queueEntries } from '../projections/queue-entries.ts'
import { waitingSessions } from '../projections/waiting-sessions.ts'

const batchSize = 20_000
const eventsPerCase = 12
export const teams = 40
export const people = 300

export type Filling = {
  run<Row>(text: string, values?: unknown[]): Promise<Row[]>
  script(text: string): Promise<void>
  withoutIndexes(tables: readonly string[], fill: () => Promise<void>): Promise<void>
}

/**
 * A docket as a board has it after years, every rule of it kept: six cases in ten are closed and decided, the others wait,
 * are drafted or are on hold; with their parties, documents, issues, citations, sessions, letters, deliveries and mail.
 * Written into the tables by a few statements, because as many commands would take a day. Members and teams, and what is
 * waiting for a person, are as many whatever the number of cases.
 */
export async function fillDocket(filling: Filling, cases: number): Promise<void> {
  await filling.script(`insert into members (id, username, username_folded, display_name, roles, created_at)
    select 'mem_' || n, 'reviewer' || n, 'reviewer' || n, 'Reviewer ' || n, '{adjudicator}', now()
    from generate_series(1, ${people}) n`)
  await filling.withoutIndexes(filled, () => fillTables(filling, cases))
  await filling.run(`update notice_cursor set position = (select max(position) from events)`)
  await filling.script('vacuum analyze')
}

async function fillTables({ run, script }: Filling, cases: number) {
  for (let from = 1; from <= cases; from += batchSize) {
    const range = [from, Math.min(cases, from + batchSize - 1)]
    const opened = await run<{ case_id: string }>(theCases, range)
    await run(caseNames.statement, [JSON.stringify(opened)])
    for (const statement of ofEach) await run(`${numbered} ${statement}`, range)
    const touched = JSON.stringify(opened.map(({ case_id }) => ({ case_id })))
    await run(queueEntries.statement, [touched])
    await run(waitingSessions.statement, [touched])
    // Without statistics the next batch would be joined row by row.
    if (from === 1) await script('analyze')
  }
  await run(theRuns, [Math.ceil(cases / 20)])
  await run(theGifts)
}

const filled = [
  ...[
    'cases',
    'case_names',
    'case_work',
    'sensitive_cases',
    'tasks',
    'queue_entries',
    'timers',
    'case_streams',
    'events',
    'aliases',
  ],
  ...[
    'parties',
    'documents',
    'document_versions',
    'issues',
    'citations',
    'sessions',
    'bookings',
    'work_products',
  ],
  ...['decision_packages', 'deliveries', 'letters', 'obligations', 'mail_pieces', 'notices', 'legal_holds'],
  ...[
    'distribution_runs',
    'distribution_gifts',
    'access_log',
    'sent_notifications',
    'case_visits',
    'blob_uses',
  ],
]

const names = {
  first:
    'Ada,James,Rosa,Robert,Maria,John,Linda,Michael,Grace,David,Ann,William,Susan,Joseph,Lee,Thomas,Ruth,Daniel,Carmen,Paul',
  last: 'Smith,Johnson,Williams,Brown,Jones,Garcia,Miller,Davis,Rodriguez,Martinez,Hernandez,Lopez,Gonzalez,Wilson,Anderson,Thomas,Taylor,Moore,Jackson,Martin,Lee,Perez,Thompson,White,Harris,Sanchez,Clark,Ramirez,Lewis,Robinson,Walker,Young,Allen,King,Wright,Scott,Torres,Nguyen,Hill,Flores',
}
const word = (list: string, seed: string) =>
  `(string_to_array('${list}', ','))[1 + ${seed} % ${list.split(',').length}]`
const caseId = `'case_' || lpad(n::text, 26, '0')`
const spread = (salt: string) => `(abs(hashtext(n || '${salt}')::bigint))::int`

/** One name in four is one that one in forty has; the others are rare, as most last names are. */
const theCases = `
  insert into cases (case_id, docket_number, case_type, veteran, receipt_date, uploaded_at, opened_at,
    original_pdf_bytes, page_count)
  select ${caseId}, to_char(received, 'YYMMDD') || '-' || n, 'appeal',
    jsonb_build_object('firstName', ${word(names.first, spread('f'))},
      'lastName', case when n % 4 = 0 then ${word(names.last, spread('l'))} else initcap(substr(translate(md5(n::text), '0123456789', 'ghijklmnop'), 1, 7)) end),
    received, received + interval '1 day' + n * interval '1 second', received + interval '1 day', 0, 30
  from generate_series($1::int, $2::int) as n,
    lateral (select date '2016-01-01' + ${spread('r')} % 3900 as received) r
  returning case_id, 1 as sequence, 'case.opened' as type,
    jsonb_build_object('docketNumber', docket_number, 'veteran', veteran) as data`

/** Of each case: its number, and whether it is closed. */
const numbered = `
  with n as (
    select n, ${caseId} as case_id, n % 10 < 6 as is_closed, ${spread('x')} as spread, received,
      least(received + 200 + n % 500, current_date - 1)::timestamptz as closed_at
    from generate_series($1::int, $2::int) as n,
      lateral (select date '2016-01-01' + ${spread('r')} % 3900 as received) r
  )`

const ofEach = [
  `insert into case_work (case_id, case_type, docket, docket_date, is_closed, closed_at, status, party_status, step,
     step_task_id, entered_step_at, advanced, court_remand, sensitivity)
   select case_id, 'appeal', (array['directReview', 'evidenceSubmission', 'hearing'])[1 + spread % 3], received,
     is_closed, case when is_closed then closed_at end, case when is_closed then 'decided' else 'drafting' end, 'x',
     case when not is_closed then (array['distribution', 'drafting', 'review', 'hearing', 'mail'])[1 + spread % 5] end,
     case when not is_closed then 'task_b' || n end, case when not is_closed then now() - spread % 500 * interval '1 day' end,
     case when spread % 10 = 0 then array['age'] else '{}' end, spread % 20 = 1, case when spread % 100 = 7 then 3 else 0 end
   from n`,
  `insert into sensitive_cases (case_id, level, uploaded_at)
   select case_id, w.sensitivity, c.uploaded_at from n join case_work w using (case_id) join cases c using (case_id)
   where w.sensitivity > 0`,
  `insert into tasks (case_id, task_id, parent_id, type, about, status, assignee_kind, assignee_id, assignee_name, opened_at,
     opened_by, assigned_at, closed_at, deadline, instructions)
   select case_id, 'task_' || k || n, case when k <> 'a' then 'task_a' || n end,
     case k when 'a' then 'case' when 'b' then (array['distribution', 'drafting', 'review', 'hearing', 'mail'])[1 + spread % 5]
       else 'intake' end,
     null, case when is_closed or k = 'c' then 'completed' when k = 'a' then 'onHold' else 'assigned' end,
     case when spread % 3 = 0 then 'team' else 'person' end,
     case when spread % 3 = 0 then 'team' || spread / 10 % ${teams} else 'mem_' || 1 + spread / 10 % ${people} end, 'somebody',
     received + interval '1 day', '{}', received + interval '1 day',
     case when k = 'c' then received + interval '3 days' when is_closed then closed_at end,
     case when spread % 3 = 0 then now() + (spread / 100 % 300 - 30) * interval '1 day' end, '[]'
   from n, (values ('a'), ('b'), ('c')) as kinds (k)`,
  `insert into timers (case_id, timer_id, task_id, name, due_at)
   select case_id, 'timer_' || n, 'task_b' || n, 'deadline', now() + (1 + spread % 300) * interval '1 day' from n
   where not is_closed and spread % 2 = 0`,
  `insert into case_streams (case_id, version, hash) select case_id, ${eventsPerCase}, '\\x00' from n`,
  `insert into events (position, case_id, sequence, id, type, subject, at, recorded_at, actor, data, data_hash,
     correlation_id, hash)
   select nextval('event_position'), case_id, s, 'evt_' || n || '_' || s,
     case s when 1 then 'case.opened' else 'task.opened' end, case when s = 1 then case_id else 'task_b' || n end,
     received, received, '{"id": "mem_1", "name": "Reviewer 1", "kind": "person"}',
     jsonb_build_object('taskId', 'task_b' || n, 'type', 'drafting', 'assignee', jsonb_build_object('kind', 'person', 'id', 'mem_1')),
     sha256(case_id::bytea), 'req_' || n, sha256(case_id::bytea)
   from n, generate_series(1, ${eventsPerCase}) as s`,
  `insert into aliases (source, external_id, case_id) select 'vacols', n::text, case_id from n`,
  `insert into parties (case_id, party_id, role, person, contact, recorded_at, updated_at, identity_stamp, contact_stamp)
   select case_id, 'party_' || n, 'appellant', veteran || jsonb_build_object('birthDate', (date '1930-01-01' + n % 25000)::text),
     jsonb_build_object('email', 'someone' || n || '@example.org', 'phone', '+1202555' || lpad((n % 10000)::text, 4, '0'),
       'address', jsonb_build_object('lines', jsonb_build_array(n || ' Main Street'), 'city', 'Springfield', 'postalCode', lpad((n % 99999)::text, 5, '0'))),
     received, received, received::text, received::text
   from n join cases using (case_id)`,
  `insert into documents (case_id, document_id, name, description, categories, receipt_date, start_page, end_page, position,
     content, filed_page)
   select case_id, 'doc_' || n || '_' || d, 'Statement ' || d, '', '{}', received, d * 10 - 9, d * 10, d - 1,
     jsonb_build_object('sha256', encode(sha256(('doc' || n || d)::bytea), 'hex'), 'firstPage', 1), d * 10 - 9
   from n, generate_series(1, 3) as d`,
  `insert into document_versions (case_id, document_id, version, start_page, end_page, content, filed_by, filed_at)
   select case_id, 'doc_' || n || '_' || d, 1, d * 10 - 9, d * 10,
     jsonb_build_object('sha256', encode(sha256(('doc' || n || d)::bytea), 'hex'), 'firstPage', 1), 'x', received
   from n, generate_series(1, 3) as d`,
  `insert into blob_uses (sha256, case_id)
   select encode(sha256(('doc' || n || d)::bytea), 'hex'), case_id from n, generate_series(1, 3) as d`,
  `insert into issues (case_id, issue_id, position, issue_type, disposition, decided_at, decided_by, signed_in)
   select case_id, 'issue_' || n || '_' || i, i, 'type' || (spread + i) % 30,
     case when is_closed then (array['granted', 'denied', 'remanded'])[1 + (spread + i) % 3] end,
     case when is_closed then closed_at end, 'x', case when is_closed then 'wp_' || n end
   from n, generate_series(1, 2) as i`,
  `insert into citations (case_id, issue_id, citation_id, document_id, version, sha256, page, orphaned, created_by, created_at)
   select case_id, 'issue_' || n || '_' || i, 'cite_' || n || '_' || i || c, 'doc_' || n || '_1', 1, '', c, false, 'x', received
   from n, generate_series(1, 2) as i, generate_series(1, 2) as c`,
  `insert into sessions (case_id, session_id, kind, status, requested_at, changed_at, slot, starts_at, participants)
   select case_id, 'sess_' || n, 'video',
     case when is_closed then 'held' when spread % 6 < 3 then 'requested' when spread % 6 = 3 then 'postponed'
       when spread % 6 = 4 then 'noShow' else 'scheduled' end, received, received,
     case when is_closed or spread % 6 >= 4 then jsonb_build_object('startsAt', at, 'minutes', 60, 'timeZone', 'America/New_York') end,
     case when is_closed or spread % 6 >= 4 then at end,
     jsonb_build_array(jsonb_build_object('kind', 'adjudicator', 'id', 'mem_' || 1 + spread % ${people}, 'name', 'Reviewer'))
   from n, lateral (select case when is_closed then closed_at - interval '60 days'
     else date_trunc('hour', now()) + (1 + spread % 4000) * interval '1 hour' end as at) t
   where n % 3 = 0`,
  `insert into work_products (case_id, work_product_id, sequence, title, status, version, content_sha256, drafted_by,
     drafted_at, saved_by, saved_at, signed_by, signed_at)
   select case_id, 'wp_' || n, 1, 'Decision', case when is_closed then 'released' else 'draft' end, 1, '', '{}', received, '{}',
     received, case when is_closed then '{}'::jsonb end, case when is_closed then closed_at end
   from n where is_closed or spread % 4 = 0`,
  `insert into decision_packages (case_id, sha256, work_product_id, body)
   select case_id, encode(sha256(convert_to(body, 'UTF8')), 'hex'), 'wp_' || n, body
   from n, lateral (select repeat('The decision of case ' || n || '. ', 200) as body) b where is_closed`,
  `insert into deliveries (case_id, delivery_id, work_product_id, party_id, status, changed_at)
   select case_id, 'delivery_' || n, 'wp_' || n, 'party_' || n, 'receipted', closed_at from n where is_closed`,
  `insert into letters (case_id, letter_id, letter, kind, party_id, status, owed_at)
   select case_id, 'letter_' || n || l, 'docketed', 'notice', 'party_' || n, 'sent', received from n, generate_series(1, 2) as l`,
  `insert into obligations (id, port, binding, call, case_id, event_id, event_type, sequence, subject, status, due_at,
     created_at)
   select 'obl_' || n || o, (array['output', 'case-status'])[o], 'main', 'deliver', case_id, 'evt_' || n || '_1', 'case.opened', 1,
     case_id, case when n between 1 and 60 then 'failed' when n between 101 and 160 then 'waiting' else 'delivered' end,
     now(), received from n, generate_series(1, 2) as o`,
  `insert into mail_pieces (id, origin, external_id, brought_by, facts, received_at, status, case_id, settled_at)
   select 'mail_' || n, 'scan', n::text, '{}', '{}', received, case when n < 200 then 'unmatched' else 'filed' end, case_id,
     received from n where n % 2 = 0`,
  `insert into notices (id, event_id, event_type, case_id, notification, recipient_kind, recipient_id, recipient_name, channel,
     seen_as, subject, body, path, at, status, read_at)
   select 'ntc_' || n, 'evt_' || n || '_1', 'task.assigned', case_id, 'taskAssigned', 'member', 'mem_' || 1 + spread % ${people}, 'x',
     'inbox', 'staff', 's', 'b', '/', received, 'shown', received from n`,
  `insert into sent_notifications (case_id, notification_id, notification, recipient, channel, binding, status, owed_at)
   select case_id, 'ntf_' || n, 'docketed', '{}', 'email', 'mail', 'sent', received from n`,
  `insert into legal_holds (case_id, hold_id, why, placed_by, placed_at)
   select case_id, 'hold_' || n, 'Litigation', 'x', received from n where n % 200 = 0`,
  `insert into access_log (position, at, member_id, member_name, case_id, kind, what, request_id)
   select nextval('access_position'), received + a * interval '1 day', 'mem_' || 1 + spread % ${people}, 'x', case_id, 'view', '{}', 'req'
   from n, generate_series(1, 3) as a`,
]

const theRuns = `
  insert into distribution_runs (id, member_id, member_name, actor, at, levers, batch_size, waiting, finished_at)
  select 'run_' || n, 'mem_' || 1 + n % ${people}, 'somebody', '{}', now() - n % 700 * interval '1 day', '{"perJudge": 3}', 20, 9,
    now() - n % 700 * interval '1 day'
  from generate_series(1, $1::int) as n`

const theGifts = `
  insert into distribution_gifts (run_id, place, case_id, task_id, reasons, state)
  select 'run_' || 1 + (row_number() over () - 1) / 20, (row_number() over () - 1) % 20, case_id, 'task', '[]', 'given' from cases`
