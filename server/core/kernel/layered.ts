/**
 * A record that may grow large and changes by one member at a time. The latest changes lie above the rest, so that a
 * change copies few members and not all; null above is a member that has gone. Plain JSON, as a state must be.
 */
export type Layered<Value> = {
  readonly below: Readonly<Record<string, Value>>
  readonly above: readonly (readonly [key: string, value: Value | null])[]
}

const mostAbove = 64

export const emptyLayers = { below: {}, above: [] }

export function memberOf<Value>({ below, above }: Layered<Value>, key: string): Value | undefined {
  const changed = above.findLast(([name]) => name === key)
  if (changed) return changed[1] ?? undefined
  return Object.hasOwn(below, key) ? below[key] : undefined
}

export function withMember<Value>(
  { below, above }: Layered<Value>,
  key: string,
  value: Value | null,
): Layered<Value> {
  const changes = [...above, [key, value] as const]
  if (changes.length <= mostAbove) return { below, above: changes }
  return { below: membersOf({ below, above: changes }), above: [] }
}

/** All of them, in one record. */
export function membersOf<Value>({ below, above }: Layered<Value>): Record<string, Value> {
  const members = new Map<string, Value | null>(Object.entries(below))
  for (const [key, value] of above) members.set(key, value)
  return Object.fromEntries([...members].filter((entry): entry is [string, Value] => entry[1] !== null))
}
