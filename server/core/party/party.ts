import type { PersonName } from '@portico/contract/appeals'
import type { Alias } from '@portico/contract/envelope'
import type { ChangeOrigin, NewParty, NewRepresentation, Representation } from '@portico/contract/parties'
import { isSame } from '../kernel/chain.ts'
import { type Context, type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import { coverAgain, type GrantCommand, grantAccess, withdrawAccess } from './access.ts'
import { type ComparedPart, partOfField, reconciled } from './canonical.ts'
import { type DirectoryCommand, decideDirectory } from './directory.ts'
import { merge } from './merge.ts'
import { shortName } from './names.ts'
import {
  changes,
  filledIn,
  isClaimant,
  recordedIfMissing,
  refuseRecord,
  refuseTakenAlias,
  refuseUnknownRole,
} from './record.ts'
import { represent, representationChanged, revocation, stands } from './representation.ts'
import {
  current,
  evolveParties,
  find,
  found,
  mergedAlready,
  type NoticedPart,
  nowCalled,
  type PartiesState,
  type PartyState,
  partyTypes,
  type RecordedParty,
} from './state.ts'

/** One part of a party's record on another case. */
export type KnownPart =
  /** `made` is the record as the change left it there, before a directory told that case more. */
  | { part: 'contact'; of: RecordedParty; made?: RecordedParty }
  /** Whoever was new on that case was recorded there without what only more sensitive cases know. */
  | { part: 'identity'; of: RecordedParty; made?: RecordedParty; isFirst?: boolean }
  | { part: 'representation'; representation: Representation; stamp: string; representative: RecordedParty }
  | { part: 'merger'; into: string; of: RecordedParty }

export type PartyCommand = OnePartyCommand | Renaming

/** The case was opened under a wrong name, and so was its provisional claimant. */
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

/** What the caller may know of the party from other cases: the newest of each part. */
export type KnownElsewhere = RecordedParty & {
  represented?: { from: string; known: Extract<KnownPart, { part: 'representation' }> }
}

type Of<Type extends PartyCommand['type']> = PartyCommand & { type: Type }

/**
 * The parties to a case. A party's ID names the same person on every case, so changes spread to the other cases that
 * their author may see: each part of a record is stamped, and the newer change wins. Access on behalf of a party is
 * granted per case, and ends with the power of attorney behind it.
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
    const facts = decided(command, state, context)
    return [...facts, ...coverAgain(after(state, facts, context))]
  },
}

function decided(command: PartyCommand, state: PartiesState, context: Context): Fact[] {
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
      return revocation(found(state, command.partyId), context, command.why)
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

const after = (state: PartiesState, facts: readonly Fact[], { actor }: Context) =>
  facts.reduce((so, fact) => evolveParties(so, { ...fact, at: '', actor }), state)

const mostParties = 2000

function record(command: Of<'recordParty'>, state: PartiesState, context: Context): Fact[] {
  const { partyId } = command
  const facts = written(command, state, context)
  const stand = current(state, partyId) ? undefined : standIn(partyId, command, state, context)
  return stand ? [...facts, ...merge(stand, partyId, after(state, facts, context), context)] : facts
}

function written(command: Of<'recordParty'>, state: PartiesState, context: Context): Fact[] {
  const { type: _, caseId: __, partyId, alias, elsewhere, asOpened, ...given } = command
  const there = find(state, partyId)
  if (there?.status === 'merged') throw mergedAlready(there)
  if (![there?.role, elsewhere?.role].includes(given.role)) refuseUnknownRole(given.role, context)
  refuseRecord(given, context)
  if (diedAsClaimant(there, context) && !isClaimant(given.role, context))
    throw new Refusal(
      'stateForbids',
      'This party has died as a claimant on this case, and stays one until a substitution. If that was never so, remove the party and say why.',
    )
  const aliases = given.aliases ?? (alias ? [alias] : [])
  refuseTakenAlias(partyId, aliases, state)
  const isNew = there?.status !== 'current'
  if (isNew && state.parties.length >= mostParties) {
    throw new Refusal('stateForbids', `A case has at most ${mostParties.toLocaleString('en-US')} parties.`)
  }
  if (!isNew || !elsewhere)
    return changes(partyId, { ...given, aliases }, state, context, withoutUndefined({ alias, asOpened }))
  const { represented } = elsewhere
  const isTold = given.contact !== undefined || elsewhere.contact === undefined
  const next = filledIn(
    { ...given, ...(isTold ? {} : withoutUndefined({ contact: elsewhere.contact })), aliases },
    elsewhere,
  )
  const stamps = isTold ? {} : withoutUndefined({ contact: elsewhere.stamps.contact })
  const seen = isTold ? undefined : elsewhere.reconciled?.contact
  const canonical = seen === undefined ? {} : { reconciled: { contact: seen } }
  const facts = changes(partyId, next, state, context, { ...withoutUndefined({ alias }), stamps, canonical })
  if (!represented || there?.representation) return facts
  const { from, known } = represented
  const follows: Of<'followParty'> = { type: 'followParty', caseId: command.caseId, partyId, from, known }
  return [...facts, ...follow(follows, after(state, facts, context), context)]
}

function renameOpened({ was, person }: Renaming, state: PartiesState, context: Context): Fact[] {
  const one = state.parties.find(
    (one) => one.asOpened && one.status === 'current' && one.person && nameOf(one.person) === nameOf(was),
  )
  if (!one) return []
  const { partyId, role, aliases } = one
  return changes(partyId, { role, person, aliases }, state, context, { asOpened: true })
}

/** The provisional claimant from the opening of the case, now recorded in full. */
function standIn(partyId: string, given: NewParty, { parties }: PartiesState, context: Context) {
  if (!given.person || !isClaimant(given.role, context)) return undefined
  const name = nameOf(given.person)
  return parties.find(
    (one) =>
      one.asOpened &&
      one.status === 'current' &&
      one.partyId !== partyId &&
      one.person &&
      nameOf(one.person) === name,
  )?.partyId
}

const nameOf = (person: PersonName) => shortName(person).normalize('NFKC').trim().toLocaleLowerCase('en')

/** Until a substitution nobody takes their place: another role would lift what their death bars, without a word. */
const diedAsClaimant = (party: PartyState | undefined, context: Context) =>
  party?.status === 'current' && party.person?.deathDate !== undefined && isClaimant(party.role, context)

function remove({ partyId, why }: Of<'removeParty'>, state: PartiesState, context: Context): Fact[] {
  const there = current(state, partyId)
  if (!there) return []
  if (diedAsClaimant(there, context) && why === undefined)
    throw new Refusal('invalid', 'This party has died as a claimant on this case: say why it is removed.')
  const client = state.parties.find(
    (one) =>
      one.status === 'current' &&
      stands(one.representation) &&
      one.representation?.representativeId === partyId,
  )
  if (client) {
    throw new Refusal('stateForbids', `This party represents ${client.partyId}: revoke that first.`)
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
  const there = current(state, partyId)
  if (!there) return []
  const origin = { caseId: from }
  // Ties are broken by case ID, so that all cases agree.
  const isNewer = (stamp = '', than = '') => stamp > than || (stamp === than && from < caseId)
  switch (known.part) {
    case 'identity':
    case 'contact': {
      const { part } = known
      const stamp = known.of.stamps[part]
      if (!isNewer(stamp, there.stamps[part])) return []
      const { role } = there
      // What a directory has told that case, and not this one, does not come with what somebody changed.
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
      return changes(partyId, next, state, context, { origin, stamps, decided: stamps, canonical })
    }
    case 'representation': {
      if (!isNewer(known.stamp, there.stamps.representation)) return []
      const representativeId = nowCalled(state, known.representation.representativeId)
      const next = { ...known.representation, representativeId }
      if (representativeId === partyId || isSame(next, there.representation)) return []
      return [
        ...recordedIfMissing(representativeId, known.representative, state, context, origin),
        representationChanged(there, next, context, { origin, stamp: known.stamp }),
      ]
    }
    case 'merger': {
      const into = nowCalled(state, known.into)
      if (into === partyId) return []
      const missing = recordedIfMissing(into, { ...known.of, role: there.role }, state, context, origin)
      return [...missing, ...merge(partyId, into, after(state, missing, context), context, origin)]
    }
  }
}

/** The same change on two cases, which only the directory has touched since: it tells each case by itself. */
function isSameEdit(part: ComparedPart, told: RecordedParty, there: PartyState): boolean {
  if (told.reconciled?.[part] !== there.reconciled?.[part]) return true
  if (part === 'contact') return isSame(told.contact, there.contact)
  const identity = ({ person, organization, aliases }: RecordedParty) => [person, organization, aliases]
  return isSame(identity(told), identity(there))
}

/** A part as another case has it, beside what the directory has told this case since. */
function followedPart(part: ComparedPart, told: RecordedParty, there: PartyState) {
  const { directory } = there
  const seen = told.reconciled?.[part]
  const isKnown = directory === undefined || (seen ?? '') >= directory.asOf
  const compared = isKnown
    ? { next: told, conflicts: (told.conflicts ?? []).filter(({ field }) => partOfField(field) === part) }
    : reconciled(part, told, {
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

/** Once for each change: whoever looks into it decides whether it holds here too. */
function notice(
  { partyId, from, part, stamp }: Of<'noticeParty'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const there = current(state, partyId)
  const known = part === 'merger' || part === 'directory' ? undefined : there?.stamps[part]
  if (!there || stamp <= (known ?? '') || stamp <= (there.noticed?.[part] ?? '')) return []
  const of = { partyId, role: there.role, isClaimant: isClaimant(there.role, context) }
  const data = { ...of, part, stamp, origin: from }
  return [{ type: 'party.changedElsewhere', subject: partyId, data }]
}
