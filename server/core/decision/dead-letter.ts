import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'

/** What is owed to another system, as the ledger names it. */
export type ObligationName = { obligationId: string; port: string; binding: string; call: string }

type Of = { caseId: string } & ObligationName

export type DeadLetterCommand =
  | ({ type: 'giveUp'; why: string; failedAt: string } & Of)
  | ({ type: 'redrive'; why?: string } & Of)
  | ({ type: 'drop'; why: string } & Of)

/** By obligation, where it stands; one that was never given up is not here. */
export type DeadLettersState = Record<string, 'failed' | 'redriven' | 'dropped'>

/** What could not be delivered to another system, until somebody sends it again or drops it. */
export const deadLetters: Decider<DeadLetterCommand, DeadLettersState> = {
  name: 'deadLetters',
  needs: { giveUp: null, redrive: null, drop: null },
  stateVersion: 1,
  reads: () => ({ types: ['delivery.failed', 'delivery.redriven', 'delivery.dropped'] }),
  initial: {},

  evolve(state, event) {
    switch (event.type) {
      case 'delivery.failed': {
        const { obligationId } = event.data
        return obligationId === undefined ? state : { ...state, [obligationId]: 'failed' }
      }
      case 'delivery.redriven':
        return { ...state, [event.data.obligationId]: 'redriven' }
      case 'delivery.dropped':
        return { ...state, [event.data.obligationId]: 'dropped' }
      default:
        return state
    }
  },

  decide(command, state): Fact[] {
    const { obligationId, port, binding, call } = command
    const of = { obligationId, port, binding, call }
    const standing = state[obligationId]
    switch (command.type) {
      case 'giveUp': {
        if (standing === 'failed' || standing === 'dropped') return []
        const { why, failedAt } = command
        const data = { deliveryId: obligationId, ...of, why, failedAt }
        return [{ type: 'delivery.failed', subject: obligationId, data }]
      }
      case 'redrive': {
        if (standing === 'redriven') return []
        refuseDropped(standing)
        const { why } = command
        const data = { ...of, ...(why === undefined ? {} : { why }) }
        return [{ type: 'delivery.redriven', subject: obligationId, data }]
      }
      case 'drop':
        refuseDropped(standing)
        return [{ type: 'delivery.dropped', subject: obligationId, data: { ...of, why: command.why } }]
    }
  },
}

function refuseDropped(standing: DeadLettersState[string] | undefined) {
  if (standing === 'dropped') throw new Refusal('stateForbids', 'This delivery was dropped.')
}
