import { type UseQueryResult, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { keys } from '../data/keys.ts'
import { dashboardQuery, elementsQuery, reportQuery } from '../data/reports.ts'
import { portico, useMay } from '../data/session.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { moment } from '../ui/dates.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Failure, Skeleton } from '../ui/states.tsx'
import { useCommand } from '../ui/use-command.ts'
import { words } from '../words/reports.ts'
import { Chart } from './chart.tsx'
import { DashboardRoles } from './dashboard-roles.tsx'
import { Figures } from './figures.tsx'
import { wordsByField } from './label-words.ts'
import { labelled, labelsOf, type Report } from './labelled.ts'
import { isTooMuchToDraw } from './too-much-to-draw.ts'

const text = words.dashboard

/** What a tool has drawn over reports. Its data is asked for as whoever looks at it. */
export function DashboardView({ id }: { id: string }) {
  const found = useQuery(dashboardQuery(id))
  const client = useQueryClient()
  const navigate = useNavigate()
  const isAdministrator = useMay('administer')
  const [dialog, setDialog] = useState<'roles' | 'remove'>()
  const remove = useCommand({
    run: () => portico().dashboards.remove(id),
    done: () => text.removed(found.data?.title ?? ''),
    async onDone() {
      await navigate({ to: '/reports' })
      await client.invalidateQueries({ queryKey: keys.dashboards })
    },
    hasForm: false,
  })
  return (
    <Answer query={found}>
      {(dashboard) => (
        <section className="report" aria-label={dashboard.title}>
          <header className="screen-head">
            <h1>{dashboard.title}</h1>
            <span className="soft">{text.from(dashboard.from, moment(dashboard.savedAt))}</span>
            {isAdministrator ? (
              <span className="right">
                <Button onClick={() => setDialog('roles')}>{text.roles}</Button>
                <Button onClick={() => setDialog('remove')}>{text.remove}</Button>
              </span>
            ) : null}
          </header>
          {isAdministrator && dashboard.roles.length === 0 ? (
            <p className="notice">{text.onlyAdministrators}</p>
          ) : null}
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
          <div className="report-body" role="region" aria-label={words.table(dashboard.title)} tabIndex={0}>
            <Drawn title={dashboard.title} spec={dashboard.spec} reports={dashboard.reports} />
          </div>
          {dialog === 'roles' ? (
            <DashboardRoles dashboard={dashboard} onClose={() => setDialog(undefined)} />
          ) : null}
          {dialog === 'remove' ? (
            <Dialog title={text.removeTitle} onClose={() => setDialog(undefined)}>
              <p>{text.removeText(dashboard.title)}</p>
              <form
                className="form"
                onSubmit={(event) => {
                  event.preventDefault()
                  if (!remove.isPending) remove.send()
                }}
              >
                <div className="buttons">
                  <Button onClick={() => setDialog(undefined)}>{text.back}</Button>
                  <Button type="submit" kind="solid">
                    {text.ok}
                  </Button>
                </div>
              </form>
            </Dialog>
          ) : null}
        </section>
      )}
    </Answer>
  )
}

/** The reports that are there. They stay the same objects while their queries have the same data. */
const combined = (queries: readonly UseQueryResult<Report>[]) => ({
  failed: queries.find(({ data, error }) => error !== null && data === undefined),
  made: queries.flatMap(({ data }) => data ?? []),
})

function Drawn({
  title,
  spec,
  reports,
}: {
  title: string
  spec: Record<string, unknown>
  reports: readonly string[]
}) {
  const { failed, made } = useQueries({
    queries: reports.map((name) => reportQuery(name, {})),
    combine: combined,
  })
  const datasets = useMemo(() => Object.fromEntries(made.map(({ name, rows }) => [name, rows])), [made])
  const elements = useQuery(elementsQuery).data
  const labels = useMemo(() => wordsByField(made, labelsOf(elements ?? [])), [made, elements])
  if (failed) return <Failure error={failed.error} retry={() => void failed.refetch()} />
  if (made.length < reports.length) return <Skeleton lines={10} />
  return (
    <>
      {isTooMuchToDraw(spec, datasets) ? (
        <p className="notice">{text.tooMuch}</p>
      ) : (
        <Chart label={title} spec={spec} datasets={datasets} words={labels} />
      )}
      <details className="figures-of">
        <summary>{text.figures}</summary>
        {made.map((report) => (
          <FiguresOf key={report.name} report={report} />
        ))}
      </details>
    </>
  )
}

function FiguresOf({ report }: { report: Report }) {
  const elements = useQuery(elementsQuery).data ?? []
  return (
    <>
      <h2>{report.label}</h2>
      <p className="soft">{report.definition}</p>
      <Figures report={labelled(report, labelsOf(elements))} />
    </>
  )
}
