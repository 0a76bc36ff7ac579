import type { Alias } from '@portico/contract/envelope'
import type { ChangeOrigin, Contact, NewParty, PartyAlias, PartyPerson } from '@portico/contract/parties'
import { isSame } from '../kernel/chain.ts'
import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayOf, daysLater, latest, msLater } from '../time/moments.ts'
import { type Canonical, stillOpen, ways } from './canonical.ts'
import { current, type PartiesState, type PartyStamps, type PartyState, type RecordedParty } from './state.ts'

/** A record with its aliases, possibly none. */
export type PartyRecord = NewParty & { aliases: PartyAlias[] }

/** Where a change came from, and when each part was changed there. */
export type ChangeSource = {
  asOpened?: true
  alias?: Alias
  origin?: ChangeOrigin
  stamps?: PartyStamps
  /** What a directory has to do with it; left out, as it was. */
  canonical?: Canonical
  /** The directory changed it: what people changed is as old as it was. */
  keepsStamps?: true
  /** Stamps of parts that somebody decided to leave as they are. */
  decided?: Pick<PartyStamps, 'identity' | 'contact'>
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
  const canonical =
    source.canonical ??
    afterEdit(before, withoutUndefined({ person, organization, contact }), { isOther, hasMoved })
  const isUnchanged = before?.role === role && !isOther && !hasMoved
  if (isUnchanged && isSame(canonicalOf(before as PartyState), canonicalOf(canonical))) return []
  const isKept = source.keepsStamps && before
  const stamps = {
    ...withoutUndefined({ identity: before?.stamps.identity, contact: before?.stamps.contact }),
    ...(isOther && !isKept
      ? { identity: source.stamps?.identity ?? later(before?.stamps.identity, context) }
      : {}),
    ...(hasMoved && !isKept
      ? { contact: source.stamps?.contact ?? later(before?.stamps.contact, context) }
      : {}),
    ...source.decided,
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
        ...canonicalOf(canonical),
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
  const [open, wasOpen] = [canonical.conflicts ?? [], before?.conflicts ?? []]
  const fresh = open.filter(({ field }) => !wasOpen.some((one) => one.field === field))
  if (fresh.length > 0)
    facts.push({ type: 'party.conflicted', subject: partyId, data: { ...told, conflicts: fresh } })
  else if (open.length === 0 && wasOpen.length > 0)
    facts.push({ type: 'party.conflictSettled', subject: partyId, data: told })
  return facts
}

/** Whoever edits a part has seen what the directory says of it. */
function afterEdit(
  before: PartyState | undefined,
  next: Pick<NewParty, 'person' | 'organization' | 'contact'>,
  { isOther, hasMoved }: { isOther: boolean; hasMoved: boolean },
): Canonical {
  if (!before) return {}
  const { directory } = before
  const seen = directory && {
    ...before.reconciled,
    ...(isOther ? { identity: directory.asOf } : {}),
    ...(hasMoved ? { contact: directory.asOf } : {}),
  }
  return withoutUndefined({
    directory,
    reconciled: seen ?? before.reconciled,
    conflicts: stillOpen(before.conflicts, next, directory),
  })
}

const canonicalOf = ({ directory, reconciled, conflicts }: Canonical): Canonical =>
  withoutUndefined({
    directory,
    reconciled: Object.keys(reconciled ?? {}).length > 0 ? reconciled : undefined,
    conflicts: conflicts?.length ? conflicts : undefined,
  })

/** By the roles of the profile; a role that has left it counts for nobody. */
export function isClaimant(role: string, { profile }: Context): boolean {
  return profile.partyRoles.some(({ name, isClaimant }) => name === role && isClaimant === true)
}

export function refuseUnknownRole(role: string, { profile }: Context) {
  refuseUnknownWord('role of a party', role, namesOf(profile.partyRoles))
}

const identityOf = ({ person, organization, aliases }: NewParty) => ({ person, organization, aliases })

/** Strictly later than the previous stamp, even if the clock went back. */
export function later(stamp: string | undefined, { at }: Context): string {
  return (stamp === undefined ? at : latest(at, msLater(stamp, 1))).toISOString()
}

export function recordedIfMissing(
  partyId: string,
  { stamps, directory: _, reconciled: __, conflicts: ___, ...of }: RecordedParty,
  state: PartiesState,
  context: Context,
  origin: ChangeOrigin,
): Fact[] {
  return current(state, partyId) ? [] : changes(partyId, of, state, context, { origin, stamps })
}

export function union(some: readonly PartyAlias[], others: readonly PartyAlias[]): PartyAlias[] {
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
    (party) =>
      party.partyId !== partyId &&
      party.status === 'current' &&
      party.aliases.some(({ source, externalId }) =>
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
  const tomorrow = dayOf(daysLater(context.recordedAt ?? context.at, 1))
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

function refuseContact(contact: Contact | undefined) {
  if (contact?.preferred === undefined) return
  const entries = contact[ways[contact.preferred]] ?? []
  if (entries.length > 0) return
  throw new Refusal(
    'invalid',
    `contact.preferred is ${contact.preferred}, but contact.${ways[contact.preferred]} has no entry: add one, or choose another preferred way.`,
  )
}
