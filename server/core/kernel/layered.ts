/**
 * A large record that changes one member at a time. Recent changes are in a small layer on top, and a change copies only
 * that; null there marks a removed member. Plain JSON, so that a state may contain it.
 */
export type Layered<Value> = {
  readonly below: Readonly<Record<string, Value>>
  readonly above: readonly (readonly [key: string, value: Value | null])[]
}

const maxAbove = 64

export const emptyLayers = { below: {}, above: [] }

export function memberOf<Value>({ below, above }: Layered<Value>, key: string): Value | undefined {
  // Every command runs this, and destructuring the pairs takes twenty times as long.
  const changed = above.findLast((change) => change[0] === key)
  if (changed) return changed[1] ?? undefined
  return Object.hasOwn(below, key) ? below[key] : undefined
}

export function withMember<Value>(
  { below, above }: Layered<Value>,
  key: string,
  value: Value | null,
): Layered<Value> {
  const changes = [...above, [key, value] as const]
  if (changes.length <= maxAbove) return { below, above: changes }
  return { below: membersOf({ below, above: changes }), above: [] }
}

/** Both layers merged. */
export function membersOf<Value>({ below, above }: Layered<Value>): Record<string, Value> {
  const members = new Map<string, Value | null>(Object.entries(below))
  for (const [key, value] of above) members.set(key, value)
  return Object.fromEntries([...members].filter((entry): entry is [string, Value] => entry[1] !== null))
}
