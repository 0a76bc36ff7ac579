import { PorticoError, type Task } from '@portico/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { keys } from '../data/keys.ts'
import { Unconfirmed } from '../ui/ending.tsx'
import { toast } from '../ui/toasts.tsx'
import { words } from '../words/tasks.ts'

export type TaskChange = {
  done: keyof typeof words.done
  run: () => Promise<unknown>
  /** Once the service has taken it, also where nobody looks at the form any more. */
  onTaken?: () => void
}

/** A change of a task, and what it makes stale at once; colleagues hear of it by the stream. */
export function useTaskChange({ caseId }: Pick<Task, 'caseId'>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ run }: TaskChange) => run(),
    onSuccess: (_answer, { done, onTaken }) => {
      toast(words.done[done])
      onTaken?.()
    },
    onError: (error) => {
      if (error instanceof Unconfirmed) return
      toast(error instanceof PorticoError ? error.message : String(error), { isBad: true })
    },
    onSettled: (_answer, error) =>
      error instanceof Unconfirmed
        ? undefined
        : Promise.all(
            [keys.case(caseId), keys.tasks, keys.queues].map((queryKey) =>
              client.invalidateQueries({ queryKey }),
            ),
          ),
  })
}
