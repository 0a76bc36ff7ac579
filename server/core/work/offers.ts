import type { Profile } from '@portico/contract/profile'
import { type Call, type Fact, Refusal } from '../kernel/decider.ts'
import { allowedActions, overridableActions, type TaskAction, type Worker } from './actions.ts'
import { matches } from './answers-to.ts'
import { conditionsFor, unmetCondition } from './completion.ts'
import { childrenOf, draftFrom, taskTypeOf, workflowOf } from './draft.ts'
import { applyRules } from './rules.ts'
import { scopeQuestion } from './scope.ts'
import { evolveWork, type OpenTask, type WorkState } from './state.ts'
import { type WorkCommand, work } from './work.ts'

export type Offers = {
  may: TaskAction[]
  /** Accepted only with a reason, in place of the holder. */
  override: TaskAction[]
  outcomes: string[]
  opens: string[]
  /** By outcome: actions that the member may take but that the state of the case does not allow now. */
  refused: { action: 'complete'; outcome?: string; why: string }[]
  /** By outcome: why completing the task takes a note now. */
  notes: { outcome?: string; why: string }[]
  /** Whether completing the task requires changes, saying what it changes in the case. */
  asksScope?: boolean
}

type Trial = { caseId: string; state: WorkState; worker: Worker; at: Date; profile: Profile }

export const noOffers: Offers = {
  may: [],
  override: [],
  outcomes: [],
  opens: [],
  refused: [],
  notes: [],
}

/** The actions on a task that would be accepted from a member now, together with their reactions. */
export function offersOn(task: OpenTask, trial: Trial): Offers {
  const { state, worker, profile, caseId } = trial
  if (state.isClosed && !profile.closedCases.accepts.includes('workTasks')) return noOffers
  const facts = { ...task, hasChildren: childrenOf(state, task.id).length > 0 }
  const may = allowedActions(facts, worker, { profile })
  const override = overridableActions(facts, worker, { profile })
  const { outcomes = [], children = [] } = taskTypeOf({ profile }, task.type) ?? {}
  const ids = { caseId, taskId: task.id }
  const person = { kind: 'person' as const, id: worker.id, name: worker.id }
  const asked = scopeQuestion(task.type, state.caseType, profile)
  const answered = asked ? { changes: { scope: 'none' as const, why: '-' } } : {}
  const refusalOf = (outcome: string | undefined) =>
    refusalTo(
      {
        type: 'completeTask',
        ...ids,
        ...(outcome ? { outcome } : {}),
        note: '-',
        person,
        override: '-',
        ...answered,
      },
      trial,
    )
  const isCompleted = [...may, ...override].includes('complete')
  const choices = outcomes.length > 0 ? outcomes.map(({ name }) => name) : [undefined]
  const completions = isCompleted ? choices.map((outcome) => ({ outcome, why: refusalOf(outcome) })) : []
  const acceptable = completions.filter(({ why }) => why === undefined)
  const opens = !may.includes('openChild')
    ? []
    : children.filter(
        (taskType) =>
          !refusalTo({ type: 'openTask', caseId, parentId: task.id, taskType, newTaskId: 'task_' }, trial),
      )
  const isOffered: Partial<Record<TaskAction, () => boolean>> = {
    complete: () => acceptable.length > 0,
    cancel: () => !refusalTo({ type: 'cancelTask', ...ids, why: '-' }, trial),
    openChild: () => opens.length > 0,
  }
  const accepted = (actions: TaskAction[]) => actions.filter((action) => isOffered[action]?.() ?? true)
  return {
    may: accepted(may),
    override: accepted(override),
    outcomes: acceptable.flatMap(({ outcome = [] }) => outcome),
    opens,
    refused: completions.flatMap(({ outcome, why }) =>
      why === undefined ? [] : [{ action: 'complete' as const, ...(outcome ? { outcome } : {}), why }],
    ),
    notes: acceptable.flatMap(({ outcome }) => {
      const unmet = unmetCondition(task, outcome, { state, profile })
      return unmet ? [{ ...(outcome ? { outcome } : {}), why: unmet.why }] : []
    }),
    asksScope: asked !== undefined,
  }
}

/** Whether actions on tasks of a type may be refused for reasons beyond the task itself. */
export function dependsOnCase(type: string, caseType: string | null, profile: Profile): boolean {
  const taskType = taskTypeOf({ profile }, type)
  const isExclusive = (name: string) => taskTypeOf({ profile }, name)?.isExclusive
  if (taskType?.needsReceipts || conditionsFor(type, profile)) return true
  const isGuarded = (name: string) => isExclusive(name) || taskTypeOf({ profile }, name)?.byRulesOnly
  if (taskType?.children?.some(isGuarded)) return true
  return workflowOf({ profile }, caseType).rules.some(({ on, do: steps }) => {
    const isOfType = ['task.completed', 'task.cancelled'].includes(on.event) && on.task?.includes(type)
    if (!isOfType) return false
    return steps.some(
      (step) => 'close' in step || ('open' in step && isExclusive(step.open) && !taskType?.isExclusive),
    )
  })
}

const maxSteps = 500

/** The refusal of a command or its reactions, if tried now; undefined if they would be accepted. */
function refusalTo(command: WorkCommand, { caseId, state, worker, at, profile }: Trial): string | undefined {
  const actor = { id: worker.id, name: worker.id, kind: worker.kind ?? 'person' }
  const call: Call = { at, actor, correlationId: 'trial' }
  try {
    const { roles, teams } = worker
    const queue = work.decide(command, state, { ...call, caller: { roles, teams }, profile })
    let current = state
    const fold = (facts: Fact[]) => {
      for (const fact of facts) current = evolveWork(current, { ...fact, at: at.toISOString(), actor })
    }
    fold(queue)
    const { rules } = workflowOf({ profile }, state.caseType)
    for (let step = 0; step < queue.length; step++) {
      if (step > maxSteps) return 'The rules of the profile form an endless loop here.'
      const trigger = { ...(queue[step] as Fact), id: `evt_${step}`, at: at.toISOString(), actor }
      if (!rules.some((rule) => matches(rule, trigger))) continue
      const draft = draftFrom(caseId, current, { ...call, profile })
      applyRules(draft, trigger)
      fold(draft.facts)
      queue.push(...draft.facts)
    }
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}
