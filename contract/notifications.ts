import { shownTo } from './audience.ts'
import { channels } from './profile/notifications.ts'
import { someOf } from './profile/text.ts'
import { json, ofCase, type Row } from './route.ts'
import { hasFailed, wasSent } from './sent-by-binding.ts'
import { oneOf, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

const channel = oneOf(channels)
const recipient = Type.Object({
  kind: oneOf(['member', 'party']),
  id: Type.String({ description: 'The ID of the member or the party' }),
  name: Type.String(),
})

/** A message about a case that went, or is to go, by a channel of the notifications port. */
export const SentNotification = shownTo(
  'integration',
  Type.Object({
    id: Type.String({ examples: ['notice_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
    notification: Type.String({
      description: 'Its name in the profile, or `digest`',
      examples: ['caseDocketed'],
    }),
    eventId: Type.Optional(Type.String({ description: 'The event that it is about' })),
    recipient,
    channel,
    binding: Type.String({ examples: ['main'] }),
    status: oneOf(['owed', 'delivered', 'failed']),
    owedAt: Timestamp,
    destination: Type.Optional(Type.String()),
    sentAt: Type.Optional(Timestamp),
    tracking: Type.Optional(Type.String()),
    why: Type.Optional(Type.String({ description: 'Why it failed' })),
  }),
  { staff: ['recipient', 'destination'] },
)
export type SentNotification = Static<typeof SentNotification>
const SentNotificationList = Type.Object({ notifications: Type.Array(SentNotification) })

export const PartyNotices = Type.Object(
  {
    optedOut: someOf(channels, { description: 'The channels by which the party wants no notifications' }),
    timeZone: Type.Optional(Type.String({ minLength: 1, maxLength: 100, examples: ['America/Los_Angeles'] })),
  },
  { ...strict, examples: [{ optedOut: ['text'], timeZone: 'America/Los_Angeles' }] },
)
export type PartyNotices = Static<typeof PartyNotices>
const PartyNoticesDetail = Type.Object({ notices: PartyNotices })

const ofParty = Type.Object({ ...ofCase.properties, partyId: Type.String() })

export const tag = 'Notifications'

export const routes = {
  listNotifications: {
    method: 'GET',
    path: '/cases/{id}/notifications',
    audience: 'integration',
    needs: 'readTasks',
    summary: 'List the messages about a case that went by a bound channel, and what became of them',
    params: ofCase,
    answers: { 200: json('The messages, newest first, at most 500', SentNotificationList) },
  },
  getPartyNotices: {
    method: 'GET',
    path: '/cases/{id}/parties/{partyId}/notices',
    audience: 'staff',
    needs: 'readCases',
    summary: 'Get how a party wants to be notified, as recorded on this case',
    params: ofParty,
    answers: { 200: json('What the party has said', PartyNoticesDetail) },
  },
  setPartyNotices: {
    method: 'PUT',
    path: '/cases/{id}/parties/{partyId}/notices',
    audience: 'staff',
    needs: 'keepParties',
    summary: 'Record how a party wants to be notified',
    description:
      'A channel that is opted out of on any case of the party is used on none. What was recorded on other cases is neither shown nor changed here.',
    params: ofParty,
    body: PartyNotices,
    answers: { 200: json('What the party has said', PartyNoticesDetail) },
  },
} as const satisfies Record<string, Row>

const of = {
  notificationId: Type.String({ description: 'One message to one recipient by one channel' }),
}

export const events = {
  'notification.owed': shownTo(
    'integration',
    Type.Object({
      ...of,
      notification: Type.String({ examples: ['caseDocketed'] }),
      eventId: Type.Optional(Type.String()),
      eventType: Type.Optional(Type.String()),
      recipient,
      channel,
      binding: Type.String({ description: 'The binding that sends it' }),
    }),
    { staff: ['recipient'] },
  ),
  'notification.receipted': shownTo('integration', Type.Object({ ...of, ...wasSent }), {
    staff: ['destination'],
  }),
  'notification.failed': shownTo(
    'integration',
    Type.Object({
      ...of,
      ...hasFailed,
    }),
    { staff: ['destination', 'why'] },
  ),
  'notification.preferencesSet': shownTo(
    'staff',
    Type.Object({ partyId: Type.String(), ...PartyNotices.properties }),
  ),
}
