import type { Calls } from './calls.ts'
import type { CallOptions } from './request.ts'
import type { QueryOf } from './route-call.ts'

export type ReportOptions = Omit<QueryOf<'getReport'>, 'format'> & CallOptions
export type ReportFileFormat = 'csv' | 'ndjson' | 'parquet'

export function reportsOver({ call, content }: Calls) {
  return {
    /**
     * List the reports that are for your roles.
     *
     * @example
     * ```ts
     * for (const { name, label, by } of await client.reports.list()) console.log(name, label, by)
     * ```
     */
    list: (options?: CallOptions) => call('listReports', {}, options),

    /**
     * Get a report: of up to 5,000 cases as of now, of more as of `asOf`. Fails with `unavailable` if it takes longer than it may.
     *
     * @example
     * ```ts
     * const { columns, rows } = await client.reports.get('throughput', { by: ['docket'], period: 'week' })
     * console.table(rows, columns.map(({ name }) => name))
     * ```
     */
    get: (name: string, options?: ReportOptions) => call('getReport', { name }, options),

    /**
     * Get a report as a file: CSV, NDJSON or Parquet.
     *
     * @example
     * ```ts
     * const file = await client.reports.file('ageInStep', 'csv')
     * console.log(new TextDecoder().decode(await file.bytes()))
     * ```
     */
    file: (name: string, format: ReportFileFormat, options?: ReportOptions) =>
      content('getReport', { name }, { ...options, format }),

    /**
     * List the data elements that reports and cases are categorized by, with the labels that people see.
     *
     * @example
     * ```ts
     * const elements = await client.reports.elements()
     * const labels = new Map(elements.find(({ name }) => name === 'docket')?.values.map((one) => [one.name, one.label]))
     * console.log(labels.get('directReview'))
     * ```
     */
    elements: (options?: CallOptions) => call('listDataElements', {}, options),
  }
}

/** Figures over the cases that you may see. */
export type Reports = ReturnType<typeof reportsOver>
