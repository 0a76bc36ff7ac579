import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { caseCountQuery } from '../data/cases.ts'
import { keys } from '../data/keys.ts'
import { labelIn, useProfile } from '../data/profile.ts'
import { portico } from '../data/session.ts'
import type { CasesSearch } from '../frame/search-params.ts'
import { IconButton } from '../ui/button.tsx'
import { words } from '../words/lists.ts'
import { type CaseView, filtersOf, isSameSearch } from './case-views.ts'
import '../ui/views.css'

const titles = { builtIn: undefined, own: words.saved, teams: words.ofTeams }

export function CaseViewList({ views, search }: { views: readonly CaseView[]; search: CasesSearch }) {
  return (
    <nav className="views" aria-label={words.views}>
      {(['builtIn', 'own', 'teams'] as const).map((group) => {
        const some = views.filter((view) => view.group === group)
        if (some.length === 0) return null
        return (
          <div key={group}>
            {titles[group] ? <h2>{titles[group]}</h2> : null}
            <ul>
              {some.map((view) => (
                <ViewLine key={view.id} view={view} isCurrent={isSameSearch(view.search, search)} />
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function ViewLine({ view, isCurrent }: { view: CaseView; isCurrent: boolean }) {
  const { data: count } = useQuery(caseCountQuery(filtersOf(view.search)))
  const client = useQueryClient()
  const profile = useProfile()
  const remove = useMutation({
    mutationFn: () => portico().caseViews.remove(view.id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.caseViews }),
  })
  return (
    <li data-id={view.id}>
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
        <IconButton
          className="remove"
          name={words.removeView(view.name)}
          icon={<X />}
          onClick={() => remove.mutate()}
        />
      )}
    </li>
  )
}
