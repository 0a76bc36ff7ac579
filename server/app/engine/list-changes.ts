import { reads } from '@portico/contract/audience'
import type { Changes } from '@portico/contract/events'
import { sensitivitiesNow } from '../../projections/case-access.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import type { Queryable } from '../../store/db.ts'
import { type ChangedCase, changedSensitivities, type LogEnd } from '../../store/events/positions.ts'
import type { ChangedDraft, PresenceFeed, Told } from '../own/presence-feed.ts'
import type { LiveFeed, Watch } from './live.ts'

export type ListChange = Changes & { type: 'changed' }

const mostNamed = 200
const farBehind = 5_000

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
  /** Told to each watcher at once, in the same stream, unless all that is unread is about what they may not see. */
  alerts?: {
    hear(memberId: string, told: () => void): () => void
    hasUnread(memberId: string): Promise<boolean>
  }
  /** The same, of colleagues who read what the watcher reads. */
  presence?: Pick<PresenceFeed, 'hear'>
  everyMs?: number
}) {
  let known: LogEnd | undefined
  let watchers = 0
  let timer: NodeJS.Timeout | undefined
  let woken = Promise.withResolvers<void>()
  let looking: Promise<void> | undefined
  let last: { range: string; read: ReturnType<typeof changedSensitivities> } | undefined

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

  /** Watchers that are in step ask for the same. */
  function readOnce(after: number, upTo: number) {
    const range = `${after}-${upTo}`
    if (last?.range !== range) last = { range, read: changedSensitivities(db, after, upTo) }
    return last.read
  }

  async function between(after: number, upTo: number, reader: CaseReader): Promise<Changes> {
    if (upTo <= after) return { position: Math.max(after, upTo), cases: [], isMore: false }
    if (upTo - after > farBehind) return { position: upTo, cases: [], isMore: true }
    const [changed, barred] = await Promise.all([readOnce(after, upTo), barredCases(reader.id)])
    const isSeen = seenBy(reader, barred)
    const seen = changed.filter(isSeen).map(({ caseId }) => caseId)
    // What has left their sight is not named, but leaves their lists.
    const hasLeft = changed.some((one) => one.isWithdrawn && !isSeen(one))
    return { position: upTo, cases: seen.slice(0, mostNamed), isMore: seen.length > mostNamed || hasLeft }
  }

  /** Whoever reads a case may have lost sight of it since. */
  async function stillSeen(caseIds: readonly string[], reader: CaseReader): Promise<string[]> {
    if (caseIds.length === 0) return []
    const [now, barred] = await Promise.all([sensitivitiesNow(db, caseIds), barredCases(reader.id)])
    return now.filter(seenBy(reader, barred)).map(({ caseId }) => caseId)
  }

  /** Whoever is in a draft may not read drafts any more, or not on this case. */
  async function stillRead(drafts: readonly ChangedDraft[], reader: CaseReader): Promise<ChangedDraft[]> {
    if (drafts.length === 0 || !reads(reader.audience, 'deliberation')) return []
    const seen = new Set(await stillSeen([...new Set(drafts.map(({ caseId }) => caseId))], reader))
    return drafts.filter(({ caseId }) => seen.has(caseId))
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
      watchers += 1
      timer ??= setInterval(look, everyMs)
      let alerted = Promise.withResolvers<void>()
      let hasAlerts = false
      const told = () => {
        hasAlerts = true
        alerted.resolve()
      }
      const moved = new Set<string>()
      const changedDrafts = new Map<string, ChangedDraft>()
      const toldOfReaders: Told = (caseIds, drafts) => {
        for (const caseId of caseIds) moved.add(caseId)
        for (const draft of drafts) changedDrafts.set(draft.workProductId, draft)
        alerted.resolve()
      }
      const unhear: ((() => void) | undefined)[] = []
      try {
        const watcher = (alerts || presence) && (await reader?.())
        if (watcher) unhear.push(alerts?.hear(watcher.id, told), presence?.hear(watcher.id, toldOfReaders))
        await look()
        if (!known) return
        const epoch = asked ?? known.epoch
        let position = after || known.position
        while (!signal.aborted && known.epoch === epoch) {
          if (known.position <= position && !hasAlerts && moved.size === 0 && changedDrafts.size === 0)
            await Promise.race([woken.promise, ended.promise, alerted.promise])
          if (known.epoch !== epoch) return
          const who = signal.aborted ? undefined : await reader?.()
          if (!who) return
          const isTold = hasAlerts
          hasAlerts = false
          const movedIn = [...moved]
          moved.clear()
          const changedIn = [...changedDrafts.values()]
          changedDrafts.clear()
          alerted = Promise.withResolvers()
          const read = await stillSeen(movedIn, who)
          const drafts = await stillRead(changedIn, who)
          const isAlerted = isTold && (await alerts?.hasUnread(who.id))
          const changes = await between(position, known.position, who)
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
        for (const end of unhear) end?.()
        signal.removeEventListener('abort', end)
        watchers -= 1
        if (watchers === 0) {
          clearInterval(timer)
          timer = undefined
        }
      }
    },
  }
}

const seenBy =
  ({ upTo = -1 }: CaseReader, barred: readonly string[]) =>
  ({ caseId, sensitivity, isPurged }: Pick<ChangedCase, 'caseId' | 'sensitivity' | 'isPurged'>) =>
    !isPurged && sensitivity <= upTo && !barred.includes(caseId)
