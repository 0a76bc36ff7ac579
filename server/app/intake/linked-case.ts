import type { SharedContent } from '@portico/contract/links'
import type { Call } from '../../core/kernel/decider.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { Database } from '../../store/db.ts'
import type { Execute, ProfileFor } from '../engine/execute.ts'
/** A case that continues another, while it is given what the two share. */
export type LinkedCase = {
  db: Database
  execute: Execute
  profileFor: ProfileFor
  /** The case that it continues. */
  caseId: string
  linkedCaseId: string
  shared: SharedContent
  /** The call of each command that gives it something. */
  call(): Call
}

export function unlessDone(error: unknown): null {
  if (error instanceof Refusal && error.code === 'conflict') return null
  throw error
}

export function unlessRefused(error: unknown): null {
  if (error instanceof Refusal) return null
  throw error
}
