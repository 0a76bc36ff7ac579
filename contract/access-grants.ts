import { shownTo } from './audience.ts'
import { partyId } from './parties.ts'
import { done, json, ofCase, type Route, write } from './route.ts'
import { CalendarDate, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const NewAccessGrant = Type.Object(
  {
    memberId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A member with a role that sees represented cases',
      examples: ['mem_01kbr2n4d0e8t6v1w3x5z7a9c2'],
    }),
    partyId: partyId,
    documentId: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        description: 'The filed power of attorney; the one that the representation names, unless given',
      }),
    ),
  },
  { ...strict, description: 'Who gets to see the case, and for which party' },
)
export type NewAccessGrant = Static<typeof NewAccessGrant>

export const AccessGrant = Type.Object({
  id: Type.String({ examples: ['grant_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  memberId: Type.String(),
  username: Type.String({ description: 'As it was when access was granted' }),
  partyId: Type.String({ description: 'The party they act for' }),
  representativeId: Type.String({ description: 'The party that represents it' }),
  documentId: Type.String({ description: 'The filed power of attorney' }),
  start: CalendarDate,
  end: Type.Optional({ ...CalendarDate, description: 'Its last day' }),
  grantedBy: Type.String(),
  grantedAt: Timestamp,
  isInForce: Type.Boolean({
    description: 'Today: it has begun, has neither ended nor been withdrawn, and the document is in the file',
  }),
  withdrawn: Type.Optional(
    Type.Object({ at: Timestamp, by: Type.String(), why: Type.Optional(Type.String()) }),
  ),
})
export type AccessGrant = Static<typeof AccessGrant>

export const AccessGrantDetail = Type.Object({ grant: AccessGrant })
export const AccessGrantList = Type.Object({ grants: Type.Array(AccessGrant) })

const WithdrawalQuery = Type.Object({
  why: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: 'Why it is withdrawn' })),
})

const ofGrant = Type.Object({ ...ofCase.properties, grantId: Type.String({ description: 'The grant' }) })

export const routes = {
  listAccessGrants: {
    method: 'GET',
    path: '/cases/{id}/access-grants',
    tag: 'Parties',
    audience: 'staff',
    needs: 'grantAccess',
    summary: 'Who may see the case for a party, and who might once, the first first',
    params: ofCase,
    answers: { 200: json('The grants', AccessGrantList) },
    errors: [401, 403, 404],
  },
  grantAccess: {
    method: 'POST',
    path: '/cases/{id}/access-grants',
    tag: 'Parties',
    audience: 'staff',
    needs: 'grantAccess',
    summary: 'Let a member see this case for a party they act for',
    description:
      'For this case alone. It needs a representation that stands and a filed power of attorney, holds on the days of that power, and is withdrawn when the representation no longer covers it. Granting what is granted already answers with the grant as it stands.',
    params: ofCase,
    body: NewAccessGrant,
    answers: { 201: json('The grant', AccessGrantDetail) },
    errors: write,
  },
  withdrawAccess: {
    method: 'DELETE',
    path: '/cases/{id}/access-grants/{grantId}',
    tag: 'Parties',
    audience: 'staff',
    needs: 'grantAccess',
    summary: 'Withdraw a grant; it takes effect on the next request',
    params: ofGrant,
    query: WithdrawalQuery,
    answers: { 204: done },
    errors: [400, 401, 403, 404, 409, 422],
  },
} as const satisfies Record<string, Route>

const grant = { grantId: Type.String(), memberId: Type.String(), partyId: Type.String() }

export const events = {
  'access.granted': shownTo(
    'staff',
    Type.Object({
      ...grant,
      username: Type.String(),
      representativeId: Type.String(),
      documentId: Type.String(),
      start: CalendarDate,
      end: Type.Optional(CalendarDate),
    }),
  ),
  'access.withdrawn': shownTo('staff', Type.Object({ ...grant, why: Type.Optional(Type.String()) })),
}
