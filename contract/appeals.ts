import { bytes, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { oneOf, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const PersonName = Type.Object({
  firstName: Type.String(),
  middleName: Type.Optional(Type.String()),
  lastName: Type.String(),
})
export type PersonName = Static<typeof PersonName>

export const AppealSummary = Type.Object({
  id: Type.String({ examples: ['case_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  docketNumber: Type.String({ examples: ['240319-100482'] }),
  veteran: PersonName,
  uploadedAt: Timestamp,
})
export type AppealSummary = Static<typeof AppealSummary>

export const Appeal = Type.Object({
  ...AppealSummary.properties,
  originalPdfBytes: Type.Integer({ minimum: 0, description: 'Size of the PDF the appeal was opened with' }),
})
export type Appeal = Static<typeof Appeal>

export const AppealList = Type.Object({ appeals: Type.Array(AppealSummary) })

export const AppealDetail = Type.Object({
  appeal: Appeal,
  documentCount: Type.Integer({ minimum: 0 }),
})
export type AppealDetail = Static<typeof AppealDetail>

export const SearchHit = Type.Object({
  page: Type.Integer({ minimum: 1 }),
  snippet: Type.String({ description: 'Text around the first match on the page' }),
})

export const SearchResult = Type.Object({
  query: Type.String(),
  hits: Type.Array(SearchHit, { maxItems: 50 }),
})
export type SearchResult = Static<typeof SearchResult>

export const searchQuery = Type.Object({
  q: Type.String({
    description: 'All words must match. Supports `"a phrase"`, `OR`, `-not` and `prefix*`',
    examples: ['"38 CFR 3.303" -tinnitus'],
  }),
})

const FileQuery = Type.Object({
  format: Type.Optional(oneOf(['pdf', 'zip'], { default: 'pdf' })),
  annotations: Type.Optional(
    Type.Boolean({ default: false, description: 'Embed annotations in the file as PDF annotations' }),
  ),
})

export const ofAppeal = Type.Object({ id: Type.String({ description: 'The ID of the appeal' }) })

export const tag = 'Appeals'

export const routes = {
  listAppeals: {
    method: 'GET',
    path: '/appeals',
    audience: 'party',
    needs: 'readCases',
    summary: 'List appeals, most recently uploaded first',
    answers: { 200: json('The appeals', AppealList) },
    errors: [401],
    sdk: {
      call: 'client.appeals.list',
      example: sample`
        for (const { id, docketNumber } of await client.appeals.list()) console.log(id, docketNumber)
      `,
    },
  },
  getAppeal: {
    method: 'GET',
    path: '/appeals/{id}',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'Get an appeal',
    params: ofAppeal,
    answers: { 200: json('The appeal', AppealDetail) },
    errors: [401, 404],
    servedBy: { call: ['cases.appeal', 'id', 'caller'] },
    sdk: {
      call: 'client.appeals.get',
      about: 'Get an appeal and its document count.',
      example: sample`
        const { appeal, documentCount } = await client.appeals.get(appealId)
        console.log(appeal.veteran.lastName, documentCount)
      `,
    },
  },
  search: {
    method: 'GET',
    path: '/appeals/{id}/search',
    audience: 'party',
    needs: 'readCases',
    trace: { search: 'pages' },
    summary: 'Search the text of an appeal',
    description: 'Searches every page of every document. Returns one hit per page, in page order, up to 50.',
    params: ofAppeal,
    query: searchQuery,
    answers: { 200: json('The hits', SearchResult) },
    errors: [400, 401, 404],
    sdk: {
      call: 'client.search',
      takes: ['q'],
      about:
        'Search the pages of an appeal: one hit per page, in page order, at most 50. Words are ANDed; `"a phrase"`, `OR`, `-not` and `prefix*` are supported.',
      example: sample`
        const { hits } = await client.search(appealId, 'veteran')
        for (const { page, snippet } of hits) console.log(page, snippet)
      `,
    },
  },
  getFile: {
    method: 'GET',
    path: '/appeals/{id}/file',
    audience: 'party',
    needs: 'exportCase',
    trace: { download: 'caseFile' },
    summary: 'Download the case file as one PDF, or as a ZIP with one PDF per document and a manifest',
    params: ofAppeal,
    query: FileQuery,
    answers: { 200: bytes('The file', 'application/pdf', 'application/zip') },
    sdk: {
      call: 'client.appeals.file',
      about: 'Download the whole case file: one PDF, or a ZIP with one PDF per document.',
      example: sample`
        const file = await client.appeals.file(appealId, { format: 'zip' })
        console.log(file.name, file.contentType, (await file.bytes()).length)
      `,
    },
  },
} as const satisfies Record<string, Row>
