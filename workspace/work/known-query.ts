import type { Profile, QueueQuery } from '@portico/sdk'

const lists = ['types', 'dockets', 'caseTypes', 'assignees'] as const

/** Whether it names what only the profile can tell to be there. */
export const namesWords = (query: QueueQuery) =>
  lists.some((list) => query[list]?.some((name) => name !== 'me' && name !== 'myTeams'))

type Words = Pick<Profile, 'teams' | 'taskTypes' | 'dockets' | 'caseTypes'>

/** Without what the profile no longer has or never had. */
export function knownQuery(query: QueueQuery, profile: Words): QueueQuery {
  const names = (section: readonly { name: string }[]) => new Set(section.map(({ name }) => name))
  const teams = names(profile.teams)
  const sections = {
    types: names(profile.taskTypes),
    dockets: names(profile.dockets),
    caseTypes: names(profile.caseTypes),
  }
  const isKnownHolder = (holder: string) => {
    const [kind, name] = holder.split(/:(.*)/s)
    return name === undefined || kind === 'person' || teams.has(name)
  }
  const known: QueueQuery = { ...query }
  for (const list of lists) {
    const isKnown = list === 'assignees' ? isKnownHolder : (name: string) => sections[list].has(name)
    const rest = query[list]?.filter(isKnown) ?? []
    if (rest.length > 0) known[list] = rest
    else delete known[list]
  }
  return known
}
