import type { EventType } from '@portico/contract/events'
import { completionEvents } from '@portico/contract/profile/completion'
import type { Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

/** The latest time of something on which completing a task or tolling a deadline may depend. */
export type Happened = { event: EventType; about?: string; fields: Record<string, string>; at: string }

/** Events that only the tolling of deadlines depends on. */
const tollingEvents: readonly { event: EventType; fields: readonly string[] }[] = [
  { event: 'party.deathRetracted', fields: ['role'] },
  { event: 'task.completed', fields: ['type', 'outcome'] },
]

export const trackedEvents: readonly { event: EventType; fields: readonly string[] }[] = [
  ...completionEvents,
  ...tollingEvents,
]

export const trackedTypes: readonly EventType[] = trackedEvents.map(({ event }) => event)

/** Adds an event, replacing an earlier one with the same fields. */
export function withHappening(happened: Happened[], event: Recorded): Happened[] {
  const tracked = trackedEvents.find((tracked) => tracked.event === event.type)
  if (!tracked) return happened
  const data = event.data as Record<string, unknown>
  const fields: Record<string, string> = {}
  for (const name of tracked.fields) if (typeof data[name] === 'string') fields[name] = data[name]
  const happening = {
    event: event.type,
    ...withoutUndefined({ about: subjectToTrack(event) }),
    fields,
    at: event.at,
  }
  return [...happened.filter((other) => !isSame(other, happening)), happening]
}

/** Documents are not tracked individually, since a file has too many; tasks are identified by their subjects. */
function subjectToTrack(event: Recorded): string | undefined {
  if (event.type === 'task.completed') return event.data.about
  return event.type.startsWith('document.') ? undefined : event.subject
}

function isSame(a: Happened, b: Happened): boolean {
  const names = Object.keys(a.fields)
  return (
    a.event === b.event &&
    a.about === b.about &&
    names.length === Object.keys(b.fields).length &&
    names.every((name) => a.fields[name] === b.fields[name])
  )
}
