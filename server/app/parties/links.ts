import { randomBytes } from 'node:crypto'
import type { CaseLink, NewLink } from '@portico/contract/links'
import type { Profile } from '@portico/contract/profile'
import { links } from '../../core/file/link.ts'
import { newId } from '../../core/kernel/ids.ts'
import { listLinks } from '../../projections/links.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'
import { composeLink } from '../intake/compose-link.ts'
import { createOpenLinkedCase, type OpenLinkedCase } from '../intake/open-linked-case.ts'

/** Cases that go on with what another is about. */
export type Links = {
  list(caseId: string): Promise<CaseLink[]>
  /** The new case is open when this is done; if it is cut off before, the background opens it. */
  link(request: Request, caseId: string, given: NewLink): Promise<{ linkedCaseId: string }>
  openLinkedCase: OpenLinkedCase
}

export function openLinks(parts: { db: Database; execute: Execute; clock: () => Date }): Links {
  const { db, execute } = parts
  const openLinkedCase = createOpenLinkedCase(parts)
  return {
    openLinkedCase,
    list: (caseId) => listLinks(db, caseId),

    async link(request, caseId, given) {
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
