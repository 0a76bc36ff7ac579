import type { Profile } from '@portico/contract/profile'
import type { QueueQuery } from '@portico/contract/queues'
import { namesOf, refuseUnknownWord } from '../../core/kernel/known-words.ts'

/** Only for new queries: a saved queue may name what has since left the profile. */
export function refuseUnknownQueueWords(query: QueueQuery, profile: Profile): void {
  const { types = [], dockets = [], caseTypes = [], assignees = [] } = query
  for (const type of types) refuseUnknownWord('task type', type, namesOf(profile.taskTypes))
  for (const docket of dockets) refuseUnknownWord('docket', docket, namesOf(profile.dockets))
  for (const type of caseTypes) refuseUnknownWord('case type', type, namesOf(profile.caseTypes))
  for (const holder of assignees) {
    const [kind, team] = holder.split(/:(.*)/s)
    if (team !== undefined && kind !== 'person') refuseUnknownWord('team', team, namesOf(profile.teams))
  }
}
