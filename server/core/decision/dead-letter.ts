import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

/** What is owed to another system, as the ledger names it. */
export type ObligationName = { obligationId: string; port: string; binding: string; call: string }

type Of = { caseId: string } & ObligationName

export type DeadLetterCommand =
  /** `about` is the subject of the event that obliged to it. */
  | ({ type: 'giveUp'; why: string; failedAt: string; about?: string } & Of)
  | ({ type: 'redrive'; why?: string } & Of)
  | ({ type: 'drop'; why: string } & Of)
  /** Nothing about a decision is to be sent any more. */
  | { type: 'dropDecision'; caseId: string; workProductId: string; why: string }

type Letter = ObligationName & {
  standing: 'failed' | 'redriven' | 'dropped' | 'delivered'
  /** The decision that it is of, or what else it is about. */
  about?: string
}

/** By obligation; one that was never given up is not here. */
export type DeadLettersState = Record<string, Letter>

/** What could not be delivered to another system, until somebody sends it again or drops it. */
export const deadLetters: Decider<DeadLetterCommand, DeadLettersState> = {
  name: 'deadLetters',
  needs: { giveUp: null, redrive: null, drop: null, dropDecision: null },
  stateVersion: 2,
  reads: () => ({
    types: ['delivery.failed', 'delivery.redriven', 'delivery.dropped', 'delivery.receipted'],
  }),
  initial: {},

  evolve(state, event) {
    switch (event.type) {
      case 'delivery.failed': {
        const { obligationId, port = '', binding = '', call = '', workProductId, about } = event.data
        if (obligationId === undefined) return state
        const of = {
          obligationId,
          port,
          binding,
          call,
          ...withoutUndefined({ about: workProductId ?? about }),
        }
        return { ...state, [obligationId]: { ...of, standing: 'failed' } }
      }
      case 'delivery.redriven':
        return stands(state, event.data, 'redriven')
      case 'delivery.dropped':
        return stands(state, event.data, 'dropped')
      case 'delivery.receipted': {
        const known = state[event.data.obligationId ?? '']
        return known ? stands(state, known, 'delivered') : state
      }
      default:
        return state
    }
  },

  decide(command, state): Fact[] {
    if (command.type === 'dropDecision') {
      const { workProductId, why } = command
      return Object.values(state)
        .filter(({ standing, about }) => standing === 'failed' && about === workProductId)
        .map((letter) => dropped(letter, why))
    }
    const { obligationId, port, binding, call } = command
    const of = { obligationId, port, binding, call }
    const standing = state[obligationId]?.standing
    switch (command.type) {
      case 'giveUp': {
        if (standing === 'failed') return []
        const { why, failedAt, about } = command
        const data = { deliveryId: obligationId, ...of, why, failedAt, ...withoutUndefined({ about }) }
        return [{ type: 'delivery.failed', subject: obligationId, data }]
      }
      case 'redrive': {
        refuseDropped(standing)
        const { why } = command
        const data = { ...of, ...(why === undefined ? {} : { why }) }
        return [{ type: 'delivery.redriven', subject: obligationId, data }]
      }
      case 'drop':
        refuseDropped(standing)
        return [dropped(of, command.why)]
    }
  },
}

function stands(
  state: DeadLettersState,
  { obligationId, port, binding, call }: ObligationName,
  standing: Letter['standing'],
): DeadLettersState {
  return { ...state, [obligationId]: { ...state[obligationId], obligationId, port, binding, call, standing } }
}

function dropped({ obligationId, port, binding, call }: ObligationName, why: string): Fact {
  return { type: 'delivery.dropped', subject: obligationId, data: { obligationId, port, binding, call, why } }
}

function refuseDropped(standing: Letter['standing'] | undefined) {
  if (standing === 'dropped') throw new Refusal('stateForbids', 'This delivery was dropped.')
}
