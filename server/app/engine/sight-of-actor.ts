import type { Permissions } from '../../auth/can.ts'
import type { Member } from '../../auth/members.ts'
import type { SightOf } from '../parties/spread-party.ts'

const everyCase = 2 ** 31 - 1

/** By the roles and clearance of the member, or their last ones; the service itself sees every case. */
export function createSightOfActor(
  members: { get(memberId: string): Promise<Member | undefined> },
  { sightOf }: Pick<Permissions, 'sightOf'>,
): SightOf {
  return async ({ id, kind }) => {
    if (kind === 'system') return everyCase
    const member = await members.get(id)
    return sightOf({ id, roles: member?.roles ?? [], clearance: member?.clearance ?? -1 }).upTo ?? -1
  }
}
