import type {
  Contact,
  DirectoryRecord,
  NewParty,
  PartyConflict,
  PartyPerson,
} from '@portico/contract/parties'
import { isSame } from '../kernel/chain.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

/** The relation of a party on a case to a directory of record. */
export type Canonical = {
  /** Its latest record. */
  directory?: DirectoryRecord
  /** By part, the `asOf` of the record that it was last reconciled with. */
  reconciled?: { identity?: string; contact?: string }
  /** Conflicts for a person to settle; the case keeps its own values until then. */
  conflicts?: PartyConflict[]
}

export type ComparedPart = 'identity' | 'contact'

type Who = Pick<NewParty, 'person' | 'organization' | 'contact'>

const personFields = ['firstName', 'middleName', 'lastName', 'birthDate', 'deathDate'] as const
const contactFields = ['addresses', 'emails', 'phones', 'preferred'] as const

const fieldsOf: Record<ComparedPart, readonly string[]> = {
  identity: [...personFields.map((name) => `person.${name}`), 'organization'],
  contact: contactFields.map((name) => `contact.${name}`),
}

export const partOfField = (field: string): ComparedPart =>
  field === 'contact' || field.startsWith('contact.') ? 'contact' : 'identity'

function fieldIn(record: Who | undefined, field: string): unknown {
  const [head = '', name] = field.split('.')
  const value = (record as Record<string, unknown> | undefined)?.[head]
  return name === undefined ? value : (value as Record<string, unknown> | undefined)?.[name]
}

/** A record with some fields taken from another. */
export function withFieldsOf(ours: Who, theirs: Who, fields: readonly string[]): Who {
  const person = { ...ours.person } as Record<string, unknown>
  const contact = { ...ours.contact } as Record<string, unknown>
  let { organization } = ours
  for (const field of fields) {
    const value = fieldIn(theirs, field)
    const [head, name] = field.split('.')
    if (field === 'contact') Object.assign(contact, { ...theirs.contact })
    else if (field === 'person') Object.assign(person, { ...theirs.person })
    else if (field === 'organization') organization = value as string | undefined
    else if (name !== undefined) (head === 'person' ? person : contact)[name] = value
  }
  const adoptedKind = fields.includes('person')
    ? 'person'
    : fields.includes('organization')
      ? 'organization'
      : ''
  const who = withoutUndefined(person) as PartyPerson
  const record = {
    person: adoptedKind === 'organization' || Object.keys(who).length === 0 ? undefined : who,
    organization: adoptedKind === 'person' ? undefined : organization,
    contact: withValidPreference(withoutUndefined(contact) as Contact),
  }
  return withoutUndefined(record)
}

/** The list of a contact for each channel. */
export const contactLists = { mail: 'addresses', email: 'emails', phone: 'phones' } as const

/** Drops a preference for a channel without entries. */
function withValidPreference(contact: Contact): Contact | undefined {
  const { preferred, ...entries } = contact
  const isValid = preferred !== undefined && (entries[contactLists[preferred]]?.length ?? 0) > 0
  const result = isValid ? contact : entries
  return Object.keys(result).length === 0 ? undefined : result
}

/**
 * A three-way merge of a part, where the directory has changed `base` to `theirs`: fields changed only there are adopted,
 * fields changed only on the case stay, and fields changed on both are in conflict.
 */
export function reconcile(
  part: ComparedPart,
  ours: Who,
  { base, theirs, conflicts }: { base: Who | undefined; theirs: Who; conflicts: readonly PartyConflict[] },
): { next: Who; conflicts: PartyConflict[] } {
  const open = conflicts.filter(({ field }) => partOfField(field) === part)
  const kind = part === 'identity' ? kindConflict(ours, theirs) : undefined
  if (kind) {
    if (kind === 'none' || kind === kindConflict(ours, base ?? {})) return { next: ours, conflicts: [] }
    return { next: ours, conflicts: [{ field: kind }] }
  }
  const adopted: string[] = []
  const inConflict: PartyConflict[] = []
  for (const field of fieldsOf[part]) {
    const [our, old, their] = [fieldIn(ours, field), fieldIn(base, field), fieldIn(theirs, field)]
    if (isSame(our, their)) continue
    const known = open.find((conflict) => conflict.field === field || conflict.field === part)
    if (known) inConflict.push({ ...known, field })
    else if (isSame(old, their)) continue
    else if (isSame(our, old)) adopted.push(field)
    else inConflict.push({ field })
  }
  return { next: withFieldsOf(ours, theirs, adopted), conflicts: inConflict }
}

/** Whether one is a person and the other an organization; `none` if theirs is neither. */
function kindConflict(ours: Who, theirs: Who): 'person' | 'organization' | 'none' | undefined {
  if (theirs.person === undefined && theirs.organization === undefined) return 'none'
  if ((ours.person === undefined) === (theirs.person === undefined)) return undefined
  return theirs.person === undefined ? 'organization' : 'person'
}

/** The fields in which the case and the directory differ, ignoring those absent from the directory. */
export function differences(ours: Who, theirs: Who): string[] {
  const kind = kindConflict(ours, theirs)
  if (kind === 'person' || kind === 'organization') return [kind]
  const fields = [...(kind === 'none' ? [] : fieldsOf.identity), ...fieldsOf.contact]
  return fields.filter((field) => {
    const value = fieldIn(theirs, field)
    return value !== undefined && !isSame(fieldIn(ours, field), value)
  })
}

/** The conflicts that remain after a change, without those in which the two now agree. */
export function remainingConflicts(
  conflicts: readonly PartyConflict[] | undefined,
  ours: Who,
  directory: DirectoryRecord | undefined,
): PartyConflict[] {
  return (conflicts ?? []).filter(({ field }) => {
    if (!directory) return true
    if (field === 'contact') return !isSame(ours.contact, directory.contact)
    return !isSame(fieldIn(ours, field), fieldIn(directory, field))
  })
}
