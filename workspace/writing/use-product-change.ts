import { PorticoError, type WorkProduct } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useHolderName } from '../data/holder-name.ts'
import { keys } from '../data/keys.ts'
import { Unconfirmed } from '../ui/ending.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/writing.ts'

type Step = WorkProduct['actions']['may'][number]

type Change = {
  done: string
  run: () => Promise<unknown>
  /** At once, also where what is renewed takes the form off the screen: callbacks of `mutate` end with their component. */
  onTaken?: () => void
}

/** One change of a work product; a form that sends it says itself what was refused. */
export function useProductChange(caseId: string, { isSaidByForm = false } = {}) {
  const client = useQueryClient()
  const renew = () =>
    Promise.all(
      (['workProducts', 'findings', 'decisions', 'tasks', 'state'] as const).map((part) =>
        client.invalidateQueries({ queryKey: keys.of(caseId, part) }),
      ),
    )
  return useMutation({
    mutationFn: ({ run }: Change) => run(),
    onSuccess: async (_, { done, onTaken }) => {
      toast(done)
      onTaken?.()
      await renew()
    },
    onError: (error) => {
      if (!isSaidByForm && !(error instanceof Unconfirmed)) toast(refusalText(error), { isBad: true })
      if (error instanceof PorticoError && (error.code === 'conflict' || isForbidden(error))) void renew()
    },
  })
}

/** Who goes on with it, for whoever no longer holds the task that the step belongs to. */
export function useHeldByOther({ status, actions }: WorkProduct, step: Step): string | undefined {
  const holder = useHolderName(actions.heldBy)
  if (actions.may.includes(step) || actions.override.includes(step)) return undefined
  return holder && (status === 'draft' || status === 'inReview') ? words.holder[status](holder) : undefined
}

export const isForbidden = (error: unknown): boolean =>
  error instanceof PorticoError && error.code === 'forbidden'

export const refusalText = (error: unknown): string => {
  if (!(error instanceof PorticoError)) return error instanceof Error ? error.message : String(error)
  return error.code === 'conflict' ? words.actions.conflict : error.message
}
