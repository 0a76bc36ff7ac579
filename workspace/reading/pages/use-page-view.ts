import type { DocumentSummary } from '@portico/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { createStore, type Store } from '../../data/store.ts'
import type { DocumentList } from '../documents/use-document-list.ts'
import type { usePlace } from '../place.ts'
import type { Reading } from '../reading.ts'
import { onThisDevice, remembered } from '../remembered.ts'
import { usePlaces } from '../visit.ts'
import { nextZoom, type Zoom, zoomOf } from './page-stack.ts'
import type { Viewport } from './viewport.ts'

const rotations = onThisDevice<Record<string, number>>('rotations', {})
const usualZoom = remembered<Zoom>('zoom', 'fit')

/** Zoom, rotation and comparison of the pages, and turning from one to the next. */
export function usePageView(
  { caseId, file, page, goTo }: Reading,
  { search, setSearch }: Pick<ReturnType<typeof usePlace>, 'search' | 'setSearch'>,
  viewport: Viewport,
  { open, shown, counterpart }: DocumentList,
) {
  const turns = rotations.use()

  const rememberedZoom = usualZoom.use()
  const zoom: Zoom = search.zoom === undefined ? rememberedZoom : search.zoom / 100

  const [comparing, setComparing] = useState<Store<number>>()

  const places = usePlaces(caseId, file, page, (id) => ({
    rotation: turns[id] ?? 0,
    ...(zoom === 'fit' ? {} : { zoom }),
  }))
  const { rotations: kept } = places
  const rotationOf = useCallback(
    (documentId: string) => turns[documentId] ?? kept.get(documentId) ?? 0,
    [turns, kept],
  )
  // A case that is opened without a page is shown where its reader stopped, on whichever machine that was.
  const hasResumed = useRef(page.get() !== (file.pageAt(0) ?? 1))
  useEffect(() => {
    if (hasResumed.current || places.last === undefined) return
    hasResumed.current = true
    if (/\/read\/?$/.test(location.pathname) && !search.q) viewport.show({ page: places.last })
  }, [places.last, search.q, viewport])

  /** An unread document is opened where its reader stopped. */
  const openAt = (document: DocumentSummary) => {
    const kept = places.of(document.id)
    const isWithin = kept !== undefined && kept >= document.startPage && kept <= document.endPage
    goTo({ page: isWithin && !document.read ? kept : document.startPage })
  }

  return {
    zoom,
    rotationOf,
    comparing,
    openAt,
    changeZoom(change: 1 | -1 | 'fit') {
      const next = change === 'fit' ? 'fit' : nextZoom(zoomOf(viewport.scale()), change)
      usualZoom.set(next)
      void setSearch({ zoom: next === 'fit' ? undefined : Math.round(next * 100) }, { replace: true })
    },
    rotate() {
      if (open) rotations.set({ ...turns, [open.id]: (rotationOf(open.id) + 90) % 360 })
    },
    compare() {
      if (comparing) return setComparing(undefined)
      const current = page.get()
      const index = file.indexOf(current) ?? 0
      // A page beside itself shows nothing.
      setComparing(
        createStore(counterpart(current) ?? file.pageAt(index + 1) ?? file.pageAt(index - 1) ?? current),
      )
    },
    stepDocument(direction: 1 | -1) {
      const index = shown.findIndex(({ id }) => id === open?.id)
      const next = shown[index < 0 ? (direction === 1 ? 0 : shown.length - 1) : index + direction]
      if (next) openAt(next)
    },
    stepPage(direction: 1 | -1) {
      const index = file.indexOf(page.get())
      const next = index === undefined ? undefined : file.pageAt(index + direction)
      if (next !== undefined) viewport.show({ page: next })
    },
  }
}
