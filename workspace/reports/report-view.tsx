import type { ReportOptions, ReportSummary } from '@portico/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { elementsQuery, reportQuery } from '../data/reports.ts'
import { type ReportSearch, reportSearch } from '../frame/search-params.ts'
import { Answer } from '../ui/answer.tsx'
import { Button } from '../ui/button.tsx'
import { calendarDay, timeOfDay } from '../ui/dates.ts'
import { useShortcuts } from '../ui/shortcuts.ts'
import { State } from '../ui/states.tsx'
import { words } from '../words/reports.ts'
import { Chart } from './chart.tsx'
import { chartOf } from './chart-of.ts'
import { DownloadMenu, download } from './download-menu.tsx'
import { Figures } from './figures.tsx'
import { labelled, labelsOf, type Report } from './labelled.ts'
import { Parameters } from './parameters.tsx'

/** One standard report: what is counted, as a chart and as a table, and as a file. All parameters are in the address. */
export function ReportView({ summary }: { summary: ReportSummary }) {
  const search = useSearch({ strict: false }) as ReportSearch
  const navigate = useNavigate()
  const options = useMemo(() => optionsOf(summary, search), [summary, search])
  const found = useQuery({ ...reportQuery(summary.name, options), placeholderData: keepPreviousData })
  const change = (changes: Partial<ReportSearch>) =>
    void navigate({
      to: '/reports/$id',
      params: { id: summary.name },
      search: (before) => reportSearch({ ...before, ...changes }),
      replace: true,
    })
  const isChart = search.chart !== false
  useShortcuts(summary.label, [
    { keys: ['v'], name: words.keys.chart, run: () => change({ chart: isChart ? false : undefined }) },
    { keys: ['s'], name: words.keys.csv, run: () => void download(summary.name, 'csv', options) },
  ])
  const report = found.data
  return (
    <section className="report" aria-label={summary.label}>
      <header className="screen-head">
        <h1>{summary.label}</h1>
        <span className="soft" role="status">
          {report ? timesOf(report) : ''}
        </span>
        <span className="right">
          <Button
            shortcut="v"
            aria-pressed={isChart}
            onClick={() => change({ chart: isChart ? false : undefined })}
          >
            {words.chart}
          </Button>
          <DownloadMenu name={summary.name} options={options} />
        </span>
      </header>
      <p className="soft definition">{summary.definition}</p>
      <Parameters summary={summary} search={search} change={change} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <div className="report-body" role="region" aria-label={words.table(summary.label)} tabIndex={0}>
        <Answer query={found}>
          {(made) => <Made report={made} isChart={isChart} period={options.period ?? summary.period} />}
        </Answer>
      </div>
    </section>
  )
}

function Made({
  report,
  isChart,
  period,
}: {
  report: Report
  isChart: boolean
  period: ReportOptions['period']
}) {
  const elements = useQuery(elementsQuery).data
  const shown = useMemo(() => (elements ? labelled(report, labelsOf(elements)) : report), [report, elements])
  const spec = useMemo(() => chartOf(shown, period), [shown, period])
  const datasets = useMemo(() => ({ [shown.name]: shown.rows }), [shown])
  if (report.rows.length === 0) return <State title={words.noRows.title}>{words.noRows.text}</State>
  return (
    <>
      {isChart && spec ? <Chart label={report.label} spec={spec} datasets={datasets} /> : null}
      <Figures report={shown} period={period} />
    </>
  )
}

function timesOf({ asOf, from, to }: Report): string {
  const at = words.asOf(timeOfDay(asOf))
  return from && to ? `${words.between(calendarDay(from), calendarDay(to))} · ${at}` : at
}

/** What an address asks for and this report does not have is left out. */
function optionsOf({ dimensions, period }: ReportSummary, search: ReportSearch): ReportOptions {
  const by = search.by?.filter((one) => dimensions.some((dimension) => dimension === one))
  const narrows = (name: 'caseType' | 'docket') =>
    search[name] !== undefined && dimensions.includes(name) ? { [name]: search[name] } : {}
  return {
    ...(search.by ? { by: by as NonNullable<ReportOptions['by']> } : {}),
    ...narrows('caseType'),
    ...narrows('docket'),
    ...(period
      ? {
          ...(search.period ? { period: search.period } : {}),
          ...(search.from ? { from: search.from } : {}),
          ...(search.to ? { to: search.to } : {}),
        }
      : {}),
  }
}
