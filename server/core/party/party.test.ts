import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { alice, callBy, given, noon, recorded } from '../../test/given.ts'
import { type Fact, fold } from '../kernel/decider.ts'
import { type KnownPart, type PartyCommand, party } from './party.ts'
import type { RecordedParty } from './state.ts'

const at = noon.toISOString()
const later = new Date(noon.getTime() + 60_000)
const caseId = 'case_1'
const ada = { firstName: 'Ada', lastName: 'Byron' }
const contact = { emails: ['ada@example.org'], preferred: 'email' as const }
const alias = { source: 'directory', externalId: '7' }
const powerOfAttorney = { start: '2026-03-02', scope: 'all matters' }

const writes = (
  partyId: string,
  record: Omit<PartyCommand & { type: 'recordParty' }, 'caseId' | 'type' | 'partyId'>,
) => ({ type: 'recordParty', caseId, partyId, ...record }) as const

const fact = (partyId: string, data: Partial<(Fact & { type: 'party.recorded' })['data']> = {}): Fact => ({
  type: 'party.recorded',
  subject: partyId,
  data: { partyId, role: 'appellant', person: ada, aliases: [], stamps: { identity: at }, ...data },
})
const ofAda = { partyId: 'ada', role: 'appellant', isClaimant: true }
const adaThere = fact('ada')
const legion = fact('legion', { role: 'representative', person: undefined, organization: 'Legion' } as never)
const represented: Fact = {
  type: 'party.representationChanged',
  subject: 'ada',
  data: {
    ...ofAda,
    change: 'given',
    representation: { representativeId: 'legion', powerOfAttorney },
    stamp: at,
  },
}
const merged: Fact = {
  type: 'party.merged',
  subject: 'adah',
  data: { partyId: 'adah', role: 'appellant', into: 'ada' },
}
const removed: Fact = { type: 'party.removed', subject: 'ada', data: { partyId: 'ada', role: 'appellant' } }
const told = (...facts: Fact[]) => given(party, recorded(facts))

