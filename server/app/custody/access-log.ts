import { setTimeout as sleep } from 'node:timers/promises'
import type { Access, AccessPage } from '@portico/contract/access-log'
import { msBetween } from '../../core/time/moments.ts'
import type { Database } from '../../store/db.ts'

export type NewAccess = Omit<Access, 'position'> & { caseId: string }

/** What readers leave in the access log. */
export type AccessLog = {
  /** Durable once it resolves; awaited before the first byte of a download. */
  record(access: NewAccess): Promise<void>
  /** Batched and written within a second: for what must not wait, such as a view. */
  note(access: NewAccess): void
  page(caseId: string, read: { after: number; limit: number }): Promise<AccessPage>
  /** Flushes the batch. */
  close(): Promise<void>
}

const mostNoted = 50_000
const mostPieces = 20_000
const accessFence = 7_041_003

/**
 * A document read by ranges is requested dozens of times: the first is recorded, then one per `piecesMs`. Entries wait
 * while the database is unavailable; beyond `mostNoted` the oldest are dropped, and `onLoss` is told how many.
 */
export function openAccessLog(
  db: Database,
  options: { noteMs?: number; piecesMs?: number; onLoss?: (count: number) => void } = {},
): AccessLog {
  const { noteMs = 1000, piecesMs = 600_000, onLoss = () => {} } = options
  const recentPieces = new Map<string, string>()
  let noted: NewAccess[] = []
  let writing: Promise<void> | undefined
  const closing = new AbortController()

  async function writeNotes() {
    while (noted.length > 0) {
      await sleep(noteMs, undefined, { signal: closing.signal }).catch(() => {})
      const batch = noted.splice(0, 1000)
      try {
        await write(db, batch)
      } catch {
        noted = [...batch, ...noted]
        const kept = closing.signal.aborted ? 0 : mostNoted
        const lost = noted.splice(0, Math.max(0, noted.length - kept)).length
        if (lost > 0) onLoss(lost)
      }
    }
  }

  return {
    async record(access) {
      const { at, caseId, member, what } = access
      if (!what.isPartial) return await write(db, [access])
      const key = JSON.stringify([member.id, caseId, what])
      const before = recentPieces.get(key)
      if (before !== undefined && msBetween(before, at) < piecesMs) return
      await write(db, [access])
      if (recentPieces.size >= mostPieces) recentPieces.clear()
      recentPieces.set(key, at)
    },
    note(access) {
      noted.push(access)
      writing ??= writeNotes().finally(() => {
        writing = undefined
      })
    },
    page: (caseId, read) => page(db, caseId, read),
    async close() {
      closing.abort()
      await writing
    },
  }
}

/** Positions are drawn under a lock held until the commit, so a reader by position misses none. */
async function write(db: Database, entries: readonly NewAccess[]) {
  await db.rows(
    `with fence as materialized (select pg_advisory_xact_lock($2))
     insert into access_log (position, at, member_id, member_name, member_kind, case_id, kind, what, request_id)
     select nextval('access_position'), at, member->>'id', member->>'name', coalesce(member->>'kind', 'person'), "caseId", kind, what, "requestId"
     from fence, jsonb_to_recordset($1) as e (
       at timestamptz, member jsonb, "caseId" text, kind text, what jsonb, "requestId" text)`,
    [JSON.stringify(entries), accessFence],
  )
}

type AccessRow = {
  position: number
  at: Date
  member_id: string
  member_name: string
  member_kind: Access['member']['kind']
  kind: Access['kind']
  what: Access['what']
  request_id: string
}

async function page(
  db: Database,
  caseId: string,
  { after, limit }: { after: number; limit: number },
): Promise<AccessPage> {
  const rows = await db.rows<AccessRow>(
    `select position, at, member_id, member_name, member_kind, kind, what, request_id from access_log
     where case_id = $1 and position > $2 order by position limit $3`,
    [caseId, after, limit + 1],
  )
  const entries = rows.slice(0, limit).map((row) => ({
    position: row.position,
    at: row.at.toISOString(),
    member: { id: row.member_id, name: row.member_name, kind: row.member_kind },
    kind: row.kind,
    what: row.what,
    requestId: row.request_id,
  }))
  return { entries, ...(rows.length > limit ? { next: String(entries.at(-1)?.position) } : {}) }
}
