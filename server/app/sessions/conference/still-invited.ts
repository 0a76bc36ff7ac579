import type { MemberKind } from '@portico/contract/envelope'
import type { Permissions } from '../../../auth/can.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { dayOf } from '../../../core/time/moments.ts'
import { findCaseAccess } from '../../../projections/case-access.ts'
import { listParties } from '../../../projections/parties.ts'
import type { Queryable } from '../../../store/db.ts'

type Member = { id: string; roles: string[]; clearance: number; kind: MemberKind; isFormer: boolean }
type Of = { caseId: string; sessionId: string }
export type RefuseUninvited = ReturnType<typeof createRefuseUninvited>

/**
 * A link to a session outlives no reason for which it was given: an account, sight of the case, the right to hold the
 * session, a place among the parties, the power to represent one of them. Guests who are neither are let in by a host.
 */
export function createRefuseUninvited({
  db,
  clock,
  permissions,
}: {
  db: Queryable
  clock: () => Date
  permissions: Pick<Permissions, 'can' | 'mayRead'>
}) {
  return async (
    { caseId, sessionId }: Of,
    { personId, isHost }: { personId: string; isHost: boolean },
  ): Promise<void> => {
    if (!personId.startsWith('mem_')) return refuseFormerParty(caseId, personId)
    const [[member], access] = await Promise.all([
      db.rows<Member>(
        `select id, roles, clearance, kind, deactivated_at is not null as "isFormer" from members where id = $1`,
        [personId],
      ),
      findCaseAccess(db, caseId, dayOf(clock())),
    ])
    if (!member || member.isFormer)
      throw new Refusal('gone', 'Your account has ended, and this link with it.')
    const facts = access && { id: caseId, ...access }
    if (!facts || !permissions.mayRead(member, facts))
      throw new Refusal('gone', 'You have no access to this case any more, and this link ended with it.')
    if (!isHost || permissions.can(member, 'manageSessions', { case: facts })) return
    const [sits] = await db.rows(
      `select from sessions where case_id = $1 and session_id = $2 and participants @> $3`,
      [caseId, sessionId, JSON.stringify([{ kind: 'adjudicator', id: personId }])],
    )
    if (!sits) throw new Refusal('gone', 'You do not hold this session any more: ask for a link to join it.')
  }

  async function refuseFormerParty(caseId: string, partyId: string): Promise<void> {
    const known = await db.rows<{ status: string }>(
      `select status from parties where case_id = $1 and party_id = $2`,
      [caseId, partyId],
    )
    if (known.length === 0) return
    if (known.some(({ status }) => status === 'removed')) throw noParty()
    const parties = await listParties(db, caseId, dayOf(clock()))
    const powers = parties.flatMap(({ representation }) =>
      representation?.representativeId === partyId ? [representation] : [],
    )
    if (powers.length > 0 && !powers.some(({ isInForce }) => isInForce))
      throw new Refusal('gone', 'You represent nobody on this case any more, and this link ended with it.')
  }
}

const noParty = () =>
  new Refusal('gone', 'You are not a party of this case any more, and this link ended with it.')
