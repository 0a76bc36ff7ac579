import Type, { type Static } from 'typebox'
import { Permissions } from './actions.ts'
import { PersonName, SearchQuery } from './appeals.ts'
import { shownTo } from './audience.ts'
import { CaseCorrection } from './events/corrections.ts'
import { Assignee } from './events/work.ts'
import { DuplicateRun } from './events.ts'
import { Box } from './marks.ts'
import { CalendarDate, Timestamp } from './text.ts'

const TextProgress = Type.Object(
  {
    pagesRead: Type.Integer({
      minimum: 0,
      description: 'Pages whose text layer is searchable, if they have one',
    }),
    pages: Type.Integer({ minimum: 0 }),
    pagesToRecognise: Type.Integer({
      minimum: 0,
      description: 'Pages that are pictures, and wait for their text to be recognised',
    }),
    unreadablePages: Type.Integer({
      minimum: 0,
      description: 'Pages that have no text, as they cannot be read',
    }),
  },
  { description: 'How far the text of the pages is searchable' },
)

export const PageWord = Type.Object({
  start: Type.Integer({ minimum: 0, description: 'In UTF-16 code units of the text, as JavaScript counts' }),
  end: Type.Integer({ minimum: 0, description: 'Behind the last' }),
  ...Box.properties,
})
export type PageWord = Static<typeof PageWord>

export const PageText = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  documentId: Type.String(),
  state: Type.Union(
    [Type.Literal('read'), Type.Literal('unread'), Type.Literal('toRecognise'), Type.Literal('unreadable')],
    {
      description: 'Read; not yet; a picture that waits for recognition; or without a text that can be read',
    },
  ),
  text: Type.String({
    description: 'In reading order, a line of the page on each line',
    examples: ['Tinnitus is granted.'],
  }),
  source: Type.Union([Type.Literal('textLayer'), Type.Literal('ocr')], {
    description: 'Written in the file, or recognised from a picture of the page',
    examples: ['ocr'],
  }),
  confidence: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'How sure the recogniser was; only of its own text' }),
  ),
  words: Type.Array(PageWord, {
    description: 'Where each word is printed, in the order of the text',
    examples: [[{ start: 0, end: 8, left: 0.12, top: 0.2, right: 0.2, bottom: 0.218 }]],
  }),
})
export type PageText = Static<typeof PageText>

export const PageTextDetail = Type.Object({ page: PageText })
export type PageTextDetail = Static<typeof PageTextDetail>

export const Case = shownTo(
  'party',
  Type.Object({
    id: Type.String(),
    docketNumber: Type.String(),
    caseType: Type.String(),
    veteran: PersonName,
    receiptDate: CalendarDate,
    uploadedAt: Timestamp,
    externalStatus: Type.Optional(
      Type.String({ description: 'Where it stands in another system, as that says' }),
    ),
    originalPdfBytes: Type.Integer({ minimum: 0 }),
    documentCount: Type.Integer({ minimum: 0 }),
    pageCount: Type.Integer({ minimum: 0 }),
    text: TextProgress,
    version: Type.Integer({ description: 'The sequence of its last event; send it as `If-Match`' }),
  }),
  { integration: ['externalStatus'] },
)
export type Case = Static<typeof Case>

export const CorrectCase = Type.Object(
  {
    ...CaseCorrection.properties,
    why: Type.String({ minLength: 1, maxLength: 2000, description: 'What was wrong, or has changed' }),
  },
  {
    additionalProperties: false,
    examples: [{ externalStatus: 'remanded', why: 'The other system says so.' }],
  },
)
export type CorrectCase = Static<typeof CorrectCase>

export const CaseDetail = Type.Object({ case: Case, permissions: Permissions })

export const CaseSummary = shownTo(
  'party',
  Type.Object({
    id: Type.String(),
    docketNumber: Type.String(),
    caseType: Type.String(),
    docket: Type.Optional(Type.String()),
    veteran: PersonName,
    receiptDate: CalendarDate,
    uploadedAt: Timestamp,
    status: Type.Optional(
      Type.String({ description: 'Absent while no work has begun', examples: ['onDocket'] }),
    ),
    step: Type.Optional(Type.String()),
    enteredStepAt: Type.Optional(Timestamp),
    assignee: Type.Optional(Assignee),
    isClosed: Type.Boolean(),
    sensitivity: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  { staff: ['sensitivity'], integration: ['status', 'step', 'enteredStepAt', 'assignee'] },
)
export type CaseSummary = Static<typeof CaseSummary>

export const CasePage = Type.Object({
  cases: Type.Array(CaseSummary),
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})

const word = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }))

export const CasesQuery = Type.Object({
  status: word('Only cases that stand so'),
  docket: word('Only cases of this docket'),
  caseType: word('Only cases of this type'),
  assignee: word('Only cases with an open task of this member or team'),
  isClosed: Type.Optional(Type.Boolean()),
  text: word('Only cases whose docket number, or a name of the veteran, begins with each of these words'),
  source: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'With `externalId`: the system that the id is of',
    }),
  ),
  externalId: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Only the case that the source knows by this id',
    }),
  ),
  after: Type.Optional(Type.String({ maxLength: 200 })),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 50 })),
})
export type CasesQuery = Static<typeof CasesQuery>

