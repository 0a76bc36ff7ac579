import type { CaseState } from '@portico/contract/cases'

/** What the profile calls the standing of a case on which no work has begun. */
export type Standing = { status: string; partyStatus: string; why: string }

/** Where a case stands on which no work has begun. */
export function stateBeforeWork(
  { beforeWork, root }: { beforeWork: Standing; root: string },
  { openedAt, version }: { openedAt: string; version: number },
  asOf: Date,
): CaseState {
  const dayMs = 86_400_000
  return {
    ...beforeWork,
    step: root,
    assignee: null,
    enteredStepAt: openedAt,
    ageInStepDays: Math.max(0, Math.floor((asOf.getTime() - Date.parse(openedAt)) / dayMs)),
    openTasks: 0,
    version,
  }
}
