import { type Audience, declaredIn, project, type Reading, reads, withheld } from '@portico/contract/audience'
import { type EventType, eventData, type PorticoEvent } from '@portico/contract/events'
import type { Visibility } from '@portico/contract/marks'
import { authorOf } from './kernel.ts'

/** Who looks at a case: the teams that they are in, how they read it, and whether they keep its file in order. */
export type Reader = {
  id: string
  teams: readonly string[]
  audience: Reading
  curates?: boolean
}

/** All who see a case see at least this of it. */
export const anyReader: Reader = { id: '', teams: [], audience: 'party' }

/** What of a case is not for everyone who may read its kind. */
export type Reserved = {
  /** Documents that are held or removed: for those who keep the file in order. */
  uncurrent: ReadonlySet<string>
  /** Parties whose representative the reader is: all of their record is shown to them. */
  clients: ReadonlySet<string>
  /** From a signature up to its recall, or to now, where there was no release: what came of it is not for parties. */
  unreleased: readonly { after: number; upTo: number }[]
  /** Cases that this one is linked with and that the reader does not see. */
  unseenCases: ReadonlySet<string>
}

export const nothingReserved: Reserved = {
  uncurrent: new Set(),
  clients: new Set(),
  unreleased: [],
  unseenCases: new Set(),
}

/** What comes of a decision: before its release none of it is for a party. */
const ofOutcomes: readonly EventType[] = ['case.stateChanged', 'case.closed', 'case.linked', 'issue.removed']

type Data = Record<string, unknown>

/**
 * What of an event's payload a reader may have: all of it, a part, or `withheld`. Of what is reserved a reader who may
 * read its kind learns no more than one who may not.
 */
export function readableData(event: PorticoEvent, reader: Reader, reserved: Reserved): unknown {
  const data = event.data as Data | null
  if (data === null) return data
  if (isMark(event) && !seesMark(reader, markOf(event))) return withheld
  if (reader.audience === 'administration') return data
  const { documentId, partyId } = data
  if (!reader.curates && typeof documentId === 'string' && reserved.uncurrent.has(documentId)) return withheld
  if (event.type === 'case.linked' && reserved.unseenCases.has(event.data.caseId)) return withheld
  const schema = eventData[event.type]
  if (reader.audience !== 'party') return project(schema, data, reader.audience, widest(event.type))
  if (isUnreleased(event, reserved)) return withheld
  const isOwn = typeof partyId === 'string' && reserved.clients.has(partyId)
  return project(schema, data, isOwn ? 'staff' : 'party', widest(event.type))
}

/** Whether anything of such an event is for somebody who reads so. */
export function tellsOf(type: EventType, reading: Reading): boolean {
  const declared = declaredIn(eventData[type])
  if (!declared) return reading === 'administration'
  return [declared.all, ...Object.values(declared.fields ?? {})].some((audience) => reads(reading, audience))
}

/** A row says itself whom it is for; one that does not is for nobody. */
function widest(type: EventType): Audience | undefined {
  return declaredIn(eventData[type]) ? 'party' : undefined
}

function isUnreleased(event: PorticoEvent, { unreleased }: Reserved): boolean {
  if (event.type === 'workProduct.recalled') return !event.data.wasReleased
  if (!ofOutcomes.includes(event.type)) return false
  return unreleased.some(({ after, upTo }) => event.sequence > after && event.sequence <= upTo)
}

export type Mark = { authorId: string; visibility: Visibility; teams: readonly string[] }

type MarkEvent = Extract<PorticoEvent, { type: 'document.annotated' | 'document.tagged' }>

function isMark(event: PorticoEvent): event is MarkEvent {
  return event.type === 'document.annotated' || event.type === 'document.tagged'
}

/** Words that say nothing of who sees them are those of staff, among themselves. */
function markOf(event: MarkEvent): Mark {
  const { visibility = 'staff', teams = [] } = event.data as { visibility?: Visibility; teams?: string[] }
  return { authorId: authorOf(event).id, visibility, teams }
}

/** Whether a reader sees an annotation or a tag. */
export function seesMark(reader: Reader, { authorId, visibility, teams }: Mark): boolean {
  if (visibility === 'case' || authorId === reader.id) return true
  if (visibility === 'staff') return reads(reader.audience, 'staff')
  return visibility === 'team' && teams.some((team) => reader.teams.includes(team))
}
