import { useEffect, useEffectEvent } from 'react'
import { keep, stored } from '../../data/kept.ts'
import { ownKey } from '../../data/own-key.ts'
import { pageSeen } from '../../data/page-first.ts'
import { portico } from '../../data/session.ts'
import type { Store } from '../../data/store.ts'
import { pagesOf, runsOf } from './runs.ts'

/** Pages that this person has looked at for a second and a half, not in passing. */
export type Seen = { pages: ReadonlySet<number> }

const lookMs = 1500

export const seenKey = (caseId: string) => ownKey(`reading.seen.${caseId}`)

export const storedSeen = (caseId: string) => pagesOf(stored<[number, number][]>(seenKey(caseId), []))

const reportAfterMs = 4000

/** Adds the pages seen on other machines, and reports those seen here after a pause. */
export function useSeenEverywhere(caseId: string, seen: Store<ReadonlySet<number>>) {
  useEffect(() => {
    const stop = new AbortController()
    let reported: ReadonlySet<number> = new Set()
    let timer: ReturnType<typeof setTimeout> | undefined
    const report = () => {
      const news = new Set([...seen.get()].filter((page) => !reported.has(page)))
      if (news.size === 0) return
      const before = reported
      reported = new Set(seen.get())
      const runs = runsOf(news).map(([first, last]) => ({ first, last }))
      portico()
        .cases.saw(caseId, runs.slice(0, 1000))
        .catch(() => {
          reported = before
        })
    }
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(report, reportAfterMs)
    }
    const stopListening = seen.subscribe(soon)
    pageSeen()
      .then(() => portico().cases.seenPages(caseId, { signal: stop.signal }))
      .then((runs) => {
        reported = pagesOf(runs.map(({ first, last }) => [first, last] as const))
        seen.set(new Set([...seen.get(), ...reported]))
        soon()
      })
      .catch(() => {})
    return () => {
      stop.abort()
      stopListening()
      clearTimeout(timer)
      report()
    }
  }, [caseId, seen])
}

/** Counts a page as seen once the reader has stayed on it with the window in front. */
export function useSeen(
  caseId: string,
  page: Store<number>,
  seen: Store<ReadonlySet<number>>,
  onSeen: () => void,
) {
  const report = useEffectEvent(onSeen)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (document.visibilityState !== 'visible' || seen.get().has(page.get())) return
        const next = new Set(seen.get()).add(page.get())
        seen.set(next)
        keep(seenKey(caseId), runsOf(next))
        report()
      }, lookMs)
    }
    look()
    const stop = page.subscribe(look)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [caseId, page, seen])
}
