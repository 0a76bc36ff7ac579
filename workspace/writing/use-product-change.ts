import { PorticoError } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { Unconfirmed } from '../ui/ending.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/writing.ts'

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
      if (error instanceof PorticoError && error.code === 'conflict') void renew()
    },
  })
}

export const refusalText = (error: unknown): string => {
  if (!(error instanceof PorticoError)) return String(error)
  return error.code === 'conflict' ? words.actions.conflict : error.message
}
