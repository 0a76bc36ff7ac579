import type { Desk } from '../desk.ts'
import { openAccessGrants } from './access-grants.ts'
import { openLinks } from './links.ts'
import { openParties } from './parties.ts'

export type PartySubjects = ReturnType<typeof openPartySubjects>

/** Who a case concerns, who may see it besides, and which other cases belong to it. */
export const openPartySubjects = (desk: Desk) => ({
  parties: openParties(desk),
  accessGrants: openAccessGrants(desk),
  links: openLinks(desk),
})
