import type { Recorded } from '../kernel/decider.ts'
import { tasksAfter } from '../work/held-tasks.ts'
import { evolveRemand } from './evolve-remand.ts'
import { evolveDecisions, evolveIssues } from './remand-issues.ts'
import type { RemandsState } from './remand-state.ts'

/** The remands of a case after an event. */
export function evolve(state: RemandsState, event: Recorded): RemandsState {
  const next = evolvers.reduce((before, evolve) => evolve(before, event), state)
  return { ...next, tasks: tasksAfter(next.tasks, event) }
}

const evolvers = [evolveRemand, evolveIssues, evolveDecisions]
