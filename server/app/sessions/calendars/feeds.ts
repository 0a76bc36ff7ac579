import { randomBytes } from 'node:crypto'
import type { CalendarFeed, NewCalendarFeed } from '@portico/contract/calendar-feeds'
import type { Participant } from '@portico/contract/sessions'
import type { Secret } from '../../../auth/secret.ts'
import { Refusal } from '../../../core/kernel/decider.ts'
import { newId } from '../../../core/kernel/ids.ts'
import { daysEarlier } from '../../../core/time/moments.ts'
import { sessionsInCalendar } from '../../../projections/sessions.ts'
import {
  addFeed,
  countFeeds,
  findFeed,
  listFeeds,
  removeFeed,
  rotateFeed,
  type StoredFeed,
} from '../../../store/calendar-feeds.ts'
import { lockCalendar } from '../../../store/calendars.ts'
import type { Database, Queryable } from '../../../store/db.ts'
import { answerOnce } from '../../engine/answer-once.ts'
import type { ProfileFor, Request } from '../../engine/execute.ts'
import { openFeedKeys } from './feed-keys.ts'
import { nameParticipants, withRooms } from './participants.ts'

const mostFeeds = 20
/** What was is shown for so long. */
const shownDays = 92

export type CalendarFeeds = ReturnType<typeof openCalendarFeeds>

/**
 * Calendars that other programs subscribe to by an address that nobody can guess. The address is made of the id, a number
 * and their hash under the secret, so nothing that is stored is enough to read a feed.
 */
export function openCalendarFeeds({
  db,
  secret,
  clock,
  profileFor,
  sightOf,
}: {
  db: Database
  secret: Secret
  clock: () => Date
  profileFor: ProfileFor
  /** Up to which sensitivity a member sees cases now; nothing for one who has left. */
  sightOf: (memberId: string) => Promise<number | undefined>
}) {
  const keys = openFeedKeys(secret)

  const present = async (tx: Queryable, feed: StoredFeed, urlOf: UrlOf): Promise<CalendarFeed> => {
    const { id, label, createdAt, createdBy, rotatedAt } = feed
    const [participant] = await named(tx, feed.participant)
    return {
      id,
      participant: participant ?? { ...feed.participant, name: feed.participant.id },
      ...(label === null ? {} : { label }),
      url: urlOf(keys.keyOf(feed)),
      createdAt: createdAt.toISOString(),
      createdBy,
      ...(rotatedAt === null ? {} : { rotatedAt: rotatedAt.toISOString() }),
    }
  }

  const feedFor = async (feedId: string, urlOf: UrlOf): Promise<CalendarFeed> => {
    const found = await findFeed(db, feedId)
    if (!found) throw noSuchFeed()
    return present(db, found, urlOf)
  }

  /** Nobody, where they are not known any more. */
  const named = async (tx: Queryable, participant: Participant) =>
    nameParticipants(tx, [participant], await profileFor(tx)).catch((error) => {
      if (error instanceof Refusal) return []
      throw error
    })

  return {
    /** Their addresses open them: whoever sees no case is told of their own. */
    async list(of: Partial<Participant>, urlOf: UrlOf, asker: { id: string; seesCases: boolean }) {
      const { kind, id } = of
      if ((kind === undefined) !== (id === undefined))
        throw new Refusal('invalid', 'kind and id must be given together, or neither.')
      const [participant] = kind && id ? await nameParticipants(db, [{ kind, id }], await profileFor(db)) : []
      const feeds = (await listFeeds(db, participant)).filter(
        ({ ownerId }) => asker.seesCases || ownerId === asker.id,
      )
      return Promise.all(feeds.map((feed) => present(db, feed, urlOf)))
    },

    async add(request: Request, given: NewCalendarFeed, urlOf: UrlOf): Promise<CalendarFeed> {
      const feedId = await answerOnce(db, request, async (tx) => {
        const [found] = await nameParticipants(tx, [given.participant], await profileFor(tx))
        const { kind, id } = found ?? given.participant
        await lockCalendar(tx, id)
        if ((await countFeeds(tx, { kind, id })) >= mostFeeds)
          throw new Refusal('stateForbids', `A calendar has at most ${mostFeeds} feeds: revoke one first.`)
        const feed: StoredFeed = {
          id: newId('feed', request.at, randomBytes(10)),
          participant: { kind, id },
          label: given.label ?? null,
          generation: 1,
          createdAt: request.at,
          createdBy: request.actor.name,
          ownerId: request.actor.id,
          rotatedAt: null,
        }
        await addFeed(tx, feed)
        return feed.id
      })
      return feedFor(feedId, urlOf)
    },

    async rotate(request: Request, feedId: string, urlOf: UrlOf): Promise<CalendarFeed> {
      await answerOnce(db, request, async (tx) => {
        if (!(await rotateFeed(tx, feedId, request.at, request.actor.id))) throw noSuchFeed()
        return feedId
      })
      return feedFor(feedId, urlOf)
    },

    async revoke(feedId: string): Promise<void> {
      if (!(await removeFeed(db, feedId))) throw noSuchFeed()
    },

    /** Forged, rotated, revoked or of somebody who has left: the answer is the same. */
    async read(key: string): Promise<string> {
      const feed = await keys.open(key, (feedId) => findFeed(db, feedId))
      if (!feed) throw noSuchFeed()
      const [participant] = await named(db, feed.participant)
      if (!participant) throw noSuchFeed()
      const from = daysEarlier(clock(), shownDays)
      const sees = feed.ownerId === null ? undefined : await sightOf(feed.ownerId)
      const isNamed = sees !== undefined && sees >= 0
      const sessions = await sessionsInCalendar(db, withRooms(participant, await profileFor(db)), from)
      const { writeCalendar } = await import('../../../core/session/write-calendar.ts')
      return writeCalendar(
        participant.name,
        sessions.map(({ docketNumber, sessionId, ...session }) => ({
          ...session,
          sessionId: keys.uidOf(feed, sessionId),
          summary: (isNamed && docketNumber) || 'Busy',
        })),
      )
    },
  }
}

/** The address of a feed by its key. */
type UrlOf = (key: string) => string

const noSuchFeed = () => new Refusal('notFound', 'There is no such calendar feed: it may have been revoked.')
