import type { QueueSort } from '@portico/contract/queues'

export type PlaceKey = string | number

/** The place behind which a page begins: what it is sorted by, and the task. Times are in milliseconds. */
export type QueuePlace = { keys: readonly PlaceKey[]; taskId: string }

export type Column =
  | 'caseId'
  | 'taskId'
  | 'assignee'
  | 'type'
  | 'status'
  | 'docket'
  | 'caseType'
  | 'priority'
  | 'docketOrder'
  | 'openedAt'
  | 'deadline'
  | 'closedAt'
  | 'sensitivity'

export type Key = { column: Column; type: 'smallint' | 'text' | 'timestamptz' }

export const sorts: Record<QueueSort, readonly Key[]> = {
  priority: [
    { column: 'priority', type: 'smallint' },
    { column: 'docketOrder', type: 'text' },
  ],
  docket: [{ column: 'docketOrder', type: 'text' }],
  age: [{ column: 'openedAt', type: 'timestamptz' }],
  deadline: [{ column: 'deadline', type: 'timestamptz' }],
  closed: [{ column: 'closedAt', type: 'timestamptz' }],
}

/** Whether a page in this order might have ended there. */
export function isPlaceOf(sort: QueueSort, { keys, taskId }: { keys: unknown; taskId: unknown }): boolean {
  const types = sorts[sort].map(({ type }) => type)
  if (!Array.isArray(keys) || keys.length !== types.length || !isKeyOf('text', taskId)) return false
  return keys.every((key, index) => isKeyOf(types[index], key))
}

function isKeyOf(type: Key['type'] | undefined, key: unknown): boolean {
  switch (type) {
    case 'smallint':
      return key === 0 || key === 1 || key === 2 || key === 3
    case 'text':
      return typeof key === 'string' && key.length <= 300 && key.isWellFormed() && !key.includes('\0')
    case 'timestamptz':
      return key === 'infinity' || (Number.isSafeInteger(key) && Math.abs(key as number) < 2 ** 47)
    case undefined:
      return false
  }
}

/** Times travel as milliseconds, for a place is written into a cursor. */
export function keyValue(key: PlaceKey, type: Key['type'] | undefined): unknown {
  return type === 'timestamptz' && typeof key === 'number' ? new Date(key) : key
}

/** A key as a place has it. */
export const keyOf = (type: Key['type'], column: string) =>
  type === 'timestamptz'
    ? `case when ${column} = 'infinity' then to_json('infinity'::text)
       else to_json(round(extract(epoch from ${column}) * 1000)::bigint) end`
    : column
