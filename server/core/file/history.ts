import type { Alias } from '@portico/contract/envelope'
import { type Decider, Refusal } from '../kernel/decider.ts'

export type HistoryCommand = {
  type: 'recordHistory'
  caseId: string
  entryId: string
  what: string
  details?: string
  alias: Alias
}

export type HistoryState = { isRecorded: boolean }

/** History from another system, recorded as reported, with no effect on the case. */
export const history: Decider<HistoryCommand, HistoryState> = {
  name: 'history',
  needs: { recordHistory: null },
  stateVersion: 1,
  reads: ({ entryId }) => ({ subject: entryId }),
  initial: { isRecorded: false },

  evolve: (state, event) => (event.type === 'case.historyRecorded' ? { isRecorded: true } : state),

  decide({ type: _, caseId: __, ...data }, state, call) {
    if (state.isRecorded) throw new Refusal('conflict', 'This history entry is already recorded.')
    if (call.recordedAt && call.at > call.recordedAt) {
      throw new Refusal('invalid', 'at must not be in the future: history has already happened.')
    }
    return [{ type: 'case.historyRecorded', subject: data.entryId, data }]
  },
}
