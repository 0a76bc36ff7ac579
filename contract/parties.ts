import { PersonName } from './appeals.ts'
import { shownTo } from './audience.ts'
import { done, json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
import { ends } from './tasks.ts'
import { CalendarDate, legible, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const text = (maxLength: number, ...examples: string[]) =>
  Type.String({ minLength: 1, maxLength, pattern: legible, ...(examples.length ? { examples } : {}) })

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

const asOf = { ...Timestamp, description: 'When the directory last changed it' }

/** What the directory of record says of a party, as it was last told. */
export const directoryRecord = Type.Object(
  {
    binding: Type.String({ description: 'The binding of the directory', examples: ['main'] }),
    asOf,
    heardAt: { ...Timestamp, description: 'When the directory told it' },
    identifiers: Type.Array(PartyAlias),
    person: Type.Optional(Type.Object({ ...PartyPerson.properties })),
    organization: Type.Optional(Type.String()),
    contact: Type.Optional(contact),
    representation: Type.Optional(
      Type.Object({
        representative: Type.Object({ identifier: PartyAlias, name: Type.String() }),
        powerOfAttorney: Type.Object({
          start: CalendarDate,
          end: Type.Optional(CalendarDate),
          scope: Type.Optional(Type.String()),
        }),
      }),
    ),
    representedAt: Type.Optional({
      ...Timestamp,
      description: 'When the directory last said who represents the party',
    }),
  },
  { description: 'What the directory of record says of the party' },
)
export type DirectoryRecord = Static<typeof directoryRecord>

const conflict = Type.Object({
  field: Type.String({ examples: ['contact.emails'] }),
  why: Type.Optional(Type.String({ description: 'Why the directory did not accept it' })),
})
export type PartyConflict = Static<typeof conflict>

const conflicts = Type.Optional(
  Type.Array(conflict, {
    description: 'What the case and the directory both changed, or the directory refused: somebody decides',
  }),
)

const reconciled = Type.Optional(
  Type.Object(
    { identity: Type.Optional(asOf), contact: Type.Optional(asOf) },
    { description: 'The record of the directory that each part was last compared with' },
  ),
)

export const SettleConflict = Type.Object(
  {
    keep: oneOf(['case', 'directory'], { description: 'Which of the two holds from now on' }),
    fields: Type.Optional(
      Type.Array(Type.String({ maxLength: 100, examples: ['contact.emails'] }), {
        minItems: 1,
        maxItems: 20,
        description: 'Only these; all that are in conflict if left out',
      }),
    ),
    ends,
  },
  { ...strict, examples: [{ keep: 'directory' }] },
)
export type SettleConflict = Omit<Static<typeof SettleConflict>, 'ends'>

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
    directory: Type.Optional(
      Type.Object(
        {
          ...directoryRecord.properties,
          differs: Type.Array(Type.String({ examples: ['contact.emails'] }), {
            description: 'Where the case and the directory say different things',
          }),
        },
        { description: 'What the directory of record says of the party' },
      ),
    ),
    conflicts,
    recordedAt: Timestamp,
    updatedAt: Timestamp,
  }),
  {
    staff: ['contact', 'representation', 'directory', 'conflicts'],
    integration: ['aliases', 'mergedInto'],
  },
)
export type Party = Static<typeof Party>

export const PartyDetail = Type.Object({ party: Party })
export const PartyList = Type.Object({ parties: Type.Array(Party) })

