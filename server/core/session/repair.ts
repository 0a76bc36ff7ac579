import { overlaps, type Span } from '../time/spans.ts'

/** An alternative for one session: another room, another time, or both, without any conflict with current bookings. */
export type Alternative = {
  span: Span
  /** The people and rooms that it books. */
  keys: readonly string[]
  /** The number of people who would have to come at another time. */
  peopleMoved: number
  isOtherRoom: boolean
  /** Whether participants would have to consent. */
  needsConsent?: boolean
}

/** A session in conflict. */
export type ConflictedSession<W extends Alternative = Alternative> = { span: Span; ways: readonly W[] }

export type Repair<W extends Alternative = Alternative> = { chosen: (W | undefined)[]; isBest: boolean }

/**
 * The cost of a choice, most important first: sessions that stay in conflict, their ranks, people who come at another time,
 * sessions that need consent, sessions that fall behind one of a lower rank, other rooms, and minutes moved.
 */
type Cost = [
  unresolved: number,
  unresolvedRank: number,
  people: number,
  consents: number,
  overtaken: number,
  rooms: number,
  minutes: number,
]

const noCost: Cost = [0, 0, 0, 0, 0, 0, 0]
const minuteMs = 60_000
const maxTries = 50_000

/**
 * Chooses an alternative, or none, for each session, so that none conflict and the cost is minimal. Sessions are in order of
 * rank. Each alternative is free by itself, so accepting one leaves the others possible. If there are too many combinations
 * to try, the best one found is returned.
 */
export function chooseAlternatives<W extends Alternative>(
  sessions: readonly ConflictedSession<W>[],
): Repair<W> {
  const alternatives = sessions.map((session) =>
    session.ways.toSorted((a, b) => compare(costOf(session, a), costOf(session, b))),
  )
  const lowerBounds = lowerBoundsFrom(sessions, alternatives)
  let best: { cost: Cost; chosen: (W | undefined)[] } | undefined
  let tries = 0

  const choose = (index: number, chosen: (W | undefined)[], cost: Cost) => {
    const bound = sum(cost, lowerBounds[index] ?? noCost)
    if (tries > maxTries || (best && compare(bound, best.cost) >= 0)) return
    const session = sessions[index]
    if (!session) {
      best = { cost, chosen: [...chosen] }
      return
    }
    for (const alternative of [...(alternatives[index] ?? []), undefined]) {
      tries += 1
      if (tries > maxTries) break
      if (alternative && chosen.some((other) => other && isInConflict(alternative, other))) continue
      const overtaken = chosen.filter((other, index) =>
        isOvertaken(sessions[index] as ConflictedSession, other, session, alternative),
      ).length
      const ownCost = alternative ? costOf(session, alternative) : costOfStaying(sessions.length - index)
      choose(index + 1, [...chosen, alternative], sum(sum(cost, ownCost), [0, 0, 0, 0, overtaken, 0, 0]))
    }
  }
  choose(0, [], noCost)
  if (!best) best = { cost: noCost, chosen: greedy(sessions, alternatives) }
  return { chosen: best.chosen, isBest: tries <= maxTries }
}

/** In order of rank, each with its best remaining alternative. */
function greedy<W extends Alternative>(
  sessions: readonly ConflictedSession<W>[],
  alternatives: readonly W[][],
): (W | undefined)[] {
  const chosen: (W | undefined)[] = []
  for (const [at] of sessions.entries())
    chosen.push(
      alternatives[at]?.find(
        (alternative) => !chosen.some((other) => other && isInConflict(alternative, other)),
      ),
    )
  return chosen
}

const isInConflict = (a: Alternative, b: Alternative) =>
  overlaps(a.span, b.span) && a.keys.some((key) => b.keys.includes(key))

/** Whether a session would fall behind one of a lower rank that it was not behind before. */
function isOvertaken(
  higher: ConflictedSession,
  higherAlternative: Alternative | undefined,
  lower: ConflictedSession,
  alternative: Alternative | undefined,
): boolean {
  const [now, then] = [higherAlternative?.span ?? higher.span, alternative?.span ?? lower.span]
  return higher.span.from <= lower.span.from && now.from > then.from
}

function costOf(
  { span }: ConflictedSession,
  { span: { from }, peopleMoved, isOtherRoom, needsConsent }: Alternative,
): Cost {
  const minutes = Math.abs(from - span.from) / minuteMs
  return [0, 0, peopleMoved, needsConsent ? 1 : 0, 0, isOtherRoom ? 1 : 0, minutes]
}

const costOfStaying = (rank: number): Cost => [1, rank, 0, 0, 0, 0, 0]

/** From each session on, the minimal cost of the rest, ignoring conflicts between them. */
function lowerBoundsFrom(
  sessions: readonly ConflictedSession[],
  alternatives: readonly (readonly Alternative[])[],
): Cost[] {
  const lowerBounds: Cost[] = [noCost]
  for (let at = sessions.length - 1; at >= 0; at--) {
    const [first] = alternatives[at] ?? []
    const own = first ? costOf(sessions[at] as ConflictedSession, first) : costOfStaying(sessions.length - at)
    lowerBounds.unshift(sum(own, lowerBounds[0] ?? noCost))
  }
  return lowerBounds
}

const sum = (a: Cost, b: Cost): Cost => a.map((value, index) => value + (b[index] as number)) as Cost

function compare(a: Cost, b: Cost): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number)
}
