import { randomBytes } from 'node:crypto'
import type { NewLink } from '@portico/contract/links'
import type { Profile } from '@portico/contract/profile'
import { links } from '../../core/file/link.ts'
import { newId } from '../../core/kernel/ids.ts'
import { listLinks } from '../../projections/links.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'
import { composeLink } from '../intake/compose-link.ts'
import { createOpenLinkedCase } from '../intake/open-linked-case.ts'

/** Cases that go on with what another is about. */
export function openLinks(parts: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  clock: () => Date
}) {
  const { db, execute } = parts
  const openLinkedCase = createOpenLinkedCase(parts)
  return {
    openLinkedCase,
    list: (caseId: string) => listLinks(db, caseId),

    /** The new case is open when this is done; if it is cut off before, the background opens it. */
    async link(request: Request, caseId: string, given: NewLink) {
      const made = newId('case', request.at, randomBytes(10))
      const asked = {
        caseId,
        underLock: async (tx: Queryable, profile: Profile) => ({
          type: 'linkCase' as const,
          caseId,
          linkedCaseId: made,
          shared: await composeLink(tx, profile, caseId, given, request.at),
        }),
      }
      const { linkedCaseId } = await execute(links, request, asked, () => ({ linkedCaseId: made }))
      await openLinkedCase(caseId, linkedCaseId)
      return { linkedCaseId }
    },
  }
}

export type Links = ReturnType<typeof openLinks>
