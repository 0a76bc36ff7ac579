import { strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { Label, listOf, Name, names, Subject, someOf, Template } from './text.ts'

const recipients = [
  'assignee',
  'team',
  'author',
  'reviewer',
  'claimant',
  'representative',
  'participants',
] as const
const channels = ['inApp', 'email', 'text', 'push', 'letter'] as const
const suppressions = ['recipientDeceased', 'caseClosed', 'optedOut', 'causedByRecipient'] as const

export const Notification = Type.Object(
  {
    name: Name,
    label: Label,
    on: Type.Object(
      {
        event: Type.String({
          maxLength: 100,
          pattern: '^[a-zA-Z]+\\.[a-zA-Z]+$',
          examples: ['task.assigned'],
        }),
        tasks: Type.Optional(names('Only for tasks of these types')),
        timers: Type.Optional(names('Only for these timers')),
      },
      { ...strict, description: 'The event that triggers it' },
    ),
    recipients: someOf(recipients, { minItems: 1 }),
    channels: someOf(channels, { minItems: 1 }),
    subject: Subject,
    body: Template,
    suppressWhen: someOf(suppressions, { description: 'Conditions under which it is not sent' }),
  },
  strict,
)

export const notificationSections = {
  notifications: listOf(Notification, 'Who is notified of what, once per event, recipient and channel'),
}

export type Notification = Static<typeof Notification>
