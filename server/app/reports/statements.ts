import type { ReportColumn, ReportDimension, ReportKind, ReportPeriod } from '@portico/contract/reports'
import { isOverdue } from '../../projections/queue-pages.ts'

/** A report as it is asked for: everything is checked. */
export type AskedReport = {
  kind: Exclude<ReportKind, 'docketHealth'>
  by: readonly ReportDimension[]
  period?: ReportPeriod | undefined
  /** The first moment, and the one after the last. */
  from?: Date | undefined
  until?: Date | undefined
  caseType?: string | undefined
  docket?: string | undefined
  percentiles: readonly number[]
  now: Date
  /** Only cases that the reader may see are counted. */
  mostSensitivity: number
  barredCaseIds: readonly string[]
  /** What teams are called, by their names. */
  teams: Readonly<Record<string, string>>
  mostRows: number
}

export type ReportStatement = { text: string; values: readonly unknown[]; columns: readonly ReportColumn[] }

type Value = (value: unknown, type: string) => string
/** Two people of one name are two rows: what is grouped by is not what is shown. */
type Named = { sql: string; group: string }
type Selected = ReportColumn & { sql: string; group?: string }
type Parts = {
  from: string
  /** When what is counted happened. */
  at?: string
  where: readonly string[]
  dimensions: Partial<Record<ReportDimension, string | (() => Named)>>
  /** Always in the key, behind the dimensions. */
  also?: readonly Selected[]
  measures: readonly Selected[]
}

/** One row for each combination of the dimensions. The text depends on what is asked for, never on a value. */
export function statementOf(asked: AskedReport): ReportStatement {
  const values: unknown[] = []
  const value: Value = (one, type) => `$${values.push(one)}::${type}`
  const parts = partsOf[asked.kind](asked, value)
  const { at, also = [] } = parts
  const inTime =
    at === undefined
      ? []
      : [
          ...(asked.from ? [`${at} >= ${value(asked.from, 'timestamptz')}`] : []),
          ...(asked.until ? [`${at} < ${value(asked.until, 'timestamptz')}`] : []),
        ]
  const periods: Selected[] =
    at === undefined || asked.period === undefined
      ? []
      : [
          {
            name: 'period',
            label: 'Period',
            type: 'date',
            sql: `to_char(date_trunc('${asked.period}', ${at} at time zone 'UTC'), 'YYYY-MM-DD')`,
          },
        ]
  const dimensions = asked.by.map((name): Selected => {
    const of = parts.dimensions[name]
    if (of === undefined) throw new Error(`${asked.kind} has no dimension ${name}`)
    const selected = typeof of === 'string' ? { sql: of } : of()
    return { name, label: dimensionLabels[name], type: 'text', ...selected }
  })
  const keys = [...periods, ...dimensions, ...also]
  const selected = [...keys, ...parts.measures]
  const places = keys.map((_, index) => index + 1).join(', ')
  const groups = keys.map(({ group }, index) => group ?? index + 1).join(', ')
  const where = [...parts.where, ...inTime]
  const text = [
    `select ${selected.map(({ name, sql }) => `${sql} as "${name}"`).join(', ')}`,
    `from ${parts.from}`,
    ...(where.length > 0 ? [`where ${where.join(' and ')}`] : []),
    ...(places ? [`group by ${groups} order by ${places}`] : []),
    `limit ${asked.mostRows}`,
  ].join('\n')
  return { text, values, columns: selected.map(({ sql: _, group: __, ...column }) => column) }
}

export const dimensionLabels: Record<ReportDimension, string> = {
  caseType: 'Case type',
  docket: 'Docket',
  step: 'Step',
  assignee: 'Assignee',
  team: 'Team',
  status: 'Status',
  issueType: 'Issue type',
  disposition: 'Disposition',
  port: 'Port',
}

