import type { EventType } from '@portico/contract/events'
import type { Profile } from '@portico/contract/profile'
import { isCarried } from '../../core/kernel/decider.ts'
import { dayMs, earliest, msBetween } from '../../core/time/moments.ts'
import { type Database, inSavepoint, isPassingFailure } from '../../store/db.ts'
import type { LogEnd } from '../../store/events/positions.ts'
import { readAllEvents, type StoredEvent } from '../../store/events/read.ts'
import { addNotices, lockNoticeCursor, moveNoticeCursor } from '../../store/notices.ts'
import type { Profiles } from '../profile/profiles.ts'
import { type Composing, noticesOf, triggeredBy } from './compose.ts'

const atOnce = 100
/** How far the cursor may lag while nobody is told of anything. */
const mostBehind = 1_000
/** What happened longer ago is history, such as what a bulk load brings, or what a long outage has put off. */
const newsMs = 7 * dayMs
const importPrefix = 'imp_'

export type TellOfNew = () => Promise<boolean>

/**
 * Follows the log and writes down who is told of what. Any number of processes may do it: the place in the log is locked
 * meanwhile, and moves in the transaction that writes the notices, so that none is missed and none is written twice.
 */
export function createTellOfNew({
  db,
  end,
  profiles,
  composing,
  onFault,
}: {
  db: Database
  /** The newest position up to which every event is visible, and its epoch. */
  end: () => Promise<LogEnd>
  profiles: Pick<Profiles, 'inForceFor'>
  composing: () => Omit<Composing, 'profile'>
  /** Of an event that nobody can be told of, which is skipped. */
  onFault: (error: unknown) => void
}): TellOfNew {
  let known = 0
  let epoch = 0

  /** Says whether there may be more. */
  return async () => {
    const ceiling = await end()
    const upTo = ceiling.position
    // In a log that was put back nothing is known.
    if (ceiling.epoch !== epoch) known = 0
    epoch = ceiling.epoch
    if (upTo <= known) return false
    const profile = await profiles.inForceFor(db)
    const types = toldOf(profile)
    const { reached, isMore } = await db.transaction(async (tx) => {
      const kept = await lockNoticeCursor(tx)
      const after = Math.max(kept, known)
      const read = { after, types, limit: atOnce, ceiling: upTo }
      const events = types.length === 0 ? [] : await readAllEvents(tx, read)
      const isMore = events.length === atOnce
      const reached = isMore ? (events.at(-1)?.position ?? after) : Math.max(after, upTo)
      const around = { ...composing(), profile }
      for (const event of events) {
        if (!isNews(event, around.now) || triggeredBy(profile, event).length === 0) continue
        await inSavepoint(tx, async () => addNotices(tx, await noticesOf(tx, event, around))).catch(
          (error) => {
            if (isPassingFailure(error)) throw error
            onFault(error)
          },
        )
      }
      if (events.length > 0 || reached - kept > mostBehind) await moveNoticeCursor(tx, reached)
      return { reached, isMore }
    })
    known = Math.max(known, reached)
    return isMore
  }
}

/** The events that anybody is told of. */
export const toldOf = ({ notifications }: Pick<Profile, 'notifications'>): EventType[] => [
  ...new Set(notifications.flatMap(({ on }) => eventsFor(on.event as EventType))),
]

/** What the date of a remote session waits for is looked at, too. */
const eventsFor = (event: EventType): EventType[] =>
  event === 'session.scheduled' || event === 'session.rescheduled'
    ? [event, 'session.conferenceReady']
    : [event]

function isNews(event: StoredEvent, now: Date): boolean {
  const { data, recordedAt, at, correlationId } = event
  if (data === null || correlationId.startsWith(importPrefix) || isCarried(event)) return false
  return msBetween(earliest(recordedAt, at), now) < newsMs
}
