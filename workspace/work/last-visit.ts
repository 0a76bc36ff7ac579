import { useQuery } from '@tanstack/react-query'
import { portico, useMe } from '../data/session.ts'

const name = 'work.lastVisit'

/** Asked once for each page that is loaded: a visit goes on when somebody signs in again in the middle of it. */
const visits = new Map<string, Promise<string | null>>()

async function begin(): Promise<string | null> {
  const { [name]: before } = await portico().me.preferences()
  await portico().me.changePreferences({ [name]: new Date().toISOString() })
  return typeof before === 'string' ? before : null
}

/** When this person was here before, on whichever device: what came since then is marked as new. */
export function useLastVisit(): string | undefined {
  const { id } = useMe()
  const { data } = useQuery({
    queryKey: ['lastVisit', id],
    queryFn: () => {
      const visit = visits.get(id) ?? begin()
      visits.set(id, visit)
      visit.catch(() => visits.delete(id))
      return visit
    },
  })
  return data ?? undefined
}
