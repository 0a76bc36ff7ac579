import type { CaseState } from '@portico/contract/cases'

/** The profile's status for a case without work. */
export type Standing = { status: string; partyStatus: string; why: string }

/** The state of a case without work. */
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