const integer = (name: string, label: string, sql: string): Selected => ({
  name,
  label,
  type: 'integer',
  sql: `(${sql})::int`,
})
const daysSince = (now: string, at: string) => `greatest(0, extract(epoch from ${now} - ${at})) / 86400`
const days = (name: string, label: string, sql: string): Selected => ({
  name,
  label,
  type: 'number',
  sql: `round((${sql})::numeric, 2)::float8`,
})

/** Of `w`, the work on a case: what the reader sees, and what the request is narrowed to. */
function seen({ mostSensitivity, barredCaseIds, caseType, docket }: AskedReport, value: Value): string[] {
  return [
    `w.sensitivity <= ${value(mostSensitivity, 'int')}`,
    `w.case_id <> all(${value(barredCaseIds, 'text[]')})`,
    ...(caseType === undefined ? [] : [`w.case_type = ${value(caseType, 'text')}`]),
    ...(docket === undefined ? [] : [`w.docket = ${value(docket, 'text')}`]),
  ]
}

const ofCase = { caseType: 'w.case_type', docket: 'w.docket' }
/** Without the root, which stands for the case itself. */
const openTasks = ({ teams }: AskedReport, value: Value) => ({
  from: 'tasks t join case_work w using (case_id) left join members m on m.id = t.assignee_id',
  where: ['t.closed_at is null', 't.parent_id is not null'],
  dimensions: {
    assignee: () => ({
      sql: `max(case t.assignee_kind
        when 'team' then coalesce(${value(JSON.stringify(teams), 'jsonb')} ->> t.assignee_id, t.assignee_id)
        else coalesce(m.display_name, t.assignee_name) end)`,
      group: 't.assignee_kind, t.assignee_id',
    }),
    team: `case t.assignee_kind when 'team' then t.assignee_id end`,
    step: 't.type',
    status: 't.status',
    ...ofCase,
  },
})

/** Also of a closed case, as long as the task is open that it stands at, such as that of putting a decision into effect. */
const isInStep = `(not w.is_closed or exists (
  select from tasks s where s.case_id = w.case_id and s.task_id = w.step_task_id and s.closed_at is null))`

