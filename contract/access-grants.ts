import Type, { type Static } from 'typebox'
import { PartyId } from './parties.ts'
import { CalendarDate, Timestamp } from './text.ts'

const strict = { additionalProperties: false }

export const NewAccessGrant = Type.Object(
  {
    memberId: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'A member with a role that sees represented cases',
      examples: ['mem_01kbr2n4d0e8t6v1w3x5z7a9c2'],
    }),
    partyId: PartyId,
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

export const WithdrawalQuery = Type.Object({
  why: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: 'Why it is withdrawn' })),
})

export const named = { AccessGrant, AccessGrantDetail, AccessGrantList, NewAccessGrant }
