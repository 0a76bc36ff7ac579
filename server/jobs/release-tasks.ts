import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const releaseTasks = defineJob({
  name: 'releaseTasks',
  does: 'Returns tasks to their teams that their member may no longer hold',
  lane: 'prompt',
  needs: ['releaseTasks'],
  payload: Type.Object({ memberId: Type.String() }),
  key: ({ memberId }) => memberId,
  run: ({ memberId }, { parts, signal }) => parts.releaseTasks(memberId, signal),
})
