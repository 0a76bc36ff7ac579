import { QueueQuery, type TasksQuery } from '@portico/contract/queues'
import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { refuseUnknownQueueWords } from '../app/work/queue-words.ts'
import { refuseUnlessAllowed } from './access.ts'
import type { Caller } from './authentication.ts'
import { type Input, serve } from './route.ts'
import { validatedQuery } from './validation.ts'

export function serveQueues(app: FastifyInstance, portico: Portico) {
  const { queues, savedQueues, getNext, reassignments } = portico
  const mayRead = (caller: Caller) => refuseUnlessAllowed(portico, caller, ['readTasks'])
  const mayWork = (caller: Caller) => refuseUnlessAllowed(portico, caller, ['workTasks'])
  const asking = (caller: Caller) => askingFor(portico, caller)

  const page = async (
    {
      query: { after, limit, count },
      caller,
      now,
    }: Pick<Input<'listQueueTasks'>, 'query' | 'caller' | 'now'>,
    asked: QueueQuery,
  ) => {
    const [tasks, counted] = await Promise.all([
      queues.page(await asking(caller), asked, { after, limit, now }),
      count ? queues.count(await asking(caller), asked, now) : undefined,
    ])
    return { ...tasks, ...(counted ? { count: counted } : {}) }
  }

  serve(app, 'findTasks', async (input) => {
    mayRead(input.caller)
    const query = queryOf(input.query)
    refuseUnknownQueueWords(query, portico.profiles.inForce())
    return page(input, query)
  })

  serve(app, 'listQueues', async ({ caller, now }) => {
    mayRead(caller)
    const listed = await savedQueues.list(caller)
    const who = await asking(caller)
    const counts = await Promise.all(listed.map(({ query }) => queues.count(who, query, now)))
    return { queues: listed.map((queue, index) => ({ ...queue, count: counts[index] })) }
  })

  serve(app, 'saveQueue', async ({ body, caller, call }) => {
    mayWork(caller)
    return { queue: await savedQueues.save(call(), caller, body) }
  })

  serve(app, 'getQueue', async ({ params, caller }) => {
    mayRead(caller)
    return { queue: await savedQueues.find(caller, params.id) }
  })

  serve(app, 'changeQueue', async ({ params, body, caller, now }) => {
    mayWork(caller)
    return { queue: await savedQueues.change(caller, params.id, body, now) }
  })

  serve(app, 'removeQueue', async ({ params, caller }) => {
    mayWork(caller)
    await savedQueues.remove(caller, params.id)
  })

  serve(app, 'listQueueTasks', async (input) => {
    mayRead(input.caller)
    const { query } = await savedQueues.find(input.caller, input.params.id)
    return page(input, query)
  })

  serve(app, 'takeNextTask', async ({ params, caller, call }) => {
    mayWork(caller)
    const { query } = await savedQueues.find(caller, params.id)
    return { task: await getNext(call(), { ...(await asking(caller)), name: caller.username }, query) }
  })

  serve(app, 'startReassignment', async ({ body, caller, call }) => {
    mayWork(caller)
    return { reassignment: await reassignments.start(call(), await asking(caller), body) }
  })

  serve(app, 'getReassignment', async ({ params, caller }) => {
    mayRead(caller)
    return { reassignment: await reassignments.find(params.id, await asking(caller)) }
  })
}

/**
 * Whose queues they are, how sensitive a case may be whose tasks they are shown, and which they are barred from, as they
 * represent a party there.
 */
export async function askingFor(portico: Pick<Portico, 'representedCases'>, caller: Caller) {
  const { id, roles, teams, upTo = -1 } = caller
  const barredCaseIds = await portico.representedCases(caller)
  return { id, roles, teams, mostSensitivity: Math.min(upTo, 1000), barredCaseIds }
}

function queryOf(query: TasksQuery): QueueQuery {
  const { after: _, limit: __, count: ___, assignees, types, statuses, dockets, caseTypes, ...rest } = query
  const lists = { assignees, types, statuses, dockets, caseTypes }
  const split = Object.entries(lists).flatMap(([name, list]) =>
    list === undefined ? [] : [[name, [...new Set(list.split(',').map((word) => word.trim()))]]],
  )
  return validatedQuery(QueueQuery, { ...rest, ...Object.fromEntries(split) })
}
