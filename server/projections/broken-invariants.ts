import type { Profile } from '@portico/contract/profile'
import type { Queryable } from '../store/db.ts'

export type BrokenInvariant = { invariant: number; caseId: string; subject: string; sentence: string }

export const mostOfEach = 100

/** What should never be the case, and is: at most a hundred of each kind. None, while all is well. */
export function brokenInvariants(db: Queryable, profile: Profile): Promise<BrokenInvariant[]> {
  return db.rows<BrokenInvariant>(inAll, [...typesOf(profile), mostOfEach])
}

/** The same of some cases, without what depends on members: each is looked up. */
export function brokenInCases(
  db: Queryable,
  profile: Profile,
  caseIds: readonly string[],
): Promise<BrokenInvariant[]> {
  return db.rows<BrokenInvariant>(inSome, [...typesOf(profile), mostOfEach, caseIds])
}

/** Open tasks of members who are deactivated: told by no event of a case. */
export function brokenByMembers(db: Queryable): Promise<BrokenInvariant[]> {
  return db.rows<BrokenInvariant>(
    `select 7 as invariant, q.case_id as "caseId", q.task_id as subject, '${ofDeactivated}' as sentence
     from members m cross join lateral (
       select case_id, task_id from queue_entries where assignee = 'person:' || m.id limit $1) q
     where m.deactivated_at is not null limit $1`,
    [mostOfEach],
  )
}

function typesOf({ taskTypes, mailTypes }: Profile): string[][] {
  const namesOf = (isMeant: (type: Profile['taskTypes'][number]) => boolean | undefined) =>
    taskTypes.filter(isMeant).map(({ name }) => name)
  const exclusive = namesOf(({ isExclusive }) => isExclusive)
  const onClosed = new Set(mailTypes.filter((row) => row.allowedOnClosed).map(({ taskType }) => taskType))
  const outliving = namesOf(({ name, outlivesCase }) => outlivesCase || onClosed.has(name))
  const receipting = namesOf(({ needsReceipts }) => needsReceipts)
  return [exclusive, outliving, receipting]
}

const open = `status in ('assigned', 'inProgress', 'onHold')`
const ofDeactivated = 'An open task belongs to a member who is deactivated.'

/** Where only some cases are meant, `$5` are their ids, and what is read first is a table for them. */
const statementOf = (isOfSome: boolean) => {
  const its = (table: string) =>
    isOfSome
      ? `(select own.* from unnest($5::text[]) as k (id) cross join lateral (
          select * from ${table} where case_id = k.id offset 0) own)`
      : table
  return `
  (select 1 as invariant, case_id as "caseId", task_id as subject, 'An open task has a date of closing.' as sentence
   from ${its('tasks')} tasks where ${open} and closed_at is not null limit $4)
  union all
  (select 1, case_id, task_id, 'A closed task has no date of closing.'
   from ${its('tasks')} tasks where status in ('completed', 'cancelled', 'moved') and closed_at is null limit $4)
  union all
  (select 2, t.case_id, t.task_id, 'An open task stands under one that is not on hold.'
   from ${its('tasks')} t left join tasks p on p.case_id = t.case_id and p.task_id = t.parent_id
   where t.closed_at is null and t.parent_id is not null and p.status is distinct from 'onHold'
     and not (p.parent_id is null and p.closed_at is not null) limit $4)
  union all
  (select 3, case_id, min(task_id), 'More than one exclusive step is open.'
   from ${its('tasks')} tasks where closed_at is null and type = any($1) group by case_id having count(*) > 1 limit $4)
  union all
  (select 4, t.case_id, min(t.task_id), 'Two open tasks ask for the same of one session.'
   from ${its('tasks')} t join sessions s on s.case_id = t.case_id and s.session_id = t.about
   where t.closed_at is null group by t.case_id, t.about, t.type having count(*) > 1 limit $4)
  union all
  (select 5, w.case_id, w.case_id, 'An open case has nothing to do, and no date to wait for.'
   from ${its('case_work')} w where not w.is_closed and w.status is not null and not exists (
     select from tasks t where t.case_id = w.case_id and t.closed_at is null and t.parent_id is not null
       and (t.status <> 'onHold' or t.hold_until is not null)) limit $4)
  union all
  (select 6, t.case_id, t.task_id, 'A closed case has an open task that does not outlive it.'
   from ${its('tasks')} t join case_work w on w.case_id = t.case_id and w.is_closed
   where t.closed_at is null and t.type <> all($2) and not exists (
     select from tasks p where p.case_id = t.case_id and p.task_id = t.parent_id and p.closed_at is null) limit $4)
  union all
  ${
    isOfSome
      ? ''
      : `(select 7, t.case_id, t.task_id, '${ofDeactivated}'
      from tasks t join members m on m.id = t.assignee_id
      where t.closed_at is null and t.assignee_kind = 'person' and m.deactivated_at is not null limit $4)
     union all`
  }
  (select 8, r.case_id, r.timer_id, 'A timer is pending for a closed task.'
   from ${its('timers')} r join tasks t on t.case_id = r.case_id and t.task_id = r.task_id
   where t.closed_at is not null limit $4)
  union all
  (select 9, case_id, issue_id, 'A decided issue has no date of decision.'
   from ${its('issues')} issues where disposition is not null and decided_at is null limit $4)
  union all
  (select 10, case_id, work_product_id, 'A signed work product is not what was signed.'
   from ${its('decision_packages')} decision_packages where encode(sha256(convert_to(body, 'UTF8')), 'hex') <> sha256 limit $4)
  union all
  (select 11, d.case_id, d.delivery_id, 'A decision is owed to a recipient, and nobody has a task for it.'
   from ${its('deliveries')} d where d.status in ('owed', 'failed') and not exists (
     select from tasks t where t.case_id = d.case_id and t.closed_at is null
       and (t.about = d.delivery_id or t.type = any($3))) limit $4)`
}

const inAll = statementOf(false)
const inSome = statementOf(true)
