import type { Queryable } from './db.ts'
import { addJobs } from './jobs.ts'

/** Requests a check for conflicts after a change in the availability of one participant, or of all. */
export const requestConflictCheck = (tx: Queryable, participantId = ''): Promise<void> =>
  addJobs(tx, [{ name: 'flagConflicts', key: participantId, payload: { participantId } }])
