import type { Blobs } from '../../files/blobs.ts'
import { lostFiles } from '../custody/lost-files.ts'
import type { Desk } from '../desk.ts'
import { checkDocket, keepDocketChecked } from './docket-check.ts'

export type Docket = ReturnType<typeof openDocket>

/** Whether what must hold of all cases does. */
export function openDocket({ db, profileFor, clock, blobs }: Omit<Desk, 'execute'> & { blobs: Blobs }) {
  return {
    brokenInvariants: async () => [
      ...(await checkDocket(db, await profileFor(db))),
      ...(await lostFiles(db, blobs)),
    ],
    keepChecked: async (signal: AbortSignal) =>
      keepDocketChecked(db, await profileFor(db), { now: clock(), signal }),
  }
}
