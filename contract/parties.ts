import { PersonName } from './appeals.ts'
import { shownTo } from './audience.ts'
import { done, json, ofCase, type Row } from './route.ts'
import { CalendarDate, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const text = (maxLength: number, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...(examples.length ? { examples } : {}) })

/** Whoever writes a party first chooses its id; it names the same person on every case. */
export const partyId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:~-]{0,199}$',
  description: 'The ID of the party: the same person or organization has the same ID on every case',
  examples: ['party_01kbr2n4d0e8t6v1w3x5z7a9c2'],
})

const PartyPerson = shownTo(
  'party',
  Type.Object({
    ...PersonName.properties,
    birthDate: Type.Optional(CalendarDate),
    deathDate: Type.Optional(CalendarDate),
  }),
  { staff: ['birthDate', 'deathDate'] },
)
export type PartyPerson = Static<typeof PartyPerson>

const NewPerson = Type.Object(
  {
    firstName: text(200),
    middleName: Type.Optional(text(200)),
    lastName: text(200),
    birthDate: Type.Optional(CalendarDate),
    deathDate: Type.Optional({
      ...CalendarDate,
      description: 'Date of death, once a notice has been received',
    }),
  },
  strict,
)

export const Address = Type.Object(
  {
    lines: Type.Array(text(200), { minItems: 1, maxItems: 6, examples: [['12 Harbor Street']] }),
    city: Type.Optional(text(200, 'Salem')),
    region: Type.Optional(text(100, 'OR')),
    postalCode: Type.Optional(text(20, '97301')),
    country: Type.Optional(
      Type.String({
        pattern: '^[A-Z]{2}$',
        description: 'Two-letter ISO 3166 country code',
        examples: ['US'],
      }),
    ),
  },
  strict,
)

export const contact = Type.Object(
  {
    addresses: Type.Optional(Type.Array(Address, { maxItems: 10, description: 'Current address first' })),
    emails: Type.Optional(
      Type.Array(Type.String({ format: 'email', maxLength: 254, examples: ['ada@example.org'] }), {
        maxItems: 10,
      }),
    ),
    phones: Type.Optional(
      Type.Array(
        Type.String({
          pattern: '^\\+?[0-9][0-9 ().\\-]{2,30}( ?x[0-9]{1,8})?$',
          examples: ['+1 503 555 0140'],
        }),
        { maxItems: 10 },
      ),
    ),
    preferred: Type.Optional(
      oneOf(['mail', 'email', 'phone'], {
        description: 'Preferred way to be contacted',
      }),
    ),
  },
  strict,
)
export type Contact = Static<typeof contact>

export const PartyAlias = Type.Object(
  { source: text(200, 'directory'), externalId: text(500, '4711') },
  { ...strict, description: 'The ID of the party in another system' },
)
export type PartyAlias = Static<typeof PartyAlias>

