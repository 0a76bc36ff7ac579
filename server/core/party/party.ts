import type { PersonName } from '@portico/contract/appeals'
import type { Alias } from '@portico/contract/envelope'
import type { ChangeOrigin, NewParty, NewRepresentation, Representation } from '@portico/contract/parties'
import { isSame } from '../kernel/chain.ts'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { type GrantCommand, grantAccess, withdrawAccess, withdrawUnsupported } from './access.ts'
import { type ComparedPart, partOfField, reconcile } from './canonical.ts'
import { type DirectoryCommand, decideDirectory } from './directory.ts'
import { merge } from './merge.ts'
import {
  changesOf,
  filledIn,
  isClaimant,
  recordedIfMissing,
  refuseRecord,
  refuseTakenAlias,
  refuseUnknownRole,
} from './record.ts'
import { isUnrevoked, represent, representationChanged, revocation } from './representation.ts'
import {
  currentId,
  currentParty,
  evolveParties,
  find,
  mergedRefusal,
  type NoticedPart,
  type PartiesState,
  type PartyState,
  partyTypes,
  type RecordedParty,
  requireParty,
} from './state.ts'

/** One part of a party's record on another case. */
export type KnownPart =
  /** `made` is the record as the change left it, before a directory updated it there. */
  | { part: 'contact'; of: RecordedParty; made?: RecordedParty }
  /** `isFirst`: the party was new on that case and may lack what more sensitive cases know. */
  | { part: 'identity'; of: RecordedParty; made?: RecordedParty; isFirst?: boolean }
  | { part: 'representation'; representation: Representation; stamp: string; representative: RecordedParty }
  | { part: 'merger'; into: string; of: RecordedParty }

export type PartyCommand = OnePartyCommand | Renaming

/** Corrects the name under which the case was opened, and that of its provisional claimant. */
type Renaming = { type: 'renameOpened'; caseId: string; was: PersonName; person: PersonName }

type OnePartyCommand = { caseId: string; partyId: string } & (
  | ({ type: 'recordParty'; alias?: Alias; elsewhere?: KnownElsewhere; asOpened?: true } & NewParty)
  | { type: 'removeParty'; why?: string }
  | { type: 'represent'; representation: NewRepresentation }
  | { type: 'revokeRepresentation'; why?: string }
  | { type: 'mergeParty'; into: string }
  | { type: 'followParty'; from: string; known: KnownPart }
  | { type: 'noticeParty'; from: ChangeOrigin; part: NoticedPart; stamp: string }
  | DirectoryCommand
  | GrantCommand
)

/** The newest of each part of the party from other cases, as far as the caller may see them. */
export type KnownElsewhere = RecordedParty & {
  represented?: { from: string; known: Extract<KnownPart, { part: 'representation' }> }
}

type Of<Type extends PartyCommand['type']> = PartyCommand & { type: Type }

/**
 * The parties to a case. A party has the same ID on every case, so changes spread to the other cases that their author may
 * see: each part of a record is stamped, and the newer change wins. Access on behalf of a party is granted per case, and
 * ends with its power of attorney.
 */
export const party: Decider<PartyCommand, PartiesState> = {
  name: 'party',
  needs: {
    recordParty: 'keepParties',
    removeParty: 'keepParties',
    represent: 'keepParties',
    revokeRepresentation: 'keepParties',
    mergeParty: 'keepParties',
    followParty: null,
    noticeParty: null,
    heedDirectory: null,
    heedRepresentation: null,
    noteWrittenBack: null,
    noteWriteBackRefused: null,
    settleConflict: 'keepParties',
    renameOpened: null,
    grantAccess: 'grantAccess',
    withdrawAccess: null,
  },
  stateVersion: 4,
  reads: () => ({ types: partyTypes }),
  initial: { parties: [], grants: [] },

  evolve: evolveParties,

  decide(command, state, context) {
    const facts = decideCommand(command, state, context)
    return [...facts, ...withdrawUnsupported(stateAfter(state, facts, context))]
  },
}

function decideCommand(command: PartyCommand, state: PartiesState, context: Context): Fact[] {
  switch (command.type) {
    case 'renameOpened':
      return renameOpened(command, state, context)
    case 'recordParty':
      return record(command, state, context)
    case 'removeParty':
      return remove(command, state, context)
    case 'represent':
      return represent(command.partyId, command.representation, state, context)
    case 'revokeRepresentation':
      return revocation(requireParty(state, command.partyId), context, command.why)
    case 'mergeParty':
      return merge(command.partyId, command.into, state, context)
    case 'followParty':
      return follow(command, state, context)
    case 'noticeParty':
      return notice(command, state, context)
    case 'heedDirectory':
    case 'heedRepresentation':
    case 'noteWrittenBack':
    case 'noteWriteBackRefused':
    case 'settleConflict':
      return decideDirectory(command, state, context)
    case 'grantAccess':
      return grantAccess(command, state, context)
    case 'withdrawAccess':
      return withdrawAccess(command, state)
  }
}