describe('recording a party', () => {
  it('takes the whole record, and stamps what is known of it', () => {
    told()
      .when(writes('ada', { role: 'appellant', person: ada, contact, aliases: [alias] }))
      .then([fact('ada', { contact, aliases: [alias], stamps: { identity: at, contact: at } })])
  })

  it('follows a correction of the name under which the case was opened, while that is all that is known', () => {
    const person = { firstName: 'Augusta', lastName: 'King' }
    const rename: PartyCommand = { type: 'renameOpened', caseId: 'case_1', was: ada, person }
    told(fact('party_1', { asOpened: true }))
      .when(rename)
      .then([fact('party_1', { person, asOpened: true, stamps: { identity: '2026-11-01T12:00:00.001Z' } })])
    told(fact('party_1')).when(rename).then([])
  })

  it('of the name under which the case was opened takes the place of who stood in for it', () => {
    const standIn = fact('party_1', { asOpened: true })
    const replaced = (into: string): Fact => ({
      type: 'party.merged',
      subject: 'party_1',
      data: { partyId: 'party_1', role: 'appellant', into },
    })
    told(standIn)
      .when(writes('ada', { role: 'appellant', person: { ...ada, firstName: 'ADA' }, contact }))
      .then([
        fact('ada', { person: { ...ada, firstName: 'ADA' }, contact, stamps: { identity: at, contact: at } }),
        replaced('ada'),
      ])
    const other = { ...ada, firstName: 'Grace' }
    told(standIn)
      .when(writes('grace', { role: 'appellant', person: other }))
      .then([fact('grace', { person: other })])
    told(standIn)
      .when(writes('witness', { role: 'witness', person: ada }))
      .then([fact('witness', { role: 'witness' })])
    told(fact('party_1'))
      .when(writes('ada', { role: 'appellant', person: ada }))
      .then([adaThere])
  })

  it('overwrites, and the same again changes nothing', () => {
    const renamed = { ...ada, lastName: 'Lovelace' }
    told(adaThere)
      .when(writes('ada', { role: 'appellant', person: ada }))
      .then([])
    told(adaThere)
      .when(writes('ada', { role: 'appellant', person: renamed }), callBy(alice, later))
      .then([fact('ada', { person: renamed, stamps: { identity: later.toISOString() } })])
    told(adaThere)
      .when(writes('ada', { role: 'veteran', person: ada }))
      .then([fact('ada', { role: 'veteran' })])
  })

  it('a stamp is behind the one before it, even where the clock went back', () => {
    const earlier = callBy(alice, new Date(noon.getTime() - 5000))
    const renamed = { ...ada, lastName: 'Lovelace' }
    told(adaThere)
      .when(writes('ada', { role: 'appellant', person: renamed }), earlier)
      .then([fact('ada', { person: renamed, stamps: { identity: '2026-11-01T12:00:00.001Z' } })])
  })

  it('other contact details are told of, and the first ones are not a change', () => {
    told(adaThere)
      .when(writes('ada', { role: 'appellant', person: ada, contact }))
      .then([
        fact('ada', { contact, stamps: { identity: at, contact: at } }),
        {
          type: 'party.contactChanged',
          subject: 'ada',
          data: { ...ofAda, contact },
        },
      ])
    told(fact('ada', { contact, stamps: { identity: at, contact: at } }))
      .when(writes('ada', { role: 'appellant', person: ada }), callBy(alice, later))
      .then([
        fact('ada', { stamps: { identity: at, contact: later.toISOString() } }),
        { type: 'party.contactChanged', subject: 'ada', data: ofAda },
      ])
  })

  it('a date of death is a death, and taking it back is told of too', () => {
    const dead = { ...ada, deathDate: '2026-10-30' }
    const died = fact('ada', { person: dead })
    told(adaThere)
      .when(writes('ada', { role: 'appellant', person: dead }))
      .then([
        fact('ada', { person: dead, stamps: { identity: '2026-11-01T12:00:00.001Z' } }),
        {
          type: 'party.died',
          subject: 'ada',
          data: { ...ofAda, deathDate: '2026-10-30' },
        },
      ])
    told(died)
      .when(writes('ada', { role: 'appellant', person: ada }), callBy(alice, later))
      .then([
        fact('ada', { stamps: { identity: later.toISOString() } }),
        { type: 'party.deathRetracted', subject: 'ada', data: ofAda },
      ])
  })

  it('somebody known elsewhere keeps dates, aliases and contact details that the new record leaves out', () => {
    const elsewhere: RecordedParty = {
      role: 'veteran',
      person: { ...ada, birthDate: '1940-12-10' },
      aliases: [alias],
      contact,
      stamps: { identity: at, contact: at },
    }
    told()
      .when(writes('ada', { role: 'appellant', person: ada, elsewhere }))
      .then([
        fact('ada', {
          person: { birthDate: '1940-12-10', ...ada },
          contact,
          aliases: [alias],
          stamps: { identity: at, contact: at },
        }),
      ])
    told(adaThere)
      .when(writes('ada', { role: 'appellant', person: ada, elsewhere }))
      .then([])
  })

  it('a loaded row keeps its alias', () => {
    told()
      .when(writes('ada', { role: 'appellant', person: ada, alias }))
      .then([fact('ada', { aliases: [alias], alias })])
  })

  it('is refused where it contradicts itself or the calendar', () => {
    const refused = (record: Parameters<typeof writes>[1], sentence: RegExp) =>
      told().when(writes('ada', record)).thenRefused('invalid', sentence)
    refused({ role: 'appellant' }, /either person or organization/)
    refused({ role: 'appellant', person: ada, organization: 'Legion' }, /either/)
    refused(
      { role: 'appellant', person: { ...ada, birthDate: '2027-01-01' } },
      /birthDate must not be in the future: it is 2027-01-01/,
    )
    refused(
      { role: 'appellant', person: { ...ada, birthDate: '1950-01-02', deathDate: '1950-01-01' } },
      /deathDate, 1950-01-01, must not be before birthDate, 1950-01-02/,
    )
    refused({ role: 'appellant', person: ada, contact: { preferred: 'mail' } }, /contact.addresses has none/)
  })

  it('a role is a word of the profile, or what it was before', () => {
    told()
      .when(writes('ada', { role: 'harbourMaster', person: ada }))
      .thenRefused('invalid', /no role of a party harbourMaster: it must be one of appellant, /)
    const before = fact('ada', { role: 'harbourMaster' })
    told(before)
      .when(writes('ada', { role: 'harbourMaster', person: ada }))
      .then([])
  })

  it('whether the case is theirs is told with what happens to them', () => {
    const witness = fact('ada', { role: 'witness', contact, stamps: { identity: at, contact: at } })
    told(witness)
      .when(writes('ada', { role: 'witness', person: ada, contact: {} }), callBy(alice, later))
      .then([
        fact('ada', {
          role: 'witness',
          contact: {},
          stamps: { identity: at, contact: later.toISOString() },
        }),
        {
          type: 'party.contactChanged',
          subject: 'ada',
          data: { partyId: 'ada', role: 'witness', isClaimant: false, contact: {} },
        },
      ])
  })

  it('an alias is of one party of the case', () => {
    told(fact('ada', { aliases: [alias] }))
      .when(writes('other', { role: 'appellant', person: ada, aliases: [alias] }))
      .thenRefused('conflict', /party ada of this case already has one of these aliases/)
  })

  it('a case has two thousand parties at most', () => {
    const many = Array.from({ length: 2000 }, (_, index) => fact(`p${index}`))
    told(...many)
      .when(writes('one-more', { role: 'witness', person: ada }))
      .thenRefused('stateForbids', /at most 2,000 parties/)
    told(...many)
      .when(writes('p7', { role: 'appellant', person: ada }))
      .then([])
  })

  it('a merged record is not written again; a removed one is', () => {
    told(adaThere, fact('adah'), merged)
      .when(writes('adah', { role: 'appellant', person: ada }))
      .thenRefused('stateForbids', /merged into ada/)
    told(adaThere, removed)
      .when(writes('ada', { role: 'appellant', person: ada }))
      .then([adaThere])
  })
})

