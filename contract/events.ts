import Type, { type Static, type TSchema } from 'typebox'
import { PersonName } from './appeals.ts'
import { shownTo } from './audience.ts'
import { accessEvents } from './events/access.ts'
import { correctionEvents } from './events/corrections.ts'
import { custodyEvents } from './events/custody.ts'
import { deliveryEvents } from './events/deliveries.ts'
import { effectuationEvents } from './events/effectuation.ts'
import { issueEvents } from './events/issues.ts'
import { linkEvents } from './events/links.ts'
import { partyEvents } from './events/parties.ts'
import { priorityEvents } from './events/priority.ts'
import { sessionEvents } from './events/sessions.ts'
import { workEvents } from './events/work.ts'
import { workProductEvents } from './events/work-products.ts'
import { Box, TagVisibility, Visibility } from './marks.ts'
import { CalendarDate, Sha256, Timestamp } from './text.ts'

export const Actor = Type.Object({
  id: Type.String(),
  name: Type.String({ description: 'The username, as `createdBy` shows it' }),
  kind: Type.Union([Type.Literal('person'), Type.Literal('integration'), Type.Literal('system')]),
})
export type Actor = Static<typeof Actor>

/** What another system calls it. */
export const Alias = Type.Object({ source: Type.String(), externalId: Type.String() })
export type Alias = Static<typeof Alias>

/** A page range of a blob: bytes received are kept whole under their hash. */
export const Content = Type.Object({
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  mediaType: Type.String(),
  firstPage: Type.Integer({ minimum: 1 }),
  pageCount: Type.Integer({ minimum: 1 }),
})
export type Content = Static<typeof Content>

/** Bytes as they came in, where what people read is a PDF that was made from them. */
export const Original = Type.Object({
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  mediaType: Type.String(),
})
export type Original = Static<typeof Original>

/** Pages of a document that are in the file already, elsewhere: a run of them, page by page. */
export const DuplicateRun = Type.Object({
  startPage: Type.Integer({ minimum: 1 }),
  endPage: Type.Integer({ minimum: 1 }),
  ofStartPage: Type.Integer({ minimum: 1, description: 'Where the run begins that it repeats' }),
  kind: Type.Union([Type.Literal('exact'), Type.Literal('near')]),
  similarity: Type.Number({ minimum: 0, maximum: 1, description: 'Of the least similar pair of pages' }),
})
export type DuplicateRun = Static<typeof DuplicateRun>

const bytesAndPages = {
  startPage: Type.Integer({ minimum: 1 }),
  endPage: Type.Integer({ minimum: 1 }),
  content: Content,
  original: Type.Optional(Original),
  unreadable: Type.Optional(
    Type.String({ description: 'Why its pages could not be counted; it then has one page' }),
  ),
}

const labels = {
  name: Type.String(),
  documentType: Type.Optional(Type.String()),
  description: Type.String(),
  categories: Type.Array(Type.String()),
  receiptDate: CalendarDate,
}

const Filed = Type.Object({
  documentId: Type.String(),
  ...labels,
  position: Type.Integer({ minimum: 0 }),
  ...bytesAndPages,
  dividedFrom: Type.Optional(Type.String({ description: 'The document whose pages these were before' })),
  sharedFrom: Type.Optional(
    Type.Object(
      { caseId: Type.String(), documentId: Type.String(), version: Type.Integer({ minimum: 1 }) },
      { description: 'The document of another case whose bytes these are' },
    ),
  ),
  alias: Type.Optional(Alias),
})

const Revised = Type.Object({
  documentId: Type.String(),
  version: Type.Integer({ minimum: 2 }),
  ...bytesAndPages,
})

const Divided = Type.Object({
  documentId: Type.String(),
  endPage: Type.Integer({ minimum: 1 }),
  content: Content,
  ...labels,
  into: Type.Array(Type.String(), { description: 'The documents that have its other pages now' }),
})

