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
  reconciled,
  withFieldsOf,
} from './canonical.ts'
import { changes, later, recordedIfMissing, refuseRecord, union } from './record.ts'
import { ownRepresentative, representationChanged, stands } from './representation.ts'
import { current, found, nowCalled, type PartiesState, type PartyState, type RecordedParty } from './state.ts'

/** Whom the directory names as representative, and as which party of the case. */
export type NamedRepresentative = { partyId: string; record: RecordedParty }

export type DirectoryCommand =
  /** The directory has told its record. */
  | { type: 'heedDirectory'; directory: DirectoryRecord; representative?: NamedRepresentative }
  /** The directory has told a change of representation: the new one, or that there is none. */
  | {
      type: 'heedRepresentation'
      binding: string
      at: string
      told?: NonNullable<DirectoryRecord['representation']>
      representative?: NamedRepresentative
      why?: string
    }
  /** The directory has taken over contact details that were edited here. */
  | { type: 'noteWrittenBack'; contact: Contact | undefined; asOf: string }
  /** It has not. */
  | { type: 'noteWriteBackRefused'; binding: string; contact: Contact | undefined; why: string }
  | ({ type: 'settleConflict' } & SettleConflict)

type Command = { caseId: string; partyId: string } & DirectoryCommand
type Of<Type extends DirectoryCommand['type']> = Command & { type: Type }

/** What a directory of record says of a party, and what somebody decides where the case says something else. */
export function decideDirectory(command: Command, state: PartiesState, context: Context): Fact[] {
  switch (command.type) {
    case 'heedDirectory':
      return heed(command, state, context)
    case 'heedRepresentation':
      return heedRepresentation(command, state, context)
    case 'noteWrittenBack':
      return noteWrittenBack(command, state, context)
    case 'noteWriteBackRefused':
      return noteRefused(command, state, context)
    case 'settleConflict':
      return settle(command, state, context)
  }
}

const comparedParts: readonly ComparedPart[] = ['identity', 'contact']

/** An older record changes nothing, nor does one that is known. */
function heed(command: Of<'heedDirectory'>, state: PartiesState, context: Context): Fact[] {
  const { partyId } = command
  const there = current(state, partyId)
  if (!there || (there.directory && there.directory.asOf >= command.directory.asOf)) return []
  const before = there.directory
  const { representation: _, representedAt: __, ...told } = command.directory
  const representing = statementOf(command.directory, before)
  const directory: DirectoryRecord = {
    ...unsaid(told, before),
    ...told,
    ...withoutUndefined(
      representing
        ? { representation: command.directory.representation, representedAt: command.directory.asOf }
        : { representation: before?.representation, representedAt: before?.representedAt },
    ),
  }
  const { who, conflicts } = compared(there, directory, context)
  const aliases = union(there.aliases, untaken(partyId, directory, state))
  const next = { role: there.role, ...who, aliases }
  const newest = (part: ComparedPart) =>
    [there.reconciled?.[part] ?? '', directory.asOf].toSorted().at(-1) as string
  const canonical: Canonical = {
    directory,
    reconciled: { identity: newest('identity'), contact: newest('contact') },
    conflicts,
  }
  const origin = { binding: directory.binding }
  const facts = changes(partyId, next, state, context, { origin, canonical, keepsStamps: true })
  if (!representing) return facts
  const given = { told: directory.representation, representative: command.representative, at: directory.asOf }
  return [...facts, ...represented(there, given, state, context, origin)]
}

/** What a record leaves out altogether, the directory has not taken back. */
function unsaid(told: Who, before: Who | undefined): Who {
  const saysWho = told.person !== undefined || told.organization !== undefined
  return {
    ...(saysWho ? {} : withoutUndefined({ person: before?.person, organization: before?.organization })),
    ...(told.contact ? {} : withoutUndefined({ contact: before?.contact })),
  }
}

