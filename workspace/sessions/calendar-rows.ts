import type { ListedSession, Profile } from '@portico/sdk'

export type CalendarRow = { id: string; name: string; sessions: ListedSession[] }
export type RowsBy = 'room' | 'person' | 'location'

type Locations = NonNullable<Profile['sessions']['locations']>
const people = ['adjudicator', 'interpreter', 'representative', 'party']

/**
 * The sessions by who or where. Every place of the profile has a row, so that it is seen where nothing is placed; people
 * have one if they take part. A session of several people is in each of their rows, and one that names nobody is in the
 * last.
 */
export function calendarRows(
  sessions: readonly ListedSession[],
  by: RowsBy,
  locations: Locations = [],
  otherwise = '',
): CalendarRow[] {
  const rows = new Map<string, CalendarRow>()
  const row = (id: string, name: string) => {
    const known = rows.get(id) ?? { id, name, sessions: [] }
    rows.set(id, known)
    return known
  }
  for (const { name, label, rooms = [] } of locations) {
    if (by === 'location') row(name, label)
    if (by === 'room') for (const room of rooms) row(room.name, `${room.label}, ${label}`)
  }
  const none: CalendarRow = { id: '', name: otherwise, sessions: [] }
  for (const one of sessions) {
    const own = ownersOf(one, by, locations)
    for (const { id, name } of own) row(id, name).sessions.push(one)
    if (own.length === 0) none.sessions.push(one)
  }
  const all = [...rows.values()]
  if (by === 'person') all.sort((one, other) => one.name.localeCompare(other.name))
  return none.sessions.length > 0 ? [...all, none] : all
}

function ownersOf({ session }: ListedSession, by: RowsBy, locations: Locations) {
  const { participants = [], slot } = session
  if (by === 'person') return participants.filter(({ kind }) => people.includes(kind))
  if (by === 'room') {
    const rooms = participants.filter(({ kind }) => kind === 'room')
    // A place that is only written down has a row of its own.
    return rooms.length > 0 || !slot?.place ? rooms : [{ id: `place ${slot.place}`, name: slot.place }]
  }
  const at = participants.flatMap(({ kind, id, name }) => {
    if (kind === 'location') return [{ id, name }]
    const of =
      kind === 'room' ? locations.find(({ rooms = [] }) => rooms.some((room) => room.name === id)) : undefined
    return of ? [{ id: of.name, name: of.label }] : []
  })
  return [...new Map(at.map((one) => [one.id, one])).values()]
}

/** The hours of a day that are shown: those of an office, and every other in which something begins. */
export function hoursShown(starts: readonly number[]): number[] {
  const first = Math.min(8, ...starts)
  const last = Math.max(17, ...starts)
  return Array.from({ length: last - first + 1 }, (_, index) => first + index)
}
