import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PorticoError } from '@portico/sdk'
import { type Query, QueryCache, QueryClient, QueryObserver } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { heedWithdrawal } from './withdrawn.ts'

/** A tab that has read two cases, and lists them; a service that may refuse the first from some moment on. */
function tab() {
  let isRefused = false
  const asked: string[] = []
  const forgotten: string[] = []
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) =>
        heedWithdrawal(client, error, query as Query, (caseId) => forgotten.push(caseId)),
    }),
    defaultOptions: { queries: { retry: false, staleTime: Number.POSITIVE_INFINITY } },
  })
  const query = (queryKey: readonly string[]) => ({
    queryKey,
    queryFn: async () => {
      asked.push(queryKey.join(' '))
      if (isRefused && queryKey[1] === 'one')
        throw new PorticoError({ code: 'notFound', message: 'There is no such case.' })
      return `words of ${queryKey.join(' ')}`
    },
  })
  const known = () =>
    client
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey, state }) => (state.data === undefined ? [] : queryKey.join(' ')))
  return { client, query, known, asked, forgotten, refuse: () => (isRefused = true) }
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5))

describe('what is kept of a case that its reader may not see any more', () => {
  it('is nothing, whichever part of it is refused first', async () => {
    const { client, query, known, forgotten, refuse } = tab()
    for (const key of [
      keys.of('one', 'detail'),
      keys.of('one', 'documents'),
      keys.of('one', 'annotations'),
      keys.of('two', 'detail'),
      keys.cases,
      keys.profile,
    ])
      await client.fetchQuery(query(key))
    const screen = [keys.of('two', 'detail'), keys.of('one', 'detail'), keys.of('one', 'documents')].map(
      (key) => new QueryObserver(client, query(key)).subscribe(() => {}),
    )
    refuse()
    await client.refetchQueries({ queryKey: keys.of('one', 'documents') })
    await settled()
    // What is on the screen stays, and what names no case.
    assert.deepEqual(known(), ['case two detail', 'profile'])
    assert.deepEqual(forgotten, ['one'])
    for (const leave of screen) leave()
  })

  it('is all, where a part of it was never theirs to see', async () => {
    const { client, query, known, asked, forgotten, refuse } = tab()
    await client.fetchQuery(query(keys.of('one', 'detail')))
    refuse()
    await client.fetchQuery(query(keys.of('one', 'access'))).catch(() => {})
    await settled()
    assert.deepEqual(known(), ['case one detail'])
    assert.deepEqual([asked.filter((key) => key === 'case one detail').length, forgotten], [1, []])
  })
})
