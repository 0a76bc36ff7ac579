import type { Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'
import type { PastDeadline, Timer, WorkState } from './state.ts'

/** Timers that run, and deadlines that are past. */
export function evolveTimers(state: WorkState, event: Recorded): WorkState {
  switch (event.type) {
    case 'timer.set': {
      const { timerId: id, ...said } = event.data
      const timer: Timer = { id, ...said }
      const { deadline, about } = timer
      const isPast = (one: PastDeadline) => one.deadline === deadline && one.about === about
      return {
        ...state,
        timers: [...state.timers, timer],
        pastDeadlines: state.pastDeadlines.filter((one) => !isPast(one)),
      }
    }
    case 'timer.moved': {
      const { timerId: id, because: _, wasDay: __, hadPassed: ___, ...said } = event.data
      const moved = <One extends Timer>(one: One): One =>
        one.id === id ? { ...withoutReckoning(one), ...said, id } : one
      return {
        ...state,
        timers: state.timers.map(moved),
        pastDeadlines: state.pastDeadlines.map(moved),
      }
    }
    case 'timer.fired':
    case 'timer.cancelled': {
      const { timerId } = event.data
      const timer = state.timers.find(({ id }) => id === timerId)
      const timers = state.timers.filter((one) => one !== timer)
      if (timer?.deadline === undefined) return { ...state, timers }
      const { deadline, about } = timer
      const isOther = (one: PastDeadline) => one.deadline !== deadline || one.about !== about
      const past = { ...timer, deadline, hasPassed: event.type === 'timer.fired', ...waiting(state, timer) }
      return { ...state, timers, pastDeadlines: [...state.pastDeadlines.filter(isOther), past] }
    }
    default:
      return state
  }
}

/** What it is worked out anew without. */
export function withoutReckoning<One extends Timer>({ due: _, day: __, tolls: ___, ...timer }: One): One {
  return timer as One
}

function waiting({ tasks }: WorkState, { taskId }: Timer): Pick<PastDeadline, 'task'> {
  const task = tasks.find(({ id }) => id === taskId)
  if (!task) return {}
  const under = tasks.find(({ id }) => id === task.parentId)?.type
  return { task: { type: task.type, ...withoutUndefined({ under }) } }
}
