import { Permissions } from './actions.ts'
import { PersonName, searchQuery } from './appeals.ts'
import { shownTo } from './audience.ts'
import { DuplicateRun } from './documents.ts'
import { alias } from './envelope.ts'
import { Box } from './marks.ts'
import { json, ofCase, type Route, write } from './route.ts'
import { Assignee } from './tasks.ts'
import { CalendarDate, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

/** What can be corrected of a case. */
const CaseCorrection = Type.Object({
  caseType: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'A case type of the profile' }),
  ),
  docket: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A docket of the profile, of a case that is on one',
    }),
  ),
  veteran: Type.Optional(
    Type.Object(PersonName.properties, {
      additionalProperties: false,
      description: 'The name of the veteran',
    }),
  ),
  externalStatus: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 200,
      description: 'Where the case stands in another system, in the words of that system',
    }),
  ),
})
export type CaseCorrection = Static<typeof CaseCorrection>

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

const CasesQuery = Type.Object({
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

const StateQuery = Type.Object({
  at: Type.Optional(
    Type.String({
      description: 'An event position or a time: the state as it was then',
      examples: ['2026-11-01T00:00:00Z'],
    }),
  ),
})

const CaseSearchQuery = Type.Object({
  ...searchQuery.properties,
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

const ofPage = Type.Object({
  ...ofCase.properties,
  docId: Type.String({ description: 'The document' }),
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A page of the case', examples: [12] }),
})

export const routes = {
  listCases: {
    method: 'GET',
    path: '/cases',
    tag: 'Cases',
    audience: 'party',
    needs: ['readCases', 'listCases'],
    summary: 'The cases that the caller may see, most recently uploaded first, filtered and paged',
    query: CasesQuery,
    answers: { 200: json('A page of cases', CasePage) },
    errors: [400, 401, 403],
  },
  getCase: {
    method: 'GET',
    path: '/cases/{id}',
    tag: 'Cases',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'The case: the same record as the appeal of that id',
    params: ofCase,
    answers: { 200: json('The case', CaseDetail) },
    errors: [401, 404],
  },
  correctCase: {
    method: 'PATCH',
    path: '/cases/{id}',
    tag: 'Cases',
    audience: 'integration',
    needs: 'correctCases',
    summary: 'Correct what a case is said to be',
    description:
      'Its type, the docket it is on, the name of the veteran, or where it stands in another system. Leaves the event `case.corrected`, with what was said before; a correction to what is said already leaves none. Nothing of the work on the case is opened or closed by it, unless rules of the profile say so.',
    params: ofCase,
    body: CorrectCase,
    answers: { 200: json('The case as it is now', CaseDetail) },
    errors: write,
  },
  getCaseState: {
    method: 'GET',
    path: '/cases/{id}/state',
    tag: 'Cases',
    audience: 'party',
    needs: 'readState',
    summary: 'Where the case stands, and why; now, or as of a position or time',
    params: ofCase,
    query: StateQuery,
    answers: { 200: json('The state', CaseState) },
    errors: [400, 401, 404],
  },
  searchCase: {
    method: 'GET',
    path: '/cases/{id}/search',
    tag: 'Cases',
    audience: 'party',
    needs: 'readCases',
    trace: { search: 'pages' },
    summary: 'Search the case: pages with what to highlight, counts, comments and tags',
    description:
      'Pages come in page order and are paged; filters choose the documents, and hold for comments and tags too.',
    params: ofCase,
    query: CaseSearchQuery,
    answers: { 200: json('What was found', CaseSearchResult) },
    errors: [400, 401, 404],
  },
  getPageText: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/pages/{page}/text',
    tag: 'Cases',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'document' },
    summary: 'The text of a page, and where each of its words is printed',
    params: ofPage,
    answers: { 200: json('The text, as far as it is known', PageTextDetail) },
    errors: [400, 401, 404],
  },
  getPageMap: {
    method: 'GET',
    path: '/cases/{id}/page-map',
    tag: 'Cases',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'Which pages of each document are in the file already, and where',
    description:
      'By their text: to the word, or nearly. Pages of documents that are held or removed are left out.',
    params: ofCase,
    answers: { 200: json('The map', PageMap) },
    errors: [401, 404],
  },
} as const satisfies Record<string, Route>

/** Where a case stood when it was brought from another system: no work begins with it. */
const Brought = Type.Object({
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
  alias: Type.Optional(alias),
  brought: Type.Optional(Brought),
  sensitivity: Type.Optional(
    Type.Integer({ minimum: 0, description: 'From the first moment on; as the profile says otherwise' }),
  ),
})

/** What another system says has happened: kept as it was told, without effect on anything here. */
const HistoryRecorded = Type.Object({
  entryId: Type.String(),
  what: Type.String(),
  details: Type.Optional(Type.String()),
  alias: alias,
})

const Corrected = Type.Object({
  ...CaseCorrection.properties,
  isCourtRemand: Type.Optional(
    Type.Boolean({ description: 'With a type: whether cases of it were sent back by a court' }),
  ),
  was: Type.Object(CaseCorrection.properties, { description: 'What was said before' }),
  why: Type.String(),
})
export type Corrected = Static<typeof Corrected>

export const events = {
  'case.opened': shownTo('party', Opened, { integration: ['alias'], staff: ['sensitivity', 'brought'] }),
  'case.corrected': shownTo('party', Corrected, {
    integration: ['externalStatus'],
    staff: ['was', 'why', 'isCourtRemand'],
  }),
  'case.historyRecorded': shownTo('staff', HistoryRecorded, { integration: ['entryId', 'alias'] }),
}
