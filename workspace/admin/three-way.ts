/** Where two people changed the same thing: what it was, and what each made of it. */
export type Clash = { place: string; base: unknown; mine: unknown; theirs: unknown }

export type Chosen = Readonly<Record<string, 'mine' | 'theirs'>>

export type Difference = { place: string; before: unknown; after: unknown }

type Members = ReadonlyMap<string, unknown>

/**
 * What two people have made of the same data, put together. Things with a name are told by it, wherever in their list
 * they stand. Where both changed one thing, what was chosen for its place counts, and mine until then.
 */
export function threeWay<Data>(
  base: Data,
  mine: Data,
  theirs: Data,
  chosen: Chosen = {},
): { merged: Data; clashes: Clash[] } {
  const clashes: Clash[] = []

  function merge(base: unknown, mine: unknown, theirs: unknown, place: string): unknown {
    if (isSame(mine, theirs) || isSame(base, theirs)) return mine
    if (isSame(base, mine)) return theirs
    const [lists, records] = [[base, mine, theirs].map(byName), [base, mine, theirs].map(byKey)]
    const [before, own, other] = lists.every(Boolean) ? lists : records
    if (!before || !own || !other) {
      clashes.push({ place, base, mine, theirs })
      return chosen[place] === 'theirs' ? theirs : mine
    }
    const isList = lists.every(Boolean)
    const order = orderOf(before, own, other)
    const members = order.flatMap((name): [string, unknown][] => {
      const at = isList ? `${place}[${name}]` : place ? `${place}.${name}` : name
      const member = merge(before.get(name), own.get(name), other.get(name), at)
      return member === undefined ? [] : [[name, member]]
    })
    return isList ? members.map(([, member]) => member) : Object.fromEntries(members)
  }

  return { merged: merge(base, mine, theirs, '') as Data, clashes }
}

/** What is other in `after`, each with its place. */
export function differences(before: unknown, after: unknown, place = ''): Difference[] {
  if (isSame(before, after)) return []
  const lists = [byName(before), byName(after)]
  const [old, now] = lists.every(Boolean) ? lists : [byKey(before), byKey(after)]
  if (!old || !now) return [{ place, before, after }]
  const isList = lists.every(Boolean)
  const shared = (one: Members, other: Members) => [...one.keys()].filter((name) => other.has(name)).join()
  const isReordered = isList && shared(old, now) !== shared(now, old)
  return [
    ...(isReordered ? [{ place, before: [...old.keys()], after: [...now.keys()] }] : []),
    ...[...new Set([...old.keys(), ...now.keys()])].flatMap((name) =>
      differences(
        old.get(name),
        now.get(name),
        isList ? `${place}[${name}]` : place ? `${place}.${name}` : name,
      ),
    ),
  ]
}

/** Mine, if I have arranged them; else theirs. What the other has added comes after what it followed. */
function orderOf(base: Members, mine: Members, theirs: Members): string[] {
  const known = (members: Members) => [...members.keys()].filter((name) => base.has(name))
  const isMoved = known(mine).join() !== [...base.keys()].filter((name) => mine.has(name)).join()
  const [first, second] = isMoved ? [mine, theirs] : [theirs, mine]
  const order = [...first.keys()]
  let last = ''
  for (const name of second.keys()) {
    if (!order.includes(name)) order.splice(last ? order.indexOf(last) + 1 : 0, 0, name)
    last = name
  }
  return order
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const byKey = (value: unknown): Members | undefined =>
  isRecord(value) ? new Map(Object.entries(value)) : undefined

/** A list whose items all have a name of their own. */
function byName(value: unknown): Members | undefined {
  if (!Array.isArray(value)) return undefined
  const members = new Map(value.map((item) => [isRecord(item) ? item.name : undefined, item]))
  const isNamed =
    members.size === value.length && [...members.keys()].every((name) => typeof name === 'string')
  return isNamed ? (members as Members) : undefined
}

export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((item, index) => isSame(item, other[index]))
  if (!isRecord(one) || !isRecord(other)) return false
  const keys = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...keys].every((key) => isSame(one[key], other[key]))
}
