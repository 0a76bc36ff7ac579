import type { PersonName } from '@portico/contract/appeals'
import type { Party } from '@portico/contract/parties'

export const fullName = ({ firstName, middleName, lastName }: PersonName): string =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/** As a case is called after its veteran. */
export const shortName = ({ firstName, lastName }: Pick<PersonName, 'firstName' | 'lastName'>): string =>
  `${firstName} ${lastName}`

export function partyName({
  person,
  organization,
  id,
}: Pick<Party, 'id' | 'person' | 'organization'>): string {
  return person ? fullName(person) : (organization ?? id)
}