describe('removing a party', () => {
  it('is done once, and leaves its representation for when it comes back', () => {
    const command = { type: 'removeParty', caseId, partyId: 'ada', why: 'Not hers.' } as const
    told(adaThere, legion, represented)
      .when(command)
      .then([{ ...removed, data: { ...removed.data, why: 'Not hers.' } } as Fact])
    told(adaThere, removed).when(command).then([])
    told().when(command).then([])
    told(adaThere, legion, represented, removed, adaThere)
      .when({ type: 'removeParty', caseId, partyId: 'legion' })
      .thenRefused('stateForbids', /represents ada/)
  })

  it('is refused while it represents somebody', () => {
    told(adaThere, legion, represented)
      .when({ type: 'removeParty', caseId, partyId: 'legion' })
      .thenRefused('stateForbids', /represents ada/)
  })
})

describe('a claimant who has died', () => {
  const dead = { ...ada, deathDate: '2026-03-01' }
  const there = fact('ada', { person: dead })

  it('stays one: another role would lift what the death bars', () => {
    told(there)
      .when(writes('ada', { role: 'witness', person: dead }))
      .thenRefused('stateForbids', /role must remain that of a claimant/)
    told(there)
      .when(writes('ada', { role: 'contestingClaimant', person: dead }))
      .then([fact('ada', { role: 'contestingClaimant', person: dead })])
  })

  it('is removed with a reason, where that was never so', () => {
    const command = { type: 'removeParty', caseId, partyId: 'ada' } as const
    told(there)
      .when(command)
      .thenRefused('invalid', /why must be given/)
    told(there)
      .when({ ...command, why: 'The appellant is the widow.' })
      .then([{ ...removed, data: { ...removed.data, why: 'The appellant is the widow.' } } as Fact])
  })
})

