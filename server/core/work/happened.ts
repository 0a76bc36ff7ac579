import type { EventType } from '@portico/contract/events'
import { completionEvents } from '@portico/contract/profile/completion'
import type { Recorded } from '../kernel/decider.ts'

/** When something last happened on a case that completing a task may depend on. */
export type Happened = { event: EventType; about?: string; fields: Record<string, string>; at: string }

export const happeningTypes: readonly EventType[] = completionEvents.map(({ event }) => event)

/** With this event; one that tells the same again takes the place of the earlier. */
export function withHappening(happened: Happened[], event: Recorded): Happened[] {
  const known = completionEvents.find((one) => one.event === event.type)
  if (!known) return happened
  const data = event.data as Record<string, unknown>
  const fields: Record<string, string> = {}
  for (const name of known.fields) if (typeof data[name] === 'string') fields[name] = data[name]
  // A file has too many documents to tell them apart.
  const about = event.type.startsWith('document.') ? {} : { about: event.subject }
  const latest = { event: event.type, ...about, fields, at: event.at }
  return [...happened.filter((other) => !isSame(other, latest)), latest]
}

function isSame(one: Happened, other: Happened): boolean {
  const names = Object.keys(one.fields)
  return (
    one.event === other.event &&
    one.about === other.about &&
    names.length === Object.keys(other.fields).length &&
    names.every((name) => one.fields[name] === other.fields[name])
  )
}
