import { caseFilters } from './cases.ts'
import { done, json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

/** Which cases, and in which order: filters of the list of cases. */
export const CaseViewQuery = Type.Object(caseFilters, strict)
export type CaseViewQuery = Static<typeof CaseViewQuery>

const name = nonBlank(100)
const example = { name: 'Waiting for long', query: { isClosed: false, leastDaysInStep: 90, sort: 'step' } }

export const NewCaseView = Type.Object(
  {
    name,
    team: Type.Optional(
      nonEmpty(100, { description: 'One of your teams to share the view with; otherwise it is private' }),
    ),
    query: CaseViewQuery,
  },
  { ...strict, examples: [example] },
)
export type NewCaseView = Static<typeof NewCaseView>

export const CaseView = Type.Object({
  id: Type.String({ examples: ['view_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  name,
  owner: Type.Object({
    kind: oneOf(['person', 'team']),
    id: Type.String({ description: 'The ID of the member, or the name of the team' }),
  }),
  query: CaseViewQuery,
  createdAt: Timestamp,
})
export type CaseView = Static<typeof CaseView>
export const CaseViewList = Type.Object({ views: Type.Array(CaseView) })
export const CaseViewDetail = Type.Object({ view: CaseView })

const ofView = Type.Object({ id: Type.String({ description: 'The ID of the view' }) })

export const tag = 'Cases'

export const routes = {
  listCaseViews: {
    method: 'GET',
    path: '/case-views',
    audience: 'party',
    needs: ['readCases', 'listCases'],
    summary: 'List your saved views of the list of cases, and those of your teams',
    answers: { 200: json('The views', CaseViewList) },
    servedBy: { call: ['caseViews.list', 'caller'] },
    sdk: {
      call: 'client.caseViews.list',
      example: sample`
        for (const { name, owner, query } of await client.caseViews.list()) console.log(name, owner.kind, query)
      `,
    },
  },
  saveCaseView: {
    method: 'POST',
    path: '/case-views',
    audience: 'party',
    needs: ['readCases', 'listCases'],
    summary: 'Save filters of the list of cases as a view, for yourself or one of your teams',
    body: NewCaseView,
    answers: { 201: json('The view', CaseViewDetail) },
    servedBy: { call: ['caseViews.save', 'request', 'caller', 'body'] },
    sdk: {
      call: 'client.caseViews.save',
      takes: ['view'],
      example: sample`
        const name = \`Waiting for long \${Date.now()}\`
        const { query } = await client.caseViews.save({ name, query: { isClosed: false, leastDaysInStep: 90 } })
        for await (const { docketNumber } of client.cases.list(query)) console.log(docketNumber)
      `,
    },
  },
  removeCaseView: {
    method: 'DELETE',
    path: '/case-views/{id}',
    audience: 'party',
    needs: ['readCases', 'listCases'],
    summary: 'Delete a saved view; its cases are unaffected',
    params: ofView,
    answers: { 204: done },
    errors: [401, 403, 404],
    servedBy: { call: ['caseViews.remove', 'caller', 'id'] },
    sdk: {
      call: 'client.caseViews.remove',
      example: sample`
        const { id } = await client.caseViews.save({ name: \`Mistake \${Date.now()}\`, query: {} })
        await client.caseViews.remove(id)
      `,
    },
  },
} as const satisfies Record<string, Row>
