import type { PiecesOptions } from '@portico/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { plainly } from '../ui/plain-name.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** A piece that no case has yet is in no stream of events: the queue is looked at again while somebody works it. */
const refetchInterval = 5_000

export const piecesQuery = (read: PiecesOptions) =>
  infiniteQueryOptions({
    queryKey: [...keys.mail, 'pieces', read],
    queryFn: async ({ pageParam, signal }) => {
      const asked = { ...read, limit: 50, ...(pageParam ? { after: pageParam } : {}), signal }
      return plainly(await portico().mail.list(asked).page())
    },
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval,
  })

export const pieceQuery = (pieceId: string) =>
  queryOptions({
    queryKey: [...keys.mail, 'piece', pieceId],
    queryFn: async ({ signal }) => plainly(await portico().mail.get(pieceId, { signal })),
    refetchInterval,
  })

export const sentLettersQuery = (status: 'composed' | 'receipted' | 'failed') =>
  infiniteQueryOptions({
    queryKey: [...keys.mail, 'letters', status],
    queryFn: ({ pageParam, signal }) =>
      portico()
        .letters.find({ status, limit: 100, ...(pageParam ? { after: pageParam } : {}), signal })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval: 20_000,
  })