export const Sought = Type.Object(
  {
    identifier: Type.Optional(PartyAlias),
    person: Type.Optional(
      Type.Object(
        { firstName: Type.Optional(text(200)), lastName: text(200), birthDate: Type.Optional(CalendarDate) },
        strict,
      ),
    ),
    organization: Type.Optional(text(500)),
  },
  {
    ...strict,
    minProperties: 1,
    description: 'An identifier, a name with a date of birth, or an organization',
    examples: [{ person: { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' } }],
  },
)
export type Sought = Static<typeof Sought>

const Candidate = Type.Object({
  partyId: Type.String({ description: 'The ID to add it with: that of the party, if it is known here' }),
  from: oneOf(['directory', 'platform', 'both'], { description: 'Who knows it' }),
  isOnCase: Type.Boolean({ description: 'Whether it is a party of this case already' }),
  asOf: Type.Optional(asOf),
  person: Type.Optional(Type.Object({ ...PartyPerson.properties })),
  organization: Type.Optional(Type.String()),
  aliases: Type.Array(PartyAlias),
  nearness: oneOf(['identifier', 'all', 'some'], {
    description: 'The identifier agrees, or all that was asked for, or some of it',
  }),
  reasons: Type.Array(
    Type.Object({
      field: Type.String({ examples: ['lastName'] }),
      agreement: oneOf(['same', 'near', 'differs', 'unknown']),
    }),
    { description: 'What was asked for, field by field' },
  ),
})
export type Candidate = Static<typeof Candidate>

export const CandidateList = Type.Object({
  candidates: Type.Array(Candidate),
  directory: Type.Optional(
    Type.Object(
      {
        binding: Type.String(),
        why: Type.Optional(
          Type.String({ description: 'Why it could not be asked; then only parties known here are listed' }),
        ),
      },
      { description: 'The directory that was asked' },
    ),
  ),
})
export type CandidateList = Static<typeof CandidateList>

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
    servedBy: { call: ['parties.list', 'id', 'caller'] },
    sdk: {
      call: 'client.parties.list',
      about: 'List the parties of a case in the order they were recorded.',
      example: sample`
        for (const { role, person, organization } of await client.parties.list(caseId)) {
          console.log(role, person?.lastName ?? organization)
        }
      `,
    },
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
    servedBy: { call: ['parties.get', 'id', 'partyId', 'caller'] },
    sdk: {
      call: 'client.parties.get',
      about: 'Get a party. A merged record names the one it was merged into.',
      example: sample`
        const { contact, representation } = await client.parties.get(caseId, partyId)
        console.log(contact?.preferred, representation?.isInForce)
      `,
    },
  },
  writeParty: {
    method: 'POST',
    path: '/cases/{id}/parties/{partyId}',
    audience: 'integration',
    needs: 'keepParties',
    trace: 'change',
    summary: 'Create or replace a party',
    description:
      "The ID identifies the same party on every case. Identity and contact details are copied to the party's other cases in the background, with an event on each; the role is not. When adding a known party to a case, you can omit dates, aliases and contact details.",
    params: ofParty,
    body: NewParty,
    answers: {
      200: json('The party was replaced', PartyDetail),
      201: json('The party was added to this case', PartyDetail),
    },
    sdk: {
      call: 'client.parties.write',
      takes: ['party'],
      about:
        'Upsert the whole record of a party. Their identity and contact details spread to their other cases.',
      example: sample`
        const party = await client.parties.write(caseId, 'party_ada_byron', {
          role: 'appellant',
          person: { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' },
          contact: { emails: ['ada@example.org'], preferred: 'email' },
        })
        console.log(party.updatedAt)
      `,
    },
  },
  removeParty: {
    method: 'DELETE',
    path: '/cases/{id}/parties/{partyId}',
    audience: 'integration',
    needs: 'keepParties',
    trace: 'change',
    summary: 'Remove a party from a case; its history is kept',
    params: ofParty,
    query: RemovalQuery,
    answers: { 204: done },
    servedBy: { command: 'party.removeParty' },
    sdk: {
      call: 'client.parties.remove',
      about: 'Remove a party from this case. Its history stays.',
      example: sample`
        await client.parties.remove(caseId, partyId, { why: 'Recorded on the wrong case.' })
      `,
    },
  },
  setRepresentation: {
    method: 'PUT',
    path: '/cases/{id}/parties/{partyId}/representation',
    audience: 'integration',
    needs: 'keepParties',
    trace: 'change',
    summary: 'Record who represents a party, and under which power of attorney',
    description:
      'The representative must also be a party of the case. The representation applies to every case of the party; while it is in force, members who sign in for the representative see those cases.',
    params: ofParty,
    body: NewRepresentation,
    answers: { 200: json('The party', PartyDetail) },
    servedBy: {
      call: ['parties.represent', 'request', 'id', 'partyId', 'body'],
      answer: ['parties.get', 'id', 'partyId'],
    },
    sdk: {
      call: 'client.parties.represent',
      takes: ['representation'],
      about: "Set the representative of a party and their power of attorney, on all of the party's cases.",
      example: sample`
        const organization = 'Veterans Legal Aid'
        await client.parties.write(caseId, 'party_legal_aid', { role: 'representative', organization })
        const { representation } = await client.parties.represent(caseId, partyId, {
          representativeId: 'party_legal_aid',
          powerOfAttorney: { start: '2026-03-02', scope: 'all matters' },
        })
        console.log(representation?.isInForce)
      `,
    },
  },
  revokeRepresentation: {
    method: 'DELETE',
    path: '/cases/{id}/parties/{partyId}/representation',
    audience: 'integration',
    needs: 'keepParties',
    trace: 'change',
    summary: 'Revoke a power of attorney on every case of the party',
    params: ofParty,
    query: RevocationQuery,
    answers: { 204: done },
    servedBy: { command: 'party.revokeRepresentation' },
    sdk: {
      call: 'client.parties.revoke',
      about: "Revoke a power of attorney, on all of the party's cases.",
      example: sample`
        const organization = 'Veterans Legal Aid'
        await client.parties.write(caseId, 'party_legal_aid', { role: 'representative', organization })
        await client.parties.represent(caseId, partyId, {
          representativeId: 'party_legal_aid',
          powerOfAttorney: { start: '2026-03-02', scope: 'all matters' },
        })
        await client.parties.revoke(caseId, partyId, { why: 'By letter of 2 March.' })
      `,
    },
  },
  mergeParty: {
    method: 'POST',
    path: '/cases/{id}/parties/{partyId}/merge',
    audience: 'integration',
    needs: 'keepParties',
    trace: 'change',
    summary: 'Merge a duplicate party into another, on every case',
    params: ofParty,
    body: MergeParty,
    answers: { 200: json('The remaining party', PartyDetail) },
    servedBy: {
      call: ['parties.merge', 'request', 'id', 'partyId', 'body.into'],
      answer: ['parties.get', 'id', 'body.into'],
    },
    sdk: {
      call: 'client.parties.merge',
      takes: ['into'],
      about: 'Merge a record into another of the same person, on every case that has it.',
      example: sample`
        const twice = \`\${partyId}_again\`
        const person = { firstName: 'Ada', lastName: 'Byron' }
        await client.parties.write(caseId, twice, { role: 'appellant', person })
        const { id } = await client.parties.merge(caseId, twice, partyId)
        console.log(id === partyId)
      `,
    },
  },
  findCandidates: {
    method: 'POST',
    path: '/cases/{id}/party-candidates',
    audience: 'staff',
    needs: 'keepParties',
    trace: { view: 'case' },
    summary: 'Look up a person or an organization, before you add them to a case',
    description:
      'Searches the directory of record, if one is bound, and the parties of cases that you see and that are no more sensitive than this one. Each candidate says which fields agree. Nothing is matched for you: add the one that you choose with its ID and its aliases.',
    params: ofCase,
    body: Sought,
    answers: { 200: json('The candidates, the closest first', CandidateList) },
    sdk: {
      call: 'client.parties.candidates',
      takes: ['sought'],
      about:
        'Look up whom you are about to add, in the directory and among the parties of cases that you see. Choose one, and write it with its ID and its aliases.',
      example: sample`
        const person = { firstName: 'Ada', lastName: 'Byron', birthDate: '1948-12-10' }
        const { candidates } = await client.parties.candidates(caseId, { person })
        for (const { partyId, nearness, reasons } of candidates) console.log(partyId, nearness, reasons)
      `,
    },
  },
  settleConflict: {
    method: 'POST',
    path: '/cases/{id}/parties/{partyId}/settle-conflict',
    audience: 'integration',
    needs: 'keepParties',
    trace: 'change',
    summary: 'Decide between the case and the directory',
    description:
      'What you decide goes to the other cases of the party, like any change. If the case is kept, the directory stays as it is.',
    params: ofParty,
    body: SettleConflict,
    answers: { 200: json('The party', PartyDetail) },
    servedBy: { command: 'party.settleConflict', answer: ['parties.get', 'id', 'partyId'] },
    sdk: {
      call: 'client.parties.settleConflict',
      takes: ['decision'],
      about: 'Decide between the case and the directory where `conflicts` of a party names fields.',
      example: sample`
        const { conflicts = [] } = await client.parties.settleConflict(caseId, partyId, { keep: 'directory' })
        console.log(conflicts.length)
      `,
    },
  },
} as const satisfies Record<string, Row>

const party = { partyId: Type.String(), role: Type.String() }

/** For rules that are about claimants, whatever a profile calls them. */
const isClaimant = { isClaimant: Type.Boolean({ description: 'Whether their role makes them a claimant' }) }

const origin = {
  origin: Type.Optional(
    Type.Object(
      {
        caseId: Type.Optional(Type.String({ description: 'The case the change was made on' })),
        binding: Type.Optional(Type.String({ description: 'The directory that reported the change' })),
      },
      { description: 'Where the change comes from, if not from this case' },
    ),
  ),
}
export type ChangeOrigin = { caseId?: string; binding?: string }

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
  directory: Type.Optional(directoryRecord),
  reconciled,
  conflicts,
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
      part: oneOf(['identity', 'contact', 'representation', 'merger', 'directory']),
      stamp,
      ...origin,
    }),
  ),
  /** The case and the directory both changed it, or the directory refused what was edited here. */
  'party.conflicted': shownTo(
    'staff',
    Type.Object({ ...party, ...isClaimant, conflicts: Type.Array(conflict), ...origin }),
  ),
  /** Nothing of the party is in conflict with the directory any more. */
  'party.conflictSettled': shownTo('staff', Type.Object({ ...party, ...isClaimant, ...origin })),
  'party.removed': shownTo('party', Type.Object({ ...party, ...why }), { staff: ['why'] }),
}