const Refused = Type.Object({
  name: Type.String(),
  sha256: Sha256,
  bytes: Type.Integer({ minimum: 0 }),
  duplicateOf: Type.String({ description: 'The document that has these bytes' }),
})

/** Where a case stood when it was brought from another system: no work begins with it. */
export const Brought = Type.Object({
  docket: Type.Optional(Type.String()),
  docketDate: Type.Optional(CalendarDate),
  closed: Type.Optional(
    Type.Object({ reason: Type.String(), closedAt: Timestamp, outcome: Type.Optional(Type.String()) }),
  ),
})
export type Brought = Static<typeof Brought>

const Opened = Type.Object({
  docketNumber: Type.String(),
  caseType: Type.String(),
  veteran: PersonName,
  receiptDate: CalendarDate,
  uploadedAt: Timestamp,
  originalPdfBytes: Type.Integer({ minimum: 0 }),
  claimantId: Type.Optional(
    Type.String({ description: 'The party that the opening records: whose case it is' }),
  ),
  alias: Type.Optional(Alias),
  brought: Type.Optional(Brought),
  sensitivity: Type.Optional(
    Type.Integer({ minimum: 0, description: 'From the first moment on; as the profile says otherwise' }),
  ),
})

const Annotated = Type.Object({
  documentId: Type.String(),
  annotationId: Type.String(),
  page: Type.Integer({ minimum: 1 }),
  x: Type.Optional(Type.Number()),
  y: Type.Optional(Type.Number()),
  comment: Type.Optional(Type.String()),
  relevantDate: Type.Optional(CalendarDate),
  alias: Type.Optional(Alias),
  rects: Type.Optional(Type.Array(Box)),
  quote: Type.Optional(Type.String()),
  visibility: Type.Optional(Visibility),
  teams: Type.Optional(Type.Array(Type.String(), { description: "The author's teams at that time" })),
})

const AnnotationMoved = Type.Object({
  documentId: Type.String(),
  annotationId: Type.String(),
  page: Type.Integer({ minimum: 1 }),
  x: Type.Optional(Type.Number()),
  y: Type.Optional(Type.Number()),
  rects: Type.Optional(Type.Array(Box)),
})

const IssueAdded = Type.Object({
  issueId: Type.String(),
  position: Type.Integer({ minimum: 0, description: 'Its place among the issues of the case' }),
  issueType: Type.String(),
  benefitType: Type.Optional(Type.String()),
  scope: Type.Optional(Type.String()),
  description: Type.Optional(Type.String()),
  raisedIssueIds: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Of an issue that others were split or merged into: those that were raised',
    }),
  ),
  alias: Type.Optional(Alias),
  sharedFrom: Type.Optional(
    Type.Object(
      { caseId: Type.String(), issueId: Type.String() },
      { description: 'The issue of another case that it goes on with' },
    ),
  ),
})

/** What another system says has happened: kept as it was told, without effect on anything here. */
const HistoryRecorded = Type.Object({
  entryId: Type.String(),
  what: Type.String(),
  details: Type.Optional(Type.String()),
  alias: Alias,
})

const OfDocument = Type.Object({ documentId: Type.String() })
const OfDocumentWithReason = Type.Object({ documentId: Type.String(), why: Type.String() })
const OfAnnotation = Type.Object({ documentId: Type.String(), annotationId: Type.String() })
const ofCuration = shownTo('staff', OfDocumentWithReason, { integration: ['documentId'] })

const Tagged = Type.Object({
  documentId: Type.String(),
  text: Type.String(),
  visibility: Type.Optional(TagVisibility),
})

/**
 * Every event there is, what it carries, and whom that is for: one that says nothing of its audience is shown to
 * administrators alone.
 */
