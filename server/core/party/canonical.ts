import type {
  Contact,
  DirectoryRecord,
  NewParty,
  PartyConflict,
  PartyPerson,
} from '@portico/contract/parties'
import { isSame } from '../kernel/chain.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

/** What a directory of record has to do with a party on a case. */
export type Canonical = {
  /** What it last said. */
  directory?: DirectoryRecord
  /** The record (its `asOf`) that each part on the case was last compared with. */
  reconciled?: { identity?: string; contact?: string }
  /** What somebody has to decide; the case keeps what it has until then. */
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

function fieldIn(of: Who | undefined, field: string): unknown {
  const [head = '', name] = field.split('.')
  const value = (of as Record<string, unknown> | undefined)?.[head]
  return name === undefined ? value : (value as Record<string, unknown> | undefined)?.[name]
}

/** The record with some of its fields as another has them. */
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
  const isKind = fields.includes('person') ? 'person' : fields.includes('organization') ? 'organization' : ''
  const who = withoutUndefined(person) as PartyPerson
  const known = {
    person: isKind === 'organization' || Object.keys(who).length === 0 ? undefined : who,
    organization: isKind === 'person' ? undefined : organization,
    contact: usable(withoutUndefined(contact) as Contact),
  }
  return withoutUndefined(known)
}

/** Where a contact has the entries of each way. */
export const ways = { mail: 'addresses', email: 'emails', phone: 'phones' } as const

/** Nobody prefers a way that there is no more. */
function usable(contact: Contact): Contact | undefined {
  const { preferred, ...entries } = contact
  const isThere = preferred !== undefined && (entries[ways[preferred]]?.length ?? 0) > 0
  const kept = isThere ? contact : entries
  return Object.keys(kept).length === 0 ? undefined : kept
}

/**
 * What a part becomes when the directory has said `theirs`, after it had said `base`: what only it changed is taken, what
 * only the case changed stays, and what both changed is in conflict until somebody decides.
 */
export function reconciled(
  part: ComparedPart,
  ours: Who,
  { base, theirs, conflicts }: { base: Who | undefined; theirs: Who; conflicts: readonly PartyConflict[] },
): { next: Who; conflicts: PartyConflict[] } {
  const open = conflicts.filter(({ field }) => partOfField(field) === part)
  const kind = part === 'identity' ? otherKind(ours, theirs) : undefined
  if (kind) {
    if (kind === 'none' || kind === otherKind(ours, base ?? {})) return { next: ours, conflicts: [] }
    return { next: ours, conflicts: [{ field: kind }] }
  }
  const taken: string[] = []
  const inConflict: PartyConflict[] = []
  for (const field of fieldsOf[part]) {
    const [mine, was, now] = [fieldIn(ours, field), fieldIn(base, field), fieldIn(theirs, field)]
    if (isSame(mine, now)) continue
    const known = open.find((one) => one.field === field || one.field === part)
    if (known) inConflict.push({ ...known, field })
    else if (isSame(was, now)) continue
    else if (isSame(mine, was)) taken.push(field)
    else inConflict.push({ field })
  }
  return { next: withFieldsOf(ours, theirs, taken), conflicts: inConflict }
}

/** Where one is a person and the other an organization; `none` where theirs does not say. */
function otherKind(ours: Who, theirs: Who): 'person' | 'organization' | 'none' | undefined {
  if (theirs.person === undefined && theirs.organization === undefined) return 'none'
  if ((ours.person === undefined) === (theirs.person === undefined)) return undefined
  return theirs.person === undefined ? 'organization' : 'person'
}

/** Where the case and the directory say different things; of what the directory does not say, nothing. */
export function differences(ours: Who, theirs: Who): string[] {
  const kind = otherKind(ours, theirs)
  if (kind === 'person' || kind === 'organization') return [kind]
  const fields = [...(kind === 'none' ? [] : fieldsOf.identity), ...fieldsOf.contact]
  return fields.filter((field) => {
    const value = fieldIn(theirs, field)
    return value !== undefined && !isSame(fieldIn(ours, field), value)
  })
}

/** What stays in conflict once the record reads so: where the two agree by now there is nothing to decide. */
export function stillOpen(
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
