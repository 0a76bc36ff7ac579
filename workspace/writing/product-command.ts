import { PorticoError, type WorkProduct } from '@portico/sdk'
import { useHolderName } from '../data/holder-name.ts'
import { keys } from '../data/keys.ts'
import { isConflict } from '../ui/use-command.ts'
import { words } from '../words/writing.ts'

type Step = WorkProduct['actions']['may'][number]

const stale = ['workProducts', 'findings', 'decisions', 'tasks', 'state'] as const

/** What every command on a work product makes stale: also one that was refused because it has changed. */
export const productRenewal = (caseId: string) => (error: unknown) =>
  !error || isConflict(error) || isForbidden(error) ? stale.map((part) => keys.of(caseId, part)) : []

/** Who goes on with it, for whoever no longer holds the task that the step belongs to. */
export function useHeldByOther({ status, actions }: WorkProduct, step: Step): string | undefined {
  const holder = useHolderName(actions.heldBy)
  if (actions.may.includes(step) || actions.override.includes(step)) return undefined
  return holder && (status === 'draft' || status === 'inReview') ? words.holder[status](holder) : undefined
}

export const isForbidden = (error: unknown): boolean =>
  error instanceof PorticoError && error.code === 'forbidden'

export const refusalText = (error: Error): string =>
  isConflict(error) ? words.actions.conflict : error.message
