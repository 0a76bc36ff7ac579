import { representingMembers } from '../../../projections/case-access.ts'
import { identifiersOf } from '../../../projections/parties.ts'
import type { Queryable } from '../../../store/db.ts'

/** By which id somebody is known in all cases: their own, unless it is known that they have another one too. */
export type SameAs = (id: string) => string

/**
 * Which parties of several cases are one person, though each case has another id for them: those who share an identifier
 * of another system, and a representative for whom one member alone has been granted sight of the case.
 */
export async function samePeople(
  db: Queryable,
  caseIds: readonly string[],
  { today }: { today: string },
): Promise<SameAs> {
  const [identifiers, members] = await Promise.all([
    identifiersOf(db, caseIds),
    representingMembers(db, caseIds, today),
  ])
  const parents = new Map<string, string>()
  const rootOf = (name: string): string => {
    const parent = parents.get(name)
    return parent === undefined ? name : rootOf(parent)
  }
  // A member's id comes first: their own calendar is kept by it.
  const join = (first: string, second: string) => {
    const [one, other] = [rootOf(first), rootOf(second)]
    if (one === other) return
    if (other.startsWith('mem_') || (!one.startsWith('mem_') && other < one)) parents.set(one, other)
    else parents.set(other, one)
  }
  const known = new Map<string, string>()
  for (const { partyId, source, externalId } of identifiers) {
    const identifier = JSON.stringify([source, externalId])
    const first = known.get(identifier)
    if (first === undefined) known.set(identifier, partyId)
    else join(first, partyId)
  }
  for (const { partyId, memberId } of members) join(memberId, partyId)
  return rootOf
}
