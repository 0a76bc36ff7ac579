import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { X } from 'lucide-react'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { taskCountQuery } from '../data/work.ts'
import { IconButton } from '../ui/button.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/work.ts'
import type { View } from './views.ts'
import '../ui/views.css'

const titles = { mine: undefined, teams: words.teams, saved: lists.saved }

export function ViewList({ views, current }: { views: readonly View[]; current: string }) {
  return (
    <nav className="views" aria-label={lists.views}>
      {(['mine', 'teams', 'saved'] as const).map((group) => {
        const own = views.filter((view) => view.group === group)
        if (own.length === 0) return null
        return (
          <div key={group}>
            {titles[group] ? <h2>{titles[group]}</h2> : null}
            <ul>
              {own.map((view) => (
                <ViewLine key={view.id} view={view} isCurrent={view.id === current} />
              ))}
            </ul>
          </div>
        )
      })}
    </nav>
  )
}

function ViewLine({ view, isCurrent }: { view: View; isCurrent: boolean }) {
  const client = useQueryClient()
  const counted = useQuery({ ...taskCountQuery(view.query), enabled: view.count === undefined })
  const count = view.count ?? counted.data
  const remove = useMutation({
    mutationFn: () => portico().queues.remove(view.id),
    onSettled: () => client.invalidateQueries({ queryKey: keys.queues }),
  })
  return (
    <li data-id={view.id}>
      <Link
        to="/"
        search={view.id === 'mine' ? {} : { view: view.id }}
        className={isCurrent ? 'on' : ''}
        activeProps={{ 'aria-current': undefined }}
      >
        <span className="name">{view.name}</span>
        <span className="count number">{count ? lists.count(count.tasks, count.isExact) : ''}</span>
      </Link>
      {view.canRemove ? (
        <IconButton
          className="remove"
          name={lists.removeView(view.name)}
          icon={<X />}
          onClick={() => remove.mutate()}
        />
      ) : null}
    </li>
  )
}
