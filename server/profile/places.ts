export type Placed = { place: string; value: unknown }

/** What stands at a path of a profile, such as `workflows[].rules[].do[].open`, each with its own place. */
export function valuesAt(root: unknown, path: string): Placed[] {
  let found: Placed[] = [{ place: '', value: root }]
  for (const part of path.split('.')) {
    const [key = '', ...lists] = part.split('[]')
    if (key) found = found.flatMap(({ place, value }) => memberOf(place, value, key))
    for (const _ of lists) found = found.flatMap(itemsOf)
  }
  return found
}

function memberOf(place: string, value: unknown, key: string): Placed[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  const member = (value as Record<string, unknown>)[key]
  return member === undefined ? [] : [{ place: place ? `${place}.${key}` : key, value: member }]
}

function itemsOf({ place, value }: Placed): Placed[] {
  return Array.isArray(value)
    ? value.map((item, index) => ({ place: `${place}[${index}]`, value: item }))
    : []
}
