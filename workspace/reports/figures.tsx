import type { ReportColumn } from '@portico/sdk'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMemo, useState } from 'react'
import { calendarDay, moment, type Period, periodFrom } from '../ui/dates.ts'
import { words } from '../words/reports.ts'
import { isMeasure, type Report } from './labelled.ts'
import '../ui/data-table.css'
import './figures.css'

const most = 500
const fraction = {
  none: { maximumFractionDigits: 0 },
  // Under each other, with the point in one place.
  one: { minimumFractionDigits: 1, maximumFractionDigits: 1 },
}

type Value = Report['rows'][number][string]

/** The rows of a report, sorted by any column. */
export function Figures({ report, period }: { report: Report; period?: Period | undefined }) {
  const [sort, setSort] = useState<{ column: string; isDown: boolean }>()
  const rows = useMemo(() => {
    if (!sort) return report.rows
    const by = (row: Report['rows'][number]) => row[sort.column] ?? null
    const sorted = report.rows.toSorted((one, other) => compared(by(one), by(other)))
    return sort.isDown ? sorted.toReversed() : sorted
  }, [report, sort])
  const toggle = (column: ReportColumn) =>
    setSort((before) => ({
      column: column.name,
      isDown: before?.column === column.name ? !before.isDown : isMeasure(column),
    }))
  return (
    <div className="figures">
      <table>
        <caption className="hidden-visually">{words.table(report.label)}</caption>
        <thead>
          <tr>
            {report.columns.map((column) => {
              const direction = sort?.column === column.name ? sort : undefined
              return (
                <th
                  key={column.name}
                  scope="col"
                  className={isMeasure(column) ? 'measure' : ''}
                  aria-sort={direction ? (direction.isDown ? 'descending' : 'ascending') : undefined}
                >
                  <button type="button" className="sort-button" onClick={() => toggle(column)}>
                    {column.label}
                    {direction ? direction.isDown ? <ArrowDown /> : <ArrowUp /> : null}
                  </button>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, most).map((row) => (
            <tr key={JSON.stringify(row)}>
              {report.columns.map((column) => (
                <td key={column.name} className={isMeasure(column) ? 'measure number' : ''}>
                  <span className="cell-name" aria-hidden="true">
                    {column.label}
                  </span>
                  <Shown column={column} value={row[column.name] ?? null} period={period} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rows.length > most ? (
        <p className="faint">{words.cut(most.toLocaleString('en'), rows.length.toLocaleString('en'))}</p>
      ) : null}
    </div>
  )
}

/** An address of this workspace is a link; any other stays text. */
function Shown({
  column,
  value,
  period,
}: {
  column: ReportColumn
  value: Value
  period: Period | undefined
}) {
  const isHere = typeof value === 'string' && value.startsWith(`${location.origin}/workspace/`)
  return isHere && column.name === 'link' ? <a href={value}>{words.open}</a> : shown(column, value, period)
}

function compared(one: Value, other: Value): number {
  if (one === null || other === null) return Number(one !== null) - Number(other !== null)
  return typeof one === 'number' && typeof other === 'number'
    ? one - other
    : String(one).localeCompare(String(other))
}

function shown({ name, type }: ReportColumn, value: Value, period: Period | undefined): string {
  if (value === null || value === '') return words.none
  if (name === 'period' && period) return periodFrom(String(value), period)
  if (type === 'date') return calendarDay(String(value))
  if (type === 'timestamp') return moment(String(value))
  if (typeof value === 'number')
    return value.toLocaleString('en', fraction[type === 'integer' ? 'none' : 'one'])
  return String(value)
}
