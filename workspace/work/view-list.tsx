import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { keys } from '../data/keys.ts'
import { portico } from '../data/session.ts'
import { taskCountQuery } from '../data/work.ts'
import { RemoveView, ViewGroups } from '../ui/view-list.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/work.ts'
import type { View } from './views.ts'

const titles = { mine: undefined, teams: words.teams, saved: lists.saved }

export const ViewList = ({ views, current }: { views: readonly View[]; current: string }) => (
  <ViewGroups groups={titles} views={views}>
    {(view) => <ViewLink view={view} isCurrent={view.id === current} />}
  </ViewGroups>
)

function ViewLink({ view, isCurrent }: { view: View; isCurrent: boolean }) {
  const counted = useQuery({ ...taskCountQuery(view.query), enabled: view.count === undefined })
  const count = view.count ?? counted.data
  return (
    <>
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
        <RemoveView name={view.name} remove={() => portico().queues.remove(view.id)} renews={keys.queues} />
      ) : null}
    </>
  )
}
