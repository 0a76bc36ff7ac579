import Type, { type Static } from '../type.ts'
import { closed, Label, listOf, Name, names, Subject, someOf, Template } from './text.ts'

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
        tasks: Type.Optional(names('Only where it is about tasks of these types')),
        timers: Type.Optional(names('Only where it is about these timers')),
      },
      { ...closed, description: 'What has happened' },
    ),
    recipients: someOf(recipients, { least: 1 }),
    channels: someOf(channels, { least: 1 }),
    subject: Subject,
    body: Template,
    suppressWhen: someOf(suppressions, { description: 'Then it is not sent' }),
  },
  closed,
)

export const notificationSections = {
  notifications: listOf(Notification, 'Who is told of what: once for each event, recipient and channel'),
}

export type Notification = Static<typeof Notification>
