import type { Queryable } from '../../store/db.ts'
import { onRestore } from '../../store/put-back.ts'
import type { CasePages } from '../case-pages.ts'
import { databasePages } from '../database-pages.ts'
import { type CaseIndex, indexOf, withPages } from './case-index.ts'
import { fewNewPages, loadSegment, textBytes } from './load-pages.ts'
import { memoryPages } from './memory-pages.ts'

/** The cases that were searched last, in memory. */
export type CaseIndexes = {
  /**
   * The pages of a case whose text has a revision now, if it has text: from memory where that has them, and from the
   * database meanwhile.
   */
  pages(caseId: string, revision: number | undefined): Promise<CasePages>
  /** Drops what is held of a case that is gone. */
  forget(caseId: string): void
  /** Ends when nothing is being loaded. */
  settled(): Promise<void>
  size(): { cases: number; bytes: number }
  close(): Promise<void>
}

/** An index takes about this much for a byte of text. */
const bytesPerByte = 2.3
/** So few new pages are added while the search waits: some milliseconds. */
const mostAddedAtOnce = 32
/** Past this an index is made anew, in one piece. */
const mostSegments = 40
/** A case that was searched so lately does not make room for another. */
const inUseMs = 60_000
const mostLoadsAtOnce = 2
/** After a failure the database answers for so long before it is tried again. */
const pauseMs = 30_000

export function openCaseIndexes({
  db,
  mostBytes,
  now = () => performance.now(),
  onFailure = () => {},
}: {
  db: Queryable
  mostBytes: number
  now?: () => number
  onFailure?: (error: unknown) => void
}): CaseIndexes {
  /** From the one searched longest ago. */
  const entries = new Map<string, { index: CaseIndex; usedAt: number }>()
  const updates = new Map<string, Promise<void>>()
  const loads = new Map<string, Promise<void>>()
  const notBefore = new Map<string, number>()
  const closing = new AbortController()
  onRestore(() => entries.clear())

  function put(caseId: string, index: CaseIndex) {
    entries.delete(caseId)
    entries.set(caseId, { index, usedAt: now() })
    let bytes = bytesOfAll()
    for (const [id, entry] of entries) {
      if (bytes <= mostBytes) return
      entries.delete(id)
      bytes -= entry.index.bytes
    }
  }

  const bytesOfAll = () => [...entries.values()].reduce((sum, { index }) => sum + index.bytes, 0)

  function bytesInUse(except: string): number {
    const since = now() - inUseMs
    return [...entries].reduce(
      (sum, [id, { index, usedAt }]) => sum + (id !== except && usedAt > since ? index.bytes : 0),
      0,
    )
  }

  /** In the background; what is in memory stays in use until the new one is there. */
  function load(caseId: string, known: CaseIndex | undefined, revision: number) {
    if (loads.has(caseId) || loads.size >= mostLoadsAtOnce || closing.signal.aborted) return
    if (now() < (notBefore.get(caseId) ?? 0)) return
    const work = async () => {
      try {
        if ((await textBytes(db, caseId)) * bytesPerByte > mostBytes - bytesInUse(caseId)) {
          pause(caseId)
          return
        }
        const since = known?.revision ?? -1
        const segment = await loadSegment(db, caseId, since, closing.signal)
        if (known && entries.get(caseId)?.index !== known) return
        put(caseId, indexOf([...(known?.segments ?? []), segment], revision))
      } catch (error) {
        pause(caseId)
        if (!closing.signal.aborted) onFailure(error)
      } finally {
        loads.delete(caseId)
      }
    }
    loads.set(caseId, work())
  }

  function pause(caseId: string) {
    if (notBefore.size > 10_000) notBefore.clear()
    notBefore.set(caseId, now() + pauseMs)
  }

  /** While the search waits, where the new pages are few. */
  async function update(caseId: string, known: CaseIndex, revision: number) {
    try {
      const pages = await fewNewPages(db, caseId, known.revision, mostAddedAtOnce)
      if (entries.get(caseId)?.index !== known) return
      const isFull = known.segments.length > mostSegments
      if (!pages || isFull) load(caseId, isFull ? undefined : known, revision)
      else {
        const reached = pages.reduce((most, page) => Math.max(most, page.revision), revision)
        put(caseId, withPages(known, pages, reached))
      }
    } finally {
      updates.delete(caseId)
    }
  }

  return {
    async pages(caseId, revision) {
      const database = databasePages(db, caseId)
      if (mostBytes === 0 || revision === undefined) return database
      let index = entries.get(caseId)?.index
      if (!index) {
        load(caseId, undefined, revision)
        return database
      }
      if (index.revision < revision) {
        const underWay = updates.get(caseId) ?? update(caseId, index, revision)
        updates.set(caseId, underWay)
        await underWay
        index = entries.get(caseId)?.index
        if (!index || index.revision < revision) return database
      }
      put(caseId, index)
      return memoryPages(index)
    },

    forget(caseId) {
      entries.delete(caseId)
    },

    settled: async () => {
      while (loads.size + updates.size > 0) await Promise.allSettled([...loads.values(), ...updates.values()])
    },
    size: () => ({ cases: entries.size, bytes: bytesOfAll() }),
    async close() {
      closing.abort()
      await Promise.allSettled(loads.values())
      entries.clear()
    },
  }
}
