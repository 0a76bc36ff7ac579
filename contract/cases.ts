import { Permissions } from './actions.ts'
import { PersonName, searchQuery } from './appeals.ts'
import { shownTo } from './audience.ts'
import { DuplicateRun } from './documents.ts'
import { alias } from './envelope.ts'
import { Box } from './marks.ts'
import { limit, next } from './paging.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { Assignee, deadlineWhy } from './tasks.ts'
import { CalendarDate, nonBlank, nonEmpty, oneOf, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

/** What can be corrected of a case. */
const CaseCorrection = Type.Object({
  caseType: Type.Optional(nonEmpty(100, { description: 'A case type from the profile' })),
  docket: Type.Optional(
    nonEmpty(100, { description: 'A docket from the profile; only for a case already on a docket' }),
  ),
  veteran: Type.Optional(
    Type.Object(PersonName.properties, {
      additionalProperties: false,
      description: 'The name of the veteran',
    }),
  ),
  externalStatus: Type.Optional(
    nonEmpty(200, { description: 'Status of the case in another system, in the terms of that system' }),
  ),
  receiptDate: Type.Optional({
    ...CalendarDate,
    description:
      'The day of receipt: deadlines that run from it move, and so does the docket date if it was the day of receipt',
  }),
  docketDate: Type.Optional({
    ...CalendarDate,
    description: 'The place of the case in the order of its docket; only for a case already on a docket',
  }),
})
export type CaseCorrection = Static<typeof CaseCorrection>

const TextProgress = Type.Object(
  {
    pagesRead: Type.Integer({
      minimum: 0,
      description: 'Pages whose text layer, if any, is searchable',
    }),
    pages: Type.Integer({ minimum: 0 }),
    pagesToRecognise: Type.Integer({
      minimum: 0,
      description: 'Image-only pages waiting for OCR',
    }),
    unreadablePages: Type.Integer({
      minimum: 0,
      description: 'Pages whose text cannot be read',
    }),
  },
  { description: 'How much of the text is searchable' },
)

export const PageWord = Type.Object({
  start: Type.Integer({ minimum: 0, description: 'Offset into the text in UTF-16 code units' }),
  end: Type.Integer({ minimum: 0, description: 'End offset, exclusive' }),
  ...Box.properties,
})

export const PageText = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  documentId: Type.String(),
  state: oneOf(['read', 'unread', 'toRecognise', 'unreadable'], {
    description:
      '`read`: the text is available. `unread`: the page has not been read yet. `toRecognise`: an image waiting for OCR. `unreadable`: no text can be read',
  }),
  text: Type.String({
    description: 'Text in reading order, one line per line of the page',
    examples: ['Tinnitus is granted.'],
  }),
  source: oneOf(['textLayer', 'ocr'], {
    description: 'Whether the text is embedded in the file or was recognised by OCR',
    examples: ['ocr'],
  }),
  confidence: Type.Optional(
    Type.Number({ minimum: 0, maximum: 1, description: 'OCR confidence; absent for a text layer' }),
  ),
  words: Type.Array(PageWord, {
    description: 'Position of each word on the page, in text order',
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
      Type.String({ description: 'Status of the case in another system, in the terms of that system' }),
    ),
    originalPdfBytes: Type.Integer({ minimum: 0 }),
    documentCount: Type.Integer({ minimum: 0 }),
    pageCount: Type.Integer({ minimum: 0 }),
    text: TextProgress,
    version: Type.Integer({ description: 'Sequence of the latest event; send it as `If-Match`' }),
  }),
  { integration: ['externalStatus'] },
)
export type Case = Static<typeof Case>

export const CorrectCase = Type.Object(
  {
    ...CaseCorrection.properties,
    why: nonBlank(2000, { description: 'What was wrong or has changed' }),
  },
  {
    additionalProperties: false,
    examples: [{ externalStatus: 'remanded', why: 'Remanded in the appeals registry on 2 March.' }],
  },
)

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
    status: Type.Optional(Type.String({ description: 'Absent until work begins', examples: ['onDocket'] })),
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
  next,
  count: Type.Optional(
    Type.Object({
      cases: Type.Integer({ minimum: 0 }),
      isExact: Type.Boolean({ description: 'False if there are more than this' }),
    }),
  ),
})

const word = (description: string) => Type.Optional(nonEmpty(100, { description }))

export const caseSorts = ['uploaded', 'received', 'docketNumber', 'name', 'step'] as const
export type CaseSort = (typeof caseSorts)[number]