describe('representation', () => {
  const gives = (representation: object = {}, partyId = 'ada') => ({
    type: 'represent' as const,
    caseId,
    partyId,
    representation: { representativeId: 'legion', powerOfAttorney, ...representation },
  })

  it('is given to a party of the case, and the same again changes nothing', () => {
    told(adaThere, legion).when(gives()).then([represented])
    told(adaThere, legion, represented).when(gives()).then([])
  })

  it('is revoked once, with the day and the reason', () => {
    const command = { type: 'revokeRepresentation', caseId, partyId: 'ada', why: 'By letter.' } as const
    const { representation } = represented.data as { representation: object }
    const revoked: Fact = {
      ...represented,
      data: {
        ...represented.data,
        change: 'revoked',
        representation: { ...representation, revoked: { on: '2026-11-01', why: 'By letter.' } },
        stamp: '2026-11-01T12:00:00.001Z',
      },
    } as Fact
    told(adaThere, legion, represented).when(command).then([revoked])
    told(adaThere, legion, represented, revoked).when(command).then([])
    told(adaThere).when(command).then([])
  })

  it('is refused to strangers, to the dead, to oneself, and for no days', () => {
    told(legion)
      .when(gives())
      .thenRefused('notFound', /no such party/)
    told(adaThere)
      .when(gives())
      .thenRefused('stateForbids', /no party legion in this case/)
    told(adaThere, fact('legion', { person: { ...ada, deathDate: '2026-01-01' } }))
      .when(gives())
      .thenRefused('stateForbids', /has died and cannot be representativeId/)
    told(adaThere, legion)
      .when(gives({ representativeId: 'ada' }))
      .thenRefused('invalid', /own representative/)
    told(adaThere, legion)
      .when(gives({ powerOfAttorney: { ...powerOfAttorney, end: '2026-03-01' } }))
      .thenRefused('invalid', /powerOfAttorney.end, 2026-03-01, must not be before its start/)
    told(adaThere, fact('adah'), merged, legion)
      .when(gives({}, 'adah'))
      .thenRefused('stateForbids', /merged into ada/)
  })
})

describe('merging two records', () => {
  const merges = (partyId: string, into: string) => ({ type: 'mergeParty' as const, caseId, partyId, into })

  it('keeps what the gone one knew, its aliases and its representation', () => {
    const gone = fact('adah', { person: { ...ada, birthDate: '1940-12-10' }, aliases: [alias], contact })
    const ofGone = { ...represented, subject: 'adah', data: { ...represented.data, partyId: 'adah' } } as Fact
    told(adaThere, gone, legion, ofGone)
      .when(merges('adah', 'ada'), callBy(alice, later))
      .then([
        fact('ada', {
          person: { birthDate: '1940-12-10', ...ada },
          aliases: [alias],
          contact,
          stamps: { identity: later.toISOString(), contact: later.toISOString() },
        }),
        {
          type: 'party.contactChanged',
          subject: 'ada',
          data: { ...ofAda, contact },
        },
        { ...represented, data: { ...represented.data, stamp: later.toISOString() } } as Fact,
        merged,
      ])
  })

  it('whoever the gone one represented is represented by the other', () => {
    const union = fact('union', { role: 'representative', person: undefined, organization: 'Union' } as never)
    const { representation } = represented.data as { representation: object }
    told(adaThere, legion, union, represented)
      .when(merges('legion', 'union'), callBy(alice, later))
      .then([
        {
          ...represented,
          data: {
            ...represented.data,
            representation: { ...representation, representativeId: 'union' },
            stamp: later.toISOString(),
          },
        } as Fact,
        {
          type: 'party.merged',
          subject: 'legion',
          data: { partyId: 'legion', role: 'representative', into: 'union' },
        },
      ])
  })

  it('what was revoked is not told of anew when who it was given to is merged', () => {
    const union = fact('union', { role: 'representative', person: undefined, organization: 'Union' } as never)
    const { data } = represented as Fact & { type: 'party.representationChanged' }
    const revoked = { ...data.representation, revoked: { on: '2026-11-01' } }
    told(adaThere, legion, union, {
      ...represented,
      data: { ...data, change: 'revoked', representation: revoked },
    } as Fact)
      .when(merges('legion', 'union'))
      .then([
        {
          type: 'party.merged',
          subject: 'legion',
          data: { partyId: 'legion', role: 'representative', into: 'union' },
        },
      ])
  })

  it('is done once, and refused where the two cannot be one', () => {
    told(adaThere, fact('adah'), merged).when(merges('adah', 'ada')).then([])
    told(adaThere)
      .when(merges('ada', 'ada'))
      .thenRefused('invalid', /into must be the ID of another party/)
    told(adaThere)
      .when(merges('nobody', 'ada'))
      .thenRefused('notFound', /no such party/)
    told(adaThere)
      .when(merges('ada', 'nobody'))
      .thenRefused('stateForbids', /no party nobody/)
    told(adaThere, legion)
      .when(merges('ada', 'legion'))
      .thenRefused('stateForbids', /A person cannot be merged with an organization/)
    told(adaThere, fact('bob'), fact('adah'), merged)
      .when(merges('adah', 'bob'))
      .thenRefused('stateForbids', /merged into ada/)
    const byBob = { representativeId: 'bob', powerOfAttorney }
    told(adaThere, fact('bob'), {
      ...represented,
      data: { ...represented.data, representation: byBob },
    } as Fact)
      .when(merges('bob', 'ada'))
      .thenRefused('stateForbids', /represents the other/)
  })
})

