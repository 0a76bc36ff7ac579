import type { NamedParticipant, SessionKind } from '@portico/contract/sessions'
import { memoize } from '../kernel/memoize.ts'
import {
  findContaining,
  fittingStarts,
  intersect,
  mergeSpans,
  overlaps,
  type Span,
  spanFrom,
} from '../time/spans.ts'
import { type BlackoutDays, type Calendar, freeOf, type SessionDay, sessionDays } from './slots.ts'

/** People who sit together, to whom sessions are assigned one after another. */
export type Bench = { participants: readonly NamedParticipant[]; timeZone: string }

/** A session to be scheduled. */
export type Waiting = {
  sessionId: string
  kind: SessionKind
  /** Participants besides the bench. */
  participants: readonly NamedParticipant[]
}

export type Planned<Of> = Of & { bench: Bench; startsAt: Date; reasons: string[] }
export type Unplanned<Of> = Of & { why: string }

export type Docket<Of extends Waiting> = {
  /** In order of rank. */
  waiting: readonly Of[]
  benches: readonly Bench[]
  from: string
  to: string
  minutes: number
  day: SessionDay
  /** Of all participants. */
  calendars: readonly Calendar[]
  /** The canonical ID of a person with several. */
  sameAs?: (id: string) => string
  blackouts: readonly BlackoutDays[]
  notBefore: Date
  /** The earliest start of a session of a kind with regard to its notice, by time zone. */
  earliestWithNotice?: (kind: SessionKind, timeZone: string) => Date
  /** Whether times within the notice may be used as a last resort. */
  withinNotice?: boolean
}

type Candidate = { from: number; bench: Bench; keys: readonly string[]; isTaken: boolean }

/**
 * Schedules waiting sessions in order of rank, each at the first remaining time when a bench and all participants are free.
 * So no session takes a time that one of a higher rank could have had.
 */
export function planDocket<Of extends Waiting>(
  docket: Docket<Of>,
): { planned: Planned<Of>[]; unplanned: Unplanned<Of>[] } {
  const { minutes, waiting } = docket
  const keyOf = createKeyOf(docket)
  const free = freeTimes(docket, keyOf)
  const candidates = candidatesOf(docket, free, keyOf)
  const earliest = memoize(1000, (kind: SessionKind, timeZone: string) =>
    docket.earliestWithNotice ? docket.earliestWithNotice(kind, timeZone).getTime() : 0,
  )
  let first = 0
  const taken = new Map<string, Span[]>()
  const planned: Planned<Of>[] = []
  const unplanned: Unplanned<Of>[] = []

  for (const session of waiting) {
    const blocked = new Set<string>()
    while (candidates[first]?.isTaken) first += 1
    const isInTime = ({ from, bench }: Candidate) => from >= earliest(session.kind, bench.timeZone)
    const fits = ({ from, bench, isTaken }: Candidate) => {
      if (isTaken) return false
      if (session.kind === 'inPerson' && !bench.participants.some(isVenue)) return false
      const span = spanFrom(from, minutes)
      const absent = session.participants.find(
        (participant) =>
          taken.get(keyOf(participant))?.some((other) => overlaps(other, span)) ||
          !findContaining(free(participant, bench.timeZone), span),
      )
      if (absent) blocked.add(absent.name)
      return !absent
    }
    const match =
      firstMatch(candidates, first, (candidate) => isInTime(candidate) && fits(candidate)) ??
      (docket.withinNotice ? firstMatch(candidates, first, fits) : undefined)
    if (!match) {
      unplanned.push({
        ...session,
        why: unplannedReason(session, docket, {
          hadAny: candidates.length > 0,
          isInTime: docket.withinNotice || candidates.some(isInTime),
          blocked,
        }),
      })
      continue
    }
    const span = spanFrom(match.from, minutes)
    const keys = new Set([...match.keys, ...session.participants.map(keyOf)])
    for (const key of keys) taken.set(key, [...(taken.get(key) ?? []), span])
    markTaken(candidates, span, keys)
    const why =
      blocked.size > 0
        ? `Before that ${[...blocked].join(', ')} cannot.`
        : 'The first time left when all are free.'
    planned.push({ ...session, bench: match.bench, startsAt: new Date(match.from), reasons: [why] })
  }
  return { planned, unplanned }
}

