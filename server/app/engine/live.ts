import type { EventType } from '@portico/contract/events'
import { anyReader } from '../../core/file/reader.ts'
import { type Cursor, resumeAfter, writeCursor } from '../../core/kernel/cursor.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import type { Database, Queryable } from '../../store/db.ts'
import { listEpochs } from '../../store/events/epochs.ts'
import { type LogEnd, newestCommitted } from '../../store/events/positions.ts'
import { readAllEvents } from '../../store/events/read.ts'
import { shareReads } from '../../store/shared-reads.ts'
import { createReadEnd } from './log-end.ts'
import { oneAtATime } from './one-at-a-time.ts'
import type { PresentedEvent } from './present-events.ts'
import { mostRecent, openRecentEvents } from './recent-events.ts'
import { openSharedPresentation } from './shared-presentation.ts'

export type Watch = {
  caseId?: string
  after?: number | undefined
  /** In which `after` was given: in a later one it ends. */
  epoch?: number | undefined
  types?: readonly EventType[] | undefined
  /** Called before each batch is sent: the watcher may have lost access. */
  reader?: () => Promise<CaseReader | undefined>
  signal: AbortSignal
}

/** Somebody has read on in a log that is not this one any more; or one that never was. */
export class LogPutBack extends Refusal {
  readonly resumeAfter: string

  constructor(why: string, resumeAfter: string) {
    super('gone', `${why} Resume after ${resumeAfter}, which the header Portico-Resume-After says too.`)
    this.name = 'LogPutBack'
    this.resumeAfter = resumeAfter
  }
}

export type LiveFeed = {
  /** Batches of events in order, until the log is put back: none missed, none repeated. */
  watch(watch: Watch): AsyncGenerator<PresentedEvent[]>
  /** The newest position up to which every event is visible. */
  ceiling(): Promise<number>
  /** Where the log ends; not fresh where somebody holds the fence, so that there may be more by now. */
  end(): Promise<LogEnd & { isFresh: boolean }>
  /** Where somebody goes on who has read up to a place in the log, and in which epoch. */
  resume(cursor: Cursor | undefined): Promise<{ after: number | undefined; epoch: number }>
  /** The number of watchers in this process. */
  watchers(): number
  /** Called after a commit of this process; commits of others are found by polling. */
  nudge(): void
  close(): void
}

type Watcher = { caseId: string | undefined; isBusy: boolean; wake: () => void }

/** Who takes longer to send what there is, such as a slow connection, is not waited for. */
const mostBusyMs = 1000

const longestRestMs = 1000

/**
 * One look serves every watcher of this process: one fence, one read of what is new, and the reads that say who may see it
 * are shared. It takes about a quarter of the time of the process, however many watch. Without watchers there is no polling.
 */
