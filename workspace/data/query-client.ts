import { PorticoError } from '@portico/sdk'
import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
import { isWithdrawn } from '../ui/staleness.ts'
import { connection } from './connection.ts'
import { keys } from './keys.ts'
import { noteEnd, session } from './session.ts'

/** The one cache. The SDK already retries what fails in passing, and the event stream says what is out of date. */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      noteRefusal(error)
      if (isWithdrawn(error)) void heed(error, query as Query)
    },
  }),
  mutationCache: new MutationCache({ onError: noteRefusal }),
  defaultOptions: {
    queries: { staleTime: 30_000, gcTime: 10 * 60_000, retry: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})

function noteRefusal(error: unknown) {
  if (error instanceof PorticoError && error.code === 'unauthenticated') noteEnd()
}

/** Rarely needed, and then at hand: what keeps lists live has loaded it. */
async function heed(error: unknown, query: Query) {
  const [{ heedWithdrawal }, { forgetCase }] = await Promise.all([
    import('./withdrawn.ts'),
    import('./recent.ts'),
  ])
  heedWithdrawal(queryClient, error, query, forgetCase)
}

let before = session.get().status
session.subscribe(() => {
  const { status } = session.get()
  if (status === 'out') forgetPerson()
  // What was asked for while it was found out who is here is their answer.
  if (status === 'in' && before !== 'unknown') void queryClient.invalidateQueries()
  before = status
})

/** What is offered to whoever signs in stays: it may be on the sign-in page already. */
function forgetPerson() {
  queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== keys.public[0] })
  queryClient.getMutationCache().clear()
}

// What could not be renewed is, once the service answers again.
connection.subscribe(() => {
  const hasFailed = ({ state }: Query) => state.status === 'error'
  if (connection.get().isReachable) void queryClient.invalidateQueries({ predicate: hasFailed })
})
