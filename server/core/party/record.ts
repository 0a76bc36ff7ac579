import type { Alias } from '@portico/contract/envelope'
import type { ChangeOrigin, Contact, NewParty, PartyAlias, PartyPerson } from '@portico/contract/parties'
import { isSame } from '../kernel/chain.ts'
import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { namesOf, refuseUnknownWord } from '../kernel/known-words.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { dayOf, daysLater, latest, msLater } from '../time/moments.ts'
import { type Canonical, contactLists, remainingConflicts } from './canonical.ts'
import {
  currentParty,
  type PartiesState,
  type PartyStamps,
  type PartyState,
  type RecordedParty,
} from './state.ts'

/** A record with its aliases, possibly none. */
export type PartyRecord = NewParty & { aliases: PartyAlias[] }

/** Where a change came from, and when each part was changed there. */
export type ChangeSource = {
  asOpened?: true
  alias?: Alias
  origin?: ChangeOrigin
  stamps?: PartyStamps
  /** If absent, the relation to the directory stays the same. */
  canonical?: Canonical
  /** For changes by the directory, which leave the times of people's changes as they are. */
  keepsStamps?: true
  /** Stamps of parts that a person has decided to keep unchanged. */
  decided?: Pick<PartyStamps, 'identity' | 'contact'>
}

/** The facts that turn the current record into a new one. */
export function changesOf(
  partyId: string,
  { role, person, organization, contact, aliases }: PartyRecord,
  state: PartiesState,
  context: Context,
  source: ChangeSource = {},
): Fact[] {
  const before = currentParty(state, partyId)
  const hasNewIdentity = !before || !isSame(identityOf(before), { person, organization, aliases })
  const hasMoved = !isSame(before?.contact, contact)
  const canonical =
    source.canonical ??
    afterEdit(before, withoutUndefined({ person, organization, contact }), {
      isOther: hasNewIdentity,
      hasMoved,
    })
  const isUnchanged = before?.role === role && !hasNewIdentity && !hasMoved
  if (isUnchanged && isSame(canonicalOf(before as PartyState), canonicalOf(canonical))) return []
  const isKept = source.keepsStamps && before
  const stamps = {
    ...withoutUndefined({ identity: before?.stamps.identity, contact: before?.stamps.contact }),
    ...(hasNewIdentity && !isKept
      ? { identity: source.stamps?.identity ?? later(before?.stamps.identity, context) }
      : {}),
    ...(hasMoved && !isKept
      ? { contact: source.stamps?.contact ?? later(before?.stamps.contact, context) }
      : {}),
    ...source.decided,
  }
  const origin = withoutUndefined({ origin: source.origin })
  const fields = { partyId, role, ...origin }
  const eventFields = { ...fields, isClaimant: isClaimant(role, context) }
  const facts: Fact[] = [
    {
      type: 'party.recorded',
      subject: partyId,
      data: {
        ...fields,
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
      data: { ...eventFields, ...withoutUndefined({ contact }) },
    })
  }
  const [died, was] = [person?.deathDate, before?.person?.deathDate]
  if (died !== undefined && died !== was) {
    facts.push({ type: 'party.died', subject: partyId, data: { ...eventFields, deathDate: died } })
  } else if (died === undefined && was !== undefined) {
    facts.push({ type: 'party.deathRetracted', subject: partyId, data: eventFields })
  }
  const [open, wasOpen] = [canonical.conflicts ?? [], before?.conflicts ?? []]
  const newConflicts = open.filter(({ field }) => !wasOpen.some((conflict) => conflict.field === field))
  if (newConflicts.length > 0)
    facts.push({
      type: 'party.conflicted',
      subject: partyId,
      data: { ...eventFields, conflicts: newConflicts },
    })
  else if (open.length === 0 && wasOpen.length > 0)
    facts.push({ type: 'party.conflictSettled', subject: partyId, data: eventFields })
  return facts
}

/** An edit counts as reconciled with the directory's current record. */
function afterEdit(
  before: PartyState | undefined,
  next: Pick<NewParty, 'person' | 'organization' | 'contact'>,
  { isOther: hasNewIdentity, hasMoved }: { isOther: boolean; hasMoved: boolean },
): Canonical {
  if (!before) return {}
  const { directory } = before
  const seen = directory && {
    ...before.reconciled,
    ...(hasNewIdentity ? { identity: directory.asOf } : {}),
    ...(hasMoved ? { contact: directory.asOf } : {}),
  }
  return withoutUndefined({
    directory,
    reconciled: seen ?? before.reconciled,
    conflicts: remainingConflicts(before.conflicts, next, directory),
  })
}

const canonicalOf = ({ directory, reconciled, conflicts }: Canonical): Canonical =>
  withoutUndefined({
    directory,
    reconciled: Object.keys(reconciled ?? {}).length > 0 ? reconciled : undefined,
    conflicts: conflicts?.length ? conflicts : undefined,
  })

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
  { stamps, directory: _, reconciled: __, conflicts: ___, ...record }: RecordedParty,
  state: PartiesState,
  context: Context,
  origin: ChangeOrigin,
): Fact[] {
  return currentParty(state, partyId) ? [] : changesOf(partyId, record, state, context, { origin, stamps })
}

export function union(some: readonly PartyAlias[], others: readonly PartyAlias[]): PartyAlias[] {
  return [...some, ...others.filter((other) => !some.some((alias) => isSame(alias, other)))]
}

/** Fills in dates and aliases, which an update need not repeat. */
export function filledIn<Update extends PartyRecord>(update: Update, known: NewParty): Update {
  const aliases = union(update.aliases, known.aliases ?? [])
  if (!update.person || !known.person) return { ...update, aliases }
  return { ...update, aliases, person: { ...datesOf(known.person), ...update.person } }
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
    `The party ${other.partyId} of this case already has one of these aliases: merge the two.`,
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
  const entries = contact[contactLists[contact.preferred]] ?? []
  if (entries.length > 0) return
  throw new Refusal(
    'invalid',
    `contact.preferred must be a channel with entries: contact.${contactLists[contact.preferred]} has none.`,
  )
}
