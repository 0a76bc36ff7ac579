import { shownTo } from './audience.ts'
import { bytes, done, json, type Row } from './route.ts'
import { sample } from './sample.ts'
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
    sdk: {
      call: 'client.calendarFeeds.list',
      about: 'List the calendar feeds, with their URLs: all of them, or those of a participant.',
      example: sample`
        for (const { participant, label, url } of await client.calendarFeeds.list()) {
          console.log(participant.name, label, url)
        }
      `,
    },
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
    sdk: {
      call: 'client.calendarFeeds.add',
      takes: ['feed'],
      about:
        'Create a feed that calendar programs subscribe to: when there are sessions, and their docket numbers.',
      example: sample`
        const participant = { kind: 'room', id: 'washington1' } as const
        const { url } = await client.calendarFeeds.add({ participant, label: 'The door sign' })
        const calendar = await (await fetch(url)).text()
        console.log(calendar.startsWith('BEGIN:VCALENDAR'))
      `,
    },
  },
  rotateFeed: {
    method: 'POST',
    path: '/calendar-feeds/{feedId}/rotation',
    audience: 'integration',
    needs: 'keepCalendars',
    summary: 'Give a feed another URL; the one before stops working at once',
    params: ofFeed,
    answers: { 200: json('The feed', CalendarFeedAnswer) },
    sdk: {
      call: 'client.calendarFeeds.rotate',
      about: 'Give a feed another URL. The one before stops working at once.',
      example: sample`
        const { id } = await client.calendarFeeds.add({ participant: { kind: 'location', id: 'denver' } })
        console.log((await client.calendarFeeds.rotate(id)).url)
      `,
    },
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
    servedBy: { call: ['calendarFeeds.revoke', 'feedId'] },
    sdk: {
      call: 'client.calendarFeeds.revoke',
      example: sample`
        const { id } = await client.calendarFeeds.add({ participant: { kind: 'location', id: 'denver' } })
        await client.calendarFeeds.revoke(id)
      `,
    },
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
