import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { strict } from './text.ts'
import Type, { type Static } from './type.ts'

const page = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000_000, description })

export const PageRun = Type.Object(
  { first: page('The first page of the case in this run'), last: page('Its last page') },
  strict,
)
export type PageRun = Static<typeof PageRun>

export const SeenPages = Type.Object({ runs: Type.Array(PageRun) })
export const AddSeenPages = Type.Object(
  { runs: Type.Array(PageRun, { minItems: 1, maxItems: 1000 }) },
  { ...strict, examples: [{ runs: [{ first: 1, last: 4 }] }] },
)

export const Coverage = Type.Object({
  pages: Type.Integer({ minimum: 0, description: 'Pages in the file now' }),
  documents: Type.Integer({ minimum: 0 }),
  readers: Type.Array(
    Type.Object({
      memberId: Type.String(),
      username: Type.String(),
      displayName: Type.String(),
      pagesSeen: Type.Integer({ minimum: 0, description: 'Of the pages in the file now' }),
      documentsRead: Type.Integer({ minimum: 0, description: 'Documents marked read' }),
      drafts: Type.Boolean({ description: 'Whether they wrote on a decision of the case' }),
    }),
    { description: 'Who has read in the case: those who draft first' },
  ),
})
export type Coverage = Static<typeof Coverage>
const CoverageDetail = Type.Object({ coverage: Coverage })

export const tag = 'Documents'

/** How much of a case was read. Each says it of themselves; those who review drafts see it of all. */
export const routes = {
  listSeenPages: {
    method: 'GET',
    path: '/cases/{id}/seen-pages',
    audience: 'party',
    needs: 'readCases',
    trace: 'own',
    summary: 'List the pages that you have looked at',
    params: ofCase,
    answers: { 200: json('Runs of pages, in order', SeenPages) },
    errors: [401, 403, 404],
    servedBy: { call: ['seenPages.list', 'own'] },
    sdk: {
      call: 'client.cases.seenPages',
      about: 'The pages you have looked at, as runs.',
      example: sample`
        for (const { first, last } of await client.cases.seenPages(caseId)) console.log(first, last)
      `,
    },
  },
  addSeenPages: {
    method: 'POST',
    path: '/cases/{id}/seen-pages',
    audience: 'party',
    needs: 'readCases',
    trace: 'own',
    summary: 'Say which pages you have looked at',
    description: 'Adds to what you said before. Pages that are not in the file count for nothing.',
    params: ofCase,
    body: AddSeenPages,
    answers: { 204: done },
    errors: [400, 401, 403, 404, 413, 415],
    sdk: {
      call: 'client.cases.saw',
      takes: ['runs'],
      about: 'Say which pages you have looked at; it adds to what you said before.',
      example: sample`
        await client.cases.saw(caseId, [{ first: 1, last: 4 }])
      `,
    },
  },
  getCoverage: {
    method: 'GET',
    path: '/cases/{id}/coverage',
    audience: 'staff',
    needs: 'reviewDrafts',
    trace: 'standing',
    summary: 'Get how much of a case each colleague has read',
    params: ofCase,
    answers: { 200: json('Who has read how much', CoverageDetail) },
    errors: [401, 403, 404],
    servedBy: { call: ['seenPages.coverage', 'id'] },
    sdk: {
      call: 'client.cases.coverage',
      about: 'How much of a case each colleague has read, for those who review drafts.',
      example: sample`
        const { pages, readers } = await client.cases.coverage(caseId)
        for (const { displayName, pagesSeen } of readers) console.log(displayName, pagesSeen, 'of', pages)
      `,
    },
  },
} as const satisfies Record<string, Row>
