import type { FastifyInstance } from 'fastify'
import type { Portico } from '../app/portico.ts'
import { authorize, refuseUnlessAllowed } from './access.ts'
import { serve } from './route.ts'
import { accessOf } from './trace.ts'

/** The work on a case: putting it on a docket, its tasks, and how it came to stand where it stands. */
export function serveTasks(app: FastifyInstance, portico: Portico) {
  const { tasks } = portico
  /** Instructions and reasons tell of the case. */
  const noteView = (input: Parameters<typeof accessOf>[0], caseId: string) =>
    portico.accessLog.note(accessOf(input, caseId, 'view', { of: 'case' }))

  serve(app, 'docketCase', async ({ params, body, caller, now, call }) => {
    const { facts } = await authorize(portico, caller, 'docket', params.id)
    const mayOverride = portico.permissions.can(caller, 'docketAnyway', { case: facts })
    const { findings = [], ...given } = body
    await tasks.docket(call(), { type: 'docket', caseId: params.id, findings, mayOverride, ...given })
    return portico.caseState(params.id, now)
  })

  serve(app, 'refuseDocketing', async ({ params, body, caller, now, call }) => {
    await authorize(portico, caller, 'docket', params.id)
    await tasks.refuseDocketing(call(), { type: 'refuseDocketing', caseId: params.id, ...body })
    return portico.caseState(params.id, now)
  })

  serve(app, 'explainCase', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readTasks', params.id)
    noteView(input, params.id)
    return portico.explain(params.id)
  })

  serve(app, 'checkDocket', async ({ caller }) => {
    refuseUnlessAllowed(portico, caller, ['operate', 'administer'])
    return { broken: await portico.brokenInvariants() }
  })

  serve(app, 'listTasks', async (input) => {
    const { params, query, caller } = input
    await authorize(portico, caller, 'readTasks', params.id)
    noteView(input, params.id)
    return { tasks: await tasks.list(params.id, caller, query.open) }
  })

  serve(app, 'getTask', async (input) => {
    const { params, caller } = input
    await authorize(portico, caller, 'readTasks', params.id)
    noteView(input, params.id)
    return { task: await tasks.get(params.id, params.taskId, caller) }
  })

  serve(app, 'openTask', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'workTasks', params.id)
    const taskId = await tasks.open(call(), params.id, body)
    return { task: await tasks.get(params.id, taskId, caller) }
  })

  serve(app, 'routeMail', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'routeMail', params.id)
    const taskId = await tasks.routeMail(call(), params.id, body)
    return { task: await tasks.get(params.id, taskId, caller) }
  })

  serve(app, 'assignTask', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'workTasks', params.id)
    await tasks.change(call(), params.id, params.taskId, { type: 'assignTask', ...body })
    return { task: await tasks.get(params.id, params.taskId, caller) }
  })

  serve(app, 'startTask', async ({ params, caller, call }) => {
    await authorize(portico, caller, 'workTasks', params.id)
    await tasks.change(call(), params.id, params.taskId, { type: 'startTask' })
    return { task: await tasks.get(params.id, params.taskId, caller) }
  })

  serve(app, 'holdTask', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'workTasks', params.id)
    await tasks.change(call(), params.id, params.taskId, { type: 'holdTask', ...body })
    return { task: await tasks.get(params.id, params.taskId, caller) }
  })

  serve(app, 'resumeTask', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'workTasks', params.id)
    await tasks.change(call(), params.id, params.taskId, { type: 'resumeTask', ...body })
    return { task: await tasks.get(params.id, params.taskId, caller) }
  })

  serve(app, 'completeTask', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'workTasks', params.id)
    await tasks.change(call(), params.id, params.taskId, { type: 'completeTask', ...body })
    return { task: await tasks.get(params.id, params.taskId, caller) }
  })

  serve(app, 'cancelTask', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'workTasks', params.id)
    await tasks.change(call(), params.id, params.taskId, { type: 'cancelTask', ...body })
    return { task: await tasks.get(params.id, params.taskId, caller) }
  })

  serve(app, 'instructTask', async ({ params, body, caller, call }) => {
    await authorize(portico, caller, 'workTasks', params.id)
    await tasks.change(call(), params.id, params.taskId, { type: 'instructTask', ...body })
    return { task: await tasks.get(params.id, params.taskId, caller) }
  })
}