const partsOf: Record<AskedReport['kind'], (asked: AskedReport, value: Value) => Parts> = {
  throughput: (asked, value) => ({
    from: `(select case_id, opened_at as at, 1 as opened, 0 as closed from cases
      union all
      select case_id, closed_at, 0, 1 from case_work where is_closed and closed_at is not null) e
      join case_work w using (case_id)`,
    at: 'e.at',
    where: seen(asked, value),
    dimensions: ofCase,
    measures: [
      integer('opened', 'Opened', 'coalesce(sum(e.opened), 0)'),
      integer('closed', 'Closed', 'coalesce(sum(e.closed), 0)'),
    ],
  }),

  ageInStep: (asked, value) => {
    const age = daysSince(value(asked.now, 'timestamptz'), 'w.entered_step_at')
    return {
      from: 'case_work w',
      where: [...seen(asked, value), isInStep, 'w.step is not null', 'w.entered_step_at is not null'],
      dimensions: { step: 'w.step', status: 'w.status', ...ofCase },
      measures: [
        integer('cases', 'Cases', 'count(*)'),
        ...asked.percentiles.map((percent) =>
          days(
            `p${percent}Days`,
            percent === 50 ? 'Median, days' : `${percent}th percentile, days`,
            `percentile_cont(${percent / 100}) within group (order by (${age})::float8)`,
          ),
        ),
      ],
    }
  },

  overdue: (asked, value) => {
    const now = value(asked.now, 'timestamptz')
    const open = openTasks(asked, value)
    return {
      ...open,
      where: [
        ...open.where,
        isOverdue({ deadline: 't.deadline', status: 't.status' }, now),
        ...seen(asked, value),
      ],
      measures: [
        integer('cases', 'Cases', 'count(distinct t.case_id)'),
        integer('tasks', 'Tasks', 'count(*)'),
        days('longestDays', 'Longest overdue, days', `max(${daysSince(now, 't.deadline')})`),
      ],
    }
  },

  queueDepth: (asked, value) => {
    const now = value(asked.now, 'timestamptz')
    const open = openTasks(asked, value)
    return {
      ...open,
      where: [...open.where, `t.assignee_kind = 'team'`, ...seen(asked, value)],
      measures: [
        integer('tasks', 'Tasks', 'count(*)'),
        integer('onHold', 'Of these on hold', `count(*) filter (where t.status = 'onHold')`),
        { name: 'oldestAt', label: 'Oldest opened', type: 'timestamp', sql: 'min(t.opened_at)' },
        days('oldestDays', 'Age of the oldest, days', `max(${daysSince(now, 't.opened_at')})`),
      ],
    }
  },

  reviewerLoad: (asked, value) => {
    const open = openTasks(asked, value)
    return {
      ...open,
      where: [...open.where, `t.assignee_kind = 'person'`, ...seen(asked, value)],
      measures: [
        integer('tasks', 'Tasks', 'count(*)'),
        integer('cases', 'Cases', 'count(distinct t.case_id)'),
      ],
    }
  },

  distribution: (asked, value) => {
    const isNarrowed = asked.caseType !== undefined || asked.docket !== undefined
    return {
      from: `distribution_runs r left join (
        select g.run_id, g.state, w.docket, w.case_type from distribution_gifts g join case_work w using (case_id)
        where ${seen(asked, value).join(' and ')}) g on g.run_id = r.id
        left join members m on m.id = r.member_id`,
      at: 'r.at',
      where: isNarrowed ? ['g.run_id is not null'] : [],
      dimensions: {
        docket: 'g.docket',
        caseType: 'g.case_type',
        assignee: () => ({ sql: 'max(coalesce(m.display_name, r.member_name))', group: 'r.member_id' }),
      },
      also: [{ name: 'levers', label: 'Levers in force', type: 'text', sql: 'r.levers::text' }],
      measures: [
        integer('runs', 'Runs', 'count(distinct r.id)'),
        integer('given', 'Given', `count(*) filter (where g.state = 'given')`),
        integer('passedOver', 'Passed over', `count(*) filter (where g.state = 'passedOver')`),
        integer('planned', 'Still to be given', `count(*) filter (where g.state = 'planned')`),
      ],
    }
  },

  decisions: (asked, value) => ({
    // What was sent back since was decided, too.
    from: `(
        select case_id, issue_type, disposition, signed_in as work_product_id
        from issues where signed_in is not null and disposition is not null
        union all
        select case_id, issue_type, disposition, work_product_id from remanded_issues
      ) i join work_products p on p.case_id = i.case_id and p.work_product_id = i.work_product_id
      join case_work w on w.case_id = i.case_id`,
    at: 'p.signed_at',
    where: [`p.status <> 'recalled'`, ...seen(asked, value)],
    dimensions: { issueType: 'i.issue_type', disposition: 'i.disposition', ...ofCase },
    measures: [
      integer('issues', 'Issues', 'count(*)'),
      integer('cases', 'Cases', 'count(distinct i.case_id)'),
    ],
  }),

  portHealth: () => ({
    from: 'obligations o',
    where: [],
    dimensions: { port: 'o.port' },
    also: [{ name: 'binding', label: 'Binding', type: 'text', sql: 'o.binding' }],
    measures: [
      integer('delivered', 'Delivered', `count(*) filter (where o.status = 'delivered')`),
      integer('accepted', 'Receipt to come', `count(*) filter (where o.status = 'accepted')`),
      integer('waiting', 'Waiting', `count(*) filter (where o.status in ('waiting', 'sending'))`),
      integer('failed', 'Failed', `count(*) filter (where o.status = 'failed')`),
      {
        name: 'oldestWaitingAt',
        label: 'Oldest waiting since',
        type: 'timestamp',
        sql: `min(o.created_at) filter (where o.status in ('waiting', 'sending'))`,
      },
    ],
  }),
}
