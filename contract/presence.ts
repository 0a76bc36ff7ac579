import { section } from './operations.ts'
import { done, json, ofCase, type Row } from './route.ts'
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
    summary: 'List the colleagues who are reading a case now',
    params: ofCase,
    answers: { 200: json('Who is here besides you', PresentList) },
    errors: [401, 403, 404],
  },
  bePresent: {
    method: 'PUT',
    path: '/cases/{id}/presence',
    audience: 'staff',
    needs: { dependsOnRequest: ['readCases', 'readDeliberations'] },
    summary: 'Say where you are in a case, and learn who else is there',
    description:
      'Say it again within half a minute, and when you turn to another page or section; otherwise you are taken to have left. Nothing of it is kept.',
    params: ofCase,
    body: HerePlace,
    answers: { 200: json('Who is here besides you', PresentList) },
    errors: [400, 401, 403, 404, 413, 415],
  },
  leaveCase: {
    method: 'DELETE',
    path: '/cases/{id}/presence',
    audience: 'staff',
    needs: 'readCases',
    summary: 'Say that you have left a case',
    params: ofCase,
    answers: { 204: done },
    errors: [401, 403, 404],
  },
} as const satisfies Record<string, Row>
