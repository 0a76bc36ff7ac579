import { nonEmpty, strict } from '../text.ts'
import Type, { type Static } from '../type.ts'
import { clockTime, Label, listOf, Name, names, Subject, someOf, Template } from './text.ts'

const recipients = [
  /** Whoever has the task that the event is about. */
  'assignee',
  /** Everyone of the team that has the task. */
  'team',
  /** Everyone who has an open task of the case. */
  'holders',
  /** Whoever drafted the work product. */
  'author',
  /** Whoever has the open task of reviewing it. */
  'reviewer',
  /** Whoever has the open task of writing it. */
  'writer',
  /** Whoever made the proposal that the event answers. */
  'proposer',
  /** Everyone who has written in the thread that the event adds to. */
  'thread',
  /** The members that a comment names. */
  'mentioned',
  'claimant',
  'representative',
  /** The claimants and their representatives. */
  'participants',
  /** The party that the event names, such as the one that a delivery is for. */
  'addressee',
] as const
export type RecipientRule = (typeof recipients)[number]
/** Those by which parties are told, and not members. */
export const partyRecipients: readonly RecipientRule[] = [
  'claimant',
  'representative',
  'participants',
  'addressee',
]
export const channels = ['inApp', 'email', 'text', 'push', 'letter'] as const
export type Channel = (typeof channels)[number]
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
    recipients: someOf(recipients, {
      minItems: 1,
      description:
        '`assignee` and `team` of the task that the event is about, `holders` of open tasks of the case, `author`, `writer` and `reviewer` of the draft, the `proposer` of the proposal, everyone in the `thread` of comments, whoever is `mentioned`, and parties: `claimant`, `representative`, `participants` (both), and `addressee`, the party that the event names, such as that of a delivery',
    }),
    channels: someOf(channels, { minItems: 1 }),
    subject: Subject,
    body: Template,
    suppressWhen: someOf(suppressions, { description: 'Conditions under which it is not sent' }),
  },
  strict,
)

const NotificationTimes = Type.Object(
  {
    timeZone: nonEmpty(100, {
      description: 'The time zone of whoever has not named theirs',
      examples: ['America/New_York'],
    }),
    quietHours: Type.Optional(
      Type.Object(
        {
          from: clockTime,
          to: clockTime,
          channels: someOf(channels, { minItems: 1, description: 'The channels that keep quiet' }),
        },
        {
          ...strict,
          description:
            "By the recipient's clock. What happens meanwhile is sent when they end; a person may set others",
        },
      ),
    ),
    digest: Type.Object(
      { at: clockTime, subject: Subject, body: Template },
      {
        ...strict,
        description:
          'The message that gathers what a person wants once a day; its fields are `count`, `items`, `recipient.name`, `profile.label`, `today` and `link`',
      },
    ),
  },
  { ...strict, description: 'When notifications are sent' },
)

export const notificationSections = {
  notifications: listOf(Notification, 'Who is notified of what, once per event, recipient and channel'),
  notificationTimes: NotificationTimes,
}

export type Notification = Static<typeof Notification>
