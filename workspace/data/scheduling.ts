import type { Participant } from '@portico/sdk'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { dayFromToday, startOf } from '../ui/dates.ts'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** A session may be placed for a case that this person does not follow: lists are looked at again. */
const refetchInterval = 20_000
const mostOfAPeriod = 2000

export const placedQuery = (read: { isConflicted?: true }) =>
  infiniteQueryOptions({
    queryKey: [...keys.sessions, 'placed', read],
    queryFn: ({ pageParam, signal }) =>
      portico()
        .sessions.find({
          ...read,
          from: startOf(dayFromToday()).toISOString(),
          limit: 100,
          ...(pageParam ? { after: pageParam } : {}),
          signal,
        })
        .page(),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
    refetchInterval,
  })

/** Every session that begins on one of these days, by the reader's clock. */
export const periodQuery = (from: string, until: string, who: Participant | undefined) =>
  queryOptions({
    queryKey: [...keys.sessions, 'period', from, until, who],
    queryFn: async ({ signal }) => {
      const found = []
      const read = { from: startOf(from).toISOString(), to: startOf(until).toISOString(), ...who }
      for await (const one of portico().sessions.find({ ...read, limit: 500, signal })) {
        found.push(one)
        if (found.length >= mostOfAPeriod) break
      }
      return found
    },
    refetchInterval,
  })

export const sessionQuery = (sessionId: string) =>
  queryOptions({
    queryKey: [...keys.sessions, 'one', sessionId],
    queryFn: ({ signal }) => portico().sessions.get(sessionId, { signal }),
    refetchInterval,
  })

export const queueQuery = infiniteQueryOptions({
  queryKey: [...keys.sessions, 'queue'],
  queryFn: ({ pageParam, signal }) =>
    portico()
      .sessions.queue({ limit: 100, ...(pageParam ? { after: pageParam } : {}), signal })
      .page(),
  initialPageParam: '',
  getNextPageParam: ({ next }) => next,
  refetchInterval,
})

export const availabilityQuery = (participant: Participant) =>
  queryOptions({
    queryKey: [...keys.calendars, 'entries', participant],
    queryFn: ({ signal }) => portico().calendars.entries(participant, { signal }),
  })

export const blackoutsQuery = queryOptions({
  queryKey: [...keys.calendars, 'blackouts'],
  queryFn: ({ signal }) => portico().calendars.blackouts({ from: dayFromToday(), signal }),
})

export const feedsQuery = queryOptions({
  queryKey: [...keys.calendars, 'feeds'],
  queryFn: ({ signal }) => portico().calendarFeeds.list({ signal }),
})

/** A change of a calendar may come between sessions, and what is placed takes time in calendars. */
/** What every command on sessions and calendars makes stale. */
export const sessionKeys = [keys.sessions, keys.calendars]
