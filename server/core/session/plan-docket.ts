import type { NamedParticipant, SessionKind } from '@portico/contract/sessions'
import { common, holding, merged, overlaps, type Span } from '../time/spans.ts'
import { type BlackoutDays, type Calendar, freeOf, type SessionDay, sessionDays } from './slots.ts'

/** Those who sit together, and where: sessions are placed before them one after the other. */
export type Bench = { participants: readonly NamedParticipant[]; timeZone: string }

/** A session that is to be placed. */
export type Waiting = {
  sessionId: string
  kind: SessionKind
  /** Who takes part beside the bench. */
  participants: readonly NamedParticipant[]
}

export type Planned<Of> = Of & { bench: Bench; startsAt: Date; reasons: string[] }
export type Unplanned<Of> = Of & { why: string }

export type Docket<Of extends Waiting> = {
  /** In the order of their rank. */
  waiting: readonly Of[]
  benches: readonly Bench[]
  from: string
  to: string
  minutes: number
  day: SessionDay
  /** Of everybody who is named. */
  calendars: readonly Calendar[]
  blackouts: readonly BlackoutDays[]
  notBefore: Date
}

type Candidate = { from: number; bench: Bench; keys: readonly string[] }

const minuteMs = 60_000

/**
 * Places waiting sessions in the order of their rank, each at the first time that is left at which a bench and all who take
 * part can. So nobody comes before a case of a higher rank that could have had that time.
 */
export function planDocket<Of extends Waiting>(
  docket: Docket<Of>,
): { planned: Planned<Of>[]; unplanned: Unplanned<Of>[] } {
  const { minutes, waiting } = docket
  const free = freeTimes(docket)
  const spanAt = (from: number): Span => ({ from, to: from + minutes * minuteMs })
  let candidates = candidatesOf(docket, free, spanAt)
  const hadAny = candidates.length > 0
  const taken = new Map<string, Span[]>()
  const planned: Planned<Of>[] = []
  const unplanned: Unplanned<Of>[] = []

  for (const session of waiting) {
    const blocked = new Set<string>()
    const found = candidates.find(({ from, bench }) => {
      const span = spanAt(from)
      if (session.kind === 'inPerson' && !bench.participants.some(isPlace)) return false
      const absent = session.participants.find((one) => {
        const key = keyOf(one)
        const isTaken = (taken.get(key) ?? []).some((other) => overlaps(other, span))
        return isTaken || !holding(free(one, bench.timeZone), span)
      })
      if (absent) blocked.add(absent.name)
      return !absent
    })
    if (!found) {
      unplanned.push({ ...session, why: whyNot(session, docket, { hadAny, blocked }) })
      continue
    }
    const span = spanAt(found.from)
    const all = new Set([...found.keys, ...session.participants.map(keyOf)])
    for (const key of all) taken.set(key, [...(taken.get(key) ?? []), span])
    candidates = candidates.filter(
      ({ from, keys }) => !overlaps(spanAt(from), span) || !keys.some((key) => all.has(key)),
    )
    const why =
      blocked.size > 0
        ? `Before that ${[...blocked].join(', ')} cannot.`
        : 'The first time that is left at which all can.'
    planned.push({ ...session, bench: found.bench, startsAt: new Date(found.from), reasons: [why] })
  }
  return { planned, unplanned }
}

const isPlace = ({ kind }: NamedParticipant) => kind === 'room' || kind === 'location'

/** Somebody is one person, whatever part they take. */
const keyOf = ({ kind, id }: NamedParticipant) => (isPlace({ kind, id, name: '' }) ? `${kind}:${id}` : id)

/** When somebody can, by the hours of a time zone; a location holds many. */
function freeTimes(docket: Docket<Waiting>) {
  const byKey = new Map(docket.calendars.map((calendar) => [keyOf(calendar.participant), calendar]))
  const hoursIn = remember((timeZone: string) =>
    merged(sessionDays({ ...docket, timeZone }).map(({ hours }) => hours)),
  )
  const found = new Map<string, Span[]>()
  return (participant: NamedParticipant, timeZone: string): readonly Span[] => {
    const name = `${keyOf(participant)} ${timeZone}`
    const known = found.get(name)
    if (known) return known
    const calendar = byKey.get(keyOf(participant)) ?? { participant, busy: [], booked: [] }
    const free = freeOf(calendar, hoursIn(timeZone), { blackouts: docket.blackouts, timeZone })
    found.set(name, free)
    return free
  }
}

function remember<Value>(make: (name: string) => Value): (name: string) => Value {
  const made = new Map<string, Value>()
  return (name) => {
    if (!made.has(name)) made.set(name, make(name))
    return made.get(name) as Value
  }
}

/** The times at which each bench can, the first of them first. */
function candidatesOf(
  docket: Docket<Waiting>,
  free: (participant: NamedParticipant, timeZone: string) => readonly Span[],
  spanAt: (from: number) => Span,
): Candidate[] {
  return docket.benches
    .flatMap((bench) => {
      const { participants, timeZone } = bench
      const days = sessionDays({ ...docket, timeZone })
      const hours = merged(days.map(({ hours }) => hours))
      const all = participants.reduce<readonly Span[]>(
        (some, participant) => common(some, free(participant, timeZone)),
        hours,
      )
      const keys = participants.filter(({ kind }) => kind !== 'location').map(keyOf)
      return days
        .flatMap(({ starts }) => starts)
        .filter((from) => holding(all, spanAt(from)))
        .map((from) => ({ from, bench, keys }))
    })
    .toSorted((one, other) => one.from - other.from)
}

function whyNot(
  { kind }: Waiting,
  { benches }: Docket<Waiting>,
  { hadAny, blocked }: { hadAny: boolean; blocked: ReadonlySet<string> },
): string {
  if (!hadAny) return 'Those who sit cannot at any time of these days.'
  if (kind === 'inPerson' && !benches.some(({ participants }) => participants.some(isPlace)))
    return 'It is in person, and those who sit have no place.'
  if (blocked.size > 0) return `${[...blocked].join(', ')} cannot at the times that are left.`
  return 'All times of these days are taken by cases before it.'
}
