import type { Profile, QueuedTask, QueueQuery } from '@portico/sdk'
import { labelIn } from '../data/profile.ts'
import type { WorkSearch } from '../frame/search-params.ts'
import type { Column } from '../ui/data-table.tsx'
import { calendarDay, day, hoursUntil } from '../ui/dates.ts'
import { FilterByHolder } from '../ui/filter-by-holder.tsx'
import { FilterMenu, ManyChoices, NumberField } from '../ui/filter-menu.tsx'
import { HolderName } from '../ui/holder-name.tsx'
import { words } from '../words/work.ts'
import { reasonOf } from './reason.ts'
import { closedStatuses, openStatuses } from './view-query.ts'

type Sort = NonNullable<QueueQuery['sort']>
type Options = {
  profile: Profile | undefined
  search: WorkSearch
  change: (change: Partial<WorkSearch>) => void
  selected: ReadonlySet<string>
  select: (task: QueuedTask) => void
  newSince: string | undefined
  /** Others than the reader have tasks in this view. */
  isShared: boolean
  isClosed: boolean
  canAssign: boolean
}

const { columns } = words

export function taskColumns(options: Options): Column<QueuedTask>[] {
  const { profile, search, change, selected, select, newSince, isShared, isClosed, canAssign } = options
  /** Closed tasks have one order. */
  const sortBy = (sort: Sort) => {
    if (isClosed) return {}
    const direction = search.reversed ? ('descending' as const) : ('ascending' as const)
    return {
      sort: {
        direction: search.sort === sort ? direction : undefined,
        toggle: () => change(nextSort(search, sort)),
      },
    }
  }
  return [
    ...(canAssign ? [selectColumn(selected, select)] : []),
    {
      id: 'rank',
      name: '#',
      width: '40px',
      cell: (_task, index) => <span className="number faint">{index + 1}</span>,
    },
    {
      id: 'task',
      name: columns.task,
      width: 'minmax(132px, 2fr)',
      filter: (
        <FilterMenu
          column={columns.task}
          isOn={search.types !== undefined || search.statuses !== undefined}
          clear={() => change({ types: undefined, statuses: undefined })}
        >
          <ManyChoices
            names={(isClosed ? closedStatuses : openStatuses).map((name) => ({
              name,
              label: words.status[name],
            }))}
            chosen={search.statuses}
            choose={(statuses) => change({ statuses })}
          />
          <hr />
          <ManyChoices
            names={profile?.taskTypes ?? []}
            chosen={search.types}
            choose={(types) => change({ types })}
          />
        </FilterMenu>
      ),
      cell: (task) => (
        <>
          <b>{task.label}</b>
          {newSince !== undefined && (task.assignedAt ?? task.openedAt) > newSince ? (
            <span className="new-mark">{words.isNew}</span>
          ) : null}
          <small>{detailOf(task)}</small>
        </>
      ),
    },
    {
      id: 'case',
      name: columns.case,
      width: 'minmax(144px, 1.6fr)',
      ...sortBy('docket'),
      filter: (
        <FilterMenu
          column={columns.docket}
          isOn={search.dockets !== undefined || search.caseTypes !== undefined}
          clear={() => change({ dockets: undefined, caseTypes: undefined })}
        >
          <ManyChoices
            names={profile?.dockets ?? []}
            chosen={search.dockets}
            choose={(dockets) => change({ dockets })}
          />
          <hr />
          <ManyChoices
            names={profile?.caseTypes ?? []}
            chosen={search.caseTypes}
            choose={(caseTypes) => change({ caseTypes })}
          />
        </FilterMenu>
      ),
      cell: (task) => (
        <>
          {task.caseName}
          <small className="number">
            {[task.docketNumber, labelIn(profile?.dockets, task.docket)].filter(Boolean).join(' · ')}
          </small>
        </>
      ),
    },
    {
      id: 'why',
      name: columns.why,
      width: 'minmax(124px, 1.4fr)',
      ...sortBy('priority'),
      filter: (
        <FilterMenu
          column={columns.why}
          isOn={search.advanced !== undefined || search.remand !== undefined}
          clear={() => change({ advanced: undefined, remand: undefined })}
        >
          <Flag
            name={words.filter.advanced}
            value={search.advanced}
            set={(advanced) => change({ advanced })}
          />
          <Flag name={words.filter.courtRemand} value={search.remand} set={(remand) => change({ remand })} />
        </FilterMenu>
      ),
      cell: (task) => <span className="soft two-lines">{reasonOf(task, profile)}</span>,
    },
    ...(isShared
      ? [
          {
            id: 'who',
            name: columns.who,
            width: 'minmax(110px, 1fr)',
            filter: (
              <FilterByHolder
                column={columns.who}
                chosen={search.who?.split(':')[1]}
                choose={(holder) => change({ who: holder && `${holder.kind}:${holder.id}` })}
              />
            ),
            cell: ({ assignee }: QueuedTask) => (
              <span className="soft">
                <HolderName holder={assignee} profile={profile} />
              </span>
            ),
          },
        ]
      : []),
    ...(isClosed
      ? [
          {
            id: 'closed',
            name: columns.closed,
            width: '100px',
            cell: (task: QueuedTask) => (
              <span className="number soft">{task.closedAt ? day(task.closedAt) : ''}</span>
            ),
          },
        ]
      : [
          {
            id: 'waiting',
            name: columns.waiting,
            width: '96px',
            ...sortBy('age'),
            filter: (
              <FilterMenu
                column={columns.waiting}
                isOn={search.age !== undefined}
                clear={() => change({ age: undefined })}
              >
                <NumberField name={words.filter.leastAge} value={search.age} set={(age) => change({ age })} />
              </FilterMenu>
            ),
            cell: (task: QueuedTask) => <span className="number soft">{words.days(task.ageDays)}</span>,
          },
          {
            id: 'due',
            name: columns.due,
            width: '126px',
            ...sortBy('deadline'),
            filter: (
              <FilterMenu
                column={columns.due}
                isOn={search.overdue !== undefined}
                clear={() => change({ overdue: undefined })}
              >
                <Flag
                  name={words.filter.overdue}
                  value={search.overdue}
                  set={(overdue) => change({ overdue })}
                />
              </FilterMenu>
            ),
            cell: (task: QueuedTask) => <Due task={task} />,
          },
        ]),
  ]
}

