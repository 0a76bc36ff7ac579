import type { Query, QueryClient } from '@tanstack/react-query'
import { isWithdrawn } from '../ui/staleness.ts'
import { keys } from './keys.ts'

/**
 * A part of a case that was there and is refused now may mean that the whole case is gone: then it is asked for. Of a
 * case that is, the memory of this tab keeps nothing.
 */
export function heedWithdrawal(
  client: QueryClient,
  error: unknown,
  query: Query,
  forget: (id: string) => void,
) {
  const [of, caseId, part, ...rest] = query.queryKey as string[]
  if (of !== keys.case('')[0] || !caseId || !isWithdrawn(error)) return
  const whole = keys.of(caseId, 'detail')
  if (part !== 'detail' || rest.length > 0) {
    if (query.state.data !== undefined)
      void client.invalidateQueries({ queryKey: whole, exact: true, refetchType: 'all' })
    return
  }
  query.setState({ data: undefined })
  client.removeQueries({ queryKey: keys.case(caseId), predicate: (other) => other !== query })
  forgetUnseen(client)
  forget(caseId)
}

/** Lists and cases that are on no screen may hold what has left the sight of their reader. */
export function forgetUnseen(client: QueryClient) {
  const lists = [
    keys.tasks,
    keys.queues,
    keys.cases,
    keys.mail,
    keys.sessions,
    keys.alerts,
    keys.case('').slice(0, 1),
  ]
  for (const queryKey of lists) client.removeQueries({ queryKey, type: 'inactive' })
}
