import type { Fact, Recorded } from './decider.ts'
import { derivedId } from './ids.ts'

/** A named timer, at most one per case, set for the next relevant day. */
export type OneTimer = { id: string; due: string } | null

export const timerEvents = ['timer.set', 'timer.fired', 'timer.cancelled'] as const

export function evolveTimer(timer: OneTimer, event: Recorded, name: string): OneTimer {
  switch (event.type) {
    case 'timer.set':
      return event.data.name === name && event.data.due !== undefined
        ? { id: event.data.timerId, due: event.data.due }
        : timer
    case 'timer.fired':
    case 'timer.cancelled':
      return event.data.timerId === timer?.id ? null : timer
    default:
      return timer
  }
}

/** Sets the timer, or stops it if nothing is due; `event` is the cause. */
export function resetTimer(
  timer: OneTimer,
  name: string,
  due: string | undefined,
  event: { id: string; at: string },
): Fact[] {
  if (timer?.due === due) return []
  const facts: Fact[] = []
  if (timer) facts.push({ type: 'timer.cancelled', subject: timer.id, data: { timerId: timer.id, name } })
  if (due !== undefined) {
    const timerId = derivedId('timer', event, name)
    facts.push({ type: 'timer.set', subject: timerId, data: { timerId, name, due } })
  }
  return facts
}