export const NewParty = Type.Object(
  {
    role: text(100, 'appellant'),
    person: Type.Optional(NewPerson),
    organization: Type.Optional(text(500)),
    contact: Type.Optional(contact),
    aliases: Type.Optional(Type.Array(PartyAlias, { maxItems: 20 })),
  },
  {
    ...strict,
    description: 'The complete record: a person or organization, and their role in the case',
    examples: [
      {
        role: 'appellant',
        person: { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' },
        contact: { emails: ['ada@example.org'], preferred: 'email' },
      },
    ],
  },
)
export type NewParty = Static<typeof NewParty>

const PowerOfAttorney = Type.Object(
  {
    start: CalendarDate,
    end: Type.Optional({ ...CalendarDate, description: 'The last day of the power of attorney' }),
    scope: text(500, 'all matters'),
    documentId: Type.Optional(Type.String({ maxLength: 100, description: 'The document that grants it' })),
  },
  strict,
)

const terms = {
  representativeId: partyId,
  powerOfAttorney: PowerOfAttorney,
}

export const NewRepresentation = Type.Object(terms, {
  ...strict,
  examples: [
    {
      representativeId: 'party_01kbr2n4d0e8t6v1w3x5z7a9c2',
      powerOfAttorney: { start: '2026-03-02', scope: 'all matters' },
    },
  ],
})
export type NewRepresentation = Static<typeof NewRepresentation>

export const representation = Type.Object({
  ...terms,
  revoked: Type.Optional(
    Type.Object({ on: CalendarDate, why: Type.Optional(Type.String()) }, { description: 'Set once revoked' }),
  ),
})
export type Representation = Static<typeof representation>

const RevocationQuery = Type.Object({
  why: Type.Optional(nonEmpty(2000, { description: 'Why it is revoked' })),
})
const RemovalQuery = Type.Object({
  why: Type.Optional(nonEmpty(2000, { description: 'Why the party is removed' })),
})

export const MergeParty = Type.Object(
  { into: partyId },
  { ...strict, examples: [{ into: 'party_01kbr2n4d0e8t6v1w3x5z7a9c2' }] },
)

/** Of a party that a reader does not represent, parties learn who they are, and no more. */
export const Party = shownTo(
  'party',
  Type.Object({
    id: Type.String(),
    role: Type.String({ examples: ['appellant'] }),
    person: Type.Optional(PartyPerson),
    organization: Type.Optional(Type.String()),
    contact: Type.Optional(contact),
    aliases: Type.Array(PartyAlias),
    representation: Type.Optional(
      Type.Object({
        ...representation.properties,
        isInForce: Type.Boolean({
          description: 'Whether it is in force today: it has started, and has not ended or been revoked',
        }),
      }),
    ),
    mergedInto: Type.Optional(Type.String({ description: 'The party this record was merged into' })),
    recordedAt: Timestamp,
    updatedAt: Timestamp,
  }),
  { staff: ['contact', 'representation'], integration: ['aliases', 'mergedInto'] },
)
export type Party = Static<typeof Party>

export const PartyDetail = Type.Object({ party: Party })
export const PartyList = Type.Object({ parties: Type.Array(Party) })

export const ofParty = Type.Object({ ...ofCase.properties, partyId: partyId })

export const tag = 'Parties'

export const routes = {
  listParties: {
    method: 'GET',
    path: '/cases/{id}/parties',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'List the parties of a case, in the order recorded',
    params: ofCase,
    answers: { 200: json('The parties', PartyList) },
  },
  getParty: {
    method: 'GET',
    path: '/cases/{id}/parties/{partyId}',
    audience: 'party',
    needs: 'readCases',
    trace: { view: 'case' },
    summary: 'Get a party; a merged record names the party it was merged into',
    params: ofParty,
    answers: { 200: json('The party', PartyDetail) },
  },
  writeParty: {
    method: 'POST',
    path: '/cases/{id}/parties/{partyId}',
    audience: 'integration',
    needs: 'keepParties',
    summary: 'Create or replace a party',
    description:
      "The ID identifies the same party on every case. Identity and contact details are copied to the party's other cases in the background, with an event on each; the role is not. When adding a known party to a case, you can omit dates, aliases and contact details.",
    params: ofParty,
    body: NewParty,
    answers: {
      200: json('The party was replaced', PartyDetail),
      201: json('The party was added to this case', PartyDetail),
    },
  },
  removeParty: {
    method: 'DELETE',
    path: '/cases/{id}/parties/{partyId}',
    audience: 'integration',
    needs: 'keepParties',
    summary: 'Remove a party from a case; its history is kept',
    params: ofParty,
    query: RemovalQuery,
    answers: { 204: done },
  },
  setRepresentation: {
    method: 'PUT',
    path: '/cases/{id}/parties/{partyId}/representation',
    audience: 'integration',
    needs: 'keepParties',
    summary: 'Record who represents a party, and under which power of attorney',
    description:
      'The representative must also be a party of the case. The representation applies to every case of the party; while it is in force, members who sign in for the representative see those cases.',
    params: ofParty,
    body: NewRepresentation,
    answers: { 200: json('The party', PartyDetail) },
  },
  revokeRepresentation: {
    method: 'DELETE',
    path: '/cases/{id}/parties/{partyId}/representation',
    audience: 'integration',
    needs: 'keepParties',
    summary: 'Revoke a power of attorney on every case of the party',
    params: ofParty,
    query: RevocationQuery,
    answers: { 204: done },
  },
  mergeParty: {
    method: 'POST',
    path: '/cases/{id}/parties/{partyId}/merge',
    audience: 'integration',
    needs: 'keepParties',
    summary: 'Merge a duplicate party into another, on every case',
    params: ofParty,
    body: MergeParty,
    answers: { 200: json('The remaining party', PartyDetail) },
  },
} as const satisfies Record<string, Row>

const party = { partyId: Type.String(), role: Type.String() }

/** For rules that are about claimants, whatever a profile calls them. */
const isClaimant = { isClaimant: Type.Boolean({ description: 'Whether their role makes them a claimant' }) }

const origin = {
  origin: Type.Optional(
    Type.Object(
      { caseId: Type.String() },
      { description: 'The case the change was made on, if not this one' },
    ),
  ),
}

const stamp = {
  ...Timestamp,
  description:
    'When the change was made, on any case; the newer of two changes applies to every case of the party',
}

const PartyRecorded = Type.Object({
  ...party,
  person: Type.Optional(PartyPerson),
  organization: Type.Optional(Type.String()),
  contact: Type.Optional(contact),
  aliases: Type.Optional(Type.Array(PartyAlias)),
  alias: Type.Optional(
    Type.Object(
      { source: Type.String(), externalId: Type.String() },
      { description: 'Set for an imported row' },
    ),
  ),
  asOpened: Type.Optional(
    Type.Literal(true, {
      description:
        'Known only from the opening of the case; replaced when a claimant of the same name is recorded',
    }),
  ),
  stamps: Type.Optional(Type.Object({ identity: Type.Optional(stamp), contact: Type.Optional(stamp) })),
  ...origin,
})

const ToldRepresentation = Type.Object({
  ...representation.properties,
  memberIds: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Set on events from before access was granted per case; gives no access',
    }),
  ),
})

