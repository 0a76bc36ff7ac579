import { QueueQuery, type TasksQuery } from '@portico/contract/queues'
import type { Portico } from '../app/portico.ts'
import { refuseUnknownQueueWords } from '../app/work/queue-words.ts'
import type { Caller } from './authentication.ts'
import type { Handlers, Input } from './route.ts'
import { validatedQuery } from './validation.ts'

export function queueHandlers(portico: Portico) {
  const { queues, savedQueues, getNext } = portico
  const asking = (caller: Caller) => askingFor(portico, caller)

  const page = async (
    {
      query: { after, limit, count },
      caller,
      now,
    }: Pick<Input<'listQueueTasks'>, 'query' | 'caller' | 'now'>,
    asked: QueueQuery,
  ) => {
    const who = await asking(caller)
    const [tasks, counted] = await Promise.all([
      queues.page(who, asked, { after, limit, now }),
      count ? queues.count(who, asked, now) : undefined,
    ])
    return { ...tasks, ...(counted ? { count: counted } : {}) }
  }

  return {
    findTasks: async (input) => {
      const query = queryOf(input.query)
      refuseUnknownQueueWords(query, portico.profiles.inForce())
      return page(input, query)
    },

    listQueues: async ({ caller, now }) => {
      const listed = await savedQueues.list(caller)
      const who = await asking(caller)
      const counts = await Promise.all(listed.map(({ query }) => queues.count(who, query, now)))
      return { queues: listed.map((queue, index) => ({ ...queue, count: counts[index] })) }
    },

    listQueueTasks: async (input) => {
      const { query } = await savedQueues.find(input.caller, input.params.id)
      return page(input, query)
    },

    takeNextTask: async ({ params, caller, call }) => {
      const { query } = await savedQueues.find(caller, params.id)
      return { task: await getNext(call(), { ...(await asking(caller)), name: caller.username }, query) }
    },
  } satisfies Partial<Handlers>
}

/**
 * Whose queues they are, how sensitive a case may be whose tasks they are shown, and which they are barred from, as they
 * represent a party there.
 */
export async function askingFor(portico: Pick<Portico, 'caseAccess'>, caller: Caller) {
  const { id, kind, roles, teams, upTo = -1 } = caller
  const barredCaseIds = await portico.caseAccess.representedCases(caller)
  return { id, kind, roles, teams, mostSensitivity: Math.min(upTo, 1000), barredCaseIds }
}

function queryOf(query: TasksQuery): QueueQuery {
  const { after: _, limit: __, count: ___, assignees, types, statuses, dockets, caseTypes, ...rest } = query
  const lists = { assignees, types, statuses, dockets, caseTypes }
  const split = Object.entries(lists).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, [...new Set(list.split(',').map((word) => word.trim()))]]],
  )
  return validatedQuery(QueueQuery, { ...rest, ...Object.fromEntries(split) })
}
