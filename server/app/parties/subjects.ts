import type { Desk } from '../desk.ts'
import { type AccessGrants, openAccessGrants } from './access-grants.ts'
import { type Links, openLinks } from './links.ts'
import { openParties, type Parties } from './parties.ts'

export type PartySubjects = {
  parties: Parties
  accessGrants: AccessGrants
  links: Links
}

/** Who a case concerns, who may see it besides, and which other cases belong to it. */
export const openPartySubjects = (desk: Desk): PartySubjects => ({
  parties: openParties(desk),
  accessGrants: openAccessGrants(desk),
  links: openLinks(desk),
})
