import { section } from './operations.ts'
import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonEmpty, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const where = {
  documentId: Type.Optional(nonEmpty(100)),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'The page of the case' })),
  workProductId: Type.Optional(
    nonEmpty(100, { description: 'The draft; told to those alone who may read drafts' }),
  ),
  section: Type.Optional({ ...section, description: 'The section of the draft' }),
}

export const Present = Type.Object({
  memberId: Type.String(),
  username: Type.String(),
  displayName: Type.String(),
  ...where,
  since: Timestamp,
})
export type Present = Static<typeof Present>
export const PresentList = Type.Object({ present: Type.Array(Present) })
export const HerePlace = Type.Object(where, { ...strict, examples: [{ page: 12 }] })
export type HerePlace = Static<typeof HerePlace>

export const tag = 'Cases'

/** Who reads a case now. It is known for seconds, and is no event. */
export const routes = {
  listPresent: {
    method: 'GET',
    path: '/cases/{id}/presence',
    audience: 'staff',
    needs: 'readCases',
    trace: 'own',
    summary: 'List the colleagues who are reading a case now',
    params: ofCase,
    answers: { 200: json('Who is here besides you', PresentList) },
    errors: [401, 403, 404],
    sdk: {
      call: 'client.cases.present',
      about: 'The colleagues who are reading a case now.',
      example: sample`
        for (const { displayName, page } of await client.cases.present(caseId)) console.log(displayName, page)
      `,
    },
  },
  bePresent: {
    method: 'PUT',
    path: '/cases/{id}/presence',
    audience: 'staff',
    needs: { dependsOnRequest: ['readCases', 'readDeliberations'] },
    trace: 'own',
    summary: 'Say where you are in a case, and learn who else is there',
    description:
      'Say it again within half a minute, and when you turn to another page or section; otherwise you are taken to have left. Nothing of it is kept.',
    params: ofCase,
    body: HerePlace,
    answers: { 200: json('Who is here besides you', PresentList) },
    errors: [400, 401, 403, 404, 413, 415],
    sdk: {
      call: 'client.cases.here',
      takes: ['place?'],
      about: 'Say where you are in a case, and learn who else is there. Say it again every few seconds.',
      example: sample`
        for (const { displayName, page } of await client.cases.here(caseId, { page: 1 })) console.log(displayName, page)
      `,
    },
  },
  leaveCase: {
    method: 'DELETE',
    path: '/cases/{id}/presence',
    audience: 'staff',
    needs: 'readCases',
    trace: 'own',
    summary: 'Say that you have left a case',
    params: ofCase,
    answers: { 204: done },
    errors: [401, 403, 404],
    servedBy: { call: ['presence.leave', 'own'] },
    sdk: {
      call: 'client.cases.leave',
      about: 'Say that you have left a case, rather than let half a minute say it.',
      example: sample`
        await client.cases.leave(caseId)
      `,
    },
  },
} as const satisfies Record<string, Row>
