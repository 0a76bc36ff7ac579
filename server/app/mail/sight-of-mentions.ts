import type { Actor } from '@portico/contract/envelope'
import type { Asking, Permissions } from '../../auth/can.ts'
import type { KnownMatches } from '../../core/mail/match.ts'
import { dayOf } from '../../core/time/moments.ts'
import { findCaseAccesses } from '../../projections/case-access.ts'
import { findMentioned } from '../../projections/mentioned-cases.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { PieceFacts } from '../../store/mail-pieces.ts'

/** Whose sight counts: of what a binding brings, every case. */
export type Sight = Asking | 'everything'

export type FindMentionedTo = ReturnType<typeof createFindMentionedTo>

/** What a piece mentions. A case that somebody may not see is to them, and to what they bring, as if it did not exist. */
export function createFindMentionedTo({
  db,
  clock,
  permissions,
}: {
  db: Database
  clock: () => Date
  permissions: Permissions
}) {
  return async (facts: PieceFacts, sight: Sight, mostSensitivity = Number.POSITIVE_INFINITY) => {
    // On one connection: what several would look up at once, the machine of a busy service does one behind the other anyway.
    const found = await db.atOnce((tx) => findMentioned(tx, facts))
    const { byId, byAlias, byDocketNumber, parties, hasEveryParty } = found
    const ids = [byId, byAlias, byDocketNumber, parties].flat().map(({ caseId }) => caseId)
    const accesses = await findCaseAccesses(db, [...new Set(ids)], dayOf(clock()))
    const isSeen = ({ caseId: id }: { caseId: string }) => {
      const access = accesses.get(id)
      if (!access || access.sensitivity > mostSensitivity) return false
      if (sight === 'everything') return true
      return permissions.mayRead(sight, { id, ...access }) && !access.representativeIds.includes(sight.id)
    }
    const seen: KnownMatches = {
      byId: byId.filter(isSeen),
      byAlias: byAlias.filter(isSeen),
      byDocketNumber: byDocketNumber.filter(isSeen),
      parties: parties.filter(isSeen),
      hasEveryParty,
    }
    return seen
  }
}

/** As they see cases now: a piece may be routed long after it was brought. */
export async function sightOf(db: Queryable, { id }: Actor): Promise<Sight> {
  if (id.startsWith('binding_')) return 'everything'
  const [member] = await db.rows<Asking>(
    `select id, roles, clearance, kind from members where id = $1 and deactivated_at is null`,
    [id],
  )
  return member ?? { id, roles: [], clearance: -1 }
}
