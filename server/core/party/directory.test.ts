import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { DirectoryRecord } from '@portico/contract/parties'
import { alice, callBy, given, noon, recorded } from '../../test/given.ts'
import { type Fact, fold } from '../kernel/decider.ts'
import { type PartyCommand, party } from './party.ts'

const at = noon.toISOString()
const minute = (count: number) => new Date(noon.getTime() + count * 60_000).toISOString()
const caseId = 'case_1'
const ada = { firstName: 'Ada', lastName: 'Byron' }
const identifier = { source: 'registry', externalId: '7' }
const there = (more: Partial<(Fact & { type: 'party.recorded' })['data']> = {}): Fact => ({
  type: 'party.recorded',
  subject: 'ada',
  data: {
    ...{ partyId: 'ada', role: 'appellant', person: ada, aliases: [identifier], stamps: { identity: at } },
    ...more,
  },
})
const record = (asOf: string, more: Partial<DirectoryRecord> = {}): DirectoryRecord => ({
  ...{ binding: 'main', asOf, heardAt: asOf, identifiers: [identifier], person: ada },
  ...more,
})
const heed = (directory: DirectoryRecord): PartyCommand => ({
  ...{ type: 'heedDirectory', caseId, partyId: 'ada', directory },
})

/** What is left of a party after some commands, and the types of what was written. */
function after(facts: readonly Fact[], ...commands: readonly PartyCommand[]) {
  let state = fold(party, recorded([...facts]))
  const types: string[] = []
  for (const command of commands) {
    const decided = party.decide(command, state, callBy(alice))
    types.push(...decided.map(({ type }) => type))
    state = fold(party, recorded([...decided]), state)
  }
  return { party: state.parties.find(({ partyId }) => partyId === 'ada'), types }
}

describe('what a directory says of a party', () => {
  it('fills in what the case does not know, and changes what only the directory changed', () => {
    const born = { ...ada, birthDate: '1948-12-10' }
    const phone = { phones: ['555 0100'] }
    const filled = after([there()], heed(record(minute(1), { person: born, contact: phone })))
    assert.deepEqual([filled.party?.person, filled.party?.contact], [born, phone])
    assert.deepEqual(filled.party?.stamps, { identity: at }, 'nobody has edited it')
    const moved = after(
      [there()],
      heed(record(minute(1), { contact: phone })),
      heed(record(minute(2), { contact: { phones: ['555 0200'] } })),
    )
    assert.deepEqual(moved.party?.contact?.phones, ['555 0200'])
  })

  it('is ignored where it is older, or said again', () => {
    const newer = heed(record(minute(2), { person: { ...ada, lastName: 'King' } }))
    const { party: one, types } = after([there()], newer, newer, heed(record(minute(1))))
    assert.equal(one?.directory?.asOf, minute(2))
    assert.equal(types.length, types.indexOf('party.recorded') + 2, types.join())
  })

  it('is in conflict where the case says something else, until the two agree', () => {
    const king = { ...ada, lastName: 'King' }
    const { party: one, types } = after([there()], heed(record(minute(1), { person: king })))
    assert.deepEqual([one?.person, one?.conflicts], [ada, [{ field: 'person.lastName' }]])
    assert.deepEqual(types, ['party.recorded', 'party.conflicted'])
    const write = {
      type: 'recordParty' as const,
      caseId,
      partyId: 'ada',
      role: 'appellant',
      aliases: [identifier],
    }
    const agreed = after([there()], heed(record(minute(1), { person: king })), { ...write, person: king })
    assert.equal(agreed.party?.conflicts, undefined)
    assert.equal(agreed.types.at(-1), 'party.conflictSettled')
  })

  it('makes no nonsense of a record: a person is no organization, and nobody dies before they are born', () => {
    const kind = after(
      [there()],
      heed({ ...record(minute(1), { organization: 'Byron' }), person: undefined } as never),
    )
    assert.deepEqual([kind.party?.person, kind.party?.conflicts], [ada, [{ field: 'organization' }]])
    const born = { ...ada, birthDate: '1948-12-10' }
    const dead = record(minute(1), { person: { ...ada, deathDate: '1900-01-01' } })
    const { party: one } = after([there({ person: born })], heed(dead))
    assert.deepEqual([one?.person, one?.conflicts], [born, [{ field: 'person.deathDate' }]])
  })

  it('tells of nobody who is not on the case', () => {
    given(party, recorded([]))
      .when(heed(record(minute(1))))
      .then([])
  })

  it('revokes a representation that it had told, and no other', () => {
    const representation = {
      representative: { identifier: { source: 'registry', externalId: '9' }, name: 'Legion' },
      powerOfAttorney: { start: '2026-03-02' },
    }
    const named = {
      partyId: 'legion',
      record: { role: 'representative', organization: 'Legion', aliases: [], stamps: {} },
    }
    const given = { ...heed(record(minute(1), { representation })), representative: named } as PartyCommand
    const { party: one } = after([there()], given)
    assert.equal(one?.representation?.representativeId, 'legion')
    assert.equal(one?.representation?.powerOfAttorney.scope, 'all matters')
    const revoked = after([there()], given, heed(record(minute(2))))
    assert.equal(revoked.party?.representation?.revoked?.on, minute(2).slice(0, 10))
    const itself = { ...given, representative: { ...named, partyId: 'ada' } } as PartyCommand
    assert.throws(() => after([there()], itself), /nobody is their own representative/)
    const own: Fact = {
      type: 'party.representationChanged',
      subject: 'ada',
      data: {
        ...{ partyId: 'ada', role: 'appellant', isClaimant: true, change: 'given', stamp: at },
        representation: {
          representativeId: 'other',
          powerOfAttorney: { start: '2026-03-02', scope: 'this' },
        },
      },
    }
    const kept = after([there(), own], heed(record(minute(1))))
    assert.equal(kept.party?.representation?.revoked, undefined)
    const late = after([there(), { ...own, data: { ...own.data, stamp: minute(9) } } as Fact], given)
    assert.equal(late.party?.representation?.representativeId, 'other', 'what somebody recorded later holds')
  })

  it('is decided by somebody, one field or all', () => {
    const contact = { emails: ['case@example.org'], phones: ['555 0100'] }
    const theirs = { emails: ['directory@example.org'], phones: ['555 0200'] }
    const start = [there({ contact, stamps: { identity: at, contact: at } })]
    const settle = (more: object) =>
      ({ type: 'settleConflict', caseId, partyId: 'ada', ...more }) as PartyCommand
    const conflicted = heed(record(minute(1), { contact: theirs }))
    const one = after(start, conflicted, settle({ keep: 'directory', fields: ['contact.emails'] }))
    assert.deepEqual(one.party?.contact, { ...contact, emails: theirs.emails })
    assert.deepEqual(one.party?.conflicts, [{ field: 'contact.phones' }])
    const all = after(start, conflicted, settle({ keep: 'case' }))
    assert.deepEqual([all.party?.contact, all.party?.conflicts], [contact, undefined])
    assert.ok((all.party?.stamps.contact ?? '') > at, 'it goes to the other cases')
    assert.equal(after(start, settle({ keep: 'case' })).types.length, 0)
    assert.throws(
      () => after(start, settle({ keep: 'case', fields: ['contact.emails'] })),
      /This party has no conflict with the directory/,
    )
  })
})
