import { describe, it } from 'node:test'
import { given, recorded } from '../test/given.ts'
import type { Fact } from './kernel.ts'
import { party } from './party.ts'

const target = { type: 'recordParty' as const, caseId: 'case_1', partyId: 'party_1', role: 'appellant' }
const person = { firstName: 'Ada', lastName: 'Byron' }
const fact: Fact = {
  type: 'party.recorded',
  subject: 'party_1',
  data: { partyId: 'party_1', role: 'appellant', person },
}

describe('a party', () => {
  it('is recorded once', () => {
    given(party, [])
      .when({ ...target, person })
      .then([fact])
    given(party, recorded([fact]))
      .when({ ...target, person })
      .thenRefused('conflict', /recorded already/)
  })
  it('is either a person or an organization', () => {
    given(party, [])
      .when(target)
      .thenRefused('invalid', /either a person or an organization/)
    given(party, [])
      .when({ ...target, person, organization: 'Legion' })
      .thenRefused('invalid', /either/)
  })
})