describe('following what another case knows', () => {
  const origin = { caseId: 'case_2' }
  const newer = later.toISOString()
  const of: RecordedParty = {
    role: 'veteran',
    person: { ...ada, deathDate: '2026-10-30' },
    aliases: [],
    contact,
    stamps: { identity: newer, contact: newer },
  }
  const follows = (known: KnownPart, partyId = 'ada') => ({
    type: 'followParty' as const,
    caseId,
    partyId,
    from: 'case_2',
    known,
  })

  it('takes over what is newer, with its stamp, and keeps the role', () => {
    told(adaThere)
      .when(follows({ part: 'identity', of }))
      .then([
        fact('ada', { person: { ...ada, deathDate: '2026-10-30' }, stamps: { identity: newer }, origin }),
        {
          type: 'party.died',
          subject: 'ada',
          data: { ...ofAda, deathDate: '2026-10-30', origin },
        },
      ])
    told(adaThere)
      .when(follows({ part: 'contact', of }))
      .then([
        fact('ada', { contact, stamps: { identity: at, contact: newer }, origin }),
        {
          type: 'party.contactChanged',
          subject: 'ada',
          data: { ...ofAda, contact, origin },
        },
      ])
  })

  it('what is older, known already, or about nobody here changes nothing', () => {
    const stale = { ...of, stamps: { identity: '2020-01-01T00:00:00.000Z' } }
    told(adaThere)
      .when(follows({ part: 'identity', of: stale }))
      .then([])
    told(adaThere)
      .when(follows({ part: 'contact', of: stale }))
      .then([])
    told(adaThere, removed)
      .when(follows({ part: 'identity', of }))
      .then([])
    told()
      .when(follows({ part: 'identity', of }))
      .then([])
  })

  it('of two changes in the same moment, that of the first case holds', () => {
    const same = { ...of, stamps: { identity: at } }
    const known: KnownPart = { part: 'identity', of: same }
    told(adaThere)
      .when({ ...follows(known), from: 'case_2' })
      .then([])
    told(adaThere)
      .when({ ...follows(known), from: 'case_0' })
      .then([
        fact('ada', { person: of.person!, origin: { caseId: 'case_0' } }),
        {
          type: 'party.died',
          subject: 'ada',
          data: { ...ofAda, deathDate: '2026-10-30', origin: { caseId: 'case_0' } },
        },
      ])
  })

  it('a representation brings its representative, unless that is here', () => {
    const { representation } = represented.data as (Fact & { type: 'party.representationChanged' })['data']
    const representative = {
      role: 'representative',
      organization: 'Legion',
      aliases: [],
      stamps: { identity: at },
    }
    const known: KnownPart = { part: 'representation', representation, stamp: newer, representative }
    const followed = { ...represented, data: { ...represented.data, stamp: newer, origin } } as Fact
    told(adaThere)
      .when(follows(known))
      .then([
        {
          type: 'party.recorded',
          subject: 'legion',
          data: { partyId: 'legion', ...representative, origin },
        },
        followed,
      ])
    told(adaThere, legion).when(follows(known)).then([followed])
    told(adaThere, legion, followed).when(follows(known)).then([])
    told(adaThere, legion, represented).when(follows(known)).then([])
  })

  it('a merger brings the record that stays, in the role of the one that goes', () => {
    const known: KnownPart = { part: 'merger', into: 'ada', of: { ...of, person: ada, contact: {} } }
    told(fact('adah', { role: 'substitute', stamps: { identity: at } }))
      .when(follows(known, 'adah'))
      .then([
        fact('ada', { role: 'substitute', contact: {}, stamps: { identity: newer, contact: newer }, origin }),
        { ...merged, data: { partyId: 'adah', role: 'substitute', into: 'ada', origin } } as Fact,
      ])
    told(adaThere, fact('adah'), merged).when(follows(known, 'adah')).then([])
  })
})

