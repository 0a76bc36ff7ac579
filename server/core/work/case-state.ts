import type { CaseState } from '@portico/contract/cases'
import { wholeDaysSince } from '../time/moments.ts'

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
    openTasks: 0,
    version,
  }
}
