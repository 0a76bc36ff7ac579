import type { Queryable } from './db.ts'
import { addJobs } from './jobs.ts'

/** With whatever changed what one participant can do when, or what all can where none is named. */
export const askToFlag = (tx: Queryable, participantId = ''): Promise<void> =>
  addJobs(tx, [{ name: 'flagConflicts', key: participantId, payload: { participantId } }])
