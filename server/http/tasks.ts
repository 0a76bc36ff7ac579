import type { Portico } from '../app/portico.ts'
import type { Handlers, Input } from './route.ts'

export function taskHandlers({ tasks }: Portico) {
  const change = async (
    { params, caller, call }: Pick<Input<'startTask'>, 'params' | 'caller' | 'call'>,
    command: Parameters<typeof tasks.change>[3],
  ) => {
    await tasks.change(call(), params.id, params.taskId, command)
    return { task: await tasks.get(params.id, params.taskId, caller) }
  }

  return {
    listTasks: async ({ params, query, caller }) => ({
      tasks: await tasks.list(params.id, caller, query.open),
    }),

    getTask: async ({ params, caller }) => ({ task: await tasks.get(params.id, params.taskId, caller) }),

    openTask: async ({ params, body, caller, call }) => {
      const taskId = await tasks.open(call(), params.id, body)
      return { task: await tasks.get(params.id, taskId, caller) }
    },

    routeMail: async ({ params, body, caller, call }) => {
      const taskId = await tasks.routeMail(call(), params.id, body)
      return { task: await tasks.get(params.id, taskId, caller) }
    },

    assignTask: (input) => change(input, { type: 'assignTask', ...input.body }),
    startTask: (input) => change(input, { type: 'startTask' }),
    holdTask: (input) => change(input, { type: 'holdTask', ...input.body }),
    resumeTask: (input) => change(input, { type: 'resumeTask', ...input.body }),
    completeTask: (input) => change(input, { type: 'completeTask', ...input.body }),
    cancelTask: (input) => change(input, { type: 'cancelTask', ...input.body }),
    instructTask: (input) => change(input, { type: 'instructTask', ...input.body }),
  } satisfies Partial<Handlers>
}
