import type { DataElement, ReportColumn, ReportDetail, ReportRow } from '@portico/sdk'

export type Report = ReportDetail['report']

/** The elements that the columns of a report are words of; a status may be one of a case or of a task. */
const elementsOf: Record<string, readonly string[]> = { status: ['status', 'taskStatus'] }

type Labels = (column: string, value: ReportRow[string]) => ReportRow[string]

/** What the words of a column are called; whatever has no label stays as it is. */
export function labelsOf(elements: readonly DataElement[]): Labels {
  const byColumn = new Map<string, Map<string, string>>()
  return (column, value) => {
    return typeof value === 'string' ? labelOf(column, value) : value
  }

  function labelOf(column: string, word: string): string {
    let known = byColumn.get(column)
    if (!known) {
      const own = elements.filter(({ name }) => (elementsOf[column] ?? [column]).includes(name))
      known = new Map(own.flatMap(({ values }) => values.map((one) => [one.name, one.label])))
      byColumn.set(column, known)
    }
    return known.get(word) ?? word
  }
}

/** The same report with words that people use. */
export function labelled(report: Report, labels: Labels): Report {
  const rows = report.rows.map((row) =>
    Object.fromEntries(Object.entries(row).map(([column, value]) => [column, labels(column, value)])),
  )
  return { ...report, rows }
}

export const isMeasure = ({ type }: ReportColumn): boolean => type === 'integer' || type === 'number'
