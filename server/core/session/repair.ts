import { overlaps, type Span } from '../time/spans.ts'

/** A way out for one session: another room, another time, or both. It stands against no booking as they are now. */
export type Way = {
  span: Span
  /** Who and what it books. */
  keys: readonly string[]
  /** How many people have to come at another time. */
  peopleMoved: number
  isOtherRoom: boolean
  /** Whether those who take part would have to agree to it. */
  needsConsent?: boolean
}

/** A session that something has come between. */
export type Displaced<W extends Way = Way> = { span: Span; ways: readonly W[] }

export type Repair<W extends Way = Way> = { chosen: (W | undefined)[]; isBest: boolean }

/**
 * What a choice of ways costs, the worst first: sessions that stay in conflict, those of a higher rank among them, people
 * who come at another time, sessions that need consent, those that fall behind one of a lower rank, other rooms, and
 * minutes from where they were.
 */
type Cost = [
  left: number,
  leftRank: number,
  people: number,
  consents: number,
  fallen: number,
  rooms: number,
  minutes: number,
]

const none: Cost = [0, 0, 0, 0, 0, 0, 0]
const minuteMs = 60_000
const mostTries = 50_000

/**
 * Chooses a way for each session, or none, so that no two get in each other's way and the cost is the least. Sessions are
 * given in the order of their rank; those that nothing stands against stay where they are. Each way is free by itself, so
 * whatever is accepted first leaves the others possible. Where there are too many choices to try all, it is the best found.
 */
export function chooseWays<W extends Way>(sessions: readonly Displaced<W>[]): Repair<W> {
  const ways = sessions.map((session) =>
    session.ways.toSorted((a, b) => compare(costOf(session, a), costOf(session, b))),
  )
  const least = leastFrom(sessions, ways)
  let best: { cost: Cost; chosen: (W | undefined)[] } | undefined
  let tries = 0

  const choose = (at: number, chosen: (W | undefined)[], cost: Cost) => {
    const bound = sum(cost, least[at] ?? none)
    if (tries > mostTries || (best && compare(bound, best.cost) >= 0)) return
    const session = sessions[at]
    if (!session) {
      best = { cost, chosen: [...chosen] }
      return
    }
    for (const way of [...(ways[at] ?? []), undefined]) {
      tries += 1
      if (tries > mostTries) break
      if (way && chosen.some((other) => other && isInTheWay(way, other))) continue
      const fallen = chosen.filter((other, index) =>
        fallsBehind(sessions[index] as Displaced, other, session, way),
      ).length
      const own = way ? costOf(session, way) : costOfStaying(sessions.length - at)
      choose(at + 1, [...chosen, way], sum(sum(cost, own), [0, 0, 0, 0, fallen, 0, 0]))
    }
  }
  choose(0, [], none)
  if (!best) best = { cost: none, chosen: greedy(sessions, ways) }
  return { chosen: best.chosen, isBest: tries <= mostTries }
}

/** By rank, each its best way that is left. */
function greedy<W extends Way>(sessions: readonly Displaced<W>[], ways: readonly W[][]): (W | undefined)[] {
  const chosen: (W | undefined)[] = []
  for (const [at] of sessions.entries())
    chosen.push(ways[at]?.find((way) => !chosen.some((other) => other && isInTheWay(way, other))))
  return chosen
}

const isInTheWay = (a: Way, b: Way) => overlaps(a.span, b.span) && a.keys.some((key) => b.keys.includes(key))

/** The one of a higher rank was not behind the other, and now would be. */
function fallsBehind(
  higher: Displaced,
  itsWay: Way | undefined,
  lower: Displaced,
  way: Way | undefined,
): boolean {
  const [now, then] = [itsWay?.span ?? higher.span, way?.span ?? lower.span]
  return higher.span.from <= lower.span.from && now.from > then.from
}

function costOf({ span }: Displaced, { span: { from }, peopleMoved, isOtherRoom, needsConsent }: Way): Cost {
  const minutes = Math.abs(from - span.from) / minuteMs
  return [0, 0, peopleMoved, needsConsent ? 1 : 0, 0, isOtherRoom ? 1 : 0, minutes]
}

const costOfStaying = (rank: number): Cost => [1, rank, 0, 0, 0, 0, 0]

/** What the sessions from each on cost at the least: each its best way, as if no other were there. */
function leastFrom(sessions: readonly Displaced[], ways: readonly (readonly Way[])[]): Cost[] {
  const least: Cost[] = [none]
  for (let at = sessions.length - 1; at >= 0; at--) {
    const [first] = ways[at] ?? []
    const own = first ? costOf(sessions[at] as Displaced, first) : costOfStaying(sessions.length - at)
    least.unshift(sum(own, least[0] ?? none))
  }
  return least
}

const sum = (a: Cost, b: Cost): Cost => a.map((value, index) => value + (b[index] as number)) as Cost

function compare(a: Cost, b: Cost): number {
  const at = a.findIndex((value, index) => value !== b[index])
  return at < 0 ? 0 : (a[at] as number) - (b[at] as number)
}
