import type { Permissions } from '../../auth/can.ts'
import type { Blobs } from '../../files/blobs.ts'
import type { Desk } from '../desk.ts'
import type { Distribution } from '../distribution/distribution.ts'
import { laterSubject } from '../later.ts'
import { type Docket, openDocket } from './docket.ts'
import { createGetNext, type GetNext } from './get-next.ts'
import { openPriorities, type Priorities } from './priorities.ts'
import { openQueues, type Queues } from './queues.ts'
import { openReassignments, type Reassignments } from './reassign.ts'
import { createReleaseTasks, type ReleaseTasks } from './release-tasks.ts'
import { createReopenCase, type ReopenCase } from './reopen-case.ts'
import { openSavedQueues, type SavedQueues } from './saved-queues.ts'
import { openTasks, type Tasks } from './tasks.ts'

export type WorkSubjects = {
  tasks: Tasks
  queues: Queues
  savedQueues: SavedQueues
  getNext: GetNext
  reassignments: Reassignments
  releaseTasks: ReleaseTasks
  reopenCase: ReopenCase
  priorities: Priorities
  distribution: Distribution
  docket: Docket
}

/** The tasks on cases, who has them, and which come first. */
export function openWorkSubjects(
  desk: Desk,
  { permissions, blobs }: { permissions: Permissions; blobs: Blobs },
): WorkSubjects {
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
