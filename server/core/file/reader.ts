import { type Audience, declaredIn, project, type Reading, reads, withheld } from '@portico/contract/audience'
import type { DuplicateRun } from '@portico/contract/documents'
import { type EventType, eventData, type PorticoEvent } from '@portico/contract/events'
import type { Visibility } from '@portico/contract/marks'
import { authorOf } from '../kernel/decider.ts'
import { type PageSpan, visibleRuns } from './seen-runs.ts'

/** `concealed` are the documents that the reader may not see. */
export type Reader = {
  id: string
  username?: string
  teams: readonly string[]
  audience: Reading
  curates?: boolean
  concealed?: readonly string[]
}

/** The least that anyone with access to a case may see. */
export const anyReader: Reader = { id: '', teams: [], audience: 'party' }

/** What is hidden from some readers although they may read its kind. */
export type Reserved = {
  /** Held and removed documents: for curators. */
  uncurrent: ReadonlySet<string>
  /** Documents for staff and another side only. */
  concealed: ReadonlySet<string>
  /** Parties whose records the reader may see as their representative. */
  clients: ReadonlySet<string>
  /** Spans of events, each from an unreleased signature to its recall or to now, whose outcomes are hidden from parties. */
  unreleased: readonly { after: number; upTo: number }[]
  /** Cases that events name and the reader may not see. */
  unseenCases: ReadonlySet<string>
  /** The pages that the reader may see; needed for events about duplicate pages. */
  seenPages?: readonly PageSpan[]
  /** The current state of the annotations in the events; deleted ones are absent. */
  annotations?: ReadonlyMap<string, Mark>
}

export const nothingReserved: Reserved = {
  uncurrent: new Set(),
  concealed: new Set(),
  clients: new Set(),
  unreleased: [],
  unseenCases: new Set(),
}

/** Events that reveal a decision, hidden from parties until its release. */
const outcomeTypes: readonly EventType[] = [
  'case.stateChanged',
  'case.closed',
  'case.linked',
  'issue.removed',
]

/** The events of a party's own record; who has access to the case, and the work of staff, are not among them. */
const recordTypes: readonly EventType[] = [
  'party.recorded',
  'party.contactChanged',
  'party.died',
  'party.deathRetracted',
  'party.representationChanged',
]

type Data = Record<string, unknown>

/**
 * The part of an event's payload that a reader may see: all, some, or `withheld`. A reserved event looks the same as one of
 * a kind that the reader may not read.
 */
export function readableData(event: PorticoEvent, reader: Reader, reserved: Reserved): unknown {
  if (event.data === null) return null
  if (isMark(event) && !seesMarkOf(event, reader, reserved)) return withheld
  if (event.type === 'case.linked' && reserved.unseenCases.has(event.data.caseId)) return withheld
  const whole = withoutUnseenCases(event.data as Data, reserved.unseenCases)
  if (reader.audience === 'administration') return whole
  const data = withoutUnseenDocuments(event, whole, reader, reserved)
  if (!data) return withheld
  const { partyId } = data
  const schema = eventData[event.type]
  if (reader.audience !== 'party') return project(schema, data, reader.audience, widest(event.type), reader)
  if (isUnreleased(event, reserved) || keepsPartyStatus(event)) return withheld
  const isOwnRecord =
    recordTypes.includes(event.type) && typeof partyId === 'string' && reserved.clients.has(partyId)
  const visible = isOwnRecord ? withoutDirectory(data) : data
  return project(schema, visible, isOwnRecord ? 'staff' : 'party', widest(event.type), reader)
}

/** Payload members that list documents. */
const documentFields = ['documentIds', 'into', 'duplicateOf'] as const

/**
 * A payload without the documents that the reader may not see, and without their pages; undefined if it is about nothing
 * else.
 */
