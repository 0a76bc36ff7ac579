import type { Occasion } from '@portico/contract/profile'
import type { StandingTimer } from '@portico/contract/profile/deadlines'
import type { Context } from '../kernel/decider.ts'
import { dayShownIn } from '../time/days-in-zone.ts'
import type { Toll } from '../time/deadline-terms.ts'
import { aboutOf, isOfOtherKind } from './about.ts'
import { type Happened, knownEvents } from './happened.ts'
import type { WorkState } from './state.ts'

type Reason = NonNullable<StandingTimer['tolledBy']>[number]

/** Whether the state of the work tells when it begins and ends, also where no deadline ran. */
export const isTold = ({ from, until }: Reason): boolean => [from, ...until].every(isKept)

function isKept({ event, task, outcome, timer, where = {} }: Occasion): boolean {
  const known = knownEvents.find((past) => past.event === event)
  const named = [...(task ? ['type'] : []), ...(outcome ? ['outcome'] : []), ...Object.keys(where)]
  return known !== undefined && timer === undefined && named.every((field) => known.fields.includes(field))
}

/**
 * What makes a deadline stand still as things are now, beside what is known of that: a reason that began before it was
 * set, or while the case was closed, counts as any other.
 */
export function standstillsOf(
  state: WorkState,
  { profile }: Pick<Context, 'profile'>,
  { tolledBy = [] }: Pick<StandingTimer, 'tolledBy'>,
  known: readonly Toll[] = [],
): Toll[] {
  const dayOf = ({ at }: Happened) => dayShownIn(new Date(at), profile.deadlines.timeZone)
  const tolls = [...known]
  for (const reason of tolledBy.filter(isTold)) {
    const { why } = reason
    const begun = state.happened.filter((happened) => isMeant(reason.from, happened))
    const settled = begun.map((happened) => settledBy(state, happened, reason))
    const [since] = begun
      .filter((_, index) => !settled[index])
      .map(dayOf)
      .toSorted()
    const ended = settled.flatMap((one) => (one ? [dayOf(one)] : [])).toSorted()
    const open = tolls.findIndex((toll) => toll.why === why && toll.to === undefined)
    const toll = tolls[open]
    const to = ended.at(-1)
    if (since !== undefined && !toll) tolls.push({ from: since, why })
    if (since === undefined && toll && to !== undefined) tolls[open] = { ...toll, to }
  }
  return tolls
}

/** What is about something else of the same kind, as the death of another party is, settles nothing. */
function settledBy(state: WorkState, begun: Happened, { until }: Reason): Happened | undefined {
  // In the order in which each last happened.
  const since = state.happened.slice(state.happened.indexOf(begun) + 1)
  const ends = until.flatMap((occasion) =>
    since.filter((happened) => isMeant(occasion, happened)).map((happened) => ({ one: happened, occasion })),
  )
  const own = ends.find(({ one: { about } }) => about === undefined || about === begun.about)
  const other = ends.find(
    ({ one: { about = '' }, occasion }) =>
      isOfOtherKind(about, begun.about) && !isAwaited(state, begun, occasion),
  )
  return (own ?? other)?.one
}

/** Whether a task that ends it is open about this very thing. */
function isAwaited(state: WorkState, { about }: Happened, { task = [] }: Occasion): boolean {
  return state.tasks.some((openTask) => task.includes(openTask.type) && aboutOf(state, openTask) === about)
}

function isMeant({ event, task, outcome, where = {} }: Occasion, { event: type, fields }: Happened): boolean {
  if (event !== type) return false
  if (task && !task.includes(fields.type ?? '')) return false
  if (outcome && !outcome.includes(fields.outcome ?? '')) return false
  return Object.entries(where).every(([field, value]) =>
    Array.isArray(value) ? value.includes(fields[field] ?? '') : fields[field] === value,
  )
}
