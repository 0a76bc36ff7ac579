import type { Participant } from '@portico/contract/sessions'
import type { Queryable } from './db.ts'

export type StoredFeed = {
  id: string
  participant: Participant
  label: string | null
  generation: number
  createdAt: Date
  createdBy: string
  /** The member whose rights the feed has: who created or last rotated it. */
  ownerId: string | null
  rotatedAt: Date | null
}

const columns = `id, jsonb_build_object('kind', participant_kind, 'id', participant_id) as participant, label, generation,
  created_at as "createdAt", created_by as "createdBy", owner_id as "ownerId", rotated_at as "rotatedAt"`

export const listFeeds = (db: Queryable, participant?: Participant): Promise<StoredFeed[]> =>
  db.rows<StoredFeed>(
    `select ${columns} from calendar_feeds
     where $1::text is null or (participant_kind = $1 and participant_id = $2)
     order by participant_kind, participant_id, created_at, id limit 2000`,
    [participant?.kind ?? null, participant?.id ?? null],
  )

export async function countFeeds(tx: Queryable, { kind, id }: Participant): Promise<number> {
  const [row] = await tx.rows<{ count: number }>(
    `select count(*)::int as count from calendar_feeds where participant_kind = $1 and participant_id = $2`,
    [kind, id],
  )
  return row?.count ?? 0
}

export async function findFeed(db: Queryable, id: string): Promise<StoredFeed | undefined> {
  const [found] = await db.rows<StoredFeed>(`select ${columns} from calendar_feeds where id = $1`, [id])
  return found
}

export const addFeed = (tx: Queryable, feed: StoredFeed) =>
  tx.rows(
    `insert into calendar_feeds (id, participant_kind, participant_id, label, generation, created_at, created_by, owner_id)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      feed.id,
      feed.participant.kind,
      feed.participant.id,
      feed.label,
      feed.generation,
      feed.createdAt,
      feed.createdBy,
      feed.ownerId,
    ],
  )

export async function rotateFeed(tx: Queryable, id: string, at: Date, ownerId: string): Promise<boolean> {
  const rows = await tx.rows(
    `update calendar_feeds set generation = generation + 1, rotated_at = $2, owner_id = $3 where id = $1 returning 1`,
    [id, at, ownerId],
  )
  return rows.length > 0
}

export async function removeFeed(db: Queryable, id: string): Promise<boolean> {
  return (await db.rows(`delete from calendar_feeds where id = $1 returning 1`, [id])).length > 0
}