function withoutUnseenDocuments(
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
    const duplicates = visibleRuns(data.duplicates as DuplicateRun[], seenPages)
    return duplicates.length > 0 ? { ...data, duplicates } : undefined
  }
  const listFields = documentFields.filter((name) => Array.isArray(data[name]))
  if (listFields.length === 0) return data
  const seen = (name: string) => (data[name] as unknown[]).filter((id) => !isUnseen(id))
  return { ...data, ...Object.fromEntries(listFields.map((name) => [name, seen(name)])) }
}

/** Whether an event names the duplicate pages of a document. */
export const isAboutDuplicates = ({ type, data }: PorticoEvent) => type === 'document.linked' && data !== null

/** Removes what staff and a directory have yet to reconcile. */
export function withoutDirectory<Record extends object>(record: Record): Record {
  const { directory: _, reconciled: __, conflicts: ___, ...own } = record as Data
  return own as Record
}

/** Payload members that refer to another case. */
const caseFields = ['origin', 'sharedFrom', 'goesOn'] as const

/** The other cases that an event refers to. */
export function casesNamedIn({ type, data }: PorticoEvent): string[] {
  if (data === null) return []
  if (type === 'case.linked') return [data.caseId]
  return caseFields.flatMap((name) => caseNamedBy((data as Data)[name]) ?? [])
}

function withoutUnseenCases(data: Data, unseen: Reserved['unseenCases']): Data {
  if (unseen.size === 0) return data
  const isHidden = (name: string) => unseen.has(caseNamedBy(data[name]) ?? '')
  const hidden: readonly string[] = caseFields.filter(isHidden)
  return hidden.length === 0
    ? data
    : Object.fromEntries(Object.entries(data).filter(([name]) => !hidden.includes(name)))
}

const caseNamedBy = (from: unknown) => (from as { caseId?: string } | undefined)?.caseId

/** Whether any part of an event of this type is visible to an audience. */
export function isVisibleTo(type: EventType, reading: Reading): boolean {
  const declared = declaredIn(eventData[type])
  if (!declared) return reading === 'administration'
  return [declared.all, ...Object.values(declared.fields ?? {})].some((audience) => reads(reading, audience))
}

/** Event types without a declared audience are shown to nobody. */
function widest(type: EventType): Audience | undefined {
  return declaredIn(eventData[type]) ? 'party' : undefined
}

/** Whether a change of state leaves the status that parties see unchanged. */
function keepsPartyStatus(event: PorticoEvent): boolean {
  return event.type === 'case.stateChanged' && event.data?.partyFrom === event.data?.partyTo
}

function isUnreleased(event: PorticoEvent, { unreleased }: Reserved): boolean {
  if (event.type === 'workProduct.recalled') return !event.data.wasReleased
  if (!outcomeTypes.includes(event.type)) return false
  return unreleased.some(({ after, upTo }) => event.sequence > after && event.sequence <= upTo)
}

export type Mark = { authorId: string; visibility: Visibility; teams: readonly string[] }

/** Whether an event is about a tag or annotation, whose payload has its visibility. */
function isMark({ type }: PorticoEvent): boolean {
  return Object.hasOwn(eventData[type].properties, 'visibility')
}

/** Earlier versions of an annotation are visible to its current readers; a deleted one, to its author and administrators. */
function seesMarkOf(event: PorticoEvent, reader: Reader, { annotations }: Reserved): boolean {
  const mark = markOf(event)
  if (!seesMark(reader, mark)) return false
  const id = annotationIn(event)
  if (!annotations || id === undefined) return true
  const current = annotations.get(id)
  return current
    ? seesMark(reader, current)
    : mark.authorId === reader.id || reader.audience === 'administration'
}

/** The annotation whose content is in an event. */
export function annotationIn(event: PorticoEvent): string | undefined {
  return isMark(event) ? (event.data as { annotationId?: string } | null)?.annotationId : undefined
}

/** Whether visibility depends on the author or the teams, and not on the audience alone. */
export function isPersonal(event: PorticoEvent): boolean {
  if (event.data === null || !isMark(event)) return false
  const { visibility } = markOf(event)
  return annotationIn(event) !== undefined || (visibility !== 'case' && visibility !== 'staff')
}

/** Marks without a visibility are for staff. */
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