const stateAfter = (state: PartiesState, facts: readonly Fact[], { actor }: Context) =>
  facts.reduce((so, fact) => evolveParties(so, { ...fact, at: '', actor }), state)

const maxParties = 2000

function record(command: Of<'recordParty'>, state: PartiesState, context: Context): Fact[] {
  const { partyId } = command
  const facts = recordFacts(command, state, context)
  const provisional = currentParty(state, partyId)
    ? undefined
    : provisionalClaimant(partyId, command, state, context)
  return provisional
    ? [...facts, ...merge(provisional, partyId, stateAfter(state, facts, context), context)]
    : facts
}

function recordFacts(command: Of<'recordParty'>, state: PartiesState, context: Context): Fact[] {
  const { type: _, caseId: __, partyId, alias, elsewhere, asOpened, ...record } = command
  const existing = find(state, partyId)
  if (existing?.status === 'merged') throw mergedRefusal(existing)
  if (![existing?.role, elsewhere?.role].includes(record.role)) refuseUnknownRole(record.role, context)
  refuseRecord(record, context)
  if (diedAsClaimant(existing, context) && !isClaimant(record.role, context))
    throw new Refusal(
      'stateForbids',
      'role must remain that of a claimant, since this party died as a claimant on this case. A substitution can replace the party; if it was recorded by mistake, remove it with a reason.',
    )
  const aliases = record.aliases ?? (alias ? [alias] : [])
  refuseTakenAlias(partyId, aliases, state)
  const isNew = existing?.status !== 'current'
  if (isNew && state.parties.length >= maxParties) {
    throw new Refusal(
      'stateForbids',
      `A case has at most ${maxParties.toLocaleString('en-US')} parties, and this one has them all.`,
    )
  }
  if (!isNew || !elsewhere)
    return changesOf(partyId, { ...record, aliases }, state, context, withoutUndefined({ alias, asOpened }))
  const { represented } = elsewhere
  const hasContact = record.contact !== undefined || elsewhere.contact === undefined
  const next = filledIn(
    { ...record, ...(hasContact ? {} : withoutUndefined({ contact: elsewhere.contact })), aliases },
    elsewhere,
  )
  const stamps = hasContact ? {} : withoutUndefined({ contact: elsewhere.stamps.contact })
  const seen = hasContact ? undefined : elsewhere.reconciled?.contact
  const canonical = seen === undefined ? {} : { reconciled: { contact: seen } }
  const facts = changesOf(partyId, next, state, context, {
    ...withoutUndefined({ alias }),
    stamps,
    canonical,
  })
  if (!represented || existing?.representation) return facts
  const { from, known } = represented
  const follows: Of<'followParty'> = { type: 'followParty', caseId: command.caseId, partyId, from, known }
  return [...facts, ...follow(follows, stateAfter(state, facts, context), context)]
}

function renameOpened({ was, person }: Renaming, state: PartiesState, context: Context): Fact[] {
  const claimant = state.parties.find(
    (party) =>
      party.asOpened && party.status === 'current' && party.person && nameOf(party.person) === nameOf(was),
  )
  if (!claimant) return []
  const { partyId, role, aliases } = claimant
  return changesOf(partyId, { role, person, aliases }, state, context, { asOpened: true })
}

/** The provisional claimant from the opening of the case, now recorded in full. */
function provisionalClaimant(partyId: string, given: NewParty, { parties }: PartiesState, context: Context) {
  if (!given.person || !isClaimant(given.role, context)) return undefined
  const name = nameOf(given.person)
  return parties.find(
    (party) =>
      party.asOpened &&
      party.status === 'current' &&
      party.partyId !== partyId &&
      party.person &&
      nameOf(party.person) === name,
  )?.partyId
}

const nameOf = ({ firstName, lastName }: PersonName) =>
  `${firstName} ${lastName}`.normalize('NFKC').trim().toLocaleLowerCase('en')

/** Such a party must keep its role until a substitution: another role would silently lift the bar on decisions. */
const diedAsClaimant = (party: PartyState | undefined, context: Context) =>
  party?.status === 'current' && party.person?.deathDate !== undefined && isClaimant(party.role, context)

