import type { Profile } from '@portico/contract/profile'
import { type Call, type Fact, Refusal } from '../kernel/decider.ts'
import { actionsOn, overridesOn, type TaskAction, type Worker } from './actions.ts'
import { answersTo } from './answers-to.ts'
import { completionOf, lackingOf } from './completion.ts'
import { childrenOf, draftFrom, taskTypeOf, workflowOf } from './draft.ts'
import { evolveWork } from './evolve-work.ts'
import { applyRules } from './rules.ts'
import { scopeAsked } from './scope.ts'
import type { OpenTask, WorkState } from './state.ts'
import { type WorkCommand, work } from './work.ts'

export type Offers = {
  may: TaskAction[]
  /** Accepted only with a reason, in the place of whoever holds the task. */
  override: TaskAction[]
  outcomes: string[]
  opens: string[]
  /** What the member may do with the task, and the case does not take now; outcome by outcome. */
  refused: { action: 'complete'; outcome?: string; why: string }[]
  /** Why completing it takes a note now; outcome by outcome. */
  notes: { outcome?: string; why: string }[]
  /** Completing it takes an answer to what of the case it changes. */
  asksScope?: boolean
}

type Trial = { caseId: string; state: WorkState; worker: Worker; at: Date; profile: Profile }

export const nothingOffered: Offers = {
  may: [],
  override: [],
  outcomes: [],
  opens: [],
  refused: [],
  notes: [],
}

/** What a member may do with a task: of the possible actions, those that would be accepted now, reactions included. */
export function offersOn(task: OpenTask, trial: Trial): Offers {
  const { state, worker, profile, caseId } = trial
  if (state.isClosed && !profile.closedCases.accepts.includes('workTasks')) return nothingOffered
  const shown = { ...task, hasChildren: childrenOf(state, task.id).length > 0 }
  const may = actionsOn(shown, worker, { profile })
  const override = overridesOn(shown, worker, { profile })
  const { outcomes = [], children = [] } = taskTypeOf({ profile }, task.type) ?? {}
  const of = { caseId, taskId: task.id }
  const person = { kind: 'person' as const, id: worker.id, name: worker.id }
  const asked = scopeAsked(task.type, state.caseType, profile)
  const answered = asked ? { changes: { scope: 'none' as const, why: '-' } } : {}
  const refusalOf = (outcome: string | undefined) =>
    refusalTo(
      {
        type: 'completeTask',
        ...of,
        ...(outcome ? { outcome } : {}),
        note: '-',
        person,
        override: '-',
        ...answered,
      },
      trial,
    )
  const isCompleted = [...may, ...override].includes('complete')
  const ways = outcomes.length > 0 ? outcomes.map(({ name }) => name) : [undefined]
  const completions = isCompleted ? ways.map((outcome) => ({ outcome, why: refusalOf(outcome) })) : []
  const taken = completions.filter(({ why }) => why === undefined)
  const opens = !may.includes('openChild')
    ? []
    : children.filter(
        (taskType) =>
          !refusalTo({ type: 'openTask', caseId, parentId: task.id, taskType, newTaskId: 'task_' }, trial),
      )
  const isOffered: Partial<Record<TaskAction, () => boolean>> = {
    complete: () => taken.length > 0,
    cancel: () => !refusalTo({ type: 'cancelTask', ...of, why: '-' }, trial),
    openChild: () => opens.length > 0,
  }
  const accepted = (actions: TaskAction[]) => actions.filter((action) => isOffered[action]?.() ?? true)
  return {
    may: accepted(may),
    override: accepted(override),
    outcomes: taken.flatMap(({ outcome = [] }) => outcome),
    opens,
    refused: completions.flatMap(({ outcome, why }) =>
      why === undefined ? [] : [{ action: 'complete' as const, ...(outcome ? { outcome } : {}), why }],
    ),
    notes: taken.flatMap(({ outcome }) => {
      const lacking = lackingOf(task, outcome, { state, profile })
      return lacking ? [{ ...(outcome ? { outcome } : {}), why: lacking.why }] : []
    }),
    asksScope: asked !== undefined,
  }
}

/** Whether actions on tasks of a type may be refused for reasons beyond the task itself. */
export function dependsOnCase(type: string, caseType: string | null, profile: Profile): boolean {
  const known = taskTypeOf({ profile }, type)
  const isExclusive = (name: string) => taskTypeOf({ profile }, name)?.isExclusive
  if (known?.needsReceipts || completionOf(type, profile)) return true
  const isGuarded = (name: string) => isExclusive(name) || taskTypeOf({ profile }, name)?.byRulesOnly
  if (known?.children?.some(isGuarded)) return true
  return workflowOf({ profile }, caseType).rules.some(({ on, do: steps }) => {
    const isOfType = ['task.completed', 'task.cancelled'].includes(on.event) && on.task?.includes(type)
    if (!isOfType) return false
    return steps.some(
      (step) => 'close' in step || ('open' in step && isExclusive(step.open) && !known?.isExclusive),
    )
  })
}

const mostSteps = 500

/** In which words a command would be refused now, reactions included; undefined if it is accepted. */
function refusalTo(command: WorkCommand, { caseId, state, worker, at, profile }: Trial): string | undefined {
  const actor = { id: worker.id, name: worker.id, kind: worker.kind ?? 'person' }
  const call: Call = { at, actor, correlationId: 'trial' }
  try {
    const { roles, teams } = worker
    const waiting = work.decide(command, state, { ...call, caller: { roles, teams }, profile })
    let now = state
    const fold = (facts: Fact[]) => {
      for (const fact of facts) now = evolveWork(now, { ...fact, at: at.toISOString(), actor })
    }
    fold(waiting)
    const { rules } = workflowOf({ profile }, state.caseType)
    for (let step = 0; step < waiting.length; step++) {
      if (step > mostSteps) return 'Too much would follow from it.'
      const trigger = { ...(waiting[step] as Fact), id: `evt_${step}`, at: at.toISOString(), actor }
      if (!rules.some((rule) => answersTo(rule, trigger))) continue
      const draft = draftFrom(caseId, now, { ...call, profile })
      applyRules(draft, trigger)
      fold(draft.facts)
      waiting.push(...draft.facts)
    }
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
