import { shownTo } from './audience.ts'
import { channels, Notification } from './profile/notifications.ts'
import { Name, someOf } from './profile/text.ts'
import { json, ofCase, type Row } from './route.ts'
import { sample } from './sample.ts'
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

const { on, recipients, channels: byChannels, subject, body, suppressWhen } = Notification.properties

export const PreviewNotification = Type.Object(
  {
    notification: Type.Optional({
      ...Name,
      description: 'Its name in the profile',
      examples: ['caseDocketed'],
    }),
    draft: Type.Optional(
      Type.Object(
        { on, recipients, channels: byChannels, subject, body, suppressWhen: Type.Optional(suppressWhen) },
        { ...strict, description: 'A notification that is not in the profile yet' },
      ),
    ),
  },
  {
    ...strict,
    description: 'Either `notification` or `draft`',
    examples: [
      {
        draft: {
          on: { event: 'task.opened' },
          recipients: ['team'],
          channels: ['inApp'],
          subject: '{{ task.label }}: {{ case.docketNumber }}',
          body: 'There is a new task for your team.',
        },
      },
    ],
  },
)
export type PreviewNotification = Static<typeof PreviewNotification>

export const NotificationPreview = shownTo(
  'staff',
  Type.Object({
    event: Type.Object(
      { id: Type.String(), type: Type.String({ examples: ['task.opened'] }), at: Timestamp },
      { description: 'What it would tell of: the last such event of the case' },
    ),
    messages: Type.Array(
      Type.Object({
        recipient,
        channel,
        outcome: oneOf(['now', 'afterQuietHours', 'inDigest', 'suppressed', 'notBound'], {
          description: '`notBound`: no binding of the notifications port sends by this channel',
        }),
        at: Type.Optional({ ...Timestamp, description: 'When it would be sent, where that is later' }),
        why: Type.Optional(Type.String({ description: 'Why it would not be sent' })),
        subject: Type.String(),
        text: Type.String(),
      }),
      { description: 'One for each recipient and channel, at most 50' },
    ),
    others: Type.Integer({ minimum: 0, description: 'How many more there would be' }),
    fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }), {
      description:
        'The fields that it used, with their values on this case; those of the recipient are not listed',
    }),
  }),
)
export type NotificationPreview = Static<typeof NotificationPreview>

const ofParty = Type.Object({ ...ofCase.properties, partyId: Type.String() })

export const tag = 'Notifications'

export const routes = {
  listNotifications: {
    method: 'GET',
    path: '/cases/{id}/notifications',
    audience: 'integration',
    needs: 'readTasks',
    trace: 'standing',
    summary: 'List the messages about a case that went by a bound channel, and what became of them',
    params: ofCase,
    answers: { 200: json('The messages, newest first, at most 500', SentNotificationList) },
    servedBy: { call: ['messages.sent', 'id'] },
    sdk: {
      call: 'client.cases.notifications',
      about: 'List the messages about a case that went by a channel of the notifications port, newest first.',
      example: sample`
        for (const { notification, channel, recipient, status } of await client.cases.notifications(caseId)) {
          console.log(notification, channel, recipient.name, status)
        }
      `,
    },
  },
  previewNotification: {
    method: 'POST',
    path: '/cases/{id}/notifications/preview',
    audience: 'staff',
    needs: 'changeProfile',
    trace: { view: 'case' },
    summary: 'Try a notification on a case: who would be told, how, and in which words',
    description:
      'By the last event of the case that it is about, as if that happened now. Nobody is told, and nothing is kept.',
    params: ofCase,
    body: PreviewNotification,
    answers: { 200: json('The messages as they would be sent', NotificationPreview) },
    servedBy: { call: ['tryNotification', 'id', 'body'] },
    sdk: {
      call: 'client.profile.tryNotification',
      takes: ['previewed'],
      about:
        'Try a notification on a case, such as one that is not in the profile yet: who would be told, how, in which words.',
      example: sample`
        const { profile } = await client.profile.get()
        const draft = {
          on: { event: 'task.opened' },
          recipients: ['team' as const],
          channels: ['inApp' as const],
          subject: '{{ task.label }}: {{ case.docketNumber }}',
          body: \`There is a new task for your team at the \${profile.label}.\`,
        }
        const { event, messages } = await client.profile.tryNotification(caseId, { draft })
        for (const { recipient, channel, outcome, subject } of messages) console.log(recipient.name, channel, outcome, subject)
        console.log(event.at)
      `,
    },
  },
  getPartyNotices: {
    method: 'GET',
    path: '/cases/{id}/parties/{partyId}/notices',
    audience: 'staff',
    needs: 'readCases',
    trace: 'standing',
    summary: 'Get how a party wants to be notified, as recorded on this case',
    params: ofParty,
    answers: { 200: json('What the party has said', PartyNoticesDetail) },
    servedBy: { call: ['partyNotices.get', 'id', 'partyId'] },
    sdk: {
      call: 'client.parties.notices',
      about: 'Get how a party wants to be notified.',
      example: sample`
        const { optedOut, timeZone } = await client.parties.notices(caseId, partyId)
        console.log(optedOut, timeZone)
      `,
    },
  },
  setPartyNotices: {
    method: 'PUT',
    path: '/cases/{id}/parties/{partyId}/notices',
    audience: 'staff',
    needs: 'keepParties',
    trace: 'change',
    summary: 'Record how a party wants to be notified',
    description:
      'A channel that is opted out of on any case of the party is used on none. What was recorded on other cases is neither shown nor changed here.',
    params: ofParty,
    body: PartyNotices,
    answers: { 200: json('What the party has said', PartyNoticesDetail) },
    servedBy: { call: ['partyNotices.set', 'request', 'id', 'partyId', 'body'] },
    sdk: {
      call: 'client.parties.setNotices',
      takes: ['notices'],
      about: 'Record how a party wants to be notified. It applies to every case of the party.',
      example: sample`
        await client.parties.setNotices(caseId, partyId, { optedOut: ['text'], timeZone: 'America/Los_Angeles' })
      `,
    },
  },
} as const satisfies Record<string, Row>

const of = {
  notificationId: Type.String({ description: 'One message to one recipient by one channel' }),
}

const sessionId = Type.Optional(Type.String({ description: 'The session that it tells of' }))

export const events = {
  'notification.owed': shownTo(
    'integration',
    Type.Object({
      ...of,
      notification: Type.String({ examples: ['caseDocketed'] }),
      eventId: Type.Optional(Type.String()),
      eventType: Type.Optional(Type.String()),
      sessionId,
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
      sessionId,
      ...hasFailed,
    }),
    { staff: ['destination', 'why'] },
  ),
  'notification.preferencesSet': shownTo(
    'staff',
    Type.Object({ partyId: Type.String(), ...PartyNotices.properties }),
  ),
}
