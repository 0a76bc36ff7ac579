import type { Effectuation, EffectuationReport } from '@portico/contract/effectuation'
import { type Decider, type Fact, Refusal } from './kernel.ts'
import { present } from './present.ts'

export type EffectuationCommand = { type: 'reportEffectuation'; caseId: string } & EffectuationReport

export type EffectuationState = {
  /** The decision that is to be put into effect. */
  workProductId: string | null
  last: Effectuation | null
  /** Why it failed, each time. */
  failures: string[]
}

const nothing: EffectuationState = { workProductId: null, last: null, failures: [] }

/** Whether what was decided was done, as reported by whoever is to do it. */
export const effectuation: Decider<EffectuationCommand, EffectuationState> = {
  name: 'effectuations',
  stateVersion: 1,
  reads: () => ({
    types: ['workProduct.released', 'workProduct.recalled', 'effectuation.completed', 'effectuation.failed'],
  }),
  initial: nothing,

  evolve(state, event) {
    switch (event.type) {
      case 'workProduct.released':
        return { workProductId: event.data.workProductId, last: null, failures: [] }
      case 'workProduct.recalled':
        return event.data.workProductId === state.workProductId ? nothing : state
      case 'effectuation.completed':
      case 'effectuation.failed': {
        const { workProductId, why } = event.data
        const { actor: by, at } = event
        const result = event.type === 'effectuation.failed' ? ('failed' as const) : ('completed' as const)
        const failures =
          event.type === 'effectuation.failed' ? [...state.failures, event.data.why] : state.failures
        return { ...state, last: { workProductId, result, ...present({ why }), by, at }, failures }
      }
      default:
        return state
    }
  },

  decide({ result, why: given }, { workProductId, last, failures }): Fact[] {
    if (workProductId === null)
      throw new Refusal(
        'stateForbids',
        'Nothing is to be put into effect: no decision of this case is released.',
      )
    const why = given?.trim()
    if (result === 'completed') {
      if (last?.result === 'completed') return []
      const data = { workProductId, ...present({ why }) }
      return [{ type: 'effectuation.completed', subject: workProductId, data }]
    }
    if (why === undefined) throw new Refusal('invalid', 'why must say what stood in the way of the effect.')
    if (failures.includes(why)) return []
    return [{ type: 'effectuation.failed', subject: workProductId, data: { workProductId, why } }]
  },
}
