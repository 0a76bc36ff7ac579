import type { SharedContent } from '@portico/contract/links'
import { withoutUndefined } from '../../core/kernel/without-undefined.ts'
import type { HandedTask } from '../../core/work/hand-over-mail.ts'
import { listTasks } from '../../projections/list-tasks.ts'
import type { Queryable } from '../../store/db.ts'
import { readCaseEvents } from '../../store/events/read.ts'

type Handed = { from: string; to: string; shared: SharedContent }

/** The tasks that a case was handed, parents first. */
export async function handedTasks(db: Queryable, { from, to, shared }: Handed): Promise<HandedTask[]> {
  const [events, tasks] = await Promise.all([
    readCaseEvents(db, from, { types: ['task.handedOver'], limit: Number.MAX_SAFE_INTEGER }),
    listTasks(db, from),
  ])
  const documentIds = namesOf(shared)
  const told = new Map(
    events.flatMap((event) =>
      event.type === 'task.handedOver' && event.data?.goesOn.caseId === to
        ? [[event.data.taskId, event.data] as const]
        : [],
    ),
  )
  return tasks.flatMap((task): HandedTask[] => {
    const handed = told.get(task.id)
    if (!handed) return []
    const { id: continues, type, about, assignee, deadline, instructions } = task
    const parentId = told.get(task.parentId ?? '')?.goesOn.taskId
    const said = instructions.map(({ text }) => text).join('\n\n')
    return [
      {
        taskId: handed.goesOn.taskId,
        continues,
        type,
        isMail: parentId === undefined,
        status: handed.status,
        ...withoutUndefined({
          parentId,
          about: about === undefined ? undefined : (documentIds.get(about) ?? about),
          assignee: assignee ?? undefined,
          deadline,
          instructions: said === '' ? undefined : said,
          heldUntil: handed.until,
        }),
      },
    ]
  })
}

/** A piece is on the case where it is worked, and one that waits for its case waits for the one that goes on. */
export function movePieces(tx: Queryable, { from, to, shared }: Handed, tasks: readonly HandedTask[]) {
  const documentIds = namesOf(shared)
  return Promise.all([
    tx.rows(
      `update mail_pieces p set case_id = $2, task_id = n.new_id, document_ids = (
         select array_agg(coalesce(d.new_id, one) order by nth)
         from unnest(p.document_ids) with ordinality as o (one, nth)
         left join unnest($5::text[], $6::text[]) as d (old_id, new_id) on d.old_id = one)
       from unnest($3::text[], $4::text[]) as n (old_id, new_id)
       where p.case_id = $1 and p.task_id = n.old_id`,
      [
        from,
        to,
        tasks.map(({ continues }) => continues),
        tasks.map(({ taskId }) => taskId),
        [...documentIds.keys()],
        [...documentIds.values()],
      ],
    ),
    tx.rows(
      `update mail_pieces set meant_case_id = $2
       where meant_case_id = $1 and status in ('arriving', 'unmatched', 'held')`,
      [from, to],
    ),
  ])
}

const namesOf = ({ documents }: SharedContent) => new Map(documents.map(({ id, as }) => [id, as]))
