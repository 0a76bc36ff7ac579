import type { PagePlace } from '@portico/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { portico } from '../../data/session.ts'
import type { Store } from '../../data/store.ts'
import { words } from '../../words/reading.ts'
import type { Moved } from '../file.ts'
import type { Target } from '../reading.ts'
import { OldVersion } from './old-version.tsx'

const text = words.pages
/** The text of a new version is read within seconds. Until then, the nearest page is shown. */
const retryMs = 2_000
const maxTries = 8

type Say = (text: string, action?: { label: string; run: () => void }) => void

/**
 * Leads from a page that has left the file to where its words are now: after an old link, and when a colleague revises
 * the document that is read.
 */
export function useMovedPages({
  caseId,
  page,
  say,
  goTo,
}: {
  caseId: string
  page: Store<number>
  say: Say
  goTo: (target: Target) => void
}) {
  const [old, setOld] = useState<PagePlace>()
  const gone = useRef(new AbortController())
  useEffect(() => {
    gone.current = new AbortController()
    return () => gone.current.abort()
  }, [])

  /** Looks for a page until its place is known, unless the reader goes elsewhere meanwhile. */
  const follow = useCallback(
    async (from: number, shown: number | undefined) => {
      const { signal } = gone.current
      let place = shown
      for (let tries = 1; !signal.aborted; tries++) {
        const found = await portico().cases.pagePlace(caseId, from, { signal })
        if (signal.aborted || (place !== undefined && page.get() !== place)) return found
        if (found.now !== undefined && found.now !== place) goTo({ page: found.now })
        place = found.now
        if (found.status !== 'unread' || tries === maxTries) return found
        if (tries === 1) say(text.wordsUnread(found.name))
        await new Promise((resolve) => setTimeout(resolve, retryMs))
      }
      return undefined
    },
    [caseId, page, say, goTo],
  )

  const announce = useCallback(
    (place: PagePlace | undefined) => {
      if (place?.now === undefined || place.status === 'unread') return
      const { name, page: from, now, status } = place
      say(status === 'moved' ? text.movedTo(name, from, now) : text.wordsGone(name, from), {
        label: text.seeOld,
        run: () => setOld(place),
      })
    },
    [say],
  )

  const onMissing = useCallback(
    (what: 'page' | 'document', wanted: number) => {
      if (what === 'document') return say(text.gone)
      follow(wanted, undefined).then(
        (place) => (place?.now === undefined ? say(text.notInFile(wanted)) : announce(place)),
        () => say(text.notInFile(wanted)),
      )
    },
    [say, follow, announce],
  )

  const onMoved = useCallback(
    ({ page: to, from, document, why }: Moved) => {
      if (why === 'removed') return say(text.removed(document.name))
      say(text.revised(document.name))
      follow(from, to).then(announce, () => {})
    },
    [say, follow, announce],
  )

  return {
    onMissing,
    onMoved,
    shown: old ? <OldVersion caseId={caseId} place={old} onClose={() => setOld(undefined)} /> : null,
  }
}
