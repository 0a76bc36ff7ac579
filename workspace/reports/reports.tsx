import type { Dashboard, ReportSummary } from '@portico/sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { BarChart3, LayoutDashboard } from 'lucide-react'
import { dashboardsQuery, reportsQuery } from '../data/reports.ts'
import { useMay } from '../data/session.ts'
import { useTitle } from '../frame/title.ts'
import { Answer } from '../ui/answer.tsx'
import { useShortcuts } from '../ui/shortcuts.ts'
import { State } from '../ui/states.tsx'
import { StatusBar } from '../ui/status-bar.tsx'
import { words as lists } from '../words/lists.ts'
import { words } from '../words/reports.ts'
import { words as states } from '../words/states.ts'
import { DashboardView } from './dashboard-view.tsx'
import { ReportView } from './report-view.tsx'
import '../ui/views.css'
import './reports.css'

/** The standard reports, and the dashboards that reporting tools have pushed. */
export function Reports() {
  useTitle(words.title)
  const mayRead = useMay('readReports')
  const reports = useQuery({ ...reportsQuery, enabled: mayRead })
  const dashboards = useQuery({ ...dashboardsQuery, enabled: mayRead }).data ?? []
  if (!mayRead)
    return (
      <State title={words.noReports.title} level="h1">
        {words.noReports.text}
      </State>
    )
  return (
    <Answer query={reports}>
      {(known) =>
        known.length === 0 && dashboards.length === 0 ? (
          <State title={words.noReports.title} level="h1">
            {words.noReports.text}
          </State>
        ) : (
          <Shelf reports={known} dashboards={dashboards} />
        )
      }
    </Answer>
  )
}

function Shelf({
  reports,
  dashboards,
}: {
  reports: readonly ReportSummary[]
  dashboards: readonly Dashboard[]
}) {
  const { id } = useParams({ strict: false }) as { id?: string }
  const navigate = useNavigate()
  const all = [...reports.map(({ name }) => name), ...dashboards.map((one) => one.id)]
  const current = id ?? all[0] ?? ''
  const step = (by: number) => {
    const next = all[Math.min(all.length - 1, Math.max(0, all.indexOf(current) + by))]
    if (next) void navigate({ to: '/reports/$id', params: { id: next } })
  }
  useShortcuts(words.title, [
    { keys: ['j'], name: words.keys.next, run: () => step(1), repeats: true },
    { keys: ['k'], name: words.keys.previous, run: () => step(-1), repeats: true },
  ])
  const report = reports.find(({ name }) => name === current)
  return (
    <div className="reports-screen">
      <nav className="views" aria-label={words.list}>
        <h2>{words.standard}</h2>
        <ul>
          {reports.map(({ name, label }) => (
            <Entry key={name} id={name} name={label} isCurrent={name === current} icon={<BarChart3 />} />
          ))}
        </ul>
        <h2>{words.dashboards}</h2>
        {dashboards.length === 0 ? <p className="faint none">{words.noDashboards}</p> : null}
        <ul>
          {dashboards.map((one) => (
            <Entry
              key={one.id}
              id={one.id}
              name={one.title}
              isCurrent={one.id === current}
              icon={<LayoutDashboard />}
            />
          ))}
        </ul>
      </nav>
      {report ? (
        <ReportView key={report.name} summary={report} />
      ) : current.startsWith('dash_') ? (
        <DashboardView key={current} id={current} />
      ) : (
        <State title={states.notFound.title} level="h1">
          {states.notFound.text}
        </State>
      )}
      <StatusBar
        hints={[
          { keys: ['j', 'k'], name: words.hints.move },
          ...(report ? [{ keys: ['v'], name: words.hints.chart }] : []),
          { keys: ['?'], name: lists.shortcuts },
        ]}
      />
    </div>
  )
}

function Entry({
  id,
  name,
  isCurrent,
  icon,
}: {
  id: string
  name: string
  isCurrent: boolean
  icon: React.ReactNode
}) {
  return (
    <li data-id={id}>
      <Link
        to="/reports/$id"
        params={{ id }}
        className={isCurrent ? 'on' : ''}
        activeProps={{}}
        aria-current={isCurrent ? 'page' : undefined}
      >
        {icon}
        <span className="name">{name}</span>
      </Link>
    </li>
  )
}
