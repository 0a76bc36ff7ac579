import { shownTo } from './audience.ts'
import { bytes, done, json, type Row } from './route.ts'
import { NamedParticipant, Participant, participantKinds } from './sessions.ts'
import { nonBlank, nonEmpty, oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const label = Type.Optional(
  nonBlank(200, { description: 'Whom the feed is for, or where it is used', examples: ['The door sign'] }),
)

export const NewCalendarFeed = Type.Object(
  { participant: Participant, label },
  { ...strict, examples: [{ participant: { kind: 'room', id: 'washington1' }, label: 'The door sign' }] },
)
export type NewCalendarFeed = Static<typeof NewCalendarFeed>

export const CalendarFeed = shownTo(
  'integration',
  Type.Object({
    id: Type.String({ examples: ['feed_01jd8r5k2c9w3v7x1y4z6q0n8b'] }),
    participant: NamedParticipant,
    label,
    url: Type.String({
      description: 'Needs no token: whoever has it can read the feed, until it is rotated or revoked',
    }),
    createdAt: Timestamp,
    createdBy: Type.String(),
    rotatedAt: Type.Optional(Timestamp),
  }),
)
export type CalendarFeed = Static<typeof CalendarFeed>
export const CalendarFeedAnswer = Type.Object({ feed: CalendarFeed })
export const CalendarFeedList = Type.Object({ feeds: Type.Array(CalendarFeed) })

const FeedsQuery = Type.Object({
  kind: Type.Optional(oneOf(participantKinds, { examples: ['room'] })),
  id: Type.Optional(
    nonEmpty(200, { description: 'Only the feeds of this participant', examples: ['washington1'] }),
  ),
})

const ofFeed = Type.Object({ feedId: Type.String({ description: 'The ID of the feed' }) })

export const tag = 'Scheduling'

export const routes = {
  listFeeds: {
    method: 'GET',
    path: '/calendar-feeds',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'List the calendar feeds, with their URLs',
    query: FeedsQuery,
    answers: { 200: json('The feeds', CalendarFeedList) },
  },
  addFeed: {
    method: 'POST',
    path: '/calendar-feeds',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Create a calendar feed of a person, a room or a location',
    description:
      'A calendar program subscribes to its URL. The feed shows when there are sessions, and their docket numbers: nothing else of a case. A sensitive case, and any that whoever made or rotated the feed last may not see, is “Busy”. The UID of an event is the same each time, and is no ID of the service.',
    body: NewCalendarFeed,
    answers: { 201: json('The feed', CalendarFeedAnswer) },
  },
  rotateFeed: {
    method: 'POST',
    path: '/calendar-feeds/{feedId}/rotation',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Give a feed another URL; the one before stops working at once',
    params: ofFeed,
    answers: { 200: json('The feed', CalendarFeedAnswer) },
  },
  revokeFeed: {
    method: 'DELETE',
    path: '/calendar-feeds/{feedId}',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Revoke a feed: its URL stops working at once',
    params: ofFeed,
    answers: { 204: done },
    errors: [401, 403, 404],
  },
  readFeed: {
    method: 'GET',
    path: '/feeds/{key}',
    audience: 'party',
    summary: 'Read a calendar feed as iCalendar; the URL is the credential',
    public: true,
    params: Type.Object({ key: Type.String({ maxLength: 200 }) }),
    answers: { 200: bytes('The calendar', 'text/calendar') },
    errors: [404],
  },
} as const satisfies Record<string, Row>
