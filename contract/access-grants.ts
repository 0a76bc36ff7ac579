import { shownTo } from './audience.ts'
import { partyId } from './parties.ts'
import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, nonEmpty, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export const NewAccessGrant = Type.Object(
  {
    memberId: nonEmpty(100, {
      description: 'A member whose role gives access to represented cases',
      examples: ['mem_01kbr2n4d0e8t6v1w3x5z7a9c2'],
    }),
    partyId: partyId,
    documentId: Type.Optional(
      nonEmpty(100, {
        description: 'The filed power of attorney. Defaults to the one named by the representation',
      }),
    ),
  },
  {
    ...strict,
    description: 'The member to grant access to, and the party they act for',
    examples: [{ memberId: 'mem_01kbr2n4d0e8t6v1w3x5z7a9c2', partyId: 'party_01kbr2n4d0e8t6v1w3x5z7a9c2' }],
  },
)
export type NewAccessGrant = Static<typeof NewAccessGrant>

export const AccessGrant = Type.Object({
  id: Type.String({ examples: ['grant_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  memberId: Type.String(),
  username: Type.String({ description: 'Username at the time of the grant' }),
  partyId: Type.String({ description: 'The party they act for' }),
  representativeId: Type.String({ description: 'The party that acts as representative' }),
  documentId: Type.String({ description: 'The filed power of attorney' }),
  start: CalendarDate,
  end: Type.Optional({ ...CalendarDate, description: 'The last day of the grant' }),
  grantedBy: Type.String(),
  grantedAt: Timestamp,
  isInForce: Type.Boolean({
    description:
      'Whether the grant is in force today: it has started, has not ended or been withdrawn, and its document is in the file',
  }),
  withdrawn: Type.Optional(
    Type.Object({ at: Timestamp, by: Type.String(), why: Type.Optional(Type.String()) }),
  ),
})
export type AccessGrant = Static<typeof AccessGrant>

export const AccessGrantDetail = Type.Object({ grant: AccessGrant })
export const AccessGrantList = Type.Object({ grants: Type.Array(AccessGrant) })

const WithdrawalQuery = Type.Object({
  why: Type.Optional(nonEmpty(2000, { description: 'Why access is withdrawn' })),
})

const ofGrant = Type.Object({
  ...ofCase.properties,
  grantId: Type.String({ description: 'The ID of the grant' }),
})

export const tag = 'Parties'

export const routes = {
  listAccessGrants: {
    method: 'GET',
    path: '/cases/{id}/access-grants',
    audience: 'staff',
    needs: 'grantAccess',
    trace: 'standing',
    summary: 'List access grants, past and present, oldest first',
    params: ofCase,
    answers: { 200: json('The grants', AccessGrantList) },
    servedBy: { call: ['accessGrants.list', 'id'] },
    sdk: {
      call: 'client.accessGrants.list',
      about: 'List who may see the case on behalf of a party, including grants that have ended.',
      example: sample`
        for (const { username, isInForce, withdrawn } of await client.accessGrants.list(caseId)) {
          console.log(username, isInForce, withdrawn?.why)
        }
      `,
    },
  },
  grantAccess: {
    method: 'POST',
    path: '/cases/{id}/access-grants',
    audience: 'staff',
    needs: 'grantAccess',
    trace: 'change',
    summary: 'Grant a member access to a case',
    description:
      'The grant covers this case only. It requires a current representation and a filed power of attorney, lasts as long as that power of attorney, and is withdrawn when the representation no longer covers it. If the grant already exists, it is returned unchanged.',
    params: ofCase,
    body: NewAccessGrant,
    answers: { 201: json('The grant', AccessGrantDetail) },
    servedBy: { call: ['accessGrants.grant', 'request', 'id', 'body', 'caller.clearance'] },
    sdk: {
      call: 'client.accessGrants.grant',
      takes: ['grant'],
      about: 'Let a member see this case on behalf of a party, while the power of attorney is in force.',
      example: sample`
        const [powerOfAttorney] = await client.documents.list(caseId)
        const organization = 'Veterans Legal Aid'
        await client.parties.write(caseId, 'party_legal_aid', { role: 'representative', organization })
        await client.parties.represent(caseId, partyId, {
          representativeId: 'party_legal_aid',
          powerOfAttorney: { start: '2026-03-02', scope: 'all matters', documentId: powerOfAttorney?.id ?? '' },
        })
        const { member } = await client.invitations.invite({
          email: \`counsel-of-\${caseId}@example.org\`,
          roles: ['representative'],
        })
        const grant = await client.accessGrants.grant(caseId, { memberId: member.id, partyId })
        console.log(grant.isInForce)
      `,
    },
  },
  withdrawAccess: {
    method: 'DELETE',
    path: '/cases/{id}/access-grants/{grantId}',
    audience: 'staff',
    needs: 'grantAccess',
    trace: 'change',
    summary: 'Withdraw access, effective from the next request',
    params: ofGrant,
    query: WithdrawalQuery,
    answers: { 204: done },
    servedBy: { call: ['accessGrants.withdraw', 'request', 'id', 'grantId', 'query.why'] },
    sdk: {
      call: 'client.accessGrants.withdraw',
      about: "Withdraw a grant. It takes effect on the member's next request.",
      example: sample`
        for (const { id, isInForce } of await client.accessGrants.list(caseId)) {
          if (isInForce) await client.accessGrants.withdraw(caseId, id, { why: 'They left the firm.' })
        }
      `,
    },
  },
} as const satisfies Record<string, Row>

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
