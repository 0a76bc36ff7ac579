import type { QueueQuery } from '@portico/sdk'
import type { WorkSearch } from '../frame/search-params.ts'

export const openStatuses = ['assigned', 'inProgress', 'onHold'] as const
export const closedStatuses = ['completed', 'cancelled', 'moved'] as const

export function isOfClosed({ statuses }: QueueQuery): boolean {
  return (statuses ?? []).some((status) => closedStatuses.some((closed) => closed === status))
}

/** What the address asks beyond the view, as far as it can be answered: open tasks or closed ones, each in their orders. */
export function queryOf(view: { query: QueueQuery }, search: WorkSearch): QueueQuery {
  const { types, dockets, caseTypes, who, advanced, remand, overdue, age, reversed } = search
  const { sort: usualSort, statuses: usualStatuses, ...query } = view.query
  const statuses = statusesOf(search) ?? usualStatuses
  const isClosed = isOfClosed(statuses ? { statuses } : {})
  const sort = [search.sort, usualSort].find((one) => one !== undefined && (one === 'closed') === isClosed)
  return {
    ...query,
    ...(types ? { types } : {}),
    ...(statuses ? { statuses } : {}),
    ...(dockets ? { dockets } : {}),
    ...(caseTypes ? { caseTypes } : {}),
    ...(who ? { assignees: [who] } : {}),
    ...(advanced === undefined ? {} : { isAdvanced: advanced }),
    ...(remand === undefined ? {} : { isCourtRemand: remand }),
    ...(overdue === undefined ? {} : { isOverdue: overdue }),
    ...(age === undefined ? {} : { leastAgeDays: age }),
    ...(sort ? { sort } : {}),
    ...(reversed === undefined ? {} : { isReversed: reversed }),
  }
}

/** Where an address names open and closed ones, the open ones. */
function statusesOf({ statuses = [] }: WorkSearch): QueueQuery['statuses'] {
  const open = openStatuses.filter((status) => statuses.includes(status))
  const closed = closedStatuses.filter((status) => statuses.includes(status))
  const chosen = open.length > 0 ? open : closed
  return chosen.length > 0 ? chosen : undefined
}
