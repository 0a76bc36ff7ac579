import type { PersonName } from '@portico/contract/appeals'
import type { Recipient } from '@portico/contract/decision-package'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { partyName } from '../party/names.ts'
import type { DecisionFacts, DecisionParty } from './facts.ts'

/**
 * Who receives the decision: parties whose role says so, and their representatives with a power of attorney in force
 * today.
 */
export function recipientsOf({ parties, words }: DecisionFacts): DecisionParty[] {
  const roleOf = ({ role }: DecisionParty) => words.partyRoles.find(({ name }) => name === role)
  const represents = ({ id }: DecisionParty) =>
    parties.filter(({ representation }) => representation?.representativeId === id)
  return parties.filter((party) => {
    const role = roleOf(party)
    const represented = represents(party)
    if (represented.some((one) => one.representation?.isInForce && roleOf(one)?.receivesDecision)) return true
    return role?.receivesDecision === true && !(role.isRepresentative && represented.length > 0)
  })
}

export function asRecipient({ parties }: DecisionFacts, party: DecisionParty): Recipient {
  const { id, role, person, organization, contact, representation } = party
  const representative = parties.find((one) => one.id === representation?.representativeId)
  return {
    partyId: id,
    role,
    name: partyName(party),
    ...withoutUndefined({
      person: person && nameOf(person),
      organization,
      contact,
      representation: representation?.isInForce
        ? {
            representativeId: representation.representativeId,
            ...withoutUndefined({ name: representative && partyName(representative) }),
            powerOfAttorney: representation.powerOfAttorney,
          }
        : undefined,
    }),
  }
}

function nameOf({ firstName, middleName, lastName }: PersonName): PersonName {
  return { firstName, ...withoutUndefined({ middleName }), lastName }
}
