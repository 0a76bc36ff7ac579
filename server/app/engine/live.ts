import type { EventType } from '@portico/contract/events'
import { anyReader, casesNamedIn, isPersonal } from '../../core/file/reader.ts'
import { type Cursor, resumeAfter, writeCursor } from '../../core/kernel/cursor.ts'
import { Refusal } from '../../core/kernel/decider.ts'
import { dayOf } from '../../core/time/moments.ts'
import { sensitivitiesNow, sidesByCase } from '../../projections/case-access.ts'
import type { CaseReader } from '../../projections/reserved.ts'
import type { Database } from '../../store/db.ts'
import { beginEpoch, listEpochs } from '../../store/events/epochs.ts'
import { type LogEnd, newestCommitted, readCeiling } from '../../store/events/positions.ts'
import { readAllEvents, readCaseEvents, type StoredEvent } from '../../store/events/read.ts'
import { clearCaches } from '../../store/put-back.ts'
import { shareReads } from '../../store/shared-reads.ts'
import { type PresentedEvent, presentEvents } from './present-events.ts'

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

/** Events that were read once for every watcher, all in their order. */
type Piece = { after: number; upTo: number; events: readonly StoredEvent[]; readAtMs: number }

const batchSize = 500
const mostRecent = 1000
/** What was read longer ago is read again: it may have been erased since, or become somebody else's. */
const recentMs = 2000
/** Who takes longer to send what there is, such as a slow connection, is not waited for. */
const mostBusyMs = 1000
const firstCeilingMs = 20_000
const longestRestMs = 1000
/** So long what was made for one watcher is good for others who see the same. */
const sharedMs = 100

/**
 * One look serves every watcher of this process: one fence, one read of what is new, and the reads that say who may see it
 * are shared. It takes about a quarter of the time of the process, however many watch. Without watchers there is no polling.
 */
