import type { PersonName } from '@portico/contract/appeals'
import type { Alias } from '@portico/contract/events'
import { type Decider, Refusal } from './kernel.ts'

export type PartyCommand = {
  type: 'recordParty'
  caseId: string
  partyId: string
  role: string
  person?: PersonName
  organization?: string
  alias?: Alias
}

export type PartyState = { isRecorded: boolean }

/** Somebody whom the case concerns: a person or an organization, and what they are to it. */
export const party: Decider<PartyCommand, PartyState> = {
  name: 'party',
  stateVersion: 1,
  reads: ({ partyId }) => ({ subject: partyId }),
  initial: { isRecorded: false },

  evolve: (state, event) => (event.type === 'party.recorded' ? { isRecorded: true } : state),

  decide({ type: _, caseId: __, ...data }, state) {
    if (state.isRecorded) throw new Refusal('conflict', 'This party is recorded already.')
    if ((data.person === undefined) === (data.organization === undefined)) {
      throw new Refusal('invalid', 'A party is either a person or an organization.')
    }
    return [{ type: 'party.recorded', subject: data.partyId, data }]
  },
}
