import type { Me } from '@portico/sdk'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { inBatches } from './in-batches.ts'
import { keys } from './keys.ts'
import { portico, useMe } from './session.ts'

const staleTime = 5 * 60_000

/** Colleagues by part of their name. */
export const peopleQuery = (text: string) =>
  queryOptions({
    queryKey: [...keys.directory, text],
    queryFn: async ({ signal }) => {
      const { people } = await portico()
        .directory.list({ ...(text ? { text } : {}), limit: 20, signal })
        .page()
      return people
    },
    staleTime,
  })

const mostNames = 30

const displayName = inBatches(
  async (usernames) => {
    const { people } = await portico().directory.list({ usernames, limit: mostNames }).page()
    return new Map(people.map((person) => [person.username, person.displayName]))
  },
  { most: mostNames },
)

const nameQuery = (username: string) =>
  queryOptions({
    queryKey: [...keys.directory, 'name', username],
    queryFn: () => displayName(username),
    staleTime,
  })

const mayLookUp = ['readTasks', 'workTasks', 'distributeCases', 'grantAccess', 'administer']

const mayAsk = ({ actions }: Me) => actions.some((action) => mayLookUp.includes(action))

/** What somebody is called, of whom only the username is told; the username where that cannot be looked up. */
export function useNameOf(username: string): string {
  const me = useMe()
  const isMe = username === me.username
  const { data } = useQuery({ ...nameQuery(username), enabled: username !== '' && !isMe && mayAsk(me) })
  return (isMe ? me.displayName : data) ?? username
}

/** Whether what somebody is called can be told: to others than parties, and of oneself. */
export function useMayName(username: string): boolean {
  const me = useMe()
  return username === me.username || mayAsk(me)
}

/** The same for what is said once, when something happens. */
export function useFindName(): (username: string) => Promise<string> {
  const me = useMe()
  const client = useQueryClient()
  return async (username) => {
    const found = mayAsk(me) ? await client.fetchQuery(nameQuery(username)).catch(() => null) : null
    return found ?? username
  }
}

/** Of a list that names people by ID only: this many are told by name. */
const mostById = 1000

/** The names of colleagues by their IDs, as far as this person may look them up. */
export function useNamesById(isWanted: boolean): ReadonlyMap<string, string> {
  const me = useMe()
  const { data } = useQuery({
    queryKey: [...keys.directory, 'byId'],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>()
      for await (const { id, displayName } of portico().directory.list({ limit: 200, signal })) {
        names.set(id, displayName)
        if (names.size >= mostById) break
      }
      return names
    },
    enabled: isWanted && mayAsk(me),
    staleTime,
    structuralSharing: false,
  })
  return data ?? nobody
}

/** Those with one of some roles, in the same way. */
export function useNamesWithRoles(roles: readonly string[]): ReadonlyMap<string, string> {
  const me = useMe()
  const { data } = useQuery({
    queryKey: [...keys.directory, 'byRole', roles],
    queryFn: async ({ signal }) => {
      const names = new Map<string, string>()
      for (const role of roles)
        for await (const { id, displayName } of portico().directory.list({ role, limit: 200, signal })) {
          names.set(id, displayName)
          if (names.size >= mostById) break
        }
      return names
    },
    enabled: roles.length > 0 && mayAsk(me),
    staleTime,
    structuralSharing: false,
  })
  return data ?? nobody
}

const nobody: ReadonlyMap<string, string> = new Map()
