import { Address } from '../parties.ts'
import { channels } from '../profile/notifications.ts'
import { someOf } from '../profile/text.ts'
import { Timestamp } from '../text.ts'
import Type from '../type.ts'
import { bounced, CaseRef, channel, id, Sent, sentAs, strict } from './fields.ts'
import { definePort } from './kit.ts'

/** Alerts in the workspace need no binding. */
const outside = channels.filter((name) => name !== 'inApp')

const notificationId = { ...id, description: 'One message to one recipient by one channel' }

export const notifications = definePort({
  name: 'notifications',
  title: 'Notifications',
  does: 'Sends alerts to people by email, text, in-app or push.',
  spec: 1,
  many: true,
  settings: Type.Object({
    channels: someOf(outside, {
      minItems: 1,
      description: 'What the binding sends by. Of several with the same channel the first one sends',
    }),
    publicKey: Type.Optional(
      Type.String({
        pattern: '^[A-Za-z0-9_-]{87}$',
        description: 'Of a binding that sends by push: the VAPID key that browsers subscribe with (RFC 8292)',
      }),
    ),
  }),
  supports: {
    receipts: 'Reports whether a message was delivered or bounced.',
  },
  calls: {
    notify: {
      mode: 'do',
      per: 'recipient',
      does: 'Sends one message to one recipient. Without `receipt` in the answer, the receipt follows as a fact.',
      input: Type.Object({
        notificationId,
        notification: Type.String({ description: 'Its name in the profile', examples: ['taskAssigned'] }),
        event: Type.Object({ id, type: Type.String({ examples: ['task.assigned'] }), at: Timestamp }),
        case: Type.Optional(CaseRef),
        recipient: Type.Object({
          id: { ...id, description: 'A member or a party' },
          name: Type.String(),
          emails: Type.Optional(Type.Array(Type.String())),
          phones: Type.Optional(Type.Array(Type.String())),
          addresses: Type.Optional(Type.Array(Address)),
          pushSubscriptions: Type.Optional(
            Type.Array(
              Type.Object({
                endpoint: Type.String(),
                keys: Type.Object({ p256dh: Type.String(), auth: Type.String() }),
              }),
              { description: 'Browsers to be told by web push (RFC 8030)' },
            ),
          ),
        }),
        channel: { ...channel, examples: ['email'] },
        subject: Type.String(),
        text: Type.String(),
        url: Type.Optional(Type.String({ description: 'The page in the workspace' })),
        calendar: Type.Optional(
          Type.String({
            description:
              'The session as iCalendar, in the time zone of the recipient, to be attached where that can be',
          }),
        ),
      }),
      output: Type.Object({ receipt: Type.Optional(Sent) }),
    },
  },
  /** Written for every case action that the profile subscribes to, once for each recipient and channel. */
  hears: { 'notification.owed': 'notify' },
  tells: {
    receipt: {
      does: 'A message was delivered.',
      needs: 'receipts',
      fact: Type.Object({ notificationId, ...Sent.properties }, strict),
    },
    bounce: {
      does: 'A message could not be delivered.',
      needs: 'receipts',
      fact: Type.Object({ notificationId: { ...id, description: sentAs('message') }, ...bounced }, strict),
    },
  },
})
