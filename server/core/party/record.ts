import type { Alias } from '@portico/contract/envelope'
import type { Contact, NewParty, PartyAlias, PartyPerson } from '@portico/contract/parties'
import { canonicalJson } from '../kernel/chain.ts'
import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { current, type PartiesState, type PartyStamps } from './state.ts'

/** A record with its aliases, possibly none. */
export type PartyRecord = NewParty & { aliases: PartyAlias[] }

/** Where a change came from, and when each part was changed there. */
export type ChangeSource = {
  asOpened?: true
  alias?: Alias
  origin?: { caseId: string }
  stamps?: PartyStamps
}

/** The new record, and the events for the difference. */
export function changes(
  partyId: string,
  { role, person, organization, contact, aliases }: PartyRecord,
  state: PartiesState,
  context: Context,
  source: ChangeSource = {},
): Fact[] {
  const before = current(state, partyId)
  const isOther = !before || !isSame(identityOf(before), { person, organization, aliases })
  const hasMoved = !isSame(before?.contact, contact)
  if (before?.role === role && !isOther && !hasMoved) return []
  const stamps = {
    ...withoutUndefined({ identity: before?.stamps.identity, contact: before?.stamps.contact }),
    ...(isOther ? { identity: source.stamps?.identity ?? later(before?.stamps.identity, context) } : {}),
    ...(hasMoved ? { contact: source.stamps?.contact ?? later(before?.stamps.contact, context) } : {}),
  }
  const origin = withoutUndefined({ origin: source.origin })
  const of = { partyId, role, ...origin }
  const told = { ...of, isClaimant: isClaimant(role, context) }
  const facts: Fact[] = [
    {
      type: 'party.recorded',
      subject: partyId,
      data: {
        ...of,
        ...withoutUndefined({ person, organization, contact }),
        aliases,
        ...withoutUndefined({ alias: source.alias, asOpened: source.asOpened }),
        stamps,
      },
    },
  ]
  if (before && hasMoved) {
    facts.push({
      type: 'party.contactChanged',
      subject: partyId,
      data: { ...told, ...withoutUndefined({ contact }) },
    })
  }
  const [died, was] = [person?.deathDate, before?.person?.deathDate]
  if (died !== undefined && died !== was) {
    facts.push({ type: 'party.died', subject: partyId, data: { ...told, deathDate: died } })
  } else if (died === undefined && was !== undefined) {
    facts.push({ type: 'party.deathRetracted', subject: partyId, data: told })
  }
  return facts
}

/** By the roles of the profile; a role that has left it counts for nobody. */
export function isClaimant(role: string, { profile }: Context): boolean {
  return profile.partyRoles.some(({ name, isClaimant }) => name === role && isClaimant === true)
}

export function refuseUnknownRole(role: string, { profile }: Context) {
  refuseUnknownWord('role of a party', role, namesOf(profile.partyRoles))
}

const identityOf = ({ person, organization, aliases }: NewParty) => ({ person, organization, aliases })

export const isSame = (one: unknown, other: unknown) => canonicalJson(one) === canonicalJson(other)

/** Strictly later than the previous stamp, even if the clock went back. */
export function later(stamp: string | undefined, { at }: Context): string {
  const behind = stamp === undefined ? 0 : Date.parse(stamp) + 1
  return new Date(Math.max(at.getTime(), behind)).toISOString()
}

function union(some: readonly PartyAlias[], others: readonly PartyAlias[]): PartyAlias[] {
  return [...some, ...others.filter((other) => !some.some((one) => isSame(one, other)))]
}

/** An existing party's record need not repeat what never changes. */
export function filledIn<Given extends PartyRecord>(given: Given, known: NewParty): Given {
  const aliases = union(given.aliases, known.aliases ?? [])
  if (!given.person || !known.person) return { ...given, aliases }
  return { ...given, aliases, person: { ...datesOf(known.person), ...given.person } }
}

const datesOf = ({ birthDate, deathDate }: PartyPerson) => withoutUndefined({ birthDate, deathDate })

export function refuseTakenAlias(partyId: string, aliases: readonly PartyAlias[], { parties }: PartiesState) {
  const other = parties.find(
    (one) =>
      one.partyId !== partyId &&
      one.status === 'current' &&
      one.aliases.some(({ source, externalId }) =>
        aliases.some((ours) => ours.source === source && ours.externalId === externalId),
      ),
  )
  if (!other) return
  throw new Refusal(
    'conflict',
    `The party ${other.partyId} of this case has one of these aliases: merge the two.`,
  )
}

/** Refuses a record that contradicts itself, or the calendar. */
export function refuseRecord({ person, organization, contact }: NewParty, context: Context) {
  if ((person === undefined) === (organization === undefined)) {
    throw new Refusal('invalid', 'A party must have either person or organization, not both.')
  }
  const { birthDate, deathDate } = person ?? {}
  const tomorrow = new Date((context.recordedAt ?? context.at).getTime() + 86_400_000)
    .toISOString()
    .slice(0, 10)
  for (const [name, date] of Object.entries({ birthDate, deathDate })) {
    // One day of tolerance for time zones ahead of UTC.
    if (date !== undefined && date > tomorrow)
      throw new Refusal('invalid', `${name} must not be in the future: it is ${date}.`)
  }
  if (birthDate !== undefined && deathDate !== undefined && deathDate < birthDate) {
    throw new Refusal('invalid', `deathDate, ${deathDate}, must not be before birthDate, ${birthDate}.`)
  }
  refuseContact(contact)
}

const ways = { mail: 'addresses', email: 'emails', phone: 'phones' } as const

function refuseContact(contact: Contact | undefined) {
  if (contact?.preferred === undefined) return
  const entries = contact[ways[contact.preferred]] ?? []
  if (entries.length > 0) return
  throw new Refusal(
    'invalid',
    `contact.preferred is ${contact.preferred}, but contact.${ways[contact.preferred]} has no entry: add one, or prefer another way.`,
  )
}
