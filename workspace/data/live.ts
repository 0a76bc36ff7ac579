import { PorticoError, type PorticoEvent } from '@portico/sdk'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef } from 'react'
import { keepFollowing } from './keep-following.ts'
import { keys } from './keys.ts'
import { pageSeen } from './page-first.ts'
import { portico, useSession } from './session.ts'
import { touchedBy } from './touched-by.ts'

/**
 * Follows the events of a case while its screen is open, and renews what they touch. `after` is the version of the case
 * that the screen has shown; nothing is followed until it is known.
 */
export function useLiveCase(
  caseId: string,
  after: number | undefined,
  onEvent?: (event: PorticoEvent) => void,
) {
  const client = useQueryClient()
  const hear = useEffectEvent((event: PorticoEvent) => onEvent?.(event))
  const start = useRef<{ caseId: string; shown: number; cursor?: string }>(undefined)
  /** Where it left off, or else at the version that is shown. */
  const startNow = useEffectEvent(() => {
    if (start.current?.caseId !== caseId && after !== undefined) start.current = { caseId, shown: after }
    return start.current
  })
  const isKnown = after !== undefined
  // Without a sign-in nothing is heard: it goes on once there is one again.
  const isIn = useSession().status === 'in'

  useEffect(() => {
    const from = isKnown && isIn ? startNow() : undefined
    if (from?.caseId !== caseId) return
    const stop = new AbortController()
    const follow = async () => {
      await pageSeen()
      const events = portico().cases.watch(caseId, {
        after: from.cursor ?? from.shown,
        signal: stop.signal,
      })
      for await (const event of events) {
        from.cursor = event.cursor
        // The stream goes by the position among all cases: what the screen has shown may come again.
        if (event.sequence <= from.shown) continue
        const { parts, lists } = touchedBy(event.type)
        for (const part of parts) void client.invalidateQueries({ queryKey: keys.of(caseId, part) })
        if (lists)
          for (const key of [keys.tasks, keys.queues, keys.cases])
            void client.invalidateQueries({ queryKey: key })
        hear(event)
      }
    }
    /** After a restore of the log the case may stand where it stood before: it is read again. */
    const followOn = () =>
      follow().catch((error) => {
        if (error instanceof PorticoError && error.resumeAfter !== undefined) {
          Object.assign(from, { shown: 0, cursor: error.resumeAfter })
          void client.invalidateQueries({ queryKey: keys.case(caseId) })
        }
        throw error
      })
    void keepFollowing(followOn, stop.signal).then((why) => {
      // The case is gone, or no longer theirs to see: what is shown of it is asked for again, and goes too.
      if (why === 'notFound') void client.invalidateQueries({ queryKey: keys.case(caseId) })
    })
    return () => stop.abort()
  }, [caseId, isKnown, isIn, client])
}
