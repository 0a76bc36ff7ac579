import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createStore } from '../../data/store.ts'
import { openPane } from '../panes.tsx'
import type { usePlace } from '../place.ts'
import { type Reading, useOpenDocument } from '../reading.ts'
import { useHits } from './hits.ts'
import { askedOf, type SearchFilter } from './search-filter.ts'
import { rememberSearch } from './search-pane.tsx'
import { type Hit, hitFrom } from './steps.ts'

/** The search in the address, and the current hit. */
export function useSearchOfCase(reading: Reading, { search, goTo, setSearch }: ReturnType<typeof usePlace>) {
  const { caseId, page } = reading
  const query = search.q ?? ''
  const [now] = useState(() => createStore<Hit | undefined>(undefined))
  const [filter, setFilter] = useState<SearchFilter>({})
  const open = useOpenDocument(reading)
  const hits = useHits(caseId, query, askedOf(filter, open?.id))
  const field = useRef<HTMLInputElement>(null)
  const wantsHit = useRef(false)

  const goToHit = (hit: Hit | undefined) => {
    now.set(hit)
    if (hit) void goTo({ page: hit.page, box: hit.box })
  }
  const answered = hits.hits.length > 0 ? query : undefined
  const goToFirstHit = useEffectEvent(() => {
    const isOpening = now.get() === undefined && !/\/(pages|documents)\//.test(location.pathname)
    if (wantsHit.current || isOpening) {
      wantsHit.current = false
      goToHit(hitFrom(hits.hits, undefined, isOpening ? 0 : page.get(), 1))
    } else now.set(hits.byPage.get(page.get())?.[0])
  })
  useEffect(() => {
    if (answered !== undefined) goToFirstHit()
  }, [answered])
  useEffect(() => {
    if (query) openPane.set('search')
  }, [query])

  return {
    query,
    hits,
    now,
    filter,
    setFilter,
    field,
    find(wanted: string) {
      now.set(undefined)
      if (wanted) rememberSearch(wanted)
      wantsHit.current = wanted !== ''
      void setSearch({ q: wanted || undefined })
    },
    step(direction: 1 | -1) {
      const hit = hitFrom(hits.hits, now.get(), page.get(), direction)
      if (hit) goToHit(hit)
    },
  }
}

export type SearchOfCase = ReturnType<typeof useSearchOfCase>
