import Type from 'typebox'
import { shownTo } from '../audience.ts'
import { Contact, PartyAlias, PartyPerson, Representation } from '../parties.ts'
import { CalendarDate, Timestamp } from '../text.ts'

const ofParty = { partyId: Type.String(), role: Type.String() }

/** For rules that are about claimants, whatever a profile calls them. */
const isClaimant = { isClaimant: Type.Boolean({ description: 'Whether the case is theirs, by their role' }) }

const origin = {
  origin: Type.Optional(
    Type.Object(
      { caseId: Type.String() },
      { description: 'The case that the change was made on, where that is another one' },
    ),
  ),
}

const stamp = {
  ...Timestamp,
  description:
    'When it was changed, on whichever case: of two changes the newer one holds on every case of the party',
}

const PartyRecorded = Type.Object({
  ...ofParty,
  person: Type.Optional(PartyPerson),
  organization: Type.Optional(Type.String()),
  contact: Type.Optional(Contact),
  aliases: Type.Optional(Type.Array(PartyAlias)),
  alias: Type.Optional(
    Type.Object(
      { source: Type.String(), externalId: Type.String() },
      { description: 'Of a row that was loaded' },
    ),
  ),
  asOpened: Type.Optional(
    Type.Literal(true, {
      description: 'Known from the opening of the case alone: a claimant of the same name takes its place',
    }),
  ),
  stamps: Type.Optional(Type.Object({ identity: Type.Optional(stamp), contact: Type.Optional(stamp) })),
  ...origin,
})

const ToldRepresentation = Type.Object({
  ...Representation.properties,
  memberIds: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Of an event from before access was granted case by case: it gives none',
    }),
  ),
})

const PartyRepresentationChanged = Type.Object({
  ...ofParty,
  ...isClaimant,
  change: Type.Union([Type.Literal('given'), Type.Literal('revoked'), Type.Literal('ended')], {
    description: '`ended` when the last day of the power of attorney is over',
  }),
  representation: ToldRepresentation,
  stamp,
  ...origin,
})

const why = { why: Type.Optional(Type.String()) }

const ofAll = ['partyId', 'role'] as const
const ofClaimant = ['partyId', 'role', 'isClaimant'] as const

/** What happens to the parties of a case. To a party, all of it is shown of their own side. */
export const partyEvents = {
  /** The whole record, each time any of it changes. */
  'party.recorded': shownTo('staff', PartyRecorded, {
    integration: ['aliases', 'alias', 'stamps', 'origin'],
    party: [...ofAll, 'person', 'organization'],
  }),
  'party.contactChanged': shownTo(
    'staff',
    Type.Object({ ...ofParty, ...isClaimant, contact: Type.Optional(Contact), ...origin }),
    { integration: [...ofClaimant, 'origin'] },
  ),
  'party.died': shownTo(
    'integration',
    Type.Object({ ...ofParty, ...isClaimant, deathDate: CalendarDate, ...origin }),
    { staff: ['deathDate'], party: ofClaimant },
  ),
  'party.deathRetracted': shownTo('integration', Type.Object({ ...ofParty, ...isClaimant, ...origin }), {
    party: ofClaimant,
  }),
  'party.representationChanged': shownTo('integration', PartyRepresentationChanged, {
    staff: ['representation'],
    party: [...ofClaimant, 'change'],
  }),
  'party.merged': shownTo('integration', Type.Object({ ...ofParty, into: Type.String(), ...origin })),
  /** By somebody who may not see this case: it is as it was, until somebody who may looks into it. */
  'party.changedElsewhere': shownTo(
    'staff',
    Type.Object({
      ...ofParty,
      ...isClaimant,
      part: Type.Union([
        Type.Literal('identity'),
        Type.Literal('contact'),
        Type.Literal('representation'),
        Type.Literal('merger'),
      ]),
      stamp,
      ...origin,
    }),
  ),
  'party.removed': shownTo('party', Type.Object({ ...ofParty, ...why }), { staff: ['why'] }),
}
