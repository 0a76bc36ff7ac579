import type { QueueQuery } from '@portico/contract/queues'
import { openQueues } from '../../server/app/work/queues.ts'
import { defaultProfile } from '../../server/profile/default.ts'
import { type CaseFilter, type CaseOrder, listCases } from '../../server/projections/case-list.ts'
import type { Database } from '../../server/store/db.ts'
import { freshDatabase } from '../../server/test/database.ts'
import { fillTasks, tasksPerCase } from '../many-tasks.ts'
import { type Comparison, elapsedMs, scaled } from '../measure.ts'

const fewCases = 34
const manyCases = scaled(200_000)
const pageSize = 10
const readsEach = scaled(800)
const warmUp = scaled(100)
const someone = { id: 'mem_1', roles: [], teams: ['team3'], mostSensitivity: 0 }

type List = { name: string; read: (db: Database) => Promise<unknown> }

const tasks = (name: string, query: QueueQuery): List => ({
  name: `tasks: ${name}`,
  read: (db) =>
    openQueues({ db, profileFor: async () => defaultProfile }).page(someone, query, {
      limit: pageSize,
      now: new Date(),
    }),
})

const cases = (name: string, filter: CaseFilter, order: Partial<CaseOrder> = {}): List => ({
  name: `cases: ${name}`,
  read: (db) =>
    listCases(db, filter, {
      sight: { upTo: 0, representedBy: undefined },
      today: '2026-11-15',
      order: { sort: 'uploaded', isReversed: false, ...order },
      limit: pageSize,
    }),
})

/** Each list of the workspace, and each of its filters and orders. */
const lists: List[] = [
  tasks('all by priority', {}),
  tasks('all by deadline', { sort: 'deadline' }),
  tasks('of a type', { types: ['distribution'] }),
  tasks('of a type, by age', { types: ['distribution'], sort: 'age' }),
  tasks('on a docket', { types: ['distribution'], dockets: ['hearing'] }),
  tasks('advanced', { isAdvanced: true }),
  tasks('court remands', { isCourtRemand: true }),
  tasks('overdue', { isOverdue: true, sort: 'deadline' }),
  tasks('on hold', { statuses: ['onHold'] }),
  cases('newest first', {}),
  cases('by date of receipt', {}, { sort: 'received' }),
  cases('by docket number', {}, { sort: 'docketNumber' }),
  cases('by name', {}, { sort: 'name' }),
  cases('on a docket', { docket: 'hearing' }),
  cases('open', { isClosed: false }),
  cases('received between', { receivedFrom: '2021-01-01', receivedTo: '2026-01-01' }, { sort: 'received' }),
  cases('found by name', { text: 'byron 3' }),
]

/** The 95th percentile of the first page of every list and filter, out of 600,000 tasks and 200,000 cases, and of 100. */
export async function listPages(): Promise<Comparison[]> {
  await using stack = new AsyncDisposableStack()
  const openFilled = async (count: number) => {
    const db = await freshDatabase({ size: 2 })
    stack.defer(db.close)
    await fillTasks(db, count)
    return db
  }
  const few = await openFilled(fewCases)
  const many = await openFilled(manyCases)
  const compared: Comparison[] = []
  for (const { name, read } of lists) {
    const { ours, peer } = await p95sMs({ ours: () => read(many), peer: () => read(few) })
    compared.push({
      what: `p95 of a page of ${name}, out of ${name.startsWith('tasks') ? manyCases * tasksPerCase : manyCases}`,
      unit: 'ms',
      ours,
      peer,
      peerName: `out of ${name.startsWith('tasks') ? fewCases * tasksPerCase : fewCases}`,
      aim: { atMost: 1.5 },
    })
  }
  return compared
}

/** One read of each in turn: a page takes less than a millisecond, so what else the machine does must meet both alike. */
async function p95sMs(contenders: Record<'ours' | 'peer', () => Promise<unknown>>) {
  const measured = { ours: [] as number[], peer: [] as number[] }
  for (let round = -warmUp; round < readsEach; round++) {
    for (const name of round % 2 === 0 ? (['ours', 'peer'] as const) : (['peer', 'ours'] as const)) {
      const ms = await elapsedMs(contenders[name])
      if (round >= 0) measured[name].push(ms)
    }
  }
  return { ours: p95(measured.ours), peer: p95(measured.peer) }
}

const p95 = (values: readonly number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0
