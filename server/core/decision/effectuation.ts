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
  /** Reports about earlier decisions that remain in force beside a later one, which decides what they sent back. */
  earlier?: Record<string, Pick<EffectuationState, 'last' | 'failures'>>
}

const noEffectuation: EffectuationState = { workProductId: null, last: null, failures: [] }

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
  initial: noEffectuation,

  evolve(state, event) {
    switch (event.type) {
      case 'workProduct.released':
        return { ...noEffectuation, workProductId: event.data.workProductId, earlier: withCurrent(state) }
      case 'workProduct.recalled': {
        const { workProductId } = event.data
        const { [workProductId]: _, ...earlier } = state.earlier ?? {}
        return workProductId === state.workProductId ? { ...noEffectuation, earlier } : { ...state, earlier }
      }
      case 'effectuation.completed':
      case 'effectuation.failed': {
        const { workProductId, why } = event.data
        const { actor: by, at } = event
        const report = { workProductId, by, at }
        const reports = reportsOf(state, workProductId)
        if (event.type === 'effectuation.completed')
          return withReports(state, workProductId, {
            ...reports,
            last: {
              ...report,
              result: 'completed',
              ...withoutUndefined({ why, completedAt: event.data.completedAt }),
            },
          })
        const failure = { why: event.data.why, ...withoutUndefined({ failedAt: event.data.failedAt }) }
        return withReports(state, workProductId, {
          last: { ...report, result: 'failed', ...failure },
          failures: [...reports.failures, failure],
        })
      }
      default:
        return state
    }
  },

  decide({ result, why: rawWhy, failedAt, completedAt, workProductId: reported }, state): Fact[] {
    const isEarlier = reported !== undefined && state.earlier?.[reported] !== undefined
    const workProductId = isEarlier ? reported : state.workProductId
    if (workProductId === null)
      throw new Refusal(
        'stateForbids',
        'No decision of this case has been released, so none can be put into effect.',
      )
    if (reported !== undefined && reported !== workProductId)
      throw new Refusal('stateForbids', 'This decision is not in force: it was recalled, or is not released.')
    const reports = reportsOf(state, workProductId)
    const { last } = reports
    const why = rawWhy?.trim()
    if (result === 'completed') {
      if (failedAt !== undefined)
        throw new Refusal('invalid', 'failedAt must be left out unless the result is failed.')
      if (last?.result === 'completed' || isBefore(completedAt, last, last?.failedAt)) return []
      const data = { workProductId, ...withoutUndefined({ why, completedAt }) }
      return [{ type: 'effectuation.completed', subject: workProductId, data }]
    }
    if (completedAt !== undefined)
      throw new Refusal('invalid', 'completedAt must be left out unless the result is completed.')
    if (why === undefined) throw new Refusal('invalid', 'why must be given if result is failed.')
    const failure = { why, ...withoutUndefined({ failedAt }) }
    if (isRepeated(failure, reports) || isBefore(failedAt, last, last?.completedAt)) return []
    return [{ type: 'effectuation.failed', subject: workProductId, data: { workProductId, ...failure } }]
  },
}

type Reports = Pick<EffectuationState, 'last' | 'failures'>

export function reportsOf(state: EffectuationState, workProductId: string): Reports {
  return workProductId === state.workProductId ? state : (state.earlier?.[workProductId] ?? noEffectuation)
}

function withReports(state: EffectuationState, workProductId: string, reports: Reports): EffectuationState {
  if (workProductId === state.workProductId) return { ...state, ...reports }
  return { ...state, earlier: { ...state.earlier, [workProductId]: reports } }
}

function withCurrent({ workProductId, last, failures, earlier = {} }: EffectuationState) {
  return workProductId === null ? earlier : { ...earlier, [workProductId]: { last, failures } }
}

/** Whether a report is older than the last one, which it must not override. */
function isBefore(
  time: string | undefined,
  last: Effectuation | null,
  lastTime: string | undefined,
): boolean {
  if (time === undefined || last === null || lastTime === undefined) return false
  // A time in the future is wrong: the report cannot describe anything after it was recorded.
  return Date.parse(time) < Math.min(Date.parse(lastTime), Date.parse(last.at))
}

/** Without a time, an identical report counts as a repeat only until the decision takes effect; after that it is a new failure. */
function isRepeated({ why, failedAt }: Failure, { failures, last }: Reports): boolean {
  const isKnown = failures.some((failure) => failure.why === why && failure.failedAt === failedAt)
  return isKnown && (failedAt !== undefined || last?.result === 'failed')
}
