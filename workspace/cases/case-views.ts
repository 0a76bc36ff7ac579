import type { CaseViewQuery } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { type CasesSearch, casesSearch, present } from '../frame/search-params.ts'
import { words } from '../words/cases.ts'

/** A view is a set of filters with a name: built in, the person's own, or of a team. */
export type CaseView = {
  id: string
  name: string
  search: CasesSearch
  group: 'builtIn' | 'own' | 'teams'
  team?: string
}

const savedViews = {
  queryKey: keys.caseViews,
  queryFn: ({ signal }: { signal: AbortSignal }) => portico().caseViews.list({ signal }),
}

export function useCaseViews(memberId: string, seesWork: boolean): CaseView[] {
  const { data: saved = [] } = useQuery(savedViews)
  return [
    { id: 'all', name: words.all, search: {}, group: 'builtIn' },
    { id: 'open', name: words.openCases, search: { closed: false }, group: 'builtIn' },
    ...(seesWork
      ? [{ id: 'mine', name: words.withMe, search: { assignee: memberId }, group: 'builtIn' as const }]
      : []),
    ...saved.map(({ id, name, query, owner }) => ({
      id,
      name,
      search: searchOf(query),
      ...(owner.kind === 'team' ? { group: 'teams' as const, team: owner.id } : { group: 'own' as const }),
    })),
  ]
}

export function isSameSearch(one: CasesSearch, other: CasesSearch): boolean {
  const plain = ({ case: _, ...filters }: CasesSearch) =>
    JSON.stringify(Object.entries(present(filters)).sort())
  return plain(one) === plain(other)
}

/** What the address asks, in the words of the service. */
export function filtersOf({
  case: _,
  closed,
  from,
  to,
  days,
  reversed,
  ...same
}: CasesSearch): CaseViewQuery {
  const filters = {
    ...same,
    isClosed: closed,
    receivedFrom: from,
    receivedTo: to,
    leastDaysInStep: days,
    isReversed: reversed,
  }
  return present(filters) as CaseViewQuery
}

/** The other way round. */
function searchOf({
  isClosed: closed,
  receivedFrom: from,
  receivedTo: to,
  leastDaysInStep: days,
  isReversed: reversed,
  ...same
}: CaseViewQuery): CasesSearch {
  return casesSearch({ ...same, closed, from, to, days, reversed })
}
