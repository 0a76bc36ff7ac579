import type { EventType } from '@portico/contract/events'
import { completionEvents } from '@portico/contract/profile/completion'
import type { Recorded } from '../kernel/decider.ts'
import { withoutUndefined } from '../kernel/without-undefined.ts'

/** When something last happened on a case that completing a task, or the standstill of a deadline, may depend on. */
export type Happened = { event: EventType; about?: string; fields: Record<string, string>; at: string }

/** What begins and ends the standstills of deadlines, beside what completing a task may depend on. */
const standstillEvents: readonly { event: EventType; fields: readonly string[] }[] = [
  { event: 'party.deathRetracted', fields: ['role'] },
  { event: 'task.completed', fields: ['type', 'outcome'] },
]

export const knownEvents: readonly { event: EventType; fields: readonly string[] }[] = [
  ...completionEvents,
  ...standstillEvents,
]

export const happeningTypes: readonly EventType[] = knownEvents.map(({ event }) => event)

/** With this event; one that tells the same again takes the place of the earlier. */
export function withHappening(happened: Happened[], event: Recorded): Happened[] {
  const known = knownEvents.find((past) => past.event === event.type)
  if (!known) return happened
  const data = event.data as Record<string, unknown>
  const fields: Record<string, string> = {}
  for (const name of known.fields) if (typeof data[name] === 'string') fields[name] = data[name]
  const latest = { event: event.type, ...withoutUndefined({ about: aboutWhat(event) }), fields, at: event.at }
  return [...happened.filter((other) => !isSame(other, latest)), latest]
}

/** A file has too many documents to tell them apart; a task is told by what it is about. */
function aboutWhat(event: Recorded): string | undefined {
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
