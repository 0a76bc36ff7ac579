import type { PorticoEvent } from '@portico/contract/events'

/** Who looks, and the teams that they are in. */
export type Reader = { id: string; teams: readonly string[] }

/** Whoever may not see an annotation learns from its event that there is one, and nothing of what it says. */
export function mayReadData(reader: Reader | undefined, event: PorticoEvent): boolean {
  if (event.type !== 'document.annotated' || event.data === null) return true
  const { visibility = 'case', teams = [] } = event.data
  if (visibility === 'case' || event.actor.id === reader?.id) return true
  return visibility === 'team' && teams.some((team) => reader?.teams.includes(team))
}
