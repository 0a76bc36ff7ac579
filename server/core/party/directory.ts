import type {
  Contact,
  DirectoryRecord,
  NewParty,
  PartyConflict,
  Representation,
  SettleConflict,
} from '@portico/contract/parties'
import { isSame } from '../kernel/chain.ts'
import { type Context, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import {
  type Canonical,
  type ComparedPart,
  differences,
  partOfField,
  reconcile,
  withFieldsOf,
} from './canonical.ts'
import { changesOf, later, recordedIfMissing, refuseRecord, union } from './record.ts'
import { isUnrevoked, ownRepresentative, representationChanged } from './representation.ts'
import {
  currentId,
  currentParty,
  type PartiesState,
  type PartyState,
  type RecordedParty,
  requireParty,
} from './state.ts'

/** The representative according to the directory, with the ID of its party on the case. */
export type NamedRepresentative = { partyId: string; record: RecordedParty }

export type DirectoryCommand =
  /** The directory has reported its record. */
  | { type: 'heedDirectory'; directory: DirectoryRecord; representative?: NamedRepresentative }
  /** The directory has reported a change of representation: a new one, or its end. */
  | {
      type: 'heedRepresentation'
      binding: string
      at: string
      told?: NonNullable<DirectoryRecord['representation']>
      representative?: NamedRepresentative
      why?: string
    }
  /** The directory has accepted contact details that were edited here. */
  | { type: 'noteWrittenBack'; contact: Contact | undefined; asOf: string }
  /** The directory has refused them. */
  | { type: 'noteWriteBackRefused'; binding: string; contact: Contact | undefined; why: string }
  | ({ type: 'settleConflict' } & SettleConflict)

type Command = { caseId: string; partyId: string } & DirectoryCommand
type Of<Type extends DirectoryCommand['type']> = Command & { type: Type }

export function decideDirectory(command: Command, state: PartiesState, context: Context): Fact[] {
  switch (command.type) {
    case 'heedDirectory':
      return followDirectory(command, state, context)
    case 'heedRepresentation':
      return followRepresentation(command, state, context)
    case 'noteWrittenBack':
      return noteWrittenBack(command, state, context)
    case 'noteWriteBackRefused':
      return noteWriteBackRefused(command, state, context)
    case 'settleConflict':
      return settle(command, state, context)
  }
}

const comparedParts: readonly ComparedPart[] = ['identity', 'contact']

/** Ignores records that are not newer than the last one. */
function followDirectory(command: Of<'heedDirectory'>, state: PartiesState, context: Context): Fact[] {
  const { partyId } = command
  const party = currentParty(state, partyId)
  if (!party || (party.directory && party.directory.asOf >= command.directory.asOf)) return []
  const before = party.directory
  const { representation: _, representedAt: __, ...report } = command.directory
  const changesRepresentation = hasNewRepresentation(command.directory, before)
  const directory: DirectoryRecord = {
    ...keptFields(report, before),
    ...report,
    ...withoutUndefined(
      changesRepresentation
        ? { representation: command.directory.representation, representedAt: command.directory.asOf }
        : { representation: before?.representation, representedAt: before?.representedAt },
    ),
  }
  const { who, conflicts } = reconcileParts(party, directory, context)
  const aliases = union(party.aliases, availableIdentifiers(partyId, directory, state))
  const next = { role: party.role, ...who, aliases }
  const newest = (part: ComparedPart) =>
    [party.reconciled?.[part] ?? '', directory.asOf].toSorted().at(-1) as string
  const canonical: Canonical = {
    directory,
    reconciled: { identity: newest('identity'), contact: newest('contact') },
    conflicts,
  }
  const origin = { binding: directory.binding }
  const facts = changesOf(partyId, next, state, context, { origin, canonical, keepsStamps: true })
  if (!changesRepresentation) return facts
  const given = { told: directory.representation, representative: command.representative, at: directory.asOf }
  return [...facts, ...applyRepresentation(party, given, state, context, origin)]
}

/** Parts that a record omits entirely are kept from the previous one. */
function keptFields(report: Who, before: Who | undefined): Who {
  const hasIdentity = report.person !== undefined || report.organization !== undefined
  return {
    ...(hasIdentity ? {} : withoutUndefined({ person: before?.person, organization: before?.organization })),
    ...(report.contact ? {} : withoutUndefined({ contact: before?.contact })),
  }
}

/** If the merged record is contradictory, such as a death before the birth, the case keeps its own. */
function reconcileParts(party: PartyState, directory: DirectoryRecord, context: Context) {
  let who: Who = whoOf(party)
  const conflicts: PartyConflict[] = []
  for (const part of comparedParts) {
    const open = (party.conflicts ?? []).filter(({ field }) => partOfField(field) === part)
    const isKnown = (party.reconciled?.[part] ?? '') >= directory.asOf
    const result = isKnown
      ? { next: who, conflicts: open }
      : reconcile(part, who, { base: party.directory, theirs: directory, conflicts: open })
    const isSound = isPossible({ role: party.role, ...result.next }, context)
    who = isSound ? result.next : who
    const differing = () => differences(who, directory).filter((field) => partOfField(field) === part)
    conflicts.push(...(isSound ? result.conflicts : differing().map((field) => ({ field }))))
  }
  return { who: whoOf(who), conflicts }
}

type Who = Pick<NewParty, 'person' | 'organization' | 'contact'>

const whoOf = ({ person, organization, contact }: Who): Who =>
  withoutUndefined({ person, organization, contact })

function isPossible(record: NewParty, context: Context): boolean {
  try {
    refuseRecord(record, context)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** Without identifiers that another party of the case has: merging the two is for a person to decide. */
function availableIdentifiers(partyId: string, { identifiers }: DirectoryRecord, { parties }: PartiesState) {
  const others = parties.filter((party) => party.partyId !== partyId && party.status === 'current')
  return identifiers.filter(
    (identifier) => !others.some(({ aliases }) => aliases.some((other) => isSame(identifier, other))),
  )
}

/** Whether a record changes the representation. */
function hasNewRepresentation(report: DirectoryRecord, before: DirectoryRecord | undefined): boolean {
  if (report.asOf <= (before?.representedAt ?? '')) return false
  return !isSame(report.representation, before?.representation)
}

function followRepresentation(
  command: Of<'heedRepresentation'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const { partyId, binding, at, told: report, why } = command
  const party = currentParty(state, partyId)
  if (!party) return []
  const origin = { binding }
  const { directory } = party
  const isNewer = directory && at > (directory.representedAt ?? '')
  // A representation that was reported separately is not revoked by a record that omits it.
  const { representation: _, ...rest } = directory ?? {}
  const kept = isNewer && { ...(rest as DirectoryRecord), representedAt: at }
  const { reconciled, conflicts } = party
  const recordFacts = kept
    ? changesOf(partyId, party, state, context, {
        origin,
        keepsStamps: true,
        canonical: withoutUndefined({ directory: kept, reconciled, conflicts }),
      })
    : []
  const given = { told: report, representative: command.representative, at, why }
  return [...recordFacts, ...applyRepresentation(party, given, state, context, origin)]
}

/** The newer of two changes of representation wins, whoever made it. */
function applyRepresentation(
  party: PartyState,
  {
    told: report,
    representative,
    at,
    why,
  }: {
    told: DirectoryRecord['representation']
    representative: NamedRepresentative | undefined
    at: string
    why?: string | undefined
  },
  state: PartiesState,
  context: Context,
  origin: { binding: string },
): Fact[] {
  if (at <= (party.stamps.representation ?? '')) return []
  if (!report || !representative) {
    const { representation } = party
    if (!representation || !isUnrevoked(representation)) return []
    const revoked = { on: at.slice(0, 10), ...withoutUndefined({ why }) }
    return [representationChanged(party, { ...representation, revoked }, context, { origin, stamp: at })]
  }
  const representativeId = currentId(state, representative.partyId)
  if (representativeId === party.partyId)
    throw new Refusal(
      'stateForbids',
      `The directory names the party as its own representative: ${ownRepresentative}`,
    )
  const { scope = 'all matters', start, end } = report.powerOfAttorney
  const powerOfAttorney = { start, ...withoutUndefined({ end }), scope }
  const known = party.representation
  // If nothing else has changed, the document and scope recorded here are kept.
  const isKnown =
    known &&
    isUnrevoked(known) &&
    known.representativeId === representativeId &&
    known.powerOfAttorney.start === start &&
    known.powerOfAttorney.end === end
  if (isKnown) return []
  const next: Representation = { representativeId, powerOfAttorney }
  return [
    ...recordedIfMissing(representativeId, representative.record, state, context, origin),
    representationChanged(party, next, context, { origin, stamp: at }),
  ]
}

function noteWrittenBack(
  { partyId, contact, asOf }: Of<'noteWrittenBack'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const party = currentParty(state, partyId)
  if (!party?.directory || party.directory.asOf >= asOf) return []
  const { contact: _, ...rest } = party.directory
  const directory = { ...rest, ...withoutUndefined({ contact }), asOf, heardAt: context.at.toISOString() }
  const open = (party.conflicts ?? []).filter(
    ({ field }) => partOfField(field) !== 'contact' || !isSame(party.contact, contact),
  )
  const canonical = { directory, reconciled: { ...party.reconciled, contact: asOf }, conflicts: open }
  const origin = { binding: directory.binding }
  return changesOf(partyId, party, state, context, { origin, canonical, keepsStamps: true })
}

/** Ignored if the contact was edited again, since the edit will be written back in turn. */
function noteWriteBackRefused(
  { partyId, binding, contact, why }: Of<'noteWriteBackRefused'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const party = currentParty(state, partyId)
  if (!party || !isSame(party.contact, contact)) return []
  const { directory, reconciled } = party
  const differing = directory
    ? differences(party, directory).filter((field) => partOfField(field) === 'contact')
    : []
  const fields = differing.length > 0 ? differing : ['contact']
  const others = (party.conflicts ?? []).filter(({ field }) => !fields.includes(field))
  const conflicts = [...others, ...fields.map((field) => ({ field, why: why.slice(0, 500) }))]
  const canonical = { ...withoutUndefined({ directory, reconciled }), conflicts }
  const origin = { binding }
  return changesOf(partyId, party, state, context, { origin, canonical, keepsStamps: true })
}

const noConflict = 'This party has no conflict with the directory.'

function settle(
  { partyId, keep, fields }: Of<'settleConflict'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const party = requireParty(state, partyId)
  const { directory, conflicts = [] } = party
  const open = conflicts.map(({ field }) => field)
  const unknown = fields?.find((field) => !open.includes(field))
  if (unknown !== undefined)
    throw new Refusal(
      'stateForbids',
      open.length === 0
        ? noConflict
        : `fields must be among ${open.join(', ')}, the fields in conflict: ${unknown} is not.`,
    )
  const settled = fields ?? open
  if (settled.length === 0) {
    // The conflict has been settled in the meantime, or has disappeared.
    if (directory) throw new Refusal('stateForbids', noConflict)
    return []
  }
  if (keep === 'directory' && !directory)
    throw new Refusal(
      'stateForbids',
      'keep must be case, since the directory has no record of this party yet.',
    )
  const next = keep === 'directory' && directory ? withFieldsOf(party, directory, settled) : party
  const parts = [...new Set(settled.map(partOfField))]
  const decided = Object.fromEntries(parts.map((part) => [part, later(party.stamps[part], context)]))
  const canonical = {
    ...withoutUndefined({ directory, reconciled: party.reconciled }),
    conflicts: conflicts.filter(({ field }) => !settled.includes(field)),
  }
  const record = { role: party.role, ...whoOf(next), aliases: party.aliases }
  refuseRecord(record, context)
  return changesOf(partyId, record, state, context, { canonical, decided })
}
