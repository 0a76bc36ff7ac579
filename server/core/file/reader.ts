import { type Audience, declaredIn, project, type Reading, reads, withheld } from '@portico/contract/audience'
import type { DuplicateRun } from '@portico/contract/documents'
import { type EventType, eventData, type PorticoEvent } from '@portico/contract/events'
import type { Visibility } from '@portico/contract/marks'
import { authorOf } from '../kernel/decider.ts'
import { type PageSpan, seenRuns } from './seen-runs.ts'

/** A reader of a case: their teams, their audience, whether they curate, and the documents of it that are not for them. */
export type Reader = {
  id: string
  username?: string
  teams: readonly string[]
  audience: Reading
  curates?: boolean
  concealed?: readonly string[]
}

/** Everyone who sees a case sees at least this. */
export const anyReader: Reader = { id: '', teams: [], audience: 'party' }

/** What is hidden from some readers who may read its kind. */
export type Reserved = {
  /** Held and removed documents: for curators. */
  uncurrent: ReadonlySet<string>
  /** Documents for staff and another side. */
  concealed: ReadonlySet<string>
  /** Parties that the reader represents: the reader sees their records. */
  clients: ReadonlySet<string>
  /** Spans from an unreleased signature to its recall, or to now: their results are hidden from parties. */
  unreleased: readonly { after: number; upTo: number }[]
  /** Cases named by events of this one that the reader does not see. */
  unseenCases: ReadonlySet<string>
  /** The pages that the reader sees, where the events tell of repeated ones. */
  seenPages?: readonly PageSpan[]
  /** The annotations that the events tell of, as they stand; one that was deleted is not among them. */
  annotations?: ReadonlyMap<string, Mark>
}

export const nothingReserved: Reserved = {
  uncurrent: new Set(),
  concealed: new Set(),
  clients: new Set(),
  unreleased: [],
  unseenCases: new Set(),
}

/** Results of a decision, hidden from parties until its release. */
const ofOutcomes: readonly EventType[] = ['case.stateChanged', 'case.closed', 'case.linked', 'issue.removed']

/** A party's record is theirs to see; who has access to their case, and the work of staff, is not. */
const ofRecords: readonly EventType[] = [
  'party.recorded',
  'party.contactChanged',
  'party.died',
  'party.deathRetracted',
  'party.representationChanged',
]

type Data = Record<string, unknown>

/**
 * The part of an event's payload that a reader may see: all, some, or `withheld`. Reserved events show a reader no more
 * than they show one who may not read their kind.
 */
export function readableData(event: PorticoEvent, reader: Reader, reserved: Reserved): unknown {
  if (event.data === null) return null
  if (isMark(event) && !seesMarkOf(event, reader, reserved)) return withheld
  if (event.type === 'case.linked' && reserved.unseenCases.has(event.data.caseId)) return withheld
  const whole = withoutUnseen(event.data as Data, reserved.unseenCases)
  if (reader.audience === 'administration') return whole
  const data = ofSeenDocuments(event, whole, reader, reserved)
  if (!data) return withheld
  const { partyId } = data
  const schema = eventData[event.type]
  if (reader.audience !== 'party') return project(schema, data, reader.audience, widest(event.type), reader)
  if (isUnreleased(event, reserved) || isWithinStatus(event)) return withheld
  const isOwn = ofRecords.includes(event.type) && typeof partyId === 'string' && reserved.clients.has(partyId)
  const shown = isOwn ? withoutDirectory(data) : data
  return project(schema, shown, isOwn ? 'staff' : 'party', widest(event.type), reader)
}

/** Payload members that list documents. */
const ofDocuments = ['documentIds', 'into', 'duplicateOf'] as const

/**
 * What is left of a payload without documents that are not for the reader, and without the pages on which these are;
 * nothing, if it is about one of them, or about what repeats them alone.
 */
function ofSeenDocuments(
  { type }: PorticoEvent,
  data: Data,
  { curates }: Reader,
  { uncurrent, concealed, seenPages = [] }: Reserved,
): Data | undefined {
  const isUncurrent = (id: unknown) => !curates && uncurrent.has(id as string)
  const isUnseen = (id: unknown) => isUncurrent(id) || concealed.has(id as string)
  if (isUncurrent(data.documentId) || isUnseen(data.duplicateOf)) return undefined
  if (type.startsWith('document.') && isUnseen(data.documentId)) return undefined
  if (type === 'document.linked') {
    const duplicates = seenRuns(data.duplicates as DuplicateRun[], seenPages)
    return duplicates.length > 0 ? { ...data, duplicates } : undefined
  }
  const lists = ofDocuments.filter((name) => Array.isArray(data[name]))
  if (lists.length === 0) return data
  const seen = (name: string) => (data[name] as unknown[]).filter((id) => !isUnseen(id))
  return { ...data, ...Object.fromEntries(lists.map((name) => [name, seen(name)])) }
}

