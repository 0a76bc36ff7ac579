import type { Reader } from '../../core/file/reader.ts'
import { dayOf } from '../../core/time/moments.ts'
import {
  type CaseAccess as AccessFacts,
  casesSeenBy,
  findCaseAccess,
  representedCases,
} from '../../projections/case-access.ts'
import { concealedFrom } from '../../projections/concealed-documents.ts'
import type { Database, Queryable } from '../../store/db.ts'

/** What decides who may see a case, as read at `atMs` of `performance.now()`. */
export type SeenCase = { caseId: string; atMs: number; access?: AccessFacts | undefined }

export type CaseAccess = ReturnType<typeof openCaseAccess>

/** A request with a slow body is not judged by what held when it began. */
const freshMs = 100

/** Which cases, and which documents of a case, somebody sees. */
export function openCaseAccess({
  db,
  reads,
  clock,
}: {
  db: Database
  /** Reads that concurrent requests share. */
  reads: Queryable
  clock: () => Date
}) {
  const today = () => dayOf(clock())

  return {
    async find(caseId: string, seen?: SeenCase) {
      const isFresh = seen?.caseId === caseId && performance.now() - seen.atMs < freshMs
      return (isFresh && seen.access) || findCaseAccess(reads, caseId, today())
    },

    /** Reads the access facts of a case along with another query, for `find` to use shortly after. */
    lookAt(caseId: string) {
      const seen: SeenCase = { caseId, atMs: performance.now() }
      return {
        seen,
        async look(tx: Queryable) {
          seen.access = await findCaseAccess(tx, caseId, today())
        },
      }
    },

    /** The documents of a case that are hidden from a reader. */
    concealedFrom: (caseId: string, reader: Pick<Reader, 'id' | 'audience'>) =>
      concealedFrom(db, caseId, reader, today()),

    casesSeen: (caseIds: readonly string[], { id, upTo }: { id: string; upTo: number | undefined }) =>
      casesSeenBy(db, caseIds, { upTo, memberId: id }, today()),

    /** The cases on which the member represents a party; there, their other roles do not count. */
    representedCases: ({ id }: { id: string }) => representedCases(db, id, today()),
  }
}
