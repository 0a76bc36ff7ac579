import type { Effectuation, EffectuationReport } from '@portico/contract/effectuation'
import { type Decider, type Fact, Refusal } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

export type EffectuationCommand = {
  type: 'reportEffectuation'
  caseId: string
} & EffectuationReport

type Failure = Pick<EffectuationReport, 'failedAt'> & { why: string }

export type EffectuationState = {
  /** The decision to be put into effect. */
  workProductId: string | null
  last: Effectuation | null
  /** The reason of each failure, and its time if given. */
  failures: Failure[]
  /** What is known of earlier decisions that are still in force: a later one decides what they sent back. */
  earlier?: Record<string, Pick<EffectuationState, 'last' | 'failures'>>
}

const nothing: EffectuationState = { workProductId: null, last: null, failures: [] }

/** Whether the decision was put into effect, as reported. */
export const effectuation: Decider<EffectuationCommand, EffectuationState> = {
  name: 'effectuations',
  needs: {
    reportEffectuation: 'reportEffectuation',
  },
  stateVersion: 4,
  reads: () => ({
    types: ['workProduct.released', 'workProduct.recalled', 'effectuation.completed', 'effectuation.failed'],
  }),
  initial: nothing,

  evolve(state, event) {
    switch (event.type) {
      case 'workProduct.released':
        return { ...nothing, workProductId: event.data.workProductId, earlier: withCurrent(state) }
      case 'workProduct.recalled': {
        const { workProductId } = event.data
        const { [workProductId]: _, ...earlier } = state.earlier ?? {}
        return workProductId === state.workProductId ? { ...nothing, earlier } : { ...state, earlier }
      }
      case 'effectuation.completed':
      case 'effectuation.failed': {
        const { workProductId, why } = event.data
        const { actor: by, at } = event
        const of = { workProductId, by, at }
        const known = knownOf(state, workProductId)
        if (event.type === 'effectuation.completed')
          return withKnown(state, workProductId, {
            ...known,
            last: {
              ...of,
              result: 'completed',
              ...withoutUndefined({ why, completedAt: event.data.completedAt }),
            },
          })
        const failure = { why: event.data.why, ...withoutUndefined({ failedAt: event.data.failedAt }) }
        return withKnown(state, workProductId, {
          last: { ...of, result: 'failed', ...failure },
          failures: [...known.failures, failure],
        })
      }
      default:
        return state
    }
  },

  decide({ result, why: given, failedAt, completedAt, workProductId: meant }, state): Fact[] {
    const isEarlier = meant !== undefined && state.earlier?.[meant] !== undefined
    const workProductId = isEarlier ? meant : state.workProductId
    if (workProductId === null)
      throw new Refusal(
        'stateForbids',
        'There is nothing to put into effect: no decision of this case is released.',
      )
    if (meant !== undefined && meant !== workProductId)
      throw new Refusal('stateForbids', 'This decision is not in force: it was recalled, or is not released.')
    const known = knownOf(state, workProductId)
    const { last } = known
    const why = given?.trim()
    if (result === 'completed') {
      if (failedAt !== undefined)
        throw new Refusal('invalid', 'failedAt must be left out unless the result is failed.')
      if (last?.result === 'completed' || isBefore(completedAt, last, last?.failedAt)) return []
      const data = { workProductId, ...withoutUndefined({ why, completedAt }) }
      return [{ type: 'effectuation.completed', subject: workProductId, data }]
    }
    if (completedAt !== undefined)
      throw new Refusal('invalid', 'completedAt must be left out unless the result is completed.')
    if (why === undefined)
      throw new Refusal('invalid', 'why must say why the decision could not be put into effect.')
    const failure = { why, ...withoutUndefined({ failedAt }) }
    if (isRepeated(failure, known) || isBefore(failedAt, last, last?.completedAt)) return []
    return [{ type: 'effectuation.failed', subject: workProductId, data: { workProductId, ...failure } }]
  },
}

type Known = Pick<EffectuationState, 'last' | 'failures'>

/** What was reported of a decision. */
export function knownOf(state: EffectuationState, workProductId: string): Known {
  return workProductId === state.workProductId ? state : (state.earlier?.[workProductId] ?? nothing)
}

function withKnown(state: EffectuationState, workProductId: string, known: Known): EffectuationState {
  if (workProductId === state.workProductId) return { ...state, ...known }
  return { ...state, earlier: { ...state.earlier, [workProductId]: known } }
}

function withCurrent({ workProductId, last, failures, earlier = {} }: EffectuationState) {
  return workProductId === null ? earlier : { ...earlier, [workProductId]: { last, failures } }
}

/** What is told late of an earlier time does not undo what is known of a later one. */
function isBefore(told: string | undefined, last: Effectuation | null, known: string | undefined): boolean {
  if (told === undefined || last === null || known === undefined) return false
  // What says of itself that it is yet to come happened at the latest when it was recorded.
  return Date.parse(told) < Math.min(Date.parse(known), Date.parse(last.at))
}

/** Without a time, the same report counts as a repeat only until the decision takes effect; after that it is a new failure. */
function isRepeated({ why, failedAt }: Failure, { failures, last }: Known): boolean {
  const isKnown = failures.some((known) => known.why === why && known.failedAt === failedAt)
  return isKnown && (failedAt !== undefined || last?.result === 'failed')
}
