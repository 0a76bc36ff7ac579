import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

/** An obligation to another system, as identified in the ledger. */
export type ObligationName = { obligationId: string; port: string; binding: string; call: string }

type OfCase = { caseId: string } & ObligationName

export type DeadLetterCommand =
  /** `about` is the subject of the event that created the obligation. */
  | ({ type: 'giveUp'; why: string; failedAt: string; about?: string } & OfCase)
  | ({ type: 'redrive'; why?: string } & OfCase)
  | ({ type: 'drop'; why: string } & OfCase)
  /** Drops everything owed about a decision. */
  | { type: 'dropDecision'; caseId: string; workProductId: string; why: string }

type DeadLetter = ObligationName & {
  standing: 'failed' | 'redriven' | 'dropped' | 'delivered'
  /** The ID of the decision, or of another subject. */
  about?: string
}

/** By obligation, once it was given up. */
export type DeadLettersState = Record<string, DeadLetter>

/** Deliveries to other systems that failed for good, until someone redrives or drops them. */
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
        const letter = {
          obligationId,
          port,
          binding,
          call,
          ...withoutUndefined({ about: workProductId ?? about }),
        }
        return { ...state, [obligationId]: { ...letter, standing: 'failed' } }
      }
      case 'delivery.redriven':
        return withStanding(state, event.data, 'redriven')
      case 'delivery.dropped':
        return withStanding(state, event.data, 'dropped')
      case 'delivery.receipted': {
        const letter = state[event.data.obligationId ?? '']
        return letter ? withStanding(state, letter, 'delivered') : state
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
    const obligation = { obligationId, port, binding, call }
    const standing = state[obligationId]?.standing
    switch (command.type) {
      case 'giveUp': {
        if (standing === 'failed') return []
        const { why, failedAt, about } = command
        const data = {
          deliveryId: obligationId,
          ...obligation,
          why,
          failedAt,
          ...withoutUndefined({ about }),
        }
        return [{ type: 'delivery.failed', subject: obligationId, data }]
      }
      case 'redrive': {
        refuseDropped(standing)
        const { why } = command
        const data = { ...obligation, ...(why === undefined ? {} : { why }) }
        return [{ type: 'delivery.redriven', subject: obligationId, data }]
      }
      case 'drop':
        refuseDropped(standing)
        return [dropped(obligation, command.why)]
    }
  },
}

function withStanding(
  state: DeadLettersState,
  { obligationId, port, binding, call }: ObligationName,
  standing: DeadLetter['standing'],
): DeadLettersState {
  return { ...state, [obligationId]: { ...state[obligationId], obligationId, port, binding, call, standing } }
}

function dropped({ obligationId, port, binding, call }: ObligationName, why: string): Fact {
  return { type: 'delivery.dropped', subject: obligationId, data: { obligationId, port, binding, call, why } }
}

function refuseDropped(standing: DeadLetter['standing'] | undefined) {
  if (standing === 'dropped')
    throw new Refusal('stateForbids', 'This delivery was dropped and can no longer be redriven or dropped.')
}
