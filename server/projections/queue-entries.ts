import { caseWork } from './case-work.ts'
import { batch, type Projection } from './projection.ts'
import { tasks } from './tasks.ts'

/** 0 to 3 in the order of any national list: court remand and advanced, advanced, court remand, none of these. */
export const priorityOf = (work: string) => `case
  when cardinality(${work}.advanced) > 0 then case when ${work}.court_remand then 0 else 1 end
  when ${work}.court_remand then 2 else 3 end`

/** Sorts as docket numbers do. */
export const docketOrderOf = (
  work: string,
  its: string,
) => `to_char(coalesce(${work}.docket_date, ${its}.receipt_date), 'YYYYMMDD') ||
        coalesce(lpad(substring(${its}.docket_number from '-([0-9]{1,12})$'), 12, '0'), ${its}.docket_number)`

/**
 * The open tasks with what queues are filtered and sorted by, and what the national list shows. Read from the tables of tasks and of the work of cases,
 * so it comes behind them in the list of projections.
 */
export const queueEntries: Projection = {
  name: 'queueEntries',
  tables: ['queue_entries'],
  types: [...new Set([...tasks.types, ...caseWork.types])],
  statement: `
    with ${batch},
    touched as (select distinct case_id from batch),
    closed as (
      delete from queue_entries q using batch b
      where b.type in ('task.completed', 'task.cancelled', 'task.handedOver')
        and q.case_id = b.case_id and q.task_id = b.data->>'taskId'
    )
    insert into queue_entries (case_id, task_id, type, status, assignee, case_type, docket, priority, docket_order,
      opened_at, deadline, sensitivity, docket_number, docket_date, advanced, ready_since)
    select case_id, t.task_id, t.type, t.status, coalesce(t.assignee_kind || ':' || t.assignee_id, ''), w.case_type,
      w.docket, ${priorityOf('w')},
      ${docketOrderOf('w', 'c')},
      t.opened_at, coalesce(t.deadline, 'infinity'), w.sensitivity, c.docket_number,
      coalesce(w.docket_date, c.receipt_date), w.advanced,
      coalesce(case when w.step_task_id = t.task_id then w.entered_step_at end, t.opened_at)
    from touched join tasks t using (case_id) join cases c using (case_id) join case_work w using (case_id)
    where t.closed_at is null
    on conflict (case_id, task_id) do update set status = excluded.status, assignee = excluded.assignee,
      docket = excluded.docket, priority = excluded.priority, docket_order = excluded.docket_order,
      deadline = excluded.deadline, sensitivity = excluded.sensitivity, docket_number = excluded.docket_number,
      docket_date = excluded.docket_date, advanced = excluded.advanced, ready_since = excluded.ready_since
    where (queue_entries.status, queue_entries.assignee, queue_entries.docket, queue_entries.priority,
        queue_entries.docket_order, queue_entries.deadline, queue_entries.sensitivity, queue_entries.docket_number,
        queue_entries.docket_date, queue_entries.advanced, queue_entries.ready_since)
      is distinct from (excluded.status, excluded.assignee, excluded.docket, excluded.priority,
        excluded.docket_order, excluded.deadline, excluded.sensitivity, excluded.docket_number,
        excluded.docket_date, excluded.advanced, excluded.ready_since)`,
}
