import { type EventType, eventTypes } from '../events.ts'
import { Timestamp } from '../text.ts'
import Type from '../type.ts'
import { bounced, CaseRef, channel, id, Sent, strict } from './fields.ts'
import { definePort } from './kit.ts'

const notificationId = { ...id, description: 'One message to one recipient by one channel' }

/** Which of them are sent, to whom and in what words is configuration. */
const everyEvent = Object.fromEntries(eventTypes.map((type) => [type, 'notify'])) as Record<
  EventType,
  'notify'
>

export const notifications = definePort({
  name: 'notifications',
  title: 'Notifications',
  does: 'Sends alerts to people by email, text, in-app or push.',
  spec: 1,
  many: true,
  supports: {
    receipts: 'Reports whether a message was delivered or bounced.',
  },
  calls: {
    notify: {
      mode: 'do',
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
        }),
        channel: { ...channel, examples: ['email'] },
        subject: Type.String(),
        text: Type.String(),
        url: Type.Optional(Type.String({ description: 'The page in the workspace' })),
      }),
      output: Type.Object({ receipt: Type.Optional(Sent) }),
    },
  },
  hears: everyEvent,
  tells: {
    receipt: {
      does: 'A message was delivered.',
      needs: 'receipts',
      fact: Type.Object({ notificationId, ...Sent.properties }, strict),
    },
    bounce: {
      does: 'A message could not be delivered.',
      needs: 'receipts',
      fact: Type.Object({ notificationId, ...bounced }, strict),
    },
  },
})
