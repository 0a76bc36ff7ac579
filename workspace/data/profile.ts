import type { Profile } from '@portico/sdk'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { keys } from './keys.ts'
import { portico } from './session.ts'

/** The domain's own words: names of steps, teams, dockets and dispositions are the profile's, never ours. */
export const profileQuery = queryOptions({
  queryKey: keys.profile,
  queryFn: ({ signal }) => portico().profile.get({ signal }),
  staleTime: 10 * 60_000,
})

/** A version that was once in force stays as it is. */
export const profileVersionQuery = (number: number) =>
  queryOptions({
    queryKey: [...keys.profile, 'version', number],
    queryFn: ({ signal }) => portico().profile.version(number, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })

export const useProfile = (): Profile | undefined => useQuery(profileQuery).data?.profile

/** A status as it is called for staff or, where the service tells only that, for parties. */
export const statusLabel = (profile: Profile | undefined, status: string | undefined): string =>
  labelIn([...(profile?.statuses ?? []), ...(profile?.partyStatuses ?? [])], status)

type Named = { name: string; label: string }

export function labelIn(section: readonly Named[] | undefined, name: string | undefined | null): string {
  return section?.find((one) => one.name === name)?.label ?? name ?? ''
}
