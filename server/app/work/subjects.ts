import type { Permissions } from '../../auth/can.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { Desk } from '../desk.ts'
import { laterSubject } from '../later.ts'
import { openDocket } from './docket.ts'
import { createGetNext } from './get-next.ts'
import { openPriorities } from './priorities.ts'
import { openQueues } from './queues.ts'
import { openReassignments } from './reassign.ts'
import { createReleaseTasks } from './release-tasks.ts'
import { createReopenCase } from './reopen-case.ts'
import { openSavedQueues } from './saved-queues.ts'
import { openTasks } from './tasks.ts'

export type WorkSubjects = ReturnType<typeof openWorkSubjects>

/** The tasks on cases, who has them, and which come first. */
export function openWorkSubjects(
  desk: Desk,
  { permissions, blobs }: { permissions: Permissions; blobs: Blobs },
) {
  const queues = openQueues(desk)
  return {
    tasks: openTasks(desk),
    queues,
    savedQueues: openSavedQueues(desk),
    getNext: createGetNext({ ...desk, queues }),
    reassignments: openReassignments(desk),
    releaseTasks: createReleaseTasks({ ...desk, mayRead: permissions.mayRead }),
    reopenCase: createReopenCase(desk),
    priorities: openPriorities(desk),
    distribution: laterSubject(async () => {
      const { openDistribution } = await import('../distribution/distribution.ts')
      return openDistribution({ ...desk, sightOf: permissions.sightOf })
    }),
    docket: openDocket({ ...desk, blobs }),
  }
}