/** Whether an event says on which pages of the case something is that a document repeats. */
export const tellsOfPages = ({ type, data }: PorticoEvent) => type === 'document.linked' && data !== null

/** What staff and a directory have to settle about a record is not part of it. */
export function withoutDirectory<Record extends object>(record: Record): Record {
  const { directory: _, reconciled: __, conflicts: ___, ...own } = record as Data
  return own as Record
}

/** Payload members that name another case. */
const fromCases = ['origin', 'sharedFrom', 'goesOn'] as const

/** The other cases named by an event. */
export function casesNamedIn({ type, data }: PorticoEvent): string[] {
  if (data === null) return []
  if (type === 'case.linked') return [data.caseId]
  return fromCases.flatMap((name) => caseNamedBy((data as Data)[name]) ?? [])
}

function withoutUnseen(data: Data, unseen: Reserved['unseenCases']): Data {
  if (unseen.size === 0) return data
  const isHidden = (name: string) => unseen.has(caseNamedBy(data[name]) ?? '')
  const hidden: readonly string[] = fromCases.filter(isHidden)
  return hidden.length === 0
    ? data
    : Object.fromEntries(Object.entries(data).filter(([name]) => !hidden.includes(name)))
}

const caseNamedBy = (from: unknown) => (from as { caseId?: string } | undefined)?.caseId

/** Whether any part of such an event is visible to this audience. */
export function tellsOf(type: EventType, reading: Reading): boolean {
  const declared = declaredIn(eventData[type])
  if (!declared) return reading === 'administration'
  return [declared.all, ...Object.values(declared.fields ?? {})].some((audience) => reads(reading, audience))
}

/** A row names its own audience; one that does not is shown to nobody. */
function widest(type: EventType): Audience | undefined {
  return declaredIn(eventData[type]) ? 'party' : undefined
}

/** What a party reads of a case stays as it was. */
function isWithinStatus(event: PorticoEvent): boolean {
  return event.type === 'case.stateChanged' && event.data?.partyFrom === event.data?.partyTo
}

function isUnreleased(event: PorticoEvent, { unreleased }: Reserved): boolean {
  if (event.type === 'workProduct.recalled') return !event.data.wasReleased
  if (!ofOutcomes.includes(event.type)) return false
  return unreleased.some(({ after, upTo }) => event.sequence > after && event.sequence <= upTo)
}

export type Mark = { authorId: string; visibility: Visibility; teams: readonly string[] }

/** Tags and annotations, whose payload says who sees them. */
function isMark({ type }: PorticoEvent): boolean {
  return Object.hasOwn(eventData[type].properties, 'visibility')
}

/** What an annotation once said is shown to those who may still read it; of a deleted one, to its author and administrators. */
function seesMarkOf(event: PorticoEvent, reader: Reader, { annotations }: Reserved): boolean {
  const told = markOf(event)
  if (!seesMark(reader, told)) return false
  const id = annotationIn(event)
  if (!annotations || id === undefined) return true
  const now = annotations.get(id)
  return now ? seesMark(reader, now) : told.authorId === reader.id || reader.audience === 'administration'
}

/** The annotation whose words an event carries. */
export function annotationIn(event: PorticoEvent): string | undefined {
  return isMark(event) ? (event.data as { annotationId?: string } | null)?.annotationId : undefined
}

/** Whether who sees it depends on more than their audience: on whose it is, or for which teams. */
export function isPersonal(event: PorticoEvent): boolean {
  if (event.data === null || !isMark(event)) return false
  const { visibility } = markOf(event)
  return annotationIn(event) !== undefined || (visibility !== 'case' && visibility !== 'staff')
}

/** Without a visibility, only staff see it. */
function markOf(event: PorticoEvent): Mark {
  const { visibility = 'staff', teams = [] } = event.data as { visibility?: Visibility; teams?: string[] }
  return { authorId: authorOf(event).id, visibility, teams }
}

/** Whether a reader sees an annotation or a tag. */
export function seesMark(reader: Reader, { authorId, visibility, teams }: Mark): boolean {
  if (visibility === 'case' || authorId === reader.id) return true
  if (visibility === 'staff') return reads(reader.audience, 'staff')
  return visibility === 'team' && teams.some((team) => reader.teams.includes(team))
}