export function openLiveFeed(
  db: Database,
  { pollMs = 250, clock = () => new Date() }: { pollMs?: number; clock?: () => Date } = {},
): LiveFeed {
  const reads = shareReads(db)
  const watchers = new Set<Watcher>()
  let timer: NodeJS.Timeout | undefined
  let known: LogEnd | undefined
  /** Up to where watchers have been told. */
  let told: LogEnd | undefined
  let recent: Piece[] = []
  let isClosed = false
  const shared = new Map<string, { madeAtMs: number; shown: Promise<PresentedEvent[]> }>()

  async function readEnd(): Promise<LogEnd & { isFresh: boolean }> {
    const before = known
    const newest = before && (await newestCommitted(db))
    // Nothing with a lower position can come any more: the fence was taken for this one.
    if (before && newest && isSame(before, newest)) return { ...before, isFresh: true }
    const giveUpAt = performance.now() + firstCeilingMs
    for (;;) {
      const ceiling = await readCeiling(db)
      // What was seen here is gone, and nothing else has shown that the log was put back.
      if (ceiling && before?.epoch === ceiling.epoch && ceiling.position < before.position) {
        await beginEpoch(db)
        continue
      }
      if (ceiling) {
        known = ceiling
        if (before && before.epoch !== ceiling.epoch) clearCaches()
        return { ...ceiling, isFresh: true }
      }
      // One of another epoch is no ceiling of this.
      if (before && before.epoch === newest?.epoch) return { ...before, isFresh: false }
      if (performance.now() > giveUpAt) throw new Refusal('tooMany', 'The log is busy: try again.', 5)
    }
  }

  /** Whoever asks while it is being read gets the next answer, read after they asked: one at a time is never out of order. */
  const end = oneAtATime(readEnd)

  async function look(): Promise<void> {
    const from = told
    const upTo = await end()
    recent = recent.filter(isRecent)
    for (const [key, { madeAtMs }] of shared) if (performance.now() - madeAtMs > sharedMs) shared.delete(key)
    if (told !== from || watchers.size === 0) return
    if (!from || from.epoch !== upTo.epoch) {
      recent = []
      told = { position: upTo.position, epoch: upTo.epoch }
      for (const { wake } of watchers) wake()
      return
    }
    if (upTo.position <= from.position) return
    const read = { after: from.position, ceiling: upTo.position }
    const events = await readAllEvents(db, { ...read, limit: mostRecent + 1 })
    if (told !== from) return
    keep({ after: from.position, upTo: upTo.position, events, readAtMs: performance.now() })
    told = { position: upTo.position, epoch: upTo.epoch }
    const isTooMany = events.length > mostRecent
    const changed = new Set(events.map(({ caseId }) => caseId))
    const concerned = [...watchers].filter(
      ({ caseId }) => isTooMany || caseId === undefined || changed.has(caseId),
    )
    for (const { wake } of concerned) wake()
    await rest(concerned)
  }

  function keep(piece: Piece) {
    if (piece.events.length > mostRecent) recent = []
    else recent = [...recent, piece]
    while (recent.reduce((sum, { events }) => sum + events.length, 0) > mostRecent) recent.shift()
  }

  /** Three times as long as it took to send, so that the rest of the process gets on. */
  async function rest(woken: readonly Watcher[]): Promise<void> {
    const beganAt = performance.now()
    const tookMs = () => performance.now() - beganAt
    do await pause(1)
    while (!isClosed && woken.some(({ isBusy }) => isBusy) && tookMs() < mostBusyMs)
    await pause(Math.min(3 * tookMs(), longestRestMs))
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
    recent = []
  }

  /** What a watcher behind a position has not had yet, up to where it goes. */
  async function next(after: number, upTo: number, { caseId, types }: Pick<Watch, 'caseId' | 'types'>) {
    const pieces = recent.filter(isRecent)
    if (after >= (pieces[0]?.after ?? upTo)) {
      const events = pieces
        .flatMap((piece) => piece.events)
        .filter(
          (event) =>
            event.position > after &&
            event.position <= upTo &&
            (caseId === undefined || event.caseId === caseId) &&
            (!types || types.includes(event.type)),
        )
      return { events, isAll: true, isShared: true }
    }
    const read = { after, types, limit: batchSize, ceiling: upTo }
    const events = caseId ? await readCaseEvents(db, caseId, read) : await readAllEvents(db, read)
    return { events, isAll: events.length < batchSize, isShared: false }
  }

  async function shownTo(
    reader: CaseReader,
    { caseId, types }: Watch,
    { events, isShared }: { events: readonly StoredEvent[]; isShared: boolean },
    read: { after: number; ceiling: number },
  ): Promise<PresentedEvent[]> {
    if (caseId !== undefined) return presented(events, reader)
    const cases = await sensitivitiesNow(reads, [...new Set(events.map((event) => event.caseId))])
    const seen = new Set(
      cases.filter(({ sensitivity }) => sensitivity <= (reader.upTo ?? -1)).map((found) => found.caseId),
    )
    // What was erased since it was read is not in what is read now.
    const current =
      isShared && cases.some(({ isPurged }) => isPurged)
        ? await readAllEvents(db, { ...read, types, limit: mostRecent })
        : events
    return presented(
      current.filter((event) => seen.has(event.caseId)),
      reader,
    )
  }

  /** Most of those who watch see the same: it is made once for all who represent nobody there. */
  async function presented(events: readonly StoredEvent[], reader: CaseReader): Promise<PresentedEvent[]> {
    const today = dayOf(clock())
    if (events.length === 0) return []
    const caseIds = [...new Set(events.flatMap((event) => [event.caseId, ...casesNamedIn(event)]))]
    const isOwn = events.some(isPersonal) || (await sidesByCase(reads, caseIds, reader.id, today)).size > 0
    if (isOwn) return presentEvents(reads, events, reader, today)
    const { audience, curates, upTo } = reader
    const key = [audience, curates, upTo, today, ...events.map(({ position }) => position)].join(' ')
    const made = shared.get(key)
    if (made && performance.now() - made.madeAtMs < sharedMs) return made.shown
    const shown = presentEvents(reads, events, reader, today)
    shared.set(key, { madeAtMs: performance.now(), shown })
    shown.catch(() => shared.delete(key))
    return shown
  }

  async function* watch(watch: Watch): AsyncGenerator<PresentedEvent[]> {
    const { caseId, after = 0, reader = async () => anyReader, signal } = watch
    let position = after
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
    const end = () => woken.resolve()
    signal.addEventListener('abort', end)
    attend(watcher)
    try {
      while ((told?.epoch ?? -1) < (watch.epoch ?? 0) && !signal.aborted && !isClosed) await looked()
      const epoch = watch.epoch ?? told?.epoch
      while (!signal.aborted && !isClosed && told?.epoch === epoch) {
        woken = Promise.withResolvers()
        const upTo = told?.position ?? 0
        const found = await next(position, upTo, watch)
        const read = { after: position, ceiling: upTo }
        // What was passed over because of its type is not looked at again.
        position = Math.max(position, found.isAll ? upTo : (found.events.at(-1)?.position ?? position))
        if (found.events.length > 0) {
          const still = await reader()
          if (!still) return
          const shown = await shownTo(still, watch, found, read)
          watcher.isBusy = false
          if (shown.length > 0) yield shown
        }
        if (found.isAll && !signal.aborted && position >= (told?.position ?? 0)) {
          watcher.isBusy = false
          isAsleep = true
          await woken.promise
          isAsleep = false
        }
      }
    } finally {
      watcher.isBusy = false
      signal.removeEventListener('abort', end)
      leave(watcher)
    }
  }

  async function resume(cursor: Cursor | undefined) {
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

  return {
    watch,
    ceiling: async () => (await end()).position,
    end,
    resume,
    watchers: () => watchers.size,
    nudge,
    close() {
      isClosed = true
      clearInterval(timer)
      for (const { wake } of watchers) wake()
    },
  }
}

const isSame = (one: LogEnd, other: LogEnd) => one.position === other.position && one.epoch === other.epoch

const isRecent = ({ readAtMs }: Piece) => performance.now() - readAtMs < recentMs

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

function oneAtATime<Result>(work: () => Promise<Result>): () => Promise<Result> {
  let running: Promise<Result> | undefined
  let next: Promise<Result> | undefined
  const ask = (): Promise<Result> => {
    if (!running) {
      running = work().finally(() => {
        running = undefined
      })
      return running
    }
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined
        return ask()
      })
    return next
  }
  return ask
}