/** What the list of cases can be narrowed to, and its order. */
export const caseFilters = {
  status: word('Only cases with this status'),
  docket: word('Only cases on this docket'),
  caseType: word('Only cases of this type'),
  assignee: word('Only cases with an open task assigned to this member or team'),
  isClosed: Type.Optional(Type.Boolean()),
  text: word(
    "Only cases whose docket number or veteran's name starts with each of these words, or has a later part that does. A later part is found from three characters on",
  ),
  receivedFrom: Type.Optional({ ...CalendarDate, description: 'Only cases received on this day or later' }),
  receivedTo: Type.Optional({ ...CalendarDate, description: 'Only cases received on this day or earlier' }),
  leastDaysInStep: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 36_500, description: 'Only cases in their step for this many days' }),
  ),
  sensitivity: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 1000, description: 'Only cases of this sensitivity' }),
  ),
  sort: Type.Optional(
    oneOf(caseSorts, {
      description:
        '`uploaded`: most recently uploaded first. `received`: most recently received first. `docketNumber`. `name`: by last name. `step`: longest in their step first; cases in no step are left out. Defaults to `uploaded`',
    }),
  ),
  isReversed: Type.Optional(Type.Boolean({ description: 'Reverse the order' })),
}

const CasesQuery = Type.Object({
  ...caseFilters,
  source: Type.Optional(nonEmpty(200, { description: 'The system that `externalId` belongs to' })),
  externalId: Type.Optional(nonEmpty(500, { description: 'Only the case with this ID in `source`' })),
  count: Type.Optional(Type.Boolean({ description: 'Whether to include how many there are, up to 10,000' })),
  after: Type.Optional(Type.String({ maxLength: 500 })),
  limit: limit(500, 50),
})
export type CasesQuery = Static<typeof CasesQuery>

/** A deadline or window that runs on a case. */
export const CaseDeadline = Type.Object({
  name: Type.String({ description: 'Its name in the profile', examples: ['evidenceWindow'] }),
  label: Type.String({ examples: ['Evidence window'] }),
  day: Type.Optional({ ...CalendarDate, description: 'The last day; left out while it stands still' }),
  endsAt: Type.Optional({ ...Timestamp, description: 'When that day ends in the zone of the board' }),
  why: deadlineWhy,
  isForParties: Type.Boolean(),
})
export type CaseDeadline = Static<typeof CaseDeadline>

export const CaseState = Type.Object({
  status: Type.String({ examples: ['onDocket'] }),
  partyStatus: Type.String({ examples: ['received'] }),
  why: Type.String({ description: 'The reason for the status, as a sentence' }),
  assignee: Type.Union([Assignee, Type.Null()]),
  next: Type.Optional(Type.String({ description: 'What happens next, as a sentence' })),
  step: Type.String(),
  enteredStepAt: Timestamp,
  ageInStepDays: Type.Integer({ minimum: 0 }),
  deadline: Type.Optional(Timestamp),
  deadlineDay: Type.Optional({
    ...CalendarDate,
    description: 'The day of the deadline in the zone of the board',
  }),
  deadlineWhy: Type.Optional(deadlineWhy),
  deadlines: Type.Array(CaseDeadline, {
    description: 'The deadlines and windows that run; parties see those that are theirs',
  }),
  openTasks: Type.Integer({ minimum: 0 }),
  onHoldUntil: Type.Optional(Timestamp),
  version: Type.Integer(),
})
export type CaseState = Static<typeof CaseState>

export const PageMap = Type.Object({
  pages: Type.Integer({ minimum: 0, description: 'Number of pages in the file' }),
  uniquePages: Type.Integer({ minimum: 0, description: 'Pages that do not repeat an earlier page' }),
  comparedPages: Type.Integer({
    minimum: 0,
    description: 'Pages whose text has been compared; the others may still turn out to be duplicates',
  }),
  documents: Type.Array(
    Type.Object({
      id: Type.String(),
      name: Type.String(),
      startPage: Type.Integer({ minimum: 1 }),
      endPage: Type.Integer({ minimum: 1 }),
      uniquePages: Type.Integer({ minimum: 0 }),
      isLinked: Type.Boolean({ description: 'False if someone has undone the link' }),
      duplicates: Type.Array(
        Type.Object({
          ...DuplicateRun.properties,
          ofDocument: Type.Object({ id: Type.String(), name: Type.String() }),
        }),
      ),
    }),
  ),
  isMore: Type.Boolean({
    description: 'Whether documents follow: pass the `startPage` of the last one as `after`',
  }),
})
export type PageMap = Static<typeof PageMap>

const PageMapQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 2 ** 31 - 1,
      description: 'Return only documents that start after this page',
    }),
  ),
  limit: limit(1000, 100),
})

const StateQuery = Type.Object({
  at: Type.Optional(
    Type.String({
      description: 'An event position or a timestamp. Returns the state as of then',
      examples: ['2026-11-01T00:00:00Z'],
    }),
  ),
})

const CaseSearchQuery = Type.Object({
  ...searchQuery.properties,
  documentId: Type.Optional(Type.String({ description: 'Search only this document' })),
  category: Type.Optional(Type.String({ description: 'Search only documents in this category' })),
  tag: Type.Optional(Type.String({ description: 'Search only documents with this tag' })),
  documentType: Type.Optional(Type.String({ description: 'Search only documents of this type' })),
  read: Type.Optional(
    Type.Boolean({
      description: 'True searches only documents the caller has marked read; false only the others',
    }),
  ),
  receivedFrom: Type.Optional(CalendarDate),
  receivedTo: Type.Optional(CalendarDate),
  after: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 2 ** 31 - 1, description: 'Return only hits after this page' }),
  ),
  limit: limit(200, 50),
})
export type CaseSearchQuery = Static<typeof CaseSearchQuery>

export const TextRange = Type.Object({
  start: Type.Integer({ minimum: 0, description: 'Start offset in UTF-16 code units' }),
  end: Type.Integer({ minimum: 0, description: 'End offset, exclusive' }),
})

const snippet = {
  snippet: Type.String({ description: 'Text around the first match' }),
  matches: Type.Array(TextRange, { description: 'Ranges to highlight in the snippet' }),
}

export const CaseSearchHit = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  document: Type.Object({ id: Type.String(), name: Type.String() }),
  ...snippet,
  boxes: Type.Array(Box, {
    maxItems: 200,
    description:
      'Where the matches are on the page, one box per line of each match; empty until word positions are known',
  }),
})

export const AnnotationHit = Type.Object({
  documentId: Type.String(),
  annotationId: Type.String(),
  page: Type.Integer({ minimum: 1 }),
  ...snippet,
})

export const TagHit = Type.Object({ documentId: Type.String(), text: Type.String() })

export const DocumentCount = Type.Object({
  id: Type.String(),
  name: Type.String(),
  count: Type.Integer({ minimum: 1 }),
})

export const CaseSearchResult = Type.Object({
  query: Type.String(),
  corrected: Type.Optional(
    Type.String({
      description: 'The corrected query that was used because the original found nothing',
    }),
  ),
  total: Type.Integer({ minimum: 0, description: 'Number of matching pages' }),
  isExact: Type.Boolean({
    description:
      'False if counting stopped after the first 2,000 candidates, so there may be more. Happens only until the text of the case is in memory, or if it is too large to fit',
  }),
  hits: Type.Array(CaseSearchHit, { maxItems: 200, description: 'One hit per page, in page order' }),
  documents: Type.Array(DocumentCount, {
    description: 'Number of matching pages per document, in page order',
  }),
  annotations: Type.Array(AnnotationHit, {
    maxItems: 50,
    description: 'Annotations with a matching comment',
  }),
  tags: Type.Array(TagHit, {
    maxItems: 50,
    description: 'Matching tags',
    examples: [[{ documentId: 'doc_01kbr2n4f3h5k7n9q1s3v5x7z9', text: 'tinnitus' }]],
  }),
  text: TextProgress,
  next,
})
export type CaseSearchResult = Static<typeof CaseSearchResult>

const ofPage = Type.Object({
  ...ofCase.properties,
  docId: Type.String({ description: 'The ID of the document' }),
  page: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1, description: 'A page of the case', examples: [12] }),
})

const ofPageOfCase = Type.Object({ ...ofCase.properties, page: ofPage.properties.page })

/** A page of the case, whichever version of a document it is of: where its words are in the file now. */
export const PagePlace = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  documentId: Type.String(),
  name: Type.String({ description: 'The name of the document' }),
  version: Type.Integer({ minimum: 1, description: 'The version of the document that the page is of' }),
  nth: Type.Integer({ minimum: 1, description: 'Which page of that version it is' }),
  status: oneOf(['current', 'moved', 'gone', 'unread', 'removed'], {
    description:
      '`current`: it is in the file. `moved`: the document was revised, and its words are on the page `now`. `gone`: the new version does not have them; `now` is the nearest page. `unread`: the text of the new version is still being read. `removed`: the document is not in the file',
    examples: ['moved'],
  }),
  now: Type.Optional(Type.Integer({ minimum: 1, description: 'The page of the case to look at instead' })),
})
export type PagePlace = Static<typeof PagePlace>
const PagePlaceDetail = Type.Object({ place: PagePlace })

