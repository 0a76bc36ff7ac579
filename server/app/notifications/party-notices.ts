import type { PartyNotices } from '@portico/contract/notifications'
import { Refusal } from '../../core/kernel/decider.ts'
import { notification } from '../../core/notification/notification.ts'
import { isOnCase } from '../../projections/parties.ts'
import { forgetOptOuts, noticesOnCase } from '../../projections/party-notices.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, Request } from '../engine/execute.ts'

export type NoticesToParties = ReturnType<typeof openPartyNotices>

/** How a party wants to be notified, as a case has it. What other cases say is neither shown nor changed there. */
export function openPartyNotices({ db, execute }: { db: Database; execute: Execute }) {
  return {
    async get(caseId: string, partyId: string): Promise<PartyNotices> {
      if (!(await isOnCase(db, caseId, partyId)))
        throw new Refusal('notFound', 'There is no such party in this case.')
      return (await noticesOnCase(db, caseId, partyId)) ?? { optedOut: [] }
    },

    set(request: Request, caseId: string, partyId: string, notices: PartyNotices): Promise<PartyNotices> {
      const underLock = async (tx: Queryable) => {
        const before = await noticesOnCase(tx, caseId, partyId)
        return {
          type: 'setPartyNotices' as const,
          caseId,
          partyId,
          ...notices,
          ...(before ? { before } : {}),
        }
      }
      const also = (tx: Queryable) => forgetOptOuts(tx, caseId, partyId)
      return execute(notification, { ...request, also }, { caseId, underLock }, () => notices)
    },
  }
}
