import type { PagePlace } from '@portico/sdk'
import { useCallback, useEffect, useRef, useState } from 'react'
import { portico } from '../../data/session.ts'
import type { Store } from '../../data/store.ts'
import { words } from '../../words/reading.ts'
import type { Moved } from '../file.ts'
import type { Target } from '../reading.ts'
import { OldVersion } from './old-version.tsx'

const text = words.pages
/** The text of a new version is read within seconds; until it is, its nearest page is shown. */
const lookAgainMs = 2_000
const mostLooks = 8

type Say = (text: string, action?: { label: string; run: () => void }) => void

/**
 * Leads from pages that have left the file to where their words are now: whoever followed an old link, and whoever was
 * reading when a colleague revised the document.
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

  /** Follows a page until its place is known. Whoever has gone elsewhere meanwhile is left alone. */
  const follow = useCallback(
    async (from: number, shown: number | undefined) => {
      const { signal } = gone.current
      let stands = shown
      for (let looks = 1; !signal.aborted; looks++) {
        const place = await portico().cases.pagePlace(caseId, from, { signal })
        if (signal.aborted || (stands !== undefined && page.get() !== stands)) return place
        if (place.now !== undefined && place.now !== stands) goTo({ page: place.now })
        stands = place.now
        if (place.status !== 'unread' || looks === mostLooks) return place
        if (looks === 1) say(text.wordsUnread(place.name))
        await new Promise((again) => setTimeout(again, lookAgainMs))
      }
      return undefined
    },
    [caseId, page, say, goTo],
  )

  const tell = useCallback(
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
        (place) => (place?.now === undefined ? say(text.notInFile(wanted)) : tell(place)),
        () => say(text.notInFile(wanted)),
      )
    },
    [say, follow, tell],
  )

  const onMoved = useCallback(
    ({ page: to, from, document, why }: Moved) => {
      if (why === 'removed') return say(text.removed(document.name))
      say(text.revised(document.name))
      follow(from, to).then(tell, () => {})
    },
    [say, follow, tell],
  )

  return {
    onMissing,
    onMoved,
    shown: old ? <OldVersion caseId={caseId} place={old} onClose={() => setOld(undefined)} /> : null,
  }
}
