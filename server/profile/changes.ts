import { isSame } from '../core/kernel/chain.ts'

export type ProfileChange = {
  place: string
  kind: 'added' | 'removed' | 'changed' | 'reordered'
  before?: unknown
  after?: unknown
}

/** What is other in a profile. Things with a name are told by it, wherever in their list they stand. */
export function changesBetween(before: unknown, after: unknown, place = ''): ProfileChange[] {
  if (isSame(before, after)) return []
  const [named, namedAfter] = [byName(before), byName(after)]
  if (named && namedAfter) {
    const orders = [named, namedAfter].map((list, index) => {
      const other = index === 0 ? namedAfter : named
      return [...list.keys()].filter((name) => other.has(name))
    })
    const isReordered = orders[0]?.join() !== orders[1]?.join()
    return [
      ...(isReordered ? [{ place, kind: 'reordered' as const, before: orders[0], after: orders[1] }] : []),
      ...membersChanged(named, namedAfter, (name) => `${place}[${name}]`),
    ]
  }
  if (isRecord(before) && isRecord(after)) {
    const members = [before, after].map((record) => new Map(Object.entries(record)))
    return membersChanged(members[0] as Members, members[1] as Members, (key) =>
      place ? `${place}.${key}` : key,
    )
  }
  return [{ place, kind: 'changed', before, after }]
}

type Members = ReadonlyMap<string, unknown>

function membersChanged(before: Members, after: Members, placeOf: (key: string) => string): ProfileChange[] {
  const keys = new Set([...before.keys(), ...after.keys()])
  return [...keys].flatMap((key): ProfileChange[] => {
    const place = placeOf(key)
    if (!after.has(key)) return [{ place, kind: 'removed', before: before.get(key) }]
    if (!before.has(key)) return [{ place, kind: 'added', after: after.get(key) }]
    return changesBetween(before.get(key), after.get(key), place)
  })
}

/** A list whose items all have a name of their own. */
function byName(value: unknown): Members | undefined {
  if (!Array.isArray(value)) return undefined
  const members = new Map(value.map((item) => [isRecord(item) ? item.name : undefined, item]))
  const isNamed =
    members.size === value.length && [...members.keys()].every((name) => typeof name === 'string')
  return isNamed ? (members as Members) : undefined
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