describe('access for a party', () => {
  const there = [fact('ada'), fact('legion', { role: 'representative' }), represented]
  const ofGrant = { grantId: 'grant_1', memberId: 'mem_1', partyId: 'ada' }
  const granted: Fact = {
    type: 'access.granted',
    subject: 'ada',
    data: {
      ...ofGrant,
      username: 'counsel',
      representativeId: 'legion',
      documentId: 'doc_1',
      start: '2026-03-02',
    },
  }
  const grant: PartyCommand = {
    ...{ type: 'grantAccess', caseId, ...ofGrant, username: 'counsel', documentId: 'doc_1' },
  }
  const withdrawn: Fact = {
    type: 'access.withdrawn',
    subject: 'ada',
    data: { ...ofGrant, why: 'The representation that it rests on has changed.' },
  }
  const represent = (power: object, representativeId = 'legion'): PartyCommand => ({
    ...{ type: 'represent', caseId, partyId: 'ada' },
    representation: { representativeId, powerOfAttorney: { ...powerOfAttorney, ...power } },
  })

  it('is granted once, on the days of the power of attorney', () => {
    told(...there)
      .when(grant)
      .then([granted])
    told(...there, granted)
      .when(grant)
      .then([])
    told(...there, granted)
      .when({ type: 'withdrawAccess', caseId, partyId: 'ada', grantId: 'grant_1' })
      .then([{ ...withdrawn, data: ofGrant }])
  })

  it('is refused without a representation, a document, or a day that is still to come', () => {
    told(fact('ada'))
      .when(grant)
      .thenRefused('stateForbids', /The party ada has no representative/)
    told(fact('legion'))
      .when(grant)
      .thenRefused('notFound', /no such party/)
    const { documentId: _, ...without } = grant as PartyCommand & { type: 'grantAccess' }
    told(...there)
      .when(without)
      .thenRefused('invalid', /documentId must be the ID of the power of attorney/)
    const ended = { representativeId: 'legion', powerOfAttorney: { ...powerOfAttorney, end: '2026-10-31' } }
    const over: Fact = {
      type: 'party.representationChanged',
      subject: 'ada',
      data: { ...ofAda, change: 'given', representation: ended, stamp: at },
    }
    told(...there, over)
      .when(grant)
      .thenRefused('stateForbids', /ended on 2026-10-31/)
  })

  it('is withdrawn with whatever it rests on, and by nothing else', () => {
    const after = (command: PartyCommand) =>
      party
        .decide(command, fold(party, recorded([...there, fact('other'), granted])), callBy(alice, later))
        .filter(({ type }) => type === 'access.withdrawn')
    for (const command of [
      { type: 'revokeRepresentation', caseId, partyId: 'ada' },
      { type: 'removeParty', caseId, partyId: 'ada' },
      { type: 'mergeParty', caseId, partyId: 'ada', into: 'other' },
      represent({}, 'other'),
      represent({ end: '2026-12-31' }),
      represent({ start: '2026-06-01' }),
    ] satisfies PartyCommand[])
      assert.deepEqual(after(command), [withdrawn], JSON.stringify(command))
    for (const command of [
      represent({ scope: 'this matter' }),
      writes('ada', { role: 'appellant', person: { ...ada, lastName: 'King' } }),
      { type: 'mergeParty', caseId, partyId: 'legion', into: 'other' },
    ] satisfies PartyCommand[])
      assert.deepEqual(after(command), [], JSON.stringify(command))
  })
})

describe('what was changed where its author may not see this case', () => {
  const stamp = later.toISOString()
  const notice: PartyCommand = {
    ...{ type: 'noticeParty', caseId, partyId: 'ada', from: { caseId: 'case_2' }, part: 'identity', stamp },
  }
  const noticed: Fact = {
    type: 'party.changedElsewhere',
    subject: 'ada',
    data: {
      ...{ partyId: 'ada', role: 'appellant', isClaimant: true, part: 'identity', stamp },
      origin: { caseId: 'case_2' },
    },
  }

  it('is noticed once, and not where this case knows something newer', () => {
    told(fact('ada')).when(notice).then([noticed])
    told(fact('ada'), noticed).when(notice).then([])
    told(fact('ada'), noticed, fact('ada', { role: 'witness' }))
      .when(notice)
      .then([])
    told(fact('ada', { stamps: { identity: stamp } }))
      .when(notice)
      .then([])
    told().when(notice).then([])
  })
})
