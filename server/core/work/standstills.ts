import type { Occasion } from '@portico/contract/profile'
import type { StandingTimer } from '@portico/contract/profile/deadlines'
import type { Context } from '../kernel/decider.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import type { Toll } from '../time/deadline-terms.ts'
import { aboutOf, isOfOtherKind } from './about.ts'
import { type Happened, trackedEvents } from './happened.ts'
import type { WorkState } from './state.ts'

type Reason = NonNullable<StandingTimer['tolledBy']>[number]

/** Whether the state tracks when this reason begins and ends, even if no deadline runs. */
export const isTracked = ({ from, until }: Reason): boolean => [from, ...until].every(isTrackedOccasion)

function isTrackedOccasion({ event, task, outcome, timer, where = {} }: Occasion): boolean {
  const tracked = trackedEvents.find((past) => past.event === event)
  const fields = [...(task ? ['type'] : []), ...(outcome ? ['outcome'] : []), ...Object.keys(where)]
  return (
    tracked !== undefined && timer === undefined && fields.every((field) => tracked.fields.includes(field))
  )
}

/**
 * The tolls of a deadline in the current state, added to the known ones. A reason also counts if it began before the
 * deadline was set, or while the case was closed.
 */
export function tollsOf(
  state: WorkState,
  { profile }: Pick<Context, 'profile'>,
  { tolledBy = [] }: Pick<StandingTimer, 'tolledBy'>,
  knownTolls: readonly Toll[] = [],
): Toll[] {
  const dayOf = ({ at }: Happened) => dayShownIn(new Date(at), profile.deadlines.timeZone)
  const tolls = [...knownTolls]
  for (const reason of tolledBy.filter(isTracked)) {
    const { why } = reason
    const beginnings = state.happened.filter((happened) => isMatch(reason.from, happened))
    const endings = beginnings.map((happened) => endOf(state, happened, reason))
    const [since] = beginnings
      .filter((_, index) => !endings[index])
      .map(dayOf)
      .toSorted()
    const ended = endings.flatMap((end) => (end ? [dayOf(end)] : [])).toSorted()
    const open = tolls.findIndex((toll) => toll.why === why && toll.to === undefined)
    const toll = tolls[open]
    const to = ended.at(-1)
    if (since !== undefined && !toll) tolls.push({ from: since, why })
    if (since === undefined && toll && to !== undefined) tolls[open] = { ...toll, to }
  }
  return tolls
}

/** The event that ends a reason. An event about another subject of the same kind, such as another party, does not. */
function endOf(state: WorkState, beginnings: Happened, { until }: Reason): Happened | undefined {
  // `happened` is ordered by the latest time of each.
  const since = state.happened.slice(state.happened.indexOf(beginnings) + 1)
  const ends = until.flatMap((occasion) =>
    since.filter((happened) => isMatch(occasion, happened)).map((happened) => ({ end: happened, occasion })),
  )
  const own = ends.find(({ end: { about } }) => about === undefined || about === beginnings.about)
  const other = ends.find(
    ({ end: { about = '' }, occasion }) =>
      isOfOtherKind(about, beginnings.about) && !isAwaited(state, beginnings, occasion),
  )
  return (own ?? other)?.end
}

/** Whether a task with the same subject that would end the reason is open. */
function isAwaited(state: WorkState, { about }: Happened, { task = [] }: Occasion): boolean {
  return state.tasks.some((open) => task.includes(open.type) && aboutOf(state, open) === about)
}

function isMatch({ event, task, outcome, where = {} }: Occasion, { event: type, fields }: Happened): boolean {
  if (event !== type) return false
  if (task && !task.includes(fields.type ?? '')) return false
  if (outcome && !outcome.includes(fields.outcome ?? '')) return false
  return Object.entries(where).every(([field, value]) =>
    Array.isArray(value) ? value.includes(fields[field] ?? '') : fields[field] === value,
  )
}
