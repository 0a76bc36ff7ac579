import type { DocumentSummary } from '@portico/sdk'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { keep, stored } from '../data/kept.ts'
import { ownKey } from '../data/own-key.ts'
import { createPaintedStore, createStore } from '../data/store.ts'
import { caseFile } from './file.ts'
import { useMessages } from './messages.tsx'
import type { PageDrawings } from './pages/draw-page.ts'
import type { PdfFiles } from './pages/pdf-files.ts'
import type { TextSelection } from './pages/selection.ts'
import { useMovedPages } from './pages/use-moved-pages.tsx'
import { useViewport } from './pages/use-viewport.ts'
import { folded, openPane, shownPane, showPanes } from './panes.tsx'
import { useAskedPage, usePlace } from './place.ts'
import type { Reading, SidePane, Target } from './reading.ts'

/** The file of a case as it is read: its page, its address, and what all parts of the reader share. */
export function useCaseFile({
  caseId,
  documents,
  permissions,
  pdfs,
  drawings,
}: {
  caseId: string
  documents: readonly DocumentSummary[]
  permissions: readonly string[]
  pdfs: PdfFiles
  drawings: PageDrawings
}) {
  const file = useMemo(() => caseFile(documents), [documents])
  const placeKey = ownKey(`reading.place.${caseId}`)
  const asked = useAskedPage(file)
  const [page] = useState(() => createPaintedStore(asked ?? stored(placeKey, file.pageAt(0) ?? 1)))
  const [selection] = useState(() => createStore<TextSelection | undefined>(undefined))
  const viewport = useViewport({ caseId, file, page })
  const { say, line } = useMessages()

  const show = useCallback(
    (target: Target) => {
      shownPane.set('pages')
      showPanes()
      viewport.show(target)
    },
    [viewport],
  )
  const moved = useMovedPages({ caseId, page, say, goTo: (target) => place.lead(target) })
  const place = usePlace({ caseId, file, page, show, onMissing: moved.onMissing })
  const { goTo } = place
  useEffect(() => page.subscribe(() => keep(placeKey, page.get())), [page, placeKey])

  const openSide = useCallback((side: SidePane) => {
    openPane.set(side)
    shownPane.set('side')
    folded.set({ ...folded.get(), side: false })
  }, [])
  const expect = useCallback(
    (next: number) => {
      const wanted = viewport.wanted(next)
      if (wanted) drawings.prepare([wanted])
    },
    [viewport, drawings],
  )
  const reading = useMemo<Reading>(
    () => ({
      caseId,
      file,
      pdfs,
      drawings,
      page,
      selection,
      say,
      may: (action) => permissions.includes(action),
      goTo: (target, change) => void goTo(target, change),
      expect,
      openSide,
    }),
    [caseId, file, pdfs, drawings, page, selection, say, permissions, goTo, expect, openSide],
  )
  return { reading, viewport, place, show, moved, messages: line }
}
