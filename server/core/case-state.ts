import type { CaseState } from '@portico/contract/cases'

/** What the profile calls the standing of a case on which no work has begun. */
export type Standing = { step: string; status: string; partyStatus: string; why: string }

/** Derived, never stored as a second status: from when the case was opened and what has happened since. */
export function stateOfCase(
  standing: Standing,
  { openedAt, version }: { openedAt: string; version: number },
  asOf: Date,
): CaseState {
  const dayMs = 86_400_000
  return {
    ...standing,
    assignee: null,
    enteredStepAt: openedAt,
    ageInStepDays: Math.max(0, Math.floor((asOf.getTime() - Date.parse(openedAt)) / dayMs)),
    openTasks: 0,
    version,
  }
}
