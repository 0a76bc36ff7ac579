import type { Profile } from '@portico/contract/profile'
import type { NamedParticipant } from '@portico/contract/sessions'
import { partyName } from '../../../core/party/names.ts'
import { listPartiesOf } from '../../../projections/parties.ts'
import type { Queryable } from '../../../store/db.ts'

/** Who will have to be there, as far as each case says: its claimants, and those who represent them. */
export async function caseParticipants(
  db: Queryable,
  caseIds: readonly string[],
  { profile, today }: { profile: Profile; today: string },
): Promise<Map<string, NamedParticipant[]>> {
  const claimants = profile.partyRoles.filter(({ isClaimant }) => isClaimant).map(({ name }) => name)
  const found = new Map<string, NamedParticipant[]>()
  for (const [caseId, parties] of await listPartiesOf(db, caseIds, today)) {
    const mine = parties.filter(
      ({ role, person }) => claimants.includes(role) && person?.deathDate === undefined,
    )
    const representatives = mine.flatMap(({ representation }) =>
      representation?.isInForce ? [representation.representativeId] : [],
    )
    found.set(caseId, [
      ...mine.map((party) => ({ kind: 'party' as const, id: party.id, name: partyName(party) })),
      ...parties
        .filter(({ id }) => representatives.includes(id))
        .map((party) => ({ kind: 'representative' as const, id: party.id, name: partyName(party) })),
    ])
  }
  return found
}