/** Where the two together make no sense, such as a death before the birth, the case keeps what it has. */
function compared(there: PartyState, directory: DirectoryRecord, context: Context) {
  let who: Who = whoOf(there)
  const conflicts: PartyConflict[] = []
  for (const part of comparedParts) {
    const open = (there.conflicts ?? []).filter(({ field }) => partOfField(field) === part)
    const isKnown = (there.reconciled?.[part] ?? '') >= directory.asOf
    const result = isKnown
      ? { next: who, conflicts: open }
      : reconciled(part, who, { base: there.directory, theirs: directory, conflicts: open })
    const isSound = isPossible({ role: there.role, ...result.next }, context)
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

/** Identifiers that another party of the case has are left to whoever merges the two. */
function untaken(partyId: string, { identifiers }: DirectoryRecord, { parties }: PartiesState) {
  const others = parties.filter((party) => party.partyId !== partyId && party.status === 'current')
  return identifiers.filter(
    (identifier) => !others.some(({ aliases }) => aliases.some((other) => isSame(identifier, other))),
  )
}

/** Whether a record says something new about representation: a directory need not keep it. */
function statementOf(told: DirectoryRecord, before: DirectoryRecord | undefined): boolean {
  if (told.asOf <= (before?.representedAt ?? '')) return false
  return !isSame(told.representation, before?.representation)
}

function heedRepresentation(
  command: Of<'heedRepresentation'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const { partyId, binding, at, told, why } = command
  const there = current(state, partyId)
  if (!there) return []
  const origin = { binding }
  const { directory } = there
  const isNews = directory && at > (directory.representedAt ?? '')
  // What was told by itself is not revoked by a record that leaves it out.
  const { representation: _, ...rest } = directory ?? {}
  const kept = isNews && { ...(rest as DirectoryRecord), representedAt: at }
  const { reconciled, conflicts } = there
  const noted = kept
    ? changes(partyId, there, state, context, {
        origin,
        keepsStamps: true,
        canonical: withoutUndefined({ directory: kept, reconciled, conflicts }),
      })
    : []
  const given = { told, representative: command.representative, at, why }
  return [...noted, ...represented(there, given, state, context, origin)]
}

/** The newer of two changes of representation holds, whoever made it: a late one changes nothing. */
function represented(
  there: PartyState,
  {
    told,
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
  if (at <= (there.stamps.representation ?? '')) return []
  if (!told || !representative) {
    const { representation } = there
    if (!representation || !stands(representation)) return []
    const revoked = { on: at.slice(0, 10), ...withoutUndefined({ why }) }
    return [representationChanged(there, { ...representation, revoked }, context, { origin, stamp: at })]
  }
  const representativeId = nowCalled(state, representative.partyId)
  if (representativeId === there.partyId)
    throw new Refusal('stateForbids', `The directory names the party itself: ${ownRepresentative}`)
  const { scope = 'all matters', start, end } = told.powerOfAttorney
  const powerOfAttorney = { start, ...withoutUndefined({ end }), scope }
  const known = there.representation
  // The document that grants it, and its scope in our words, stay where nothing else has changed.
  const isKnown =
    known &&
    stands(known) &&
    known.representativeId === representativeId &&
    known.powerOfAttorney.start === start &&
    known.powerOfAttorney.end === end
  if (isKnown) return []
  const next: Representation = { representativeId, powerOfAttorney }
  return [
    ...recordedIfMissing(representativeId, representative.record, state, context, origin),
    representationChanged(there, next, context, { origin, stamp: at }),
  ]
}

function noteWrittenBack(
  { partyId, contact, asOf }: Of<'noteWrittenBack'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const there = current(state, partyId)
  if (!there?.directory || there.directory.asOf >= asOf) return []
  const { contact: _, ...rest } = there.directory
  const directory = { ...rest, ...withoutUndefined({ contact }), asOf, heardAt: context.at.toISOString() }
  const open = (there.conflicts ?? []).filter(
    ({ field }) => partOfField(field) !== 'contact' || !isSame(there.contact, contact),
  )
  const canonical = { directory, reconciled: { ...there.reconciled, contact: asOf }, conflicts: open }
  const origin = { binding: directory.binding }
  return changes(partyId, there, state, context, { origin, canonical, keepsStamps: true })
}

/** What was edited again meanwhile is written back by itself. */
function noteRefused(
  { partyId, binding, contact, why }: Of<'noteWriteBackRefused'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const there = current(state, partyId)
  if (!there || !isSame(there.contact, contact)) return []
  const { directory, reconciled } = there
  const differing = directory
    ? differences(there, directory).filter((field) => partOfField(field) === 'contact')
    : []
  const fields = differing.length > 0 ? differing : ['contact']
  const others = (there.conflicts ?? []).filter(({ field }) => !fields.includes(field))
  const conflicts = [...others, ...fields.map((field) => ({ field, why: why.slice(0, 500) }))]
  const canonical = { ...withoutUndefined({ directory, reconciled }), conflicts }
  const origin = { binding }
  return changes(partyId, there, state, context, { origin, canonical, keepsStamps: true })
}

const nothingInConflict = 'Nothing of this party is in conflict with the directory.'

function settle(
  { partyId, keep, fields }: Of<'settleConflict'>,
  state: PartiesState,
  context: Context,
): Fact[] {
  const there = found(state, partyId)
  const { directory, conflicts = [] } = there
  const open = conflicts.map(({ field }) => field)
  const unknown = fields?.find((field) => !open.includes(field))
  if (unknown !== undefined)
    throw new Refusal(
      'stateForbids',
      open.length === 0
        ? nothingInConflict
        : `${unknown} is not in conflict with the directory, only ${open.join(', ')}.`,
    )
  const settled = fields ?? open
  if (settled.length === 0) {
    // Somebody else has decided it by now, or it ended by itself. Without a directory there never was anything.
    if (directory) throw new Refusal('stateForbids', nothingInConflict)
    return []
  }
  if (keep === 'directory' && !directory)
    throw new Refusal('stateForbids', 'The directory has said nothing of this party yet: keep the case.')
  const next = keep === 'directory' && directory ? withFieldsOf(there, directory, settled) : there
  const parts = [...new Set(settled.map(partOfField))]
  const decided = Object.fromEntries(parts.map((part) => [part, later(there.stamps[part], context)]))
  const canonical = {
    ...withoutUndefined({ directory, reconciled: there.reconciled }),
    conflicts: conflicts.filter(({ field }) => !settled.includes(field)),
  }
  const record = { role: there.role, ...whoOf(next), aliases: there.aliases }
  refuseRecord(record, context)
  return changes(partyId, record, state, context, { canonical, decided })
}
