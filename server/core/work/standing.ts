import type { Context } from '../kernel/decider.ts'
import { workflowOf } from './draft.ts'
import type { OpenTask, Standing, WorkState } from './state.ts'

export type CurrentStanding = Omit<Standing, 'enteredStepAt'> & { next: string | null; rule: number }

/** The status of a case: the first matching one of its workflow. */
export function standingOf(state: WorkState, context: Pick<Context, 'profile'>): CurrentStanding {
  const { standings, root } = workflowOf(context, state.caseType)
  for (const [rule, { when, status, partyStatus, why, next = null }] of standings.entries()) {
    const matched = matchedTask(state, when)
    if (matched === undefined) continue
    const step = matched?.type ?? root
    return { status, partyStatus, why, next, step, taskId: matched?.id ?? state.rootId, rule }
  }
  throw new Error(`no standing of the workflow fits a case of the type ${state.caseType}`)
}

type When = Context['profile']['workflows'][number]['standings'][number]['when']

/** The task that a matching standing refers to; null if none, undefined if the standing does not match. */
function matchedTask(state: WorkState, when: When): OpenTask | null | undefined {
  const { workProduct, session, docket, timer, isClosed = false, isSent, closedBecause } = when
  if (isClosed !== state.isClosed) return undefined
  if (isSent !== undefined && isSent !== state.isSent) return undefined
  if (closedBecause && !includes(closedBecause, state.closedBecause)) return undefined
  if (workProduct && !includes(workProduct, state.workProduct?.status ?? null)) return undefined
  if (docket && !includes(docket, state.docket)) return undefined
  if (timer !== undefined && !state.timers.some(({ name, deadline }) => name === timer || deadline === timer))
    return undefined
  if (session && !Object.values(state.sessions).some((status) => session.includes(status))) return undefined
  if (!when.task) return null
  const { task: types, taskStatus = ['assigned', 'inProgress'] } = when
  return state.tasks.findLast(({ type, status }) => types.includes(type) && taskStatus.includes(status))
}

function includes(words: readonly string[], word: string | null): boolean {
  return word !== null && words.includes(word)
}
