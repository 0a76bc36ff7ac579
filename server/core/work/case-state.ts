import type { CaseDeadline, CaseState } from '@portico/contract/cases'
import type { Profile } from '@portico/contract/profile'
import { wholeDaysSince } from '../time/moments.ts'
import type { Timer } from './state.ts'

/** The profile's status for a case without work. */
export type Standing = { status: string; partyStatus: string; why: string }

/** The state of a case without work. */
export function stateBeforeWork(
  { beforeWork, root }: { beforeWork: Standing; root: string },
  { openedAt, version }: { openedAt: string; version: number },
  asOf: Date,
): CaseState {
  return {
    ...beforeWork,
    step: root,
    assignee: null,
    enteredStepAt: openedAt,
    ageInStepDays: wholeDaysSince(openedAt, asOf),
    deadlines: [],
    openTasks: 0,
    version,
  }
}

/** A deadline of a case; while tolled it has no day. */
export type DeadlineFacts = { name: string; day: string | null; endsAt: string | null; why: string | null }

/** The timers that are deadlines of the profile, the next one first. */
export function deadlinesIn(timers: readonly Timer[]): DeadlineFacts[] {
  return timers
    .flatMap(({ deadline: name, day = null, due: endsAt = null, why = null }) =>
      name === undefined ? [] : [{ name, day, endsAt, why }],
    )
    .toSorted((a, b) => ((a.endsAt ?? '~') < (b.endsAt ?? '~') ? -1 : 1))
}

export function presentDeadlines(facts: readonly DeadlineFacts[], { timers }: Profile): CaseDeadline[] {
  return facts.map(({ name, day, endsAt, why }) => {
    const { label = name, forParties = false } = timers.find((timer) => timer.name === name) ?? {}
    return {
      name,
      label,
      ...(day === null ? {} : { day }),
      ...(endsAt === null ? {} : { endsAt: new Date(endsAt).toISOString() }),
      why: why ?? '',
      isForParties: forParties,
    }
  })
}