export const CaseState = Type.Object({
  status: Type.String({ examples: ['onDocket'] }),
  partyStatus: Type.String({ examples: ['received'] }),
  why: Type.String({ description: 'A plain sentence' }),
  assignee: Type.Union([Assignee, Type.Null()]),
  next: Type.Optional(Type.String({ description: 'What comes next, in a plain sentence' })),
  step: Type.String(),
  enteredStepAt: Timestamp,
  ageInStepDays: Type.Integer({ minimum: 0 }),
  deadline: Type.Optional(Timestamp),
  openTasks: Type.Integer({ minimum: 0 }),
  onHoldUntil: Type.Optional(Timestamp),
  version: Type.Integer(),
})
export type CaseState = Static<typeof CaseState>

export const PageMap = Type.Object({
  pages: Type.Integer({ minimum: 0, description: 'Of the documents in the file' }),
  uniquePages: Type.Integer({ minimum: 0, description: 'Those that repeat no page before them' }),
  comparedPages: Type.Integer({
    minimum: 0,
    description: 'Those whose text is read and compared; the others may still turn out to repeat something',
  }),
  documents: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      startPage: Type.Integer({ minimum: 1 }),
      endPage: Type.Integer({ minimum: 1 }),
      uniquePages: Type.Integer({ minimum: 0 }),
      isLinked: Type.Boolean({ description: 'False where a person has taken the link back' }),
      duplicates: Type.Array(
        Type.Object({
          ...DuplicateRun.properties,
          ofDocument: Type.Object({ id: Type.String(), name: Type.String() }),
        }),
      ),
    }),
  ),
})
export type PageMap = Static<typeof PageMap>

export const StateQuery = Type.Object({
  at: Type.Optional(
    Type.String({
      description: 'An event position or a time: the state as it was then',
      examples: ['2026-11-01T00:00:00Z'],
    }),
  ),
})

export const CaseSearchQuery = Type.Object({
  ...SearchQuery.properties,
  documentId: Type.Optional(Type.String({ description: 'Only in this document' })),
  category: Type.Optional(Type.String({ description: 'Only in documents of this category' })),
  tag: Type.Optional(Type.String({ description: 'Only in documents with this tag' })),
  read: Type.Optional(
    Type.Boolean({ description: 'Only in documents that the caller has marked read; or only in the others' }),
  ),
  receivedFrom: Type.Optional(CalendarDate),
  receivedTo: Type.Optional(CalendarDate),
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'A page: only hits behind it' }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
})
export type CaseSearchQuery = Static<typeof CaseSearchQuery>

export const TextRange = Type.Object({
  start: Type.Integer({ minimum: 0, description: 'In UTF-16 code units, as JavaScript counts' }),
  end: Type.Integer({ minimum: 0, description: 'Behind the last' }),
})
export type TextRange = Static<typeof TextRange>

const snippet = {
  snippet: Type.String({ description: 'The text around the first match' }),
  matches: Type.Array(TextRange, { description: 'What to highlight in the snippet' }),
}

export const CaseSearchHit = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  document: Type.Object({ id: Type.String(), name: Type.String() }),
  ...snippet,
  boxes: Type.Array(Box, {
    maxItems: 200,
    description:
      'Where the matches of the whole page are printed, a box for each line of each; none while that is not known',
  }),
})
export type CaseSearchHit = Static<typeof CaseSearchHit>

export const AnnotationHit = Type.Object({
  documentId: Type.String(),
  annotationId: Type.String(),
  page: Type.Integer({ minimum: 1 }),
  ...snippet,
})
export type AnnotationHit = Static<typeof AnnotationHit>

export const TagHit = Type.Object({ documentId: Type.String(), text: Type.String() })
export type TagHit = Static<typeof TagHit>

export const DocumentCount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  count: Type.Integer({ minimum: 1 }),
})
export type DocumentCount = Static<typeof DocumentCount>

export const CaseSearchResult = Type.Object({
  query: Type.String(),
  corrected: Type.Optional(
    Type.String({
      description: 'The query that was tried instead, where nothing was found as it was written',
    }),
  ),
  total: Type.Integer({ minimum: 0, description: 'How many pages were found' }),
  isExact: Type.Boolean({
    description:
      'False where pages were left uncounted, behind the first 2,000 candidates: there may be more. That happens only until the text of the case is in memory, or where it is too large for that',
  }),
  hits: Type.Array(CaseSearchHit, { maxItems: 200, description: 'One a page, in page order' }),
  documents: Type.Array(DocumentCount, {
    description: 'How many pages of each document were found, in page order',
  }),
  annotations: Type.Array(AnnotationHit, {
    maxItems: 50,
    description: 'Annotations whose comment was found',
  }),
  tags: Type.Array(TagHit, {
    maxItems: 50,
    description: 'Tags that were found',
    examples: [[{ documentId: 'doc_01kbr2n4f3h5k7n9q1s3v5x7z9', text: 'tinnitus' }]],
  }),
  text: TextProgress,
  next: Type.Optional(Type.String({ description: 'Pass as `after` for what follows; absent at the end' })),
})
export type CaseSearchResult = Static<typeof CaseSearchResult>