export const eventData = {
  'case.opened': shownTo('party', Opened, { integration: ['alias'], staff: ['sensitivity', 'brought'] }),
  ...correctionEvents,
  'case.historyRecorded': shownTo('staff', HistoryRecorded, { integration: ['entryId', 'alias'] }),
  'case.documentsArranged': shownTo('integration', Type.Object({ documentIds: Type.Array(Type.String()) })),
  'document.filed': shownTo('party', Filed, { integration: ['alias', 'sharedFrom'] }),
  'document.revised': shownTo('party', Revised),
  'document.divided': shownTo('party', Divided),
  'document.edited': shownTo(
    'party',
    Type.Object({ documentId: Type.String(), ...labels }, { description: 'What is said of it from then on' }),
  ),
  'document.refused': shownTo('integration', Refused),
  'document.held': ofCuration,
  'document.admitted': shownTo('staff', OfDocumentWithReason, { party: ['documentId'] }),
  'document.removed': ofCuration,
  'document.linked': shownTo(
    'integration',
    Type.Object({ documentId: Type.String(), duplicates: Type.Array(DuplicateRun) }),
  ),
  'document.unlinked': shownTo('integration', OfDocument),
  /** Narrowed by the visibility that a tag or an annotation has. */
  'document.tagged': shownTo('party', Tagged),
  'document.untagged': shownTo('staff', Type.Object({ documentId: Type.String(), text: Type.String() })),
  'document.annotated': shownTo('party', Annotated),
  'document.annotationMoved': shownTo('staff', AnnotationMoved),
  'document.annotationOrphaned': shownTo('staff', OfAnnotation),
  'document.annotationRemoved': shownTo('staff', OfAnnotation),
  'document.markedRead': shownTo('staff', OfDocument),
  'document.markedUnread': shownTo('staff', OfDocument),
  ...linkEvents,
  ...partyEvents,
  ...accessEvents,
  ...priorityEvents,
  'issue.added': shownTo('party', IssueAdded, { integration: ['alias', 'sharedFrom'] }),
  ...issueEvents,
  ...workProductEvents,
  ...workEvents,
  ...sessionEvents,
  ...deliveryEvents,
  ...effectuationEvents,
  ...custodyEvents,
}

export type EventType = keyof typeof eventData
export const eventTypes = Object.keys(eventData) as EventType[]

type EventData = { [Type in EventType]: Static<(typeof eventData)[Type]> }

const envelope = {
  id: Type.String(),
  position: Type.Integer({ description: 'The order among all events' }),
  caseId: Type.String(),
  sequence: Type.Integer({ description: 'The order in the case, from 1 without holes' }),
  at: Timestamp,
  recordedAt: Timestamp,
  actor: Actor,
  onBehalfOf: Type.Optional(Actor),
  causationId: Type.Optional(Type.String()),
  correlationId: Type.String(),
  hash: Type.String({
    description: "Chains the case's events: sha256 of the previous hash, this envelope, this data",
  }),
}

const Envelope = Type.Object(envelope)
export type Envelope = Static<typeof Envelope>

export type PorticoEvent = {
  [Type in EventType]: Envelope & { type: Type; data: EventData[Type] }
}[EventType]

/** One schema a type, named for it: `document.filed` is `DocumentFiled`. */
export const eventSchemas: Record<string, TSchema> = Object.fromEntries(
  eventTypes.map((type) => [schemaName(type), eventSchema(type)]),
)

export const Event = Type.Union(Object.values(eventSchemas))

export const EventPage = Type.Object({
  events: Type.Array(Event),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})

export const EventsQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'A position: only events behind it',
    }),
  ),
  types: Type.Optional(Type.String({ description: 'Event types, separated by commas' })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
})
export type EventsQuery = Static<typeof EventsQuery>

function eventSchema(type: EventType): TSchema {
  const data = Type.Union([eventData[type], Type.Null()], {
    description:
      'What of it is for you to see; null where none is, or where it was erased by law: the chain still proves the rest',
  })
  return Type.Object({ ...envelope, type: Type.Literal(type), data })
}

function schemaName(type: EventType): string {
  return type.replace(/(^|\.)[a-z]/g, (start) => start.slice(-1).toUpperCase())
}
