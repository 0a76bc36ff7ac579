import type { CaseSummary, Profile } from '@portico/sdk'
import { Link } from '@tanstack/react-router'
import { labelIn } from '../data/profile.ts'
import type { CasesSearch } from '../frame/search-params.ts'
import type { Column } from '../ui/data-table.tsx'
import { age, calendarDay } from '../ui/dates.ts'
import { FilterByHolder } from '../ui/filter-by-holder.tsx'
import { Choices, DateField, FilterByOne, FilterMenu, NumberField } from '../ui/filter-menu.tsx'
import { HolderName } from '../ui/holder-name.tsx'
import { words } from '../words/cases.ts'
import { words as lists } from '../words/lists.ts'
import { fileName } from './names.ts'

const { columns } = words

export function columnsOf({
  profile,
  search,
  change,
  seesWork,
  isSensitive,
}: {
  profile: Profile | undefined
  search: CasesSearch
  change: (change: Partial<CasesSearch>) => void
  /** What is done with a case is shown to this person. */
  seesWork: boolean
  /** Some case in the list is more than usually sensitive. */
  isSensitive: boolean
}): Column<CaseSummary>[] {
  const sortBy = (sort: Sort) => ({
    direction:
      search.sort === sort ? (search.reversed ? ('descending' as const) : ('ascending' as const)) : undefined,
    toggle: () => change(nextSort(search, sort)),
  })
  const workColumns = (): Column<CaseSummary>[] => [
    {
      id: 'with',
      name: columns.with,
      width: 'minmax(110px, 1.2fr)',
      filter: (
        <FilterByHolder
          column={columns.with}
          chosen={search.assignee}
          choose={(holder) => change({ assignee: holder?.id })}
        />
      ),
      cell: ({ assignee }) => (
        <span className="soft">
          <HolderName holder={assignee} profile={profile} />
        </span>
      ),
    },
    {
      id: 'since',
      name: columns.since,
      width: '120px',
      sort: sortBy('step'),
      filter: (
        <FilterMenu
          column={columns.since}
          isOn={search.days !== undefined}
          clear={() => change({ days: undefined })}
        >
          <NumberField name={words.leastDays} value={search.days} set={(days) => change({ days })} />
        </FilterMenu>
      ),
      cell: ({ enteredStepAt }) => (
        <span className="number soft">{enteredStepAt ? age(enteredStepAt) : ''}</span>
      ),
    },
  ]
  return [
    {
      id: 'name',
      name: columns.name,
      width: 'minmax(134px, 1.5fr)',
      sort: sortBy('name'),
      cell: ({ id, veteran }) => (
        <Link to="/cases/$caseId" params={{ caseId: id }} tabIndex={-1}>
          {fileName(veteran)}
        </Link>
      ),
    },
    {
      id: 'docketNumber',
      name: columns.docketNumber,
      width: '126px',
      sort: sortBy('docketNumber'),
      cell: ({ docketNumber }) => <span className="number soft">{docketNumber}</span>,
    },
    {
      id: 'status',
      name: columns.status,
      width: 'minmax(140px, 1.6fr)',
      filter: (
        <FilterMenu
          column={columns.status}
          isOn={search.status !== undefined || search.closed !== undefined}
          clear={() => change({ status: undefined, closed: undefined })}
        >
          <Choices
            group={words.openOrClosed}
            names={[
              { name: 'open', label: words.open },
              { name: 'closed', label: words.closed },
            ]}
            chosen={search.closed === undefined ? undefined : search.closed ? 'closed' : 'open'}
            choose={(chosen) => change({ closed: chosen === 'closed' })}
          />
          {seesWork ? (
            <>
              <hr />
              <Choices
                group={columns.status}
                names={profile?.statuses ?? []}
                chosen={search.status}
                choose={(status) => change({ status })}
              />
            </>
          ) : null}
        </FilterMenu>
      ),
      cell: ({ status, isClosed }) => (
        <span className={isClosed ? 'faint' : ''}>
          {seesWork ? labelIn(profile?.statuses, status) : isClosed ? words.closed : words.open}
        </span>
      ),
    },
    ...(seesWork ? workColumns() : []),
    {
      id: 'docket',
      name: columns.docket,
      width: 'minmax(96px, 1.15fr)',
      filter: (
        <FilterByOne
          column={columns.docket}
          names={profile?.dockets ?? []}
          chosen={search.docket}
          choose={(docket) => change({ docket })}
        />
      ),
      cell: ({ docket }) => <span className="soft">{labelIn(profile?.dockets, docket)}</span>,
    },
    {
      id: 'type',
      name: columns.type,
      width: 'minmax(90px, 0.85fr)',
      filter: (
        <FilterByOne
          column={columns.type}
          names={profile?.caseTypes ?? []}
          chosen={search.caseType}
          choose={(caseType) => change({ caseType })}
        />
      ),
      cell: ({ caseType }) => <span className="soft">{labelIn(profile?.caseTypes, caseType)}</span>,
    },
    {
      id: 'received',
      name: columns.received,
      width: '128px',
      sort: sortBy('received'),
      filter: (
        <FilterMenu
          column={columns.received}
          isOn={search.from !== undefined || search.to !== undefined}
          clear={() => change({ from: undefined, to: undefined })}
        >
          <DateField name={lists.from} value={search.from} set={(from) => change({ from })} />
          <DateField name={lists.to} value={search.to} set={(to) => change({ to })} />
        </FilterMenu>
      ),
      cell: ({ receiptDate }) => <span className="number soft">{calendarDay(receiptDate)}</span>,
    },
    ...(isSensitive || search.sensitivity !== undefined
      ? [
          {
            id: 'sensitivity',
            name: columns.sensitivity,
            width: '110px',
            filter: (
              <FilterMenu
                column={columns.sensitivity}
                isOn={search.sensitivity !== undefined}
                clear={() => change({ sensitivity: undefined })}
              >
                <NumberField
                  name={columns.sensitivity}
                  value={search.sensitivity}
                  set={(sensitivity) => change({ sensitivity })}
                />
              </FilterMenu>
            ),
            cell: ({ sensitivity }: CaseSummary) => <span className="number soft">{sensitivity || ''}</span>,
          },
        ]
      : []),
  ]
}

type Sort = NonNullable<CasesSearch['sort']>

/** Once as it is usual, once the other way round, then back to the order of the list. */
function nextSort({ sort, reversed }: CasesSearch, wanted: Sort): Partial<CasesSearch> {
  if (sort !== wanted) return { sort: wanted, reversed: undefined }
  return reversed ? { sort: undefined, reversed: undefined } : { sort: wanted, reversed: true }
}

export const headOf = (): string[] => [
  columns.docketNumber,
  columns.name,
  columns.status,
  columns.with,
  columns.since,
  columns.docket,
  columns.type,
  columns.received,
]

export const cellsOf =
  (profile: Profile | undefined) =>
  (one: CaseSummary): string[] => [
    one.docketNumber,
    fileName(one.veteran),
    labelIn(profile?.statuses, one.status),
    one.assignee?.kind === 'team' ? labelIn(profile?.teams, one.assignee.id) : (one.assignee?.name ?? ''),
    one.enteredStepAt?.slice(0, 10) ?? '',
    labelIn(profile?.dockets, one.docket),
    labelIn(profile?.caseTypes, one.caseType),
    one.receiptDate,
  ]
