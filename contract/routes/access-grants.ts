import Type from 'typebox'
import * as grants from '../access-grants.ts'
import { done, json, ofCase, type Route, write } from '../route.ts'

const ofGrant = Type.Object({ ...ofCase.properties, grantId: Type.String({ description: 'The grant' }) })

export const accessGrantRoutes = {
  listAccessGrants: {
    method: 'GET',
    path: '/cases/{id}/access-grants',
    tag: 'Parties',
    summary: 'Who may see the case for a party, and who might once, the first first',
    params: ofCase,
    answers: { 200: json('The grants', grants.AccessGrantList) },
    errors: [401, 403, 404],
  },
  grantAccess: {
    method: 'POST',
    path: '/cases/{id}/access-grants',
    tag: 'Parties',
    summary: 'Let a member see this case for a party they act for',
    description:
      'For this case alone. It needs a representation that stands and a filed power of attorney, holds on the days of that power, and is withdrawn when the representation no longer covers it. Granting what is granted already answers with the grant as it stands.',
    params: ofCase,
    body: grants.NewAccessGrant,
    answers: { 201: json('The grant', grants.AccessGrantDetail) },
    errors: write,
  },
  withdrawAccess: {
    method: 'DELETE',
    path: '/cases/{id}/access-grants/{grantId}',
    tag: 'Parties',
    summary: 'Withdraw a grant; it takes effect on the next request',
    params: ofGrant,
    query: grants.WithdrawalQuery,
    answers: { 204: done },
    errors: [400, 401, 403, 404, 409, 422],
  },
} as const satisfies Record<string, Route>
