import type { EventType } from '@portico/contract/events'
import { anyReader } from '../../core/file/reader.ts'
import { dayOf } from '../../core/time/moments.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import type { Database } from '../../store/db.ts'
import { changedCases, eventCeiling } from '../../store/events/positions.ts'
import { readAllEvents, readCaseEvents } from '../../store/events/read.ts'
import { type PresentedEvent, presentEvents } from './present-events.ts'

export type Watch = {
  caseId?: string
  after?: number
  types?: readonly EventType[] | undefined
  /** Called before each batch is read and again before it is sent: the watcher may have lost access. */
  reader?: () => Promise<CaseReader | undefined>
  signal: AbortSignal
}

export type LiveFeed = {
  /** Batches of events in order, without end: none missed, none repeated. */
  watch(watch: Watch): AsyncGenerator<PresentedEvent[]>
  /** The newest position up to which every event is visible. */
  ceiling(): Promise<number>
  /** The number of watchers in this process. */
  watchers(): number
  /** Called after a commit of this process; commits of others are found by polling. */
  nudge(): void
  close(): void
}

type Watcher = { caseId: string | undefined; wake: () => void }

const batchSize = 500

/** One poll serves every watcher of this process; without watchers there is no polling. */
export function openLiveFeed(
  db: Database,
  { pollMs = 250, clock = () => new Date() }: { pollMs?: number; clock?: () => Date } = {},
): LiveFeed {
  const watchers = new Set<Watcher>()
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let known = 0
  /** Up to where watchers were woken. Others ask for the ceiling as well, so it is not what the last look saw. */
  let told: number | undefined
  let isClosed = false

  const ceiling = async () => {
    known = Math.max(known, (await eventCeiling(db)) ?? 0)
    return known
  }

  const look = async () => {
    const from = told
    if (from === undefined) return
    const upTo = await ceiling()
    if (upTo === from) return
    const changed = new Set(await changedCases(db, from, upTo))
    told = upTo
    for (const { caseId, wake } of watchers) if (caseId === undefined || changed.has(caseId)) wake()
  }

  const nudge = () => {
    if (watchers.size === 0 || looking || isClosed) return
    looking = look()
      .catch(() => {})
      .finally(() => {
        looking = undefined
      })
  }

  const attend = (watcher: Watcher) => {
    watchers.add(watcher)
    timer ??= setInterval(nudge, pollMs)
  }

  const leave = (watcher: Watcher) => {
    watchers.delete(watcher)
    if (watchers.size > 0) return
    clearInterval(timer)
    timer = undefined
    told = undefined
  }

  async function* watch({
    caseId,
    after = 0,
    types,
    reader = async () => anyReader,
    signal,
  }: Watch): AsyncGenerator<PresentedEvent[]> {
    let position = after
    let woken = Promise.withResolvers<void>()
    const watcher: Watcher = { caseId, wake: () => woken.resolve() }
    const end = () => woken.resolve()
    signal.addEventListener('abort', end)
    attend(watcher)
    try {
      // Existing events are read below; only later ones need to wake anyone.
      const from = await ceiling()
      told ??= from
      while (!signal.aborted && !isClosed) {
        woken = Promise.withResolvers()
        const seenUpTo = known
        const read = { after: position, types, limit: batchSize }
        const asking = caseId === undefined ? await reader() : undefined
        if (caseId === undefined && !asking) return
        const events = caseId
          ? await readCaseEvents(db, caseId, read)
          : await readAllEvents(db, { ...read, ceiling: await ceiling(), upTo: asking?.upTo ?? -1 })
        const isAll = events.length < batchSize
        // What was passed over because of its type is not looked at again.
        position = Math.max(events.at(-1)?.position ?? position, isAll ? seenUpTo : position)
        if (events.length > 0) {
          const still = await reader()
          if (!still) return
          const shown = await presentEvents(db, events, still, dayOf(clock()))
          if (shown.length > 0) yield shown
        }
        if (isAll && !signal.aborted) await woken.promise
      }
    } finally {
      signal.removeEventListener('abort', end)
      leave(watcher)
    }
  }

  return {
    watch,
    ceiling,
    watchers: () => watchers.size,
    nudge,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const { wake } of watchers) wake()
    },
  }
}
