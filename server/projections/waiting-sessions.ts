import { caseWork } from './case-work.ts'
import { batch, type Projection } from './projection.ts'
import { docketOrderOf, priorityOf } from './queue-entries.ts'
import { sessions } from './sessions.ts'

/**
 * The sessions of open cases that wait to be placed, with what their queue is filtered and sorted by: so a page of it is
 * read from an index, however many wait. One that nobody came to waits while a task about it is open. Read from the
 * tables of sessions, tasks and the work of cases, so it comes behind them in the list of projections.
 */
export const waitingSessions: Projection = {
  name: 'waitingSessions',
  tables: ['waiting_sessions'],
  types: [
    ...new Set([
      ...sessions.types,
      // A case has no session when it is opened.
      ...caseWork.types.filter((type) => type !== 'case.opened'),
      ...(['task.opened', 'task.completed', 'task.cancelled', 'task.moved', 'task.handedOver'] as const),
    ]),
  ],
  statement: `
    with ${batch},
    touched as (select distinct case_id from batch),
    waiting as (
      select s.case_id, s.session_id, s.kind, s.status = 'noShow' as is_no_show, w.docket, ${priorityOf('w')} as priority,
        ${docketOrderOf('w', 'c')} as docket_order, w.sensitivity
      from touched
      cross join lateral (select * from sessions where case_id = touched.case_id offset 0) s
      cross join lateral (select * from cases where case_id = touched.case_id offset 0) c
      cross join lateral (select * from case_work where case_id = touched.case_id offset 0) w
      where not w.is_closed and (s.status in ('requested', 'postponed') or s.status = 'noShow' and exists (
        select from tasks t where t.about = s.session_id and t.case_id = s.case_id and t.closed_at is null))
    ),
    gone as (
      delete from waiting_sessions q
      where q.case_id = any(array(select case_id from touched))
        and not exists (select from waiting w where w.case_id = q.case_id and w.session_id = q.session_id)
    )
    insert into waiting_sessions (case_id, session_id, kind, is_no_show, docket, priority, docket_order, sensitivity)
    select case_id, session_id, kind, is_no_show, docket, priority, docket_order, sensitivity from waiting
    on conflict (case_id, session_id) do update set kind = excluded.kind, is_no_show = excluded.is_no_show,
      docket = excluded.docket, priority = excluded.priority, docket_order = excluded.docket_order,
      sensitivity = excluded.sensitivity
    where (waiting_sessions.kind, waiting_sessions.is_no_show, waiting_sessions.docket, waiting_sessions.priority,
        waiting_sessions.docket_order, waiting_sessions.sensitivity)
      is distinct from (excluded.kind, excluded.is_no_show, excluded.docket, excluded.priority, excluded.docket_order,
        excluded.sensitivity)`,
}
