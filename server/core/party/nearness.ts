import type { Candidate, PartyAlias, Sought } from '@portico/contract/parties'
import { distanceOf } from '../kernel/nearest.ts'

type Known = {
  person?: { firstName: string; middleName?: string; lastName: string; birthDate?: string }
  organization?: string
  aliases: readonly PartyAlias[]
}
type Reason = Candidate['reasons'][number]

/** How a known party compares with whom somebody looks for, field by field. */
export function compareWith(
  { identifier, person, organization }: Sought,
  known: Known,
): Pick<Candidate, 'nearness' | 'reasons'> {
  const reasons: Reason[] = []
  const add = (field: string, agreement: Reason['agreement']) => reasons.push({ field, agreement })
  if (identifier) add('identifier', identifierIn(identifier, known.aliases))
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

function identifierIn(
  { source, externalId }: PartyAlias,
  aliases: readonly PartyAlias[],
): Reason['agreement'] {
  const ofSource = aliases.filter((alias) => alias.source === source)
  if (ofSource.length === 0) return 'unknown'
  return ofSource.some((one) => one.externalId === externalId) ? 'same' : 'differs'
}

const folded = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[\s\p{P}]+/gu, ' ')
    .trim()
    .toLocaleLowerCase('en')

function compareNames(asked: string, known: string | undefined): Reason['agreement'] {
  if (known === undefined) return 'unknown'
  const [one, other] = [folded(asked), folded(known)]
  if (one === other) return 'same'
  const most = Math.max(1, Math.floor(Math.max(one.length, other.length) / 4))
  return distanceOf(one, other) <= most ? 'near' : 'differs'
}

/** An initial, a shorter form and the middle name are near. */
function compareFirst(asked: string, person: Known['person']): Reason['agreement'] {
  const compared = compareNames(asked, person?.firstName)
  if (compared !== 'differs' || !person) return compared
  const [one, other] = [folded(asked), folded(person.firstName)]
  const isShort = one.startsWith(other) || other.startsWith(one)
  return isShort || folded(person.middleName ?? '') === one ? 'near' : 'differs'
}

/** One digit, or day and month the wrong way round. */
function compareDates(asked: string, known: string | undefined): Reason['agreement'] {
  if (known === undefined) return 'unknown'
  if (asked === known) return 'same'
  const [year, month, day] = known.split('-')
  if (asked === `${year}-${day}-${month}`) return 'near'
  return distanceOf(asked, known) <= 1 ? 'near' : 'differs'
}
