import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { keys } from '../data/keys.ts'
import { pageSeen } from '../data/page-first.ts'
import { portico } from '../data/session.ts'
import type { Store } from '../data/store.ts'
import type { CaseFile } from './file.ts'

/** Documents that arrived since the last visit of this person. */
export type News = { ids: ReadonlySet<string>; since: string }

const once = { staleTime: Number.POSITIVE_INFINITY, retry: false } as const

const visit = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.case(caseId), 'visit'],
    queryFn: async ({ signal }): Promise<News | null> => {
      await pageSeen()
      const [{ since, version }, now] = await Promise.all([
        portico().cases.visit(caseId, { signal }),
        portico().cases.get(caseId, { signal }),
      ])
      if (since === null || version === null || now.version <= version) return null
      const ids = new Set<string>()
      const query = { types: ['document.filed', 'document.revised'] as const, limit: 1000, signal }
      for await (const event of portico().cases.events(caseId, { ...query, types: [...query.types] }))
        if (event.sequence > version && event.data && 'documentId' in event.data)
          ids.add(event.data.documentId as string)
      return ids.size ? { ids, since } : null
    },
    ...once,
  })

export function useNews(caseId: string): News | undefined {
  return useQuery(visit(caseId)).data ?? undefined
}

const places = (caseId: string) =>
  queryOptions({
    queryKey: [...keys.case(caseId), 'places'],
    queryFn: async ({ signal }) => {
      await pageSeen()
      return portico().cases.places(caseId, { signal })
    },
    ...once,
  })

const restMs = 2000

/** Where this person stopped reading in each document. The service keeps it for all their devices. */
export function usePlaces(
  caseId: string,
  file: CaseFile,
  page: Store<number>,
  viewOf: (documentId: string) => { zoom?: number; rotation?: number },
) {
  const known = useQuery(places(caseId)).data
  const byDocument = useMemo(() => new Map(known?.map((place) => [place.documentId, place.page])), [known])
  const keepPlace = useEffectEvent(() => {
    const current = page.get()
    const id = file.documentOf(current)?.id
    if (!id) return
    byDocument.set(id, current)
    // It is kept again with the next page: one that is lost does no harm.
    portico()
      .documents.keepPlace(caseId, id, { page: current, ...viewOf(id) })
      .catch(() => {})
  })
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = page.subscribe(() => {
      clearTimeout(timer)
      timer = setTimeout(() => keepPlace(), restMs)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [page])
  const rotations = useMemo(
    () => new Map(known?.map(({ documentId, rotation = 0 }) => [documentId, rotation])),
    [known],
  )
  return { rotations, last: known?.[0]?.page, of: (documentId: string) => byDocument.get(documentId) }
}
