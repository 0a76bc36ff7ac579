import type { ReportColumn, ReportOptions } from '@portico/sdk'
import { isMeasure, type Report } from './labelled.ts'

/** Of more bars than these, nobody sees anything: the table has them. */
const mostBars = 60

type Spec = Record<string, unknown>

type Period = NonNullable<ReportOptions['period']>

const unitOf: Record<Period, string> = {
  day: 'utcyearmonthdate',
  week: 'utcyearweek',
  month: 'utcyearmonth',
  quarter: 'utcyearquarter',
  year: 'utcyear',
}

/** A report as a chart, in the part of Vega-Lite that dashboards may use; none where there is nothing to draw. */
export function chartOf({ name, columns, rows }: Report, per: Period = 'month'): Spec | undefined {
  const measures = columns.filter(isMeasure)
  const [first] = measures
  // The rules of the docket are numbered, not counted.
  const isRules = columns.some((column) => column.name === 'invariant')
  if (!first || rows.length === 0 || isRules) return undefined
  const period = columns.find((column) => column.name === 'period')
  const dimensions = columns.filter((column) => column.type === 'text' && column.name !== 'levers')
  const data = { name }
  return period
    ? overTime(data, { field: period.name, timeUnit: unitOf[per] }, countsOf(measures), dimensions)
    : bars(data, first, measures, dimensions, rows.length)
}

/** What is counted can be added up; days and shares cannot. */
const countsOf = (measures: readonly ReportColumn[]) => {
  const counts = measures.filter(({ type }) => type === 'integer')
  return counts.length > 0 ? counts : measures
}

function overTime(
  data: Spec,
  at: { field: string; timeUnit: string },
  measures: readonly ReportColumn[],
  dimensions: readonly ReportColumn[],
): Spec {
  const x = { ...at, type: 'temporal', title: null, axis: { labelOverlap: true } }
  const counted = { type: 'quantitative', axis: { tickMinStep: 1, format: 'd' } }
  const [first] = measures
  // What comes in and what goes out are told apart; of everything else the parts are shown.
  const isFlow = measures.length > 1 && measures.some(({ name }) => name === 'closed')
  const of = dimensions.at(-1)
  if (first && !isFlow)
    return {
      data,
      mark: { type: 'bar', tooltip: true },
      width: 'container',
      encoding: {
        x,
        y: { ...counted, field: first.name, aggregate: 'sum', title: first.label },
        ...(of ? { color: { field: of.name, type: 'nominal', title: of.label } } : {}),
      },
    }
  return {
    data,
    transform: [
      {
        aggregate: measures.map(({ name, label }) => ({ op: 'sum', field: name, as: columnOf(label) })),
        groupby: [at.field],
      },
      { fold: measures.map(({ label }) => columnOf(label)), as: ['what', 'count'] },
    ],
    mark: { type: 'line', point: true, tooltip: true },
    width: 'container',
    encoding: {
      x,
      y: { ...counted, field: 'count', title: null },
      color: { field: 'what', type: 'nominal', title: null },
      strokeDash: { field: 'what', type: 'nominal', title: null },
    },
  }
}

function bars(
  data: Spec,
  first: ReportColumn,
  measures: readonly ReportColumn[],
  dimensions: readonly ReportColumn[],
  rows: number,
): Spec | undefined {
  const [main, other] = dimensions
  if (!main || rows > mostBars * 4) return undefined
  // Where there are days, they say more than how many.
  const medians = measures.filter(({ type }) => type === 'number')
  const shown = main.name === 'step' && medians[0] ? medians[0] : first
  return {
    data,
    mark: { type: 'bar', tooltip: true, cornerRadiusEnd: 2 },
    width: 'container',
    encoding: {
      y: { field: main.name, type: 'nominal', sort: '-x', title: null, axis: { labelLimit: 220 } },
      x: {
        field: shown.name,
        type: 'quantitative',
        title: shown.label,
        ...(shown.type === 'integer' ? { aggregate: 'sum', axis: { tickMinStep: 1, format: 'd' } } : {}),
      },
      ...(other && shown.type === 'integer'
        ? { color: { field: other.name, type: 'nominal', title: other.label } }
        : {}),
    },
  }
}

/** A label as the name of a column, since a folded column is called what its legend says. */
const columnOf = (label: string) => label.replaceAll(/\W+/g, '_').replace(/^_|_$/g, '')
