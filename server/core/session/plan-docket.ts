import type { NamedParticipant, SessionKind } from '@portico/contract/sessions'
import { memoize } from '../kernel/remember.ts'
import { common, holding, merged, overlaps, type Span, spanFrom, startsWithin } from '../time/spans.ts'
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
  /** By which id somebody is known who has several. */
  sameAs?: (id: string) => string
  blackouts: readonly BlackoutDays[]
  notBefore: Date
  /** Before that a session of this kind is within its notice, by the calendar of a zone. */
  noticeEnds?: (kind: SessionKind, timeZone: string) => Date
  /** Where no other time is left, one within its notice. */
  withinNotice?: boolean
}

type Candidate = { from: number; bench: Bench; keys: readonly string[]; isTaken: boolean }

/**
 * Places waiting sessions in the order of their rank, each at the first time that is left at which a bench and all who take
 * part can. So nobody comes before a case of a higher rank that could have had that time.
 */
export function planDocket<Of extends Waiting>(
  docket: Docket<Of>,
): { planned: Planned<Of>[]; unplanned: Unplanned<Of>[] } {
  const { minutes, waiting } = docket
  const keyOf = keysBy(docket)
  const free = freeTimes(docket, keyOf)
  const candidates = candidatesOf(docket, free, keyOf)
  const earliest = memoize(1000, (kind: SessionKind, timeZone: string) =>
    docket.noticeEnds ? docket.noticeEnds(kind, timeZone).getTime() : 0,
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
      if (session.kind === 'inPerson' && !bench.participants.some(isPlace)) return false
      const span = spanFrom(from, minutes)
      const absent = session.participants.find(
        (participant) =>
          taken.get(keyOf(participant))?.some((other) => overlaps(other, span)) ||
          !holding(free(participant, bench.timeZone), span),
      )
      if (absent) blocked.add(absent.name)
      return !absent
    }
    const found =
      firstFrom(candidates, first, (candidate) => isInTime(candidate) && fits(candidate)) ??
      (docket.withinNotice ? firstFrom(candidates, first, fits) : undefined)
    if (!found) {
      unplanned.push({
        ...session,
        why: whyNot(session, docket, {
          hadAny: candidates.length > 0,
          isInTime: docket.withinNotice || candidates.some(isInTime),
          blocked,
        }),
      })
      continue
    }
    const span = spanFrom(found.from, minutes)
    const all = new Set([...found.keys, ...session.participants.map(keyOf)])
    for (const key of all) taken.set(key, [...(taken.get(key) ?? []), span])
    takeAround(candidates, span, all)
    const why =
      blocked.size > 0
        ? `Before that ${[...blocked].join(', ')} cannot.`
        : 'The first time left when all are free.'
    planned.push({ ...session, bench: found.bench, startsAt: new Date(found.from), reasons: [why] })
  }
  return { planned, unplanned }
}

function firstFrom<Of>(list: readonly Of[], from: number, isWanted: (one: Of) => boolean): Of | undefined {
  for (let index = from; index < list.length; index++) if (isWanted(list[index] as Of)) return list[index]
  return undefined
}

/** Takes what overlaps a session of as long for somebody who is in it; candidates are in the order of their time. */
function takeAround(candidates: readonly Candidate[], { from, to }: Span, keys: ReadonlySet<string>) {
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

const isPlace = ({ kind }: NamedParticipant) => kind === 'room' || kind === 'location'

type KeyOf = (participant: NamedParticipant) => string

/** Somebody is one person, whatever part they take and whatever a case calls them. */
const keysBy =
  ({ sameAs = (id) => id }: Docket<Waiting>): KeyOf =>
  (participant) =>
    isPlace(participant) ? `${participant.kind}:${participant.id}` : sameAs(participant.id)

/** When somebody can, by the hours of a time zone; a location holds many. */
function freeTimes(docket: Docket<Waiting>, keyOf: KeyOf) {
  const byKey = Map.groupBy(docket.calendars, ({ participant }) => keyOf(participant))
  const hoursIn = memoize(docket.benches.length, (timeZone: string) =>
    merged(sessionDays({ ...docket, timeZone }).map(({ hours }) => hours)),
  )
  const found = new Map<string, Span[]>()
  return (participant: NamedParticipant, timeZone: string): readonly Span[] => {
    const name = `${keyOf(participant)} ${timeZone}`
    const known = found.get(name)
    if (known) return known
    const own = byKey.get(keyOf(participant)) ?? [{ participant, busy: [], booked: [] }]
    const hours = hoursIn(timeZone)
    const free = own
      .map((calendar) => freeOf(calendar, hours, { blackouts: docket.blackouts, timeZone }))
      .reduce((some, others) => common(some, others))
    found.set(name, free)
    return free
  }
}

/** The times at which each bench can, the first of them first. */
function candidatesOf(
  docket: Docket<Waiting>,
  free: (participant: NamedParticipant, timeZone: string) => readonly Span[],
  keyOf: KeyOf,
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
      const starts = days.flatMap(({ starts }) => starts)
      return startsWithin(all, starts, docket.minutes).map((from) => ({ from, bench, keys, isTaken: false }))
    })
    .toSorted((a, b) => a.from - b.from)
}

function whyNot(
  { kind }: Waiting,
  { benches }: Docket<Waiting>,
  { hadAny, isInTime, blocked }: { hadAny: boolean; isInTime: boolean; blocked: ReadonlySet<string> },
): string {
  if (!hadAny) return 'Those who sit cannot at any time of these days.'
  if (!isInTime) return 'All times of these days are within the notice for such a session.'
  if (kind === 'inPerson' && !benches.some(({ participants }) => participants.some(isPlace)))
    return 'It is in person, and those who sit have no place.'
  if (blocked.size > 0) return `${[...blocked].join(', ')} cannot at the times that are left.`
  return 'All times of these days are taken by cases before it.'
}