function remove({ partyId, why }: Of<'removeParty'>, state: PartiesState, context: Context): Fact[] {
  const there = currentParty(state, partyId)
  if (!there) return []
  if (diedAsClaimant(there, context) && why === undefined)
    throw new Refusal('invalid', 'why must be given, since this party died as a claimant on this case.')
  const client = state.parties.find(
    (party) =>
      party.status === 'current' &&
      isUnrevoked(party.representation) &&
      party.representation?.representativeId === partyId,
  )
  if (client) {
    throw new Refusal(
      'stateForbids',
      `This party represents ${client.partyId}: revoke the representation first.`,
    )
  }
  const data = { partyId, role: there.role, ...withoutUndefined({ why }) }
  return [{ type: 'party.removed', subject: partyId, data }]
}

/** Applies a change from another case, unless this one is newer. */
function follow(
  { caseId, partyId, from, known }: Of<'followParty'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const there = currentParty(state, partyId)
  if (!there) return []
  const origin = { caseId: from }
  // Ties are broken by case ID, so that all cases agree.
  const isNewer = (stamp = '', other = '') => stamp > other || (stamp === other && from < caseId)
  switch (known.part) {
    case 'identity':
    case 'contact': {
      const { part } = known
      const stamp = known.of.stamps[part]
      if (!isNewer(stamp, there.stamps[part])) return []
      const { role } = there
      // A directory's updates of that case must not come along with a person's change.
      const isBehind = (there.directory?.asOf ?? '') < (known.of.reconciled?.[part] ?? '')
      const record = (isBehind && known.made) || known.of
      const told = part === 'identity' && known.isFirst ? filledIn(record, there) : record
      if (stamp === there.stamps[part] && isSameEdit(part, told, there)) return []
      const { aliases } = part === 'identity' ? told : there
      const { who, canonical } = followedPart(part, told, there)
      const { person, organization } = part === 'identity' ? who : there
      const { contact } = part === 'contact' ? who : there
      const next = { role, ...withoutUndefined({ person, organization, contact }), aliases }
      const stamps = stamp === undefined ? {} : { [part]: stamp }
      return changesOf(partyId, next, state, context, { origin, stamps, decided: stamps, canonical })
    }
    case 'representation': {
      if (!isNewer(known.stamp, there.stamps.representation)) return []
      const representativeId = currentId(state, known.representation.representativeId)
      const next = { ...known.representation, representativeId }
      if (representativeId === partyId || isSame(next, there.representation)) return []
      return [
        ...recordedIfMissing(representativeId, known.representative, state, context, origin),
        representationChanged(there, next, context, { origin, stamp: known.stamp }),
      ]
    }
    case 'merger': {
      const into = currentId(state, known.into)
      if (into === partyId) return []
      const missing = recordedIfMissing(into, { ...known.of, role: there.role }, state, context, origin)
      return [...missing, ...merge(partyId, into, stateAfter(state, missing, context), context, origin)]
    }
  }
}

/** Whether two cases have the same change and differ only in updates by a directory, which reach each case separately. */
function isSameEdit(part: ComparedPart, told: RecordedParty, there: PartyState): boolean {
  if (told.reconciled?.[part] !== there.reconciled?.[part]) return true
  if (part === 'contact') return isSame(told.contact, there.contact)
  const identity = ({ person, organization, aliases }: RecordedParty) => [person, organization, aliases]
  return isSame(identity(told), identity(there))
}

/** A part from another case, reconciled with what the directory has reported to this case since. */
function followedPart(part: ComparedPart, told: RecordedParty, there: PartyState) {
  const { directory } = there
  const seen = told.reconciled?.[part]
  const isKnown = directory === undefined || (seen ?? '') >= directory.asOf
  const compared = isKnown
    ? { next: told, conflicts: (told.conflicts ?? []).filter(({ field }) => partOfField(field) === part) }
    : reconcile(part, told, {
        base: seen !== undefined && seen === told.directory?.asOf ? told.directory : undefined,
        theirs: directory,
        conflicts: told.conflicts ?? [],
      })
  const others = (there.conflicts ?? []).filter(({ field }) => partOfField(field) !== part)
  const canonical = withoutUndefined({
    directory,
    reconciled: { ...there.reconciled, ...withoutUndefined({ [part]: isKnown ? seen : directory.asOf }) },
    conflicts: [...others, ...compared.conflicts],
  })
  return { who: compared.next, canonical }
}

/** Announces a change elsewhere once; a person decides whether it applies here too. */
function notice(
  { partyId, from, part, stamp }: Of<'noticeParty'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const there = currentParty(state, partyId)
  const known = part === 'merger' || part === 'directory' ? undefined : there?.stamps[part]
  if (!there || stamp <= (known ?? '') || stamp <= (there.noticed?.[part] ?? '')) return []
  const fields = { partyId, role: there.role, isClaimant: isClaimant(there.role, context) }
  const data = { ...fields, part, stamp, origin: from }
  return [{ type: 'party.changedElsewhere', subject: partyId, data }]
}
