import type { Queryable } from '../store/db.ts'
import { hasSound } from '../store/room-chunks.ts'

/** What there is of a session: sound or a transcript here, what a service that hosts it has, or nothing. */
export async function recordOf(
  db: Queryable,
  caseId: string,
  sessionId: string,
): Promise<'stored' | 'toCome' | 'none'> {
  const [row] = await db.rows<{ isStored: boolean; isElsewhere: boolean }>(
    `select
       exists (select from session_artifacts a where a.case_id = $1 and a.session_id = $2
         and (a.document_id is not null or a.why is null))
       or ${hasSound('$1', '$2')} as "isStored",
       exists (select from session_conferences s where s.case_id = $1 and s.session_id = $2 and s.created_sequence is not null
         and s.ended_sequence is null and not exists (select from rooms r where r.handle = s.handle)) as "isElsewhere"`,
    [caseId, sessionId],
  )
  if (row?.isStored) return 'stored'
  return row?.isElsewhere ? 'toCome' : 'none'
}
