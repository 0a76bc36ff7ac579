import type { Recorded } from '../kernel/decider.ts'
import { evolveCase } from './evolve-case.ts'
import { evolveDecision, evolveRemands } from './evolve-decision.ts'
import { evolveSessions } from './evolve-sessions.ts'
import { evolveTasks } from './evolve-tasks.ts'
import { evolveTimers } from './evolve-timers.ts'
import { withHappening } from './happened.ts'
import { daysAfter } from './known-days.ts'
import { datedTypes, type WorkState } from './state.ts'

export function evolveWork(state: WorkState, event: Recorded): WorkState {
  const next = evolvers.reduce((before, evolve) => evolve(before, event), withDays(state, event))
  const happened = withHappening(next.happened, event)
  return happened === next.happened ? next : { ...next, happened }
}

const evolvers = [evolveCase, evolveTasks, evolveTimers, evolveDecision, evolveRemands, evolveSessions]

function withDays(state: WorkState, event: Recorded): WorkState {
  const days = daysAfter(state.days, event)
  if (datedTypes.includes(event.type))
    return { ...state, days: { ...days, events: { ...days.events, [event.type]: event.at } } }
  return days === state.days ? state : { ...state, days }
}
