import type { Portico } from '../app/portico.ts'
import { previewEnding } from '../app/work/endings.ts'
import { Refusal } from '../core/kernel/decider.ts'
import type { Handlers } from './route.ts'

export function endingHandlers({ tasks, links }: Portico) {
  return {
    previewEnding: async ({ params: { id }, body, call, authorize }) => {
      const { completeTask, cancelTask, refuseDocketing, linkCase } = body
      if (completeTask) {
        await authorize('workTasks')
        const { taskId, ...completion } = completeTask
        const ending = await previewEnding(call(), { tasks: [taskId] }, (request) =>
          tasks.change(request, id, taskId, { type: 'completeTask', ...completion }),
        )
        return { ending }
      }
      if (cancelTask) {
        await authorize('workTasks')
        const { taskId } = cancelTask
        const ending = await previewEnding(call(), { tasks: [taskId] }, (request) =>
          tasks.change(request, id, taskId, { type: 'cancelTask', why: '-' }),
        )
        return { ending }
      }
      if (refuseDocketing) {
        await authorize('docket')
        const command = { type: 'refuseDocketing' as const, caseId: id, ...refuseDocketing }
        const ending = await previewEnding(call(), { isOfCase: true }, (request) =>
          tasks.refuseDocketing(request, command),
        )
        return { ending }
      }
      if (linkCase) {
        await authorize('linkCases')
        return {
          ending: await previewEnding(call(), { issues: linkCase.issueIds }, (request) =>
            links.link(request, id, linkCase),
          ),
        }
      }
      throw new Refusal('invalid', 'The body must name one command.')
    },
  } satisfies Partial<Handlers>
}
