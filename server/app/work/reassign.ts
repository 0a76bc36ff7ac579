import { randomBytes } from 'node:crypto'
import type { Actor } from '@portico/contract/envelope'
import { mostReassigned, type NewReassignment, type Reassignment } from '@portico/contract/queues'
import type { Assignee } from '@portico/contract/tasks'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { work } from '../../core/work/work.ts'
import { queueTasks } from '../../projections/queue-pages.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { addJobs } from '../../store/jobs.ts'
import { answerOnce } from '../engine/answer-once.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { refuseUnknownQueueWords } from './queue-words.ts'
import { type AskingForTasks, filterOf } from './queues.ts'
import { resolveAssignee } from './tasks.ts'

const mostShown = 100
const batchSize = 200

type Asking = Pick<AskingForTasks, 'id' | 'mostSensitivity' | 'barredCaseIds'>

/** Only tasks of cases that the caller sees and on which they represent nobody. */
const isTold = `(r.actor->>'id' = $3
  or (coalesce(w.sensitivity, 0) <= $2 and t.case_id <> all($4::text[])))`

export type Reassignments = ReturnType<typeof openReassignments>

/** Bulk reassignment: recorded at once, then carried out case by case in the background. */
export function openReassignments(options: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  clock: () => Date
}) {
  const { db, execute, profileFor, clock } = options

  const find = async (
    id: string,
    { id: memberId, mostSensitivity, barredCaseIds = [] }: Asking,
  ): Promise<Reassignment> => {
    const sight = [mostSensitivity, memberId, barredCaseIds]
    const [row] = await db.rows<ReassignmentRow>(
      `select r.id, r.to_assignee, r.why, r.actor, r.at, count(t.task_id)::int as tasks,
         count(*) filter (where t.state = 'moved')::int as moved,
         count(*) filter (where t.state = 'waiting')::int as waiting
       from reassignments r left join (reassignment_tasks t left join case_work w using (case_id))
         on t.reassignment_id = r.id and ${isTold}
       where r.id = $1 group by r.id`,
      [id, ...sight],
    )
    if (!row) throw new Refusal('notFound', 'There is no reassignment with this id.')
    const refused = await db.rows<Reassignment['refused'][number]>(
      `select case_id as "caseId", task_id as "taskId", t.why
       from reassignment_tasks t join reassignments r on r.id = t.reassignment_id left join case_work w using (case_id)
       where t.reassignment_id = $1 and t.state = 'refused' and ${isTold}
       order by case_id, task_id limit $5`,
      [id, ...sight, mostShown],
    )
    const { to_assignee: to, actor, at, ...counts } = row
    return { ...counts, to, by: actor.name, at: at.toISOString(), refused }
  }

  const move = async (row: OpenReassignment, { caseId, taskId }: TaskReference) => {
    const at = clock()
    const request: Request = {
      at,
      actor: row.actor,
      correlationId: row.id,
      caller: row.caller,
    }
    const command = { type: 'assignTask' as const, caseId, taskId, assignee: row.to_assignee, why: row.why }
    const ended = await execute(work, request, command, () => ({ state: 'moved', why: null })).catch(
      (error) => {
        if (error instanceof Refusal) return { state: 'refused', why: error.message }
        throw error
      },
    )
    await db.rows(
      `update reassignment_tasks set state = $4, why = $5
       where reassignment_id = $1 and case_id = $2 and task_id = $3`,
      [row.id, caseId, taskId, ended.state, ended.why],
    )
  }

  return {
    find,

    async start(request: Request, asking: AskingForTasks, asked: NewReassignment): Promise<Reassignment> {
      const { tasks, query, to, why } = asked
      if ((tasks === undefined) === (query === undefined)) {
        throw new Refusal(
          'invalid',
          'The body must have either tasks or query, to say which tasks are meant.',
        )
      }
      const { at, actor, caller } = request
      const id = await answerOnce(db, request, async (tx) => {
        const id = newId('move', at, randomBytes(10))
        const profile = await profileFor(tx)
        if (query) refuseUnknownQueueWords(query, profile)
        const assignee = await resolveAssignee(tx, to, profile)
        const meant = tasks ?? (await tasksOf(tx, asking, query ?? {}, at))
        await tx.rows(
          `insert into reassignments (id, to_assignee, why, actor, caller, at) values ($1, $2, $3, $4, $5, $6)`,
          [id, JSON.stringify(assignee), why, JSON.stringify(actor), JSON.stringify(caller), at],
        )
        await tx.rows(
          `insert into reassignment_tasks (reassignment_id, case_id, task_id, state, why)
           select distinct $1, t."caseId", t."taskId", case when q.task_id is null then 'refused' else 'waiting' end,
             case when q.task_id is null then 'There is no such open task.' end
           from jsonb_to_recordset($2) as t ("caseId" text, "taskId" text)
           left join queue_entries q
             on q.case_id = t."caseId" and q.task_id = t."taskId" and q.sensitivity <= $3
               and q.case_id <> all($4::text[])`,
          [id, JSON.stringify(meant), asking.mostSensitivity, asking.barredCaseIds ?? []],
        )
        await addJobs(tx, [{ name: 'reassign', key: id, payload: { reassignmentId: id } }])
        return id
      })
      return find(id, asking)
    },

    /** Resumes where it left off; a task already reassigned is left alone. */
    async carryOut(id: string, signal: AbortSignal): Promise<void> {
      const [row] = await db.rows<OpenReassignment>(
        `select id, to_assignee, why, actor, caller from reassignments where id = $1`,
        [id],
      )
      if (!row) return
      for (;;) {
        const waiting = await db.rows<TaskReference>(
          `select case_id as "caseId", task_id as "taskId" from reassignment_tasks
           where reassignment_id = $1 and state = 'waiting' order by case_id, task_id limit $2`,
          [id, batchSize],
        )
        for (const task of waiting) {
          signal.throwIfAborted()
          await move(row, task)
        }
        if (waiting.length < batchSize) return
      }
    },
  }
}

async function tasksOf(
  tx: Queryable,
  asking: AskingForTasks,
  query: NonNullable<NewReassignment['query']>,
  at: Date,
): Promise<TaskReference[]> {
  const filter = await filterOf(tx, asking, query, at)
  if (!filter.isOpen)
    throw new Refusal(
      'invalid',
      'statuses must be open ones (assigned, inProgress, onHold): closed tasks are not moved.',
    )
  const tasks = await queueTasks(tx, filter, mostReassigned + 1)
  if (tasks.length > mostReassigned) {
    throw new Refusal(
      'stateForbids',
      `At most ${mostReassigned} tasks can be moved at once: narrow the query.`,
    )
  }
  return tasks
}

type TaskReference = { caseId: string; taskId: string }
type OpenReassignment = {
  id: string
  to_assignee: Assignee
  why: string
  actor: Actor
  caller: NonNullable<Request['caller']>
}
type ReassignmentRow = {
  id: string
  to_assignee: Assignee
  why: string
  actor: Actor
  at: Date
  tasks: number
  moved: number
  waiting: number
}
