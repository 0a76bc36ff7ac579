import type { Recorded } from '../kernel/decider.ts'
import type { WorkState } from './state.ts'

/** What the case itself says: its type and docket, whether it is closed, its standing. */
export function evolveCase(state: WorkState, event: Recorded): WorkState {
  switch (event.type) {
    case 'case.opened':
      return { ...state, caseType: event.data.caseType, receiptDate: event.data.receiptDate }
    case 'case.corrected': {
      const { caseType = state.caseType, docket = state.docket, receiptDate = state.receiptDate } = event.data
      return { ...state, caseType, docket, receiptDate }
    }
    case 'case.docketed':
      return { ...state, docket: event.data.docket }
    case 'case.closed': {
      const { reason, closedAt } = event.data
      const elsewhere = closedAt === undefined ? {} : { closedAt }
      return { ...state, isClosed: true, closedBecause: reason, ...elsewhere }
    }
    case 'case.reopened': {
      const { closedAt: _, ...open } = state
      const { stood } = event.data
      return { ...open, isClosed: false, closedBecause: null, rootId: null, ...(stood ? { stood } : {}) }
    }
    case 'case.stateChanged': {
      const { to: status, partyTo: partyStatus, why, step, taskId = null, enteredStepAt } = event.data
      const { stood: _, ...settled } = state
      return { ...settled, standing: { status, partyStatus, why, step, taskId, enteredStepAt } }
    }
    default:
      return state
  }
}
