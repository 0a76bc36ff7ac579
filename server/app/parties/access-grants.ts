import { randomBytes } from 'node:crypto'
import type { AccessGrant, NewAccessGrant } from '@portico/contract/access-grants'
import type { Role } from '@portico/contract/profile/people'
import { findMember } from '../../auth/members.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { newId } from '../../core/kernel/ids.ts'
import { grantInForce } from '../../core/party/access.ts'
import { party } from '../../core/party/party.ts'
import { dayOf } from '../../core/time/moments.ts'
import { listGrants } from '../../projections/access-grants.ts'
import { isInFile } from '../../projections/documents.ts'
import { partyOf } from '../../projections/parties.ts'
import type { Database, Queryable } from '../../store/db.ts'
import type { Execute, ProfileFor, Request } from '../engine/execute.ts'

/** Who sees a case for a party of it. */
export function openAccessGrants(parts: {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  clock: () => Date
}) {
  const { db, execute, profileFor, clock } = parts
  const list = (caseId: string) => listGrants(db, caseId, dayOf(clock()))

  return {
    list,

    /** `clearance` is that of whoever grants it. */
    async grant(request: Request, caseId: string, given: NewAccessGrant, clearance?: number) {
      const { memberId, partyId } = given
      if (memberId === request.actor.id) {
        throw new Refusal('forbidden', 'Somebody else has to grant you access to a case.')
      }
      const grantId = newId('grant', request.at, randomBytes(10))
      let documentId: string | undefined
      const underLock = async (tx: Queryable) => {
        const { username } = await representativeMember(tx, memberId, (await profileFor(tx)).roles, clearance)
        documentId = await filedPower(tx, caseId, given)
        const named = documentId === undefined ? {} : { documentId }
        return { type: 'grantAccess' as const, caseId, grantId, memberId, partyId, username, ...named }
      }
      const granted = await execute(party, request, { caseId, underLock }, ({ state }) => {
        const asked = { memberId, partyId, documentId: documentId ?? '' }
        return { grantId: grantInForce(state, asked)?.grantId ?? grantId }
      })
      return (await list(caseId)).find(({ id }) => id === granted.grantId) as AccessGrant
    },

    async withdraw(request: Request, caseId: string, grantId: string, why?: string) {
      const grant = (await list(caseId)).find(({ id }) => id === grantId)
      if (!grant) throw new Refusal('notFound', 'There is no such grant on this case.')
      const reason = why === undefined ? {} : { why }
      const command = { type: 'withdrawAccess' as const, caseId, partyId: grant.partyId, grantId, ...reason }
      await execute(party, request, command, () => null)
    },
  }
}

export type AccessGrants = ReturnType<typeof openAccessGrants>

/** Whoever sees cases by what they represent, and may sign in. */
async function representativeMember(
  tx: Queryable,
  memberId: string,
  roles: readonly Role[],
  clearance = Number.POSITIVE_INFINITY,
) {
  const member = await findMember(tx, memberId)
  if (!member?.active) throw new Refusal('invalid', `memberId: there is no active member ${memberId}.`)
  const fitting = roles.filter(({ cases }) => cases === 'represented').map(({ name }) => name)
  const worksHere = roles.some(({ name, cases }) => cases === 'every' && member.roles.includes(name))
  // On a case that they see for a party their other roles do not count any more.
  if (worksHere && member.clearance > clearance)
    throw new Refusal(
      'forbidden',
      `${member.username} works here and is cleared up to ${member.clearance}, above your own clearance of ${clearance}: somebody cleared as far has to grant this.`,
    )
  if (member.roles.some((role) => fitting.includes(role))) return member
  throw new Refusal(
    'stateForbids',
    `${member.username} has no role that sees represented cases: they need ${fitting.join(' or ')}.`,
  )
}

/** The document that was named, or that the representation names; it must be in the file. */
async function filedPower(
  tx: Queryable,
  caseId: string,
  { partyId, documentId: given }: NewAccessGrant,
): Promise<string | undefined> {
  const there = await partyOf(tx, caseId, partyId)
  const documentId = given ?? there?.representation?.powerOfAttorney.documentId
  if (!there || documentId === undefined || (await isInFile(tx, caseId, documentId))) return documentId
  throw new Refusal(
    'stateForbids',
    `The power of attorney ${documentId} is not in the file of this case: file it first.`,
  )
}
