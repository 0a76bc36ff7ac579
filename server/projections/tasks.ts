import { batch, type Projection } from './projection.ts'

/** The last of a task's events in the batch that tell a thing. */
const last = (what: string, types: string) =>
  `(array_agg(${what} order by sequence desc) filter (where type in (${types})))[1]`

export const tasks: Projection = {
  name: 'tasks',
  tables: ['tasks'],
  types: [
    'task.opened',
    'task.assigned',
    'task.started',
    'task.held',
    'task.resumed',
    'task.instructed',
    'task.completed',
    'task.moved',
    'task.deadlineMoved',
    'task.handedOver',
    'task.cancelled',
  ],
  statement: `
    with ${batch},
    told as (
      select case_id, data->>'taskId' as task_id,
        ${last('data', `'task.opened'`)} as opened,
        ${last('actor', `'task.opened'`)} as opened_by,
        ${last(`coalesce((data->>'since')::timestamptz, at)`, `'task.opened'`)} as opened_at,
        ${last(
          `case type when 'task.assigned' then data->>'status' when 'task.started' then 'inProgress'
             when 'task.held' then 'onHold' when 'task.completed' then 'completed'
             when 'task.cancelled' then 'cancelled' when 'task.handedOver' then 'moved' else 'assigned' end`,
          `'task.opened', 'task.assigned', 'task.started', 'task.held', 'task.resumed', 'task.completed', 'task.cancelled', 'task.handedOver'`,
        )} as status,
        ${last(`data->'assignee'`, `'task.opened', 'task.assigned'`)} as assignee,
        ${last('at', `'task.opened', 'task.assigned'`)} as assigned_at,
        ${last('at', `'task.started'`)} as started_at,
        ${last('at', `'task.completed', 'task.cancelled', 'task.handedOver'`)} as closed_at,
        ${last('data', `'task.held', 'task.resumed', 'task.completed', 'task.cancelled', 'task.handedOver'`)} as held,
        ${last(`data->>'parentId'`, `'task.opened', 'task.moved'`)} as parent_id,
        ${last(`(data->>'deadline')::timestamptz`, `'task.opened', 'task.deadlineMoved'`)} as deadline,
        ${last(`data->>'deadlineWhy'`, `'task.opened', 'task.deadlineMoved'`)} as deadline_why,
        ${last(`data->>'outcome'`, `'task.completed'`)} as outcome,
        coalesce(jsonb_agg(jsonb_build_object('at', at, 'by', actor->>'name', 'text',
          coalesce(data->>'instructions', data->>'text', data->>'note', data->>'why')) order by sequence)
          filter (where (type = 'task.opened' and data ? 'instructions') or type = 'task.instructed'
            or (type = 'task.completed' and data ? 'note') or type = 'task.cancelled'), '[]') as instructions
      from batch group by case_id, data->>'taskId'
    ),
    changed as (
      update tasks t set
        status = coalesce(b.status, t.status),
        parent_id = coalesce(b.parent_id, t.parent_id),
        assignee_kind = coalesce(b.assignee->>'kind', t.assignee_kind),
        assignee_id = coalesce(b.assignee->>'id', t.assignee_id),
        assignee_name = coalesce(b.assignee->>'name', t.assignee_name),
        assigned_at = coalesce(b.assigned_at, t.assigned_at),
        started_at = coalesce(b.started_at, t.started_at),
        closed_at = coalesce(b.closed_at, t.closed_at),
        hold_until = case when b.held is null then t.hold_until else (b.held->>'until')::timestamptz end,
        hold_why = case when b.held is null then t.hold_why
          when b.status = 'onHold' then b.held->>'why' end,
        deadline = coalesce(b.deadline, t.deadline),
        deadline_why = case when b.deadline is null then t.deadline_why else b.deadline_why end,
        outcome = coalesce(b.outcome, t.outcome),
        instructions = t.instructions || b.instructions
      from told b where b.opened is null and t.case_id = b.case_id and t.task_id = b.task_id
    )
    insert into tasks (case_id, task_id, parent_id, type, about, status, assignee_kind, assignee_id, assignee_name,
      opened_at, opened_by, assigned_at, started_at, closed_at, hold_until, hold_why, deadline, deadline_why, outcome,
      instructions)
    select case_id, task_id, parent_id, opened->>'type', opened->>'about', status, assignee->>'kind',
      assignee->>'id', assignee->>'name', opened_at, opened_by, assigned_at, started_at, closed_at,
      (held->>'until')::timestamptz, case when status = 'onHold' then held->>'why' end,
      deadline, deadline_why, outcome, instructions
    from told where opened is not null`,
}

/** Those that are pending, and no others. One that stands still is due at no time. */
export const timers: Projection = {
  name: 'timers',
  tables: ['timers'],
  types: ['timer.set', 'timer.moved', 'timer.fired', 'timer.cancelled'],
  statement: `
    with ${batch},
    over as (
      select case_id, data->>'timerId' as timer_id from batch where type in ('timer.fired', 'timer.cancelled')
    ),
    gone as (
      delete from timers t using over o where t.case_id = o.case_id and t.timer_id = o.timer_id
    ),
    told as (
      select distinct on (case_id, data->>'timerId') case_id, data->>'timerId' as timer_id, data, sequence
      from batch where type in ('timer.set', 'timer.moved')
      order by case_id, data->>'timerId', sequence desc
    ),
    lasting as (
      select t.* from told t
      where not exists (select from over o where o.case_id = t.case_id and o.timer_id = t.timer_id)
    ),
    moved as (
      update timers t set due_at = coalesce((l.data->>'due')::timestamptz, 'infinity'),
        day = (l.data->>'day')::date, why = l.data->>'why'
      from lasting l where t.case_id = l.case_id and t.timer_id = l.timer_id
    )
    insert into timers (case_id, timer_id, task_id, name, due_at, about, deadline, day, why)
    select case_id, timer_id, data->>'taskId', data->>'name',
      coalesce((data->>'due')::timestamptz, 'infinity'), data->>'about', data->>'deadline',
      (data->>'day')::date, data->>'why'
    from lasting l
    where exists (
      select from batch b where b.type = 'timer.set' and b.case_id = l.case_id and b.data->>'timerId' = l.timer_id)`,
}
