import Type, { type Static } from 'typebox'
import { PersonName } from './appeals.ts'
import { shownTo } from './audience.ts'
import { CalendarDate, Timestamp } from './text.ts'

const strict = { additionalProperties: false }
const text = (maxLength: number, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: '\\S', ...(examples.length ? { examples } : {}) })

/** Whoever writes a party first chooses its id; it names the same person on every case. */
export const PartyId = Type.String({
  pattern: '^[A-Za-z0-9][A-Za-z0-9._:~-]{0,199}$',
  description: 'The party: the same id is the same person or organization on every case',
  examples: ['party_01kbr2n4d0e8t6v1w3x5z7a9c2'],
})

export const PartyPerson = shownTo(
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
    deathDate: Type.Optional({ ...CalendarDate, description: 'A notice of death, once it is there' }),
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
      Type.String({ pattern: '^[A-Z]{2}$', description: 'ISO 3166, two letters', examples: ['US'] }),
    ),
  },
  strict,
)
export type Address = Static<typeof Address>

export const Contact = Type.Object(
  {
    addresses: Type.Optional(Type.Array(Address, { maxItems: 10, description: 'The current one first' })),
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
      Type.Union([Type.Literal('mail'), Type.Literal('email'), Type.Literal('phone')], {
        description: 'How they want to hear of their case',
      }),
    ),
  },
  strict,
)
export type Contact = Static<typeof Contact>

export const PartyAlias = Type.Object(
  { source: text(200, 'directory'), externalId: text(500, '4711') },
  { ...strict, description: 'What another system calls the party' },
)
export type PartyAlias = Static<typeof PartyAlias>

export const NewParty = Type.Object(
  {
    role: text(100, 'appellant'),
    person: Type.Optional(NewPerson),
    organization: Type.Optional(text(500)),
    contact: Type.Optional(Contact),
    aliases: Type.Optional(Type.Array(PartyAlias, { maxItems: 20 })),
  },
  {
    ...strict,
    description: 'The whole record: a person or an organization, and what they are to the case',
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
    end: Type.Optional({ ...CalendarDate, description: 'Its last day' }),
    scope: text(500, 'all matters'),
    documentId: Type.Optional(Type.String({ maxLength: 100, description: 'The document that grants it' })),
  },
  strict,
)

const representation = {
  representativeId: PartyId,
  powerOfAttorney: PowerOfAttorney,
}

export const NewRepresentation = Type.Object(representation, {
  ...strict,
  examples: [
    {
      representativeId: 'party_01kbr2n4d0e8t6v1w3x5z7a9c2',
      powerOfAttorney: { start: '2026-03-02', scope: 'all matters' },
    },
  ],
})
export type NewRepresentation = Static<typeof NewRepresentation>

export const Representation = Type.Object({
  ...representation,
  revoked: Type.Optional(
    Type.Object(
      { on: CalendarDate, why: Type.Optional(Type.String()) },
      { description: 'Once it is taken back' },
    ),
  ),
})
export type Representation = Static<typeof Representation>

export const RevocationQuery = Type.Object({
  why: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: 'Why it is taken back' })),
})
export const RemovalQuery = Type.Object({
  why: Type.Optional(Type.String({ minLength: 1, maxLength: 2000, description: 'Why it is taken out' })),
})

export const HistoryQuery = Type.Object({
  after: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: Number.MAX_SAFE_INTEGER,
      description: 'A position: only events behind it',
    }),
  ),
  limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000, default: 100 })),
})

export const MergeParty = Type.Object(
  { into: PartyId },
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
    contact: Type.Optional(Contact),
    aliases: Type.Array(PartyAlias),
    representation: Type.Optional(
      Type.Object({
        ...Representation.properties,
        isInForce: Type.Boolean({
          description: 'Today: it has begun, and neither ended nor been taken back',
        }),
      }),
    ),
    mergedInto: Type.Optional(Type.String({ description: 'The party that this record turned out to be' })),
    recordedAt: Timestamp,
    updatedAt: Timestamp,
  }),
  { staff: ['contact', 'representation'], integration: ['aliases', 'mergedInto'] },
)
export type Party = Static<typeof Party>

export const PartyDetail = Type.Object({ party: Party })
export const PartyList = Type.Object({ parties: Type.Array(Party) })

export const named = {
  Address,
  MergeParty,
  NewParty,
  NewRepresentation,
  Party,
  PartyAlias,
  PartyDetail,
  PartyList,
}
