import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { caseCountQuery } from '../data/cases.ts'
import { keys } from '../data/keys.ts'
import { labelIn, useProfile } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import type { CasesSearch } from '../frame/search-params.ts'
import { RemoveView, ViewGroups } from '../ui/view-list.tsx'
import { words } from '../words/lists.ts'
import { type CaseView, filtersOf, isSameSearch } from './case-views.ts'

const titles = { builtIn: undefined, own: words.saved, teams: words.ofTeams }

export const CaseViewList = ({ views, search }: { views: readonly CaseView[]; search: CasesSearch }) => (
  <ViewGroups groups={titles} views={views}>
    {(view) => <ViewLink view={view} isCurrent={isSameSearch(view.search, search)} />}
  </ViewGroups>
)

function ViewLink({ view, isCurrent }: { view: CaseView; isCurrent: boolean }) {
  const { data: count } = useQuery(caseCountQuery(filtersOf(view.search)))
  const profile = useProfile()
  return (
    <>
      <Link
        to="/cases"
        search={view.search}
        className={isCurrent ? 'on' : ''}
        activeProps={{ 'aria-current': undefined }}
      >
        <span className="name" title={view.team ? labelIn(profile?.teams, view.team) : undefined}>
          {view.name}
        </span>
        <span className="count number">{count ? words.count(count.cases, count.isExact) : ''}</span>
      </Link>
      {view.group === 'builtIn' ? null : (
        <RemoveView
          name={view.name}
          remove={() => portico().caseViews.remove(view.id)}
          renews={keys.caseViews}
        />
      )}
    </>
  )
}