function firstMatch<Item>(
  list: readonly Item[],
  from: number,
  isMatch: (item: Item) => boolean,
): Item | undefined {
  for (let index = from; index < list.length; index++) if (isMatch(list[index] as Item)) return list[index]
  return undefined
}

/** Marks candidates as taken that overlap a session of the same length and share a participant; candidates are sorted by time. */
function markTaken(candidates: readonly Candidate[], { from, to }: Span, keys: ReadonlySet<string>) {
  let [low, high] = [0, candidates.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((candidates[middle] as Candidate).from > from - (to - from)) high = middle
    else low = middle + 1
  }
  for (let index = low; (candidates[index]?.from ?? to) < to; index++) {
    const candidate = candidates[index] as Candidate
    candidate.isTaken ||= candidate.keys.some((key) => keys.has(key))
  }
}

const isVenue = ({ kind }: NamedParticipant) => kind === 'room' || kind === 'location'

type KeyOf = (participant: NamedParticipant) => string

/** A person has one key, in whatever role and under whatever ID they take part. */
const createKeyOf =
  ({ sameAs = (id) => id }: Docket<Waiting>): KeyOf =>
  (participant) =>
    isVenue(participant) ? `${participant.kind}:${participant.id}` : sameAs(participant.id)

/** The free times of a participant, within the hours of a time zone. */
function freeTimes(docket: Docket<Waiting>, keyOf: KeyOf) {
  const byKey = Map.groupBy(docket.calendars, ({ participant }) => keyOf(participant))
  const hoursIn = memoize(docket.benches.length, (timeZone: string) =>
    mergeSpans(sessionDays({ ...docket, timeZone }).map(({ hours }) => hours)),
  )
  const found = new Map<string, Span[]>()
  return (participant: NamedParticipant, timeZone: string): readonly Span[] => {
    const name = `${keyOf(participant)} ${timeZone}`
    const cached = found.get(name)
    if (cached) return cached
    const own = byKey.get(keyOf(participant)) ?? [{ participant, busy: [], booked: [] }]
    const hours = hoursIn(timeZone)
    const free = own
      .map((calendar) => freeOf(calendar, hours, { blackouts: docket.blackouts, timeZone }))
      .reduce((some, others) => intersect(some, others))
    found.set(name, free)
    return free
  }
}

/** The times at which each bench is free, earliest first. */
function candidatesOf(
  docket: Docket<Waiting>,
  free: (participant: NamedParticipant, timeZone: string) => readonly Span[],
  keyOf: KeyOf,
): Candidate[] {
  return docket.benches
    .flatMap((bench) => {
      const { participants, timeZone } = bench
      const days = sessionDays({ ...docket, timeZone })
      const hours = mergeSpans(days.map(({ hours }) => hours))
      const all = participants.reduce<readonly Span[]>(
        (some, participant) => intersect(some, free(participant, timeZone)),
        hours,
      )
      const keys = participants.filter(({ kind }) => kind !== 'location').map(keyOf)
      const starts = days.flatMap(({ starts }) => starts)
      return fittingStarts(all, starts, docket.minutes).map((from) => ({ from, bench, keys, isTaken: false }))
    })
    .toSorted((a, b) => a.from - b.from)
}

function unplannedReason(
  { kind }: Waiting,
  { benches }: Docket<Waiting>,
  { hadAny, isInTime, blocked }: { hadAny: boolean; isInTime: boolean; blocked: ReadonlySet<string> },
): string {
  if (!hadAny) return 'Those who sit cannot at any time of these days.'
  if (!isInTime) return 'All times of these days are within the notice for such a session.'
  if (kind === 'inPerson' && !benches.some(({ participants }) => participants.some(isVenue)))
    return 'It is in person, and those who sit have no place.'
  if (blocked.size > 0) return `${[...blocked].join(', ')} cannot at the times that are left.`
  return 'All times of these days are taken by cases before it.'
}
