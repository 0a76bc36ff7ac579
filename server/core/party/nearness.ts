import type { Candidate, PartyAlias, Sought } from '@portico/contract/parties'
import { distanceOf } from '../kernel/nearest.ts'

type Known = {
  person?: { firstName: string; middleName?: string; lastName: string; birthDate?: string }
  organization?: string
  aliases: readonly PartyAlias[]
}
type Reason = Candidate['reasons'][number]

/** Compares a known party with the sought one, field by field. */
export function compareWith(
  { identifier, person, organization }: Sought,
  known: Known,
): Pick<Candidate, 'nearness' | 'reasons'> {
  const reasons: Reason[] = []
  const add = (field: string, agreement: Reason['agreement']) => reasons.push({ field, agreement })
  if (identifier) add('identifier', compareIdentifier(identifier, known.aliases))
  if (person) {
    add('lastName', compareNames(person.lastName, known.person?.lastName))
    if (person.firstName !== undefined) add('firstName', compareFirst(person.firstName, known.person))
    if (person.birthDate !== undefined)
      add('birthDate', compareDates(person.birthDate, known.person?.birthDate))
  }
  if (organization !== undefined) add('organization', compareNames(organization, known.organization))
  const isIdentified = reasons.some(({ field, agreement }) => field === 'identifier' && agreement === 'same')
  const isAll = reasons.every(({ agreement }) => agreement === 'same')
  return { nearness: isIdentified ? 'identifier' : isAll ? 'all' : 'some', reasons }
}

function compareIdentifier(
  { source, externalId }: PartyAlias,
  aliases: readonly PartyAlias[],
): Reason['agreement'] {
  const fromSource = aliases.filter((alias) => alias.source === source)
  if (fromSource.length === 0) return 'unknown'
  return fromSource.some((alias) => alias.externalId === externalId) ? 'same' : 'differs'
}

const fold = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
    .toLocaleLowerCase('en')

function compareNames(sought: string, known: string | undefined): Reason['agreement'] {
  if (known === undefined) return 'unknown'
  const [a, b] = [fold(sought), fold(known)]
  if (a === b) return 'same'
  const maxDistance = Math.max(1, Math.floor(Math.max(a.length, b.length) / 4))
  return distanceOf(a, b) <= maxDistance ? 'near' : 'differs'
}

/** Initials, short forms and the middle name count as near. */
function compareFirst(sought: string, person: Known['person']): Reason['agreement'] {
  const compared = compareNames(sought, person?.firstName)
  if (compared !== 'differs' || !person) return compared
  const [a, b] = [fold(sought), fold(person.firstName)]
  const isShortForm = a.startsWith(b) || b.startsWith(a)
  return isShortForm || fold(person.middleName ?? '') === a ? 'near' : 'differs'
}

/** One different digit, or swapped day and month, counts as near. */
function compareDates(sought: string, known: string | undefined): Reason['agreement'] {
  if (known === undefined) return 'unknown'
  if (sought === known) return 'same'
  const [year, month, day] = known.split('-')
  if (sought === `${year}-${day}-${month}`) return 'near'
  return distanceOf(sought, known) <= 1 ? 'near' : 'differs'
}
