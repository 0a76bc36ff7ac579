import type { Changes } from '@portico/contract/events'
import type { CaseReader } from '../../projections/reserved.ts'
import type { Queryable } from '../../store/db.ts'
import type { LogEnd } from '../../store/events/positions.ts'
import type { LiveFeed, Watch } from './live.ts'
import { gatherNews, type PersonalFeeds } from './personal-news.ts'
import { openVisibleChanges } from './visible-changes.ts'

export type ListChange = Changes & { type: 'changed' }

export type ListChanges = ReturnType<typeof openListChanges>

/**
 * Which cases have changed, for whoever looks at lists. Any number of watchers cost one look a second, and one read of
 * what is new; each is told of what they may see.
 */
export function openListChanges({
  db,
  live,
  barredCases,
  alerts,
  presence,
  everyMs = 1_000,
}: {
  db: Queryable
  live: Pick<LiveFeed, 'end' | 'resume'>
  /** Where somebody represents a party, they hear no more than a party does: nothing. */
  barredCases: (memberId: string) => Promise<readonly string[]>
  everyMs?: number
} & PersonalFeeds) {
  const { between, stillSeen, stillRead } = openVisibleChanges({ db, barredCases })
  let known: LogEnd | undefined
  let watchers = 0
  let timer: NodeJS.Timeout | undefined
  let woken = Promise.withResolvers<void>()
  let looking: Promise<void> | undefined

  function look(): Promise<void> {
    looking ??= (async () => {
      const { position, epoch } = await live.end()
      if (epoch === known?.epoch && position <= known.position) return
      known = { position, epoch }
      woken.resolve()
      woken = Promise.withResolvers()
    })()
      // A database that is away tells of no change; it is asked again.
      .catch(() => {})
      .finally(() => {
        looking = undefined
      })
    return looking
  }

  const attend = () => {
    watchers += 1
    timer ??= setInterval(look, everyMs)
  }
  const leave = () => {
    watchers -= 1
    if (watchers > 0) return
    clearInterval(timer)
    timer = undefined
  }

  return {
    /** What has changed since a position; without one, only where the log is now. */
    async since(after: number | undefined, reader: CaseReader): Promise<Changes> {
      const { position } = await live.end()
      return between(after ?? position, position, reader)
    },

    resume: live.resume,

    /** The number of watchers in this process. */
    watchers: () => watchers,

    async *watch({ after, epoch: asked, reader, signal }: Watch): AsyncGenerator<ListChange[]> {
      const ended = Promise.withResolvers<void>()
      const end = () => ended.resolve()
      signal.addEventListener('abort', end)
      attend()
      const news = gatherNews({ alerts, presence })
      try {
        const watcher = (alerts || presence) && (await reader?.())
        if (watcher) news.listen(watcher.id)
        await look()
        if (!known) return
        const epoch = asked ?? known.epoch
        let position = after || known.position
        while (!signal.aborted && known.epoch === epoch) {
          if (known.position <= position && news.isEmpty())
            await Promise.race([woken.promise, ended.promise, news.arrived()])
          if (known.epoch !== epoch) return
          const current = signal.aborted ? undefined : await reader?.()
          if (!current) return
          const { hasAlerts, moved, drafts: changedDrafts } = news.take()
          const read = await stillSeen(moved, current)
          const drafts = await stillRead(changedDrafts, current)
          const isAlerted = hasAlerts && (await alerts?.hasUnread(current.id))
          const changes = await between(position, known.position, current)
          position = changes.position
          const more = {
            ...(isAlerted ? { alerts: true } : {}),
            ...(read.length > 0 ? { presence: read } : {}),
            ...(drafts.length > 0 ? { drafts } : {}),
          }
          if (changes.cases.length > 0 || changes.isMore || Object.keys(more).length > 0)
            yield [{ type: 'changed', ...changes, ...more }]
        }
      } finally {
        news.stop()
        signal.removeEventListener('abort', end)
        leave()
      }
    },
  }
}
