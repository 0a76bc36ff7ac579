import { openQueues } from '../../server/app/work/queues.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import type { Database } from '../../server/store/db.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { fillTasks, tasksPerCase } from '../many-tasks.ts'
import { type Comparison, interleaved, medianMs, scaled } from '../measure.ts'

const fewCases = scaled(20_000)
const manyCases = scaled(200_000)
const pageSize = scaled(50)
const pagesEach = 30
const rounds = 7
/** Then from the first on again: the smaller queue has no more. */
const pagesInARow = 8
const team = 'team3'
const someone = { id: 'mem_1', roles: [], teams: [team], mostSensitivity: 0 }

/** A page of a team's queue out of 600,000 open tasks, beside its bare statement, and out of a tenth of them. */
export async function queuePage(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const openFilled = async (cases: number) => {
    const db = await freshDatabase({ size: 2 })
    stack.defer(db.close)
    await fillTasks(db, cases)
    return db
  }
  const few = await openFilled(fewCases)
  const many = await openFilled(manyCases)
  const tasks = manyCases * tasksPerCase

  const compared: Comparison[] = []
  for (const sort of ['priority', 'deadline'] as const) {
    const { ours, bare, tenth } = await interleaved(rounds, {
      ours: () => pagesPerSecond(pages(many, sort)),
      bare: () => pagesPerSecond(barePages(many, sort)),
      tenth: () => pagesPerSecond(pages(few, sort)),
    })
    const what = `a page of a team's queue by ${sort}, out of ${tasks} tasks`
    compared.push(
      { what, unit: 'pages/s', ours, peer: bare, peerName: 'its bare statement', aim: { atLeast: 0.5 } },
      {
        what: `${what}: how long`,
        unit: 'ms',
        ours: 1000 / ours,
        peer: 1000 / tenth,
        peerName: `out of ${fewCases * tasksPerCase}`,
        aim: { atMost: 1.5 },
      },
    )
  }
  return compared
}

type Read = (round: number) => Promise<{ length: number }>

async function pagesPerSecond(read: Read): Promise<number> {
  return 1000 / (await medianMs(pagesEach, async (round) => refuseShort(await read(round))))
}

function refuseShort({ length }: { length: number }) {
  if (length !== pageSize) throw new Error(`a page has ${length} tasks`)
}

/** Pages one behind the other, from the first. */
function pages(db: Database, sort: 'priority' | 'deadline'): Read {
  const queues = openQueues({ db, profileFor: async () => defaultProfile })
  let after: string | undefined
  return async (round) => {
    const query = { assignees: [`team:${team}`], sort }
    const paging = { limit: pageSize, now: new Date(), ...(round % pagesInARow === 0 ? {} : { after }) }
    const { tasks, next } = await queues.page(someone, query, paging)
    after = next
    return tasks
  }
}

/** What somebody would write by hand for this page and no other, with the columns that are shown. */
function barePages(db: Database, sort: 'priority' | 'deadline'): Read {
  const order = sort === 'priority' ? 'q.priority, q.docket_order, q.task_id' : 'q.deadline, q.task_id'
  const types = sort === 'priority' ? '$2::smallint, $3::text, $4::text' : '$2::timestamptz, $3::text'
  const first = sort === 'priority' ? [-1, '', ''] : ['-infinity', '']
  const keys = sort === 'priority' ? 'q.priority, q.docket_order' : 'q.deadline::text as deadline'
  let place: unknown[] = first
  return async (round) => {
    const rows = await db.rows<Record<string, unknown>>(
      `with q as (
         select * from queue_entries q
         where q.assignee = $1 and (${order}) > (${types}) order by ${order} limit ${pageSize + 1}
       )
       select ${keys}, q.task_id, q.case_id, t.parent_id, t.type, t.status, t.assignee_kind, t.assignee_id,
         t.assignee_name, t.opened_at, t.assigned_at, t.deadline as due, t.hold_until, t.hold_why, t.closed_at,
         t.outcome, c.docket_number, c.veteran, w.case_type, w.docket, w.advanced, w.court_remand
       from q join tasks t using (case_id, task_id) join cases c using (case_id)
         join case_work w using (case_id)
       order by ${order}`,
      [`team:${team}`, ...(round % pagesInARow === 0 ? first : place)],
    )
    const shown = rows.slice(0, pageSize)
    const { priority, docket_order, deadline, task_id } = shown.at(-1) ?? {}
    place = sort === 'priority' ? [priority, docket_order, task_id] : [deadline, task_id]
    return shown
  }
}
