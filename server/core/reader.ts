import type { EventType, PorticoEvent } from '@portico/contract/events'

/** Who looks, the teams that they are in, and whether they may know how issues are being decided. */
export type Reader = { id: string; teams: readonly string[]; readsDeliberations?: boolean }

const deliberations: readonly EventType[] = ['issue.decided', 'issue.cited', 'issue.citationMoved']

/** Whoever may not see an annotation or a deliberation learns that there is one, and nothing of what it says. */
export function mayReadData(reader: Reader | undefined, event: PorticoEvent): boolean {
  if (deliberations.includes(event.type)) return reader?.readsDeliberations ?? false
  if (event.type !== 'document.annotated' || event.data === null) return true
  const { visibility = 'case', teams = [] } = event.data
  if (visibility === 'case' || event.actor.id === reader?.id) return true
  return visibility === 'team' && teams.some((team) => reader?.teams.includes(team))
}
