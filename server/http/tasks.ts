import type { Confirm } from '../app/engine/execute.ts'
import type { Portico } from '../app/portico.ts'
import { endsOnly } from '../app/work/endings.ts'
import { namedBy } from '../core/endings.ts'
import type { Handlers, Input } from './route.ts'

export function taskHandlers({ tasks }: Portico) {
  const change = async (
    { params, caller, call }: Pick<Input<'startTask'>, 'params' | 'caller' | 'call'>,
    command: Parameters<typeof tasks.change>[3],
    confirm?: Confirm,
  ) => {
    const request = { ...call(), ...(confirm ? { confirm } : {}) }
    await tasks.change(request, params.id, params.taskId, command)
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
    completeTask: (input) => {
      const { ends, ...completion } = input.body
      return change(
        input,
        { type: 'completeTask', ...completion },
        endsOnly(ends, namedBy.completeTask(input.params)),
      )
    },
    cancelTask: (input) => {
      const { ends, why } = input.body
      return change(input, { type: 'cancelTask', why }, endsOnly(ends, namedBy.cancelTask(input.params)))
    },
    instructTask: (input) => change(input, { type: 'instructTask', ...input.body }),
  } satisfies Partial<Handlers>
}
