import type { Party, PersonName } from '@portico/sdk'

/** As a file is labelled: the last name first. */
export function fileName({ lastName, firstName, middleName }: PersonName): string {
  return `${lastName}, ${firstName}${middleName ? ` ${middleName[0]}.` : ''}`
}

export function partyName({ person, organization }: Party): string {
  return person
    ? [person.firstName, person.middleName, person.lastName].filter(Boolean).join(' ')
    : (organization ?? '')
}
