import { reportDimensions, reportKinds, reportPeriods } from './profile/work.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { CalendarDate, commaSeparated, nonEmpty, oneOf, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

export type ReportKind = (typeof reportKinds)[number]
export type ReportDimension = (typeof reportDimensions)[number]
export type ReportPeriod = (typeof reportPeriods)[number]

const Dimension = oneOf(reportDimensions)
const Period = oneOf(reportPeriods)

export const ReportColumn = Type.Object({
  name: Type.String({ examples: ['opened'] }),
  label: Type.String({ examples: ['Opened'] }),
  type: oneOf(['text', 'date', 'timestamp', 'integer', 'number'], {
    description: 'In Parquet: string, string, timestamp, 32-bit integer, double',
  }),
})
export type ReportColumn = Static<typeof ReportColumn>

export const ReportSummary = Type.Object({
  name: Type.String({ examples: ['throughput'] }),
  label: Type.String({ examples: ['Opened and closed'] }),
  kind: oneOf(reportKinds),
  definition: Type.String({ description: 'What it counts, in a sentence or two' }),
  by: Type.Array(Dimension, { description: 'What it is broken down by, unless the request says otherwise' }),
  dimensions: Type.Array(Dimension, { description: 'What it can be broken down by' }),
  period: Type.Optional({
    ...Period,
    description: 'Its interval, unless the request says otherwise. Only such a report takes `from` and `to`',
  }),
})
export type ReportSummary = Static<typeof ReportSummary>
export const ReportList = Type.Object({ reports: Type.Array(ReportSummary) })

export const ReportRow = Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()]), {
  description: 'A value for each column',
})
export type ReportRow = Static<typeof ReportRow>

export const ReportDetail = Type.Object({
  report: Type.Object({
    name: Type.String({ examples: ['throughput'] }),
    label: Type.String({ examples: ['Opened and closed'] }),
    definition: Type.String({ description: 'What it counts, in a sentence or two' }),
    asOf: { ...Timestamp, description: 'When it was made' },
    from: Type.Optional({ ...CalendarDate, description: 'The first day, UTC' }),
    to: Type.Optional({ ...CalendarDate, description: 'The last day, UTC' }),
    columns: Type.Array(ReportColumn),
    rows: Type.Array(ReportRow),
  }),
})
export type ReportDetail = Static<typeof ReportDetail>
export type Report = ReportDetail['report']

export const reportFormats = ['json', 'csv', 'ndjson', 'parquet'] as const
export type ReportFormat = (typeof reportFormats)[number]

const ReportQuery = Type.Object({
  by: Type.Optional(
    commaSeparated('Dimensions to break it down by, among those of the report', {
      examples: ['caseType,docket'],
    }),
  ),
  period: Type.Optional({ ...Period, description: 'The interval that is counted by' }),
  from: Type.Optional({ ...CalendarDate, description: 'The first day, UTC. Defaults to a year before `to`' }),
  to: Type.Optional({ ...CalendarDate, description: 'The last day, UTC. Defaults to today' }),
  caseType: Type.Optional(nonEmpty(100, { description: 'Only cases of this type' })),
  docket: Type.Optional(nonEmpty(100, { description: 'Only cases on this docket' })),
  format: Type.Optional(oneOf(reportFormats, { description: 'Defaults to `json`' })),
})
export type ReportQuery = Static<typeof ReportQuery>

export const DataElement = Type.Object({
  name: Type.String({ examples: ['caseType'] }),
  label: Type.String({ examples: ['Case type'] }),
  values: Type.Array(Type.Object({ name: Type.String(), label: Type.String() }), {
    examples: [[{ name: 'appeal', label: 'Appeal' }]],
  }),
})
export type DataElement = Static<typeof DataElement>
export const DataElementList = Type.Object({ elements: Type.Array(DataElement) })

/** What each kind of report can be broken down by. */
export const dimensionsOf: Record<ReportKind, readonly ReportDimension[]> = {
  throughput: ['caseType', 'docket'],
  ageInStep: ['step', 'status', 'caseType', 'docket'],
  overdue: ['assignee', 'step', 'status', 'caseType', 'docket'],
  queueDepth: ['team', 'step', 'status', 'caseType', 'docket'],
  reviewerLoad: ['assignee', 'status', 'step', 'caseType', 'docket'],
  distribution: ['docket', 'caseType', 'assignee'],
  decisions: ['issueType', 'disposition', 'caseType', 'docket'],
  portHealth: ['port'],
  docketHealth: [],
}

/** The kinds that count what happened in an interval; the others tell how things are now. */
export const kindsOverTime: readonly ReportKind[] = ['throughput', 'distribution', 'decisions']

export const tag = 'Reports'

export const routes = {
  listReports: {
    method: 'GET',
    path: '/reports',
    audience: 'integration',
    needs: 'readReports',
    summary: 'List the reports that are for your roles',
    description:
      'Reports are defined in the profile, which also says for which roles each is. Administrators see all.',
    answers: { 200: json('The reports', ReportList) },
    errors: [401, 403],
    sdk: {
      call: 'client.reports.list',
      example: sample`
        for (const { name, label, by } of await client.reports.list()) console.log(name, label, by)
      `,
    },
  },
  getReport: {
    method: 'GET',
    path: '/reports/{name}',
    audience: 'integration',
    needs: 'readReports',
    summary: 'Get a report',
    description:
      'A report counts the cases that the caller may see. It names no party and holds no text of a case; people who work on cases and teams appear by their names. NDJSON has one row per line, CSV a header of column names. A report over up to 5,000 cases is computed now. Over more, its result is kept and made anew in the background: `asOf` says when, at most about a quarter of an hour ago. A report that takes longer than `PORTICO_REPORT_SECONDS` is stopped, and answered with 503.',
    params: Type.Object({
      name: Type.String({ description: 'The name of the report', examples: ['throughput'] }),
    }),
    query: ReportQuery,
    answers: {
      200: {
        ...json('The report', ReportDetail),
        lines: ReportRow,
        mediaTypes: ['text/csv', 'application/vnd.apache.parquet'],
      },
    },
    errors: [400, 401, 403, 404],
    sdk: [
      {
        call: 'client.reports.get',
        options: 'ReportOptions',
        about:
          'Get a report: of up to 5,000 cases as of now, of more as of `asOf`. Fails with `unavailable` if it takes longer than it may.',
        example: sample`
          const { columns, rows } = await client.reports.get('throughput', { by: ['docket'], period: 'week' })
          console.table(rows, columns.map(({ name }) => name))
        `,
      },
      {
        call: 'client.reports.file',
        isByHand: true,
        about: 'Get a report as a file: CSV, NDJSON or Parquet.',
        example: sample`
          const file = await client.reports.file('ageInStep', 'csv')
          console.log(new TextDecoder().decode(await file.bytes()))
        `,
      },
    ],
  },
  listDataElements: {
    method: 'GET',
    path: '/data-elements',
    audience: 'integration',
    needs: 'readReports',
    summary: 'List the data elements that reports and cases are categorized by, with their labels',
    description: 'So that the dimensions of a reporting tool read as they do in the workspace.',
    answers: { 200: json('The data elements', DataElementList) },
    errors: [401, 403],
    sdk: {
      call: 'client.reports.elements',
      about:
        'List the data elements that reports and cases are categorized by, with the labels that people see.',
      example: sample`
        const elements = await client.reports.elements()
        const labels = new Map(elements.find(({ name }) => name === 'docket')?.values.map((one) => [one.name, one.label]))
        console.log(labels.get('directReview'))
      `,
    },
  },
} as const satisfies Record<string, Row>
