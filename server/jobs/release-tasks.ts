import Type from '@portico/contract/type'
import { defineJob } from './define-job.ts'

export const releaseTasks = defineJob({
  name: 'releaseTasks',
  does: 'Gives tasks back to their teams that a member may not have any more',
  lane: 'prompt',
  needs: ['releaseTasks'],
  payload: Type.Object({ memberId: Type.String() }),
  key: ({ memberId }) => memberId,
  run: ({ memberId }, { parts, signal }) => parts.releaseTasks(memberId, signal),
})
