import type { EventType, PorticoEvent } from '@portico/contract/events'
import { authorOf } from './kernel.ts'

/** Who looks, the teams that they are in, and whether they may know what those who decide say among themselves. */
export type Reader = {
  id: string
  teams: readonly string[]
  readsDeliberations?: boolean
  readsTasks?: boolean
}

const deliberations: readonly EventType[] = [
  'issue.decided',
  'issue.cited',
  'issue.citationMoved',
  'case.legalHoldPlaced',
  'case.legalHoldLifted',
  'case.sensitivitySet',
]

/** Whoever may not see what an event is about learns that there is such a thing, and nothing of what it says. */
export function mayReadData(reader: Reader | undefined, event: PorticoEvent): boolean {
  if (deliberations.includes(event.type)) return reader?.readsDeliberations ?? false
  if (event.type.startsWith('task.') || event.type === 'case.stateChanged') return reader?.readsTasks ?? false
  if (event.type !== 'document.annotated' || event.data === null) return true
  const { visibility = 'case', teams = [] } = event.data
  if (visibility === 'case' || authorOf(event).id === reader?.id) return true
  return visibility === 'team' && teams.some((team) => reader?.teams.includes(team))
}