export function openLiveFeed(
  db: Database,
  { pollMs = 250, clock = () => new Date() }: { pollMs?: number; clock?: () => Date } = {},
): LiveFeed {
  const reads = shareReads(db)
  const recent = openRecentEvents(db)
  const presentation = openSharedPresentation(db, { reads, clock })
  const watchers = new Set<Watcher>()
  let timer: NodeJS.Timeout | undefined
  /** Up to where watchers have been told. */
  let told: LogEnd | undefined
  let isClosed = false
  const end = oneAtATime(createReadEnd(db))

  async function look(): Promise<void> {
    const from = told
    const upTo = await end()
    recent.age()
    presentation.age()
    if (told !== from || watchers.size === 0) return
    if (!from || from.epoch !== upTo.epoch) {
      recent.clear()
      told = { position: upTo.position, epoch: upTo.epoch }
      for (const { wake } of watchers) wake()
      return
    }
    if (upTo.position <= from.position) return
    const read = { after: from.position, ceiling: upTo.position }
    const events = await readAllEvents(db, { ...read, limit: mostRecent + 1 })
    if (told !== from) return
    recent.keep({ after: from.position, upTo: upTo.position, events, readAtMs: performance.now() })
    told = { position: upTo.position, epoch: upTo.epoch }
    const isTooMany = events.length > mostRecent
    const changed = new Set(events.map(({ caseId }) => caseId))
    const concerned = [...watchers].filter(
      ({ caseId }) => isTooMany || caseId === undefined || changed.has(caseId),
    )
    for (const { wake } of concerned) wake()
    await restAfter(concerned, () => isClosed)
  }

  const looked = oneAtATime(look)
  const nudge = () => {
    if (watchers.size > 0 && !isClosed) void looked().catch(() => {})
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
    recent.clear()
  }

  async function* watch(watch: Watch): AsyncGenerator<PresentedEvent[]> {
    const { caseId, after = 0, reader = async () => anyReader, signal } = watch
    let position = after
    const { watcher, begin, sleep, rouse } = beginWatching(caseId)
    signal.addEventListener('abort', rouse)
    attend(watcher)
    try {
      while ((told?.epoch ?? -1) < (watch.epoch ?? 0) && !signal.aborted && !isClosed) await looked()
      const epoch = watch.epoch ?? told?.epoch
      while (!signal.aborted && !isClosed && told?.epoch === epoch) {
        begin()
        const upTo = told?.position ?? 0
        const found = await recent.next(position, upTo, watch)
        const read = { after: position, ceiling: upTo }
        // What was passed over because of its type is not looked at again.
        position = Math.max(position, found.isAll ? upTo : (found.events.at(-1)?.position ?? position))
        if (found.events.length > 0) {
          const still = await reader()
          if (!still) return
          const shown = await presentation.shownTo(still, watch, found, read)
          watcher.isBusy = false
          if (shown.length > 0) yield shown
        }
        if (found.isAll && !signal.aborted && position >= (told?.position ?? 0)) {
          await sleep()
        }
      }
    } finally {
      watcher.isBusy = false
      signal.removeEventListener('abort', rouse)
      leave(watcher)
    }
  }

  return {
    watch,
    ceiling: async () => (await end()).position,
    end,
    resume: (cursor) => resumeIn({ db, reads }, cursor),
    watchers: () => watchers.size,
    nudge,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const { wake } of watchers) wake()
    },
  }
}

/** One watcher, and its sleep until there is more. */
function beginWatching(caseId: string | undefined) {
  let woken = Promise.withResolvers<void>()
  let isAsleep = false
  const watcher: Watcher = {
    caseId,
    isBusy: true,
    wake() {
      // One that waits for its connection is not at work.
      if (isAsleep) watcher.isBusy = true
      woken.resolve()
    },
  }
  return {
    watcher,
    /** What wakes it from here on ends its next sleep. */
    begin() {
      woken = Promise.withResolvers()
    },
    rouse() {
      woken.resolve()
    },
    async sleep() {
      watcher.isBusy = false
      isAsleep = true
      await woken.promise
      isAsleep = false
    },
  }
}

/** Three times as long as it took to send, so that the rest of the process gets on. */
async function restAfter(woken: readonly Watcher[], isClosed: () => boolean): Promise<void> {
  const beganAt = performance.now()
  const tookMs = () => performance.now() - beganAt
  do await pause(1)
  while (!isClosed() && woken.some(({ isBusy }) => isBusy) && tookMs() < mostBusyMs)
  await pause(Math.min(3 * tookMs(), longestRestMs))
}

/** Where somebody goes on who has read up to a place in the log; throws where that is a place in another log. */
async function resumeIn({ db, reads }: { db: Queryable; reads: Queryable }, cursor: Cursor | undefined) {
  const log = await newestCommitted(reads)
  if (!cursor) return { after: undefined, epoch: log.epoch }
  const { position, epoch } = cursor
  if (position <= log.position && (epoch ?? log.epoch) === log.epoch)
    return { after: position, epoch: log.epoch }
  const point = writeCursor(resumeAfter(cursor, await listEpochs(db)), log.epoch)
  throw new LogPutBack(
    epoch === undefined || epoch === log.epoch
      ? `The log has no position ${position} yet: it was put back, or the position is not of this log.`
      : `The log was restored or its database promoted: it is in the epoch ${log.epoch}, and not ${epoch} any more.`,
    point,
  )
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))