function selectColumn(selected: ReadonlySet<string>, select: (task: QueuedTask) => void): Column<QueuedTask> {
  return {
    id: 'select',
    name: columns.select,
    isNameHidden: true,
    width: '34px',
    cell: (task: QueuedTask) =>
      task.may.includes('assign') ? (
        <input
          type="checkbox"
          aria-label={`${columns.select} ${task.label}, ${task.caseName}`}
          checked={selected.has(task.id)}
          onChange={() => select(task)}
          onClick={(event) => event.stopPropagation()}
        />
      ) : null,
  }
}

function Flag({
  name,
  value,
  set,
}: {
  name: string
  value: boolean | undefined
  set: (value: boolean | undefined) => void
}) {
  return (
    <label>
      <input
        type="checkbox"
        checked={value === true}
        onChange={({ target }) => set(target.checked ? true : undefined)}
      />
      {name}
    </label>
  )
}

export function Due({
  task,
}: {
  task: Pick<QueuedTask, 'deadline' | 'deadlineDay' | 'isOverdue' | 'status'>
}) {
  if (!task.deadline) return <span className="faint">{words.noDue}</span>
  const isSoon = task.status !== 'onHold' && hoursUntil(task.deadline) < 3 * 24
  const mark = task.isOverdue ? 'overdue' : isSoon ? 'soon' : 'soft'
  return (
    <span className={`due number ${mark}`} title={task.isOverdue ? words.overdue : undefined}>
      {task.deadlineDay ? calendarDay(task.deadlineDay) : day(task.deadline)}
    </span>
  )
}

export function assigneeName(
  { assignee }: Pick<QueuedTask, 'assignee'>,
  profile: Profile | undefined,
): string {
  if (!assignee) return ''
  return assignee.kind === 'team' ? labelIn(profile?.teams, assignee.id) : assignee.name
}

function detailOf(task: QueuedTask): string {
  if (task.status === 'onHold') {
    const until = task.onHoldDay ? words.holdUntil(calendarDay(task.onHoldDay)) : words.status.onHold
    return task.onHoldWhy ? `${until} · ${task.onHoldWhy}` : until
  }
  return words.status[task.status]
}

/** Once up, once down, then back to the order of the view. */
function nextSort({ sort, reversed }: WorkSearch, wanted: Sort): Partial<WorkSearch> {
  if (sort !== wanted) return { sort: wanted, reversed: undefined }
  return reversed ? { sort: undefined, reversed: undefined } : { sort: wanted, reversed: true }
}

export const taskHead = (): string[] => [
  columns.task,
  columns.status,
  columns.case,
  columns.docketNumber,
  columns.docket,
  columns.why,
  columns.who,
  columns.waiting,
  columns.due,
]

export const taskCells =
  (profile: Profile | undefined) =>
  (task: QueuedTask): (string | number)[] => [
    task.label,
    words.status[task.status],
    task.caseName,
    task.docketNumber,
    labelIn(profile?.dockets, task.docket),
    reasonOf(task, profile),
    assigneeName(task, profile),
    task.ageDays,
    task.deadlineDay ?? '',
  ]