const PartyRepresentationChanged = Type.Object({
  ...party,
  ...isClaimant,
  change: oneOf(['given', 'revoked', 'ended'], {
    description: '`ended`: the last day of the power of attorney has passed',
  }),
  representation: ToldRepresentation,
  stamp,
  ...origin,
})

const why = { why: Type.Optional(Type.String()) }

const ofAll = ['partyId', 'role'] as const
const ofClaimant = ['partyId', 'role', 'isClaimant'] as const

export const events = {
  /** The whole record, each time any of it changes. */
  'party.recorded': shownTo('staff', PartyRecorded, {
    integration: ['aliases', 'alias', 'stamps', 'origin'],
    party: [...ofAll, 'person', 'organization'],
  }),
  'party.contactChanged': shownTo(
    'staff',
    Type.Object({ ...party, ...isClaimant, contact: Type.Optional(contact), ...origin }),
    { integration: [...ofClaimant, 'origin'] },
  ),
  'party.died': shownTo(
    'integration',
    Type.Object({ ...party, ...isClaimant, deathDate: CalendarDate, ...origin }),
    { staff: ['deathDate'], party: ofClaimant },
  ),
  'party.deathRetracted': shownTo('integration', Type.Object({ ...party, ...isClaimant, ...origin }), {
    party: ofClaimant,
  }),
  'party.representationChanged': shownTo('integration', PartyRepresentationChanged, {
    staff: ['representation'],
    party: [...ofClaimant, 'change'],
  }),
  'party.merged': shownTo('integration', Type.Object({ ...party, into: Type.String(), ...origin })),
  /** By somebody who may not see this case: it is as it was, until somebody who may looks into it. */
  'party.changedElsewhere': shownTo(
    'staff',
    Type.Object({
      ...party,
      ...isClaimant,
      part: oneOf(['identity', 'contact', 'representation', 'merger']),
      stamp,
      ...origin,
    }),
  ),
  'party.removed': shownTo('party', Type.Object({ ...party, ...why }), { staff: ['why'] }),
}