export const tag = 'Cases'

export const routes = {
  listCases: {
    method: 'GET',
    path: '/cases',
    audience: 'party',
    needs: ['readCases', 'listCases'],
    summary: 'List cases, most recently uploaded first',
    query: CasesQuery,
    answers: { 200: json('A page of cases', CasePage) },
    sdk: {
      call: 'client.cases.list',
      about: 'List the cases you may see, most recently uploaded first.',
      example: sample`
        for await (const { docketNumber, step, assignee } of client.cases.list({ status: 'onDocket' })) {
          console.log(docketNumber, step, assignee?.name)
        }

        const { cases, next } = await client.cases.list({ isClosed: false, limit: 20 }).page()
        console.log(cases.length, next)
      `,
    },
  },
  getCase: {
    method: 'GET',
    path: '/cases/{id}',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'Get a case: the same record as the appeal with this ID',
    params: ofCase,
    answers: { 200: json('The case', CaseDetail) },
    errors: [401, 404],
    sdk: [
      {
        call: 'client.cases.get',
        returns: 'case',
        example: sample`
          const { version, pageCount } = await client.cases.get(appealId)
          console.log(version, pageCount)
        `,
      },
      {
        call: 'client.cases.permissions',
        returns: 'permissions',
        about: 'What you may do to a case and its contents.',
        example: sample`
          if ((await client.cases.permissions(caseId)).includes('signDecisions')) console.log('may sign')
        `,
      },
    ],
  },
  correctCase: {
    method: 'PATCH',
    path: '/cases/{id}',
    audience: 'integration',
    needs: 'correctCases',
    trace: 'change',
    summary: 'Correct a case',
    description:
      "Corrects the case type, the docket, the veteran's name, the day of receipt, the docket date or the status in another system. Records a `case.corrected` event with the previous values; a correction that changes nothing records no event. No work is opened or closed unless the profile's rules say so.",
    params: ofCase,
    body: CorrectCase,
    answers: { 200: json('The corrected case', CaseDetail) },
    sdk: {
      call: 'client.cases.correct',
      takes: ['correction'],
      returns: 'case',
      about: 'Correct the facts of a case: its type, docket, name, or status in another system.',
      example: sample`
        const { externalStatus } = await client.cases.correct(caseId, {
          externalStatus: 'remanded',
          why: 'The other system says so.',
        })
        console.log(externalStatus)
      `,
    },
  },
  getCaseState: {
    method: 'GET',
    path: '/cases/{id}/state',
    audience: 'party',
    needs: 'readState',
    trace: 'standing',
    summary: 'Get the state of a case, now or at an earlier time',
    params: ofCase,
    query: StateQuery,
    answers: { 200: json('The state', CaseState) },
    errors: [400, 401, 404],
    sdk: {
      call: 'client.cases.state',
      options: 'StateOptions',
      about: 'Get the state of a case and the reason for it: now, or as of a position or time.',
      example: sample`
        const { status, why } = await client.cases.state(appealId)
        console.log(status, why)
      `,
    },
  },
  searchCase: {
    method: 'GET',
    path: '/cases/{id}/search',
    audience: 'party',
    needs: 'readCases',
    trace: { search: 'pages' },
    summary: 'Search a case: pages, comments and tags',
    description:
      'Pages are returned in page order. Filters select documents and also apply to comments and tags.',
    params: ofCase,
    query: CaseSearchQuery,
    answers: { 200: json('The search results', CaseSearchResult) },
    errors: [400, 401, 404],
    sdk: {
      call: 'client.cases.search',
      takes: ['q'],
      about:
        'Search a case: matching pages with their documents and highlights, the total, and matching comments and tags. Takes the same query syntax as `search`.',
      example: sample`
        for await (const { page, document, snippet, matches } of client.cases.search(appealId, 'veteran')) {
          console.log(document.name, page, matches.map(({ start, end }) => snippet.slice(start, end)))
        }

        const { total, corrected } = await client.cases.search(appealId, 'veteran', { category: 'medical' }).page()
        console.log(total, corrected)
      `,
    },
  },
  getPageText: {
    method: 'GET',
    path: '/cases/{id}/documents/{docId}/pages/{page}/text',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'document' },
    summary: 'Get the text of a page and the position of each word',
    params: ofPage,
    answers: { 200: json('The text, as far as it has been read', PageTextDetail) },
    errors: [400, 401, 404],
    servedBy: { call: ['documents.pageText', 'id', 'docId', 'page', 'caller'] },
    sdk: {
      call: 'client.cases.pageText',
      about:
        'Get the text of a page and the box of each word, as fractions of the page from its top left corner.',
      example: sample`
        const { id, startPage } = await client.documents.get(appealId, documentId)
        const { text, words } = await client.cases.pageText(appealId, id, startPage)
        for (const { start, end, left, top } of words) console.log(text.slice(start, end), left, top)
      `,
    },
  },
  getPagePlace: {
    method: 'GET',
    path: '/cases/{id}/pages/{page}',
    audience: 'party',
    needs: 'readCases',
    trace: 'standing',
    summary: 'Find where a page is now, such as one of an older version',
    description:
      'A page keeps its number for ever, and a revision of its document gets new ones. What was on the old page is looked for in the new version, as for annotations and citations.',
    params: ofPageOfCase,
    answers: { 200: json('Where it is', PagePlaceDetail) },
    errors: [400, 401, 404],
    servedBy: { call: ['documents.pagePlace', 'id', 'page', 'caller'] },
    sdk: {
      call: 'client.cases.pagePlace',
      about:
        'Find where a page is now: a page of an older version leads to where its words are in the new one.',
      example: sample`
        const { startPage } = await client.documents.get(appealId, documentId)
        const { status, now = startPage } = await client.cases.pagePlace(appealId, startPage)
        console.log(status, now)
      `,
    },
  },
  getPageMap: {
    method: 'GET',
    path: '/cases/{id}/page-map',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'Find duplicate pages',
    description:
      'Pages are compared by text and match if they are identical or nearly so. Held and removed documents are excluded. The totals are of the whole file; the documents come in page order, `limit` at a time.',
    params: ofCase,
    query: PageMapQuery,
    answers: { 200: json('The map', PageMap) },
    errors: [400, 401, 404],
    servedBy: { call: ['documents.pageMap', 'id', 'caller', 'query'] },
    sdk: {
      call: 'client.cases.pageMap',
      about:
        'List the pages that repeat others in the file, exactly or nearly: the totals, and its documents in page order, 100 unless you ask for another `limit`.',
      example: sample`
        const { pages, uniquePages, documents, isMore } = await client.cases.pageMap(appealId, { limit: 50 })
        console.log(pages, uniquePages)
        for (const { name, duplicates } of documents) console.log(name, duplicates.length)
        if (isMore) await client.cases.pageMap(appealId, { after: documents.at(-1)?.startPage })
      `,
    },
  },
} as const satisfies Record<string, Row>

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
  claimantId: Type.Optional(Type.String({ description: 'The claimant recorded when the case was opened' })),
  alias: Type.Optional(alias),
  brought: Type.Optional(Brought),
  sensitivity: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Sensitivity from the start; defaults to that of the profile' }),
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
    Type.Boolean({ description: 'Set with `caseType`: whether cases of that type are court remands' }),
  ),
  was: Type.Object(CaseCorrection.properties, { description: 'The previous values' }),
  why: Type.String(),
  asOf: Type.Optional({ ...Timestamp, description: 'Since when it holds, if another system reported it' }),
})
export type Corrected = Static<typeof Corrected>

const Aliased = Type.Object({ alias })

/** What a system of record says about a case; `asOf` is by its clock. */
const upstream = { alias, asOf: Timestamp }
const Reported = Type.Object({
  ...upstream,
  caseType: Type.Optional(Type.String()),
  externalStatus: Type.Optional(Type.String()),
  why: Type.Optional(Type.String()),
  isOvertaken: Type.Optional(
    Type.Literal(true, { description: 'A newer report was there already, so it changed nothing' }),
  ),
})
export type Reported = Static<typeof Reported>
const Retracted = Type.Object({ ...upstream, why: Type.String() })

export const events = {
  'case.opened': shownTo('party', Opened, { integration: ['alias'], staff: ['sensitivity', 'brought'] }),
  'case.corrected': shownTo('party', Corrected, {
    integration: ['externalStatus'],
    staff: ['was', 'why', 'isCourtRemand', 'asOf'],
  }),
  'case.aliased': shownTo('integration', Aliased),
  'case.reported': shownTo('integration', Reported, { staff: ['why'] }),
  'case.retracted': shownTo('integration', Retracted, { staff: ['why'] }),
  'case.historyRecorded': shownTo('staff', HistoryRecorded, { integration: ['entryId', 'alias'] }),
}
