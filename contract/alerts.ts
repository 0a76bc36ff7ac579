import { limit, next } from './paging.ts'
import { channels } from './profile/notifications.ts'
import { clockTime, Name, someOf } from './profile/text.ts'
import { json, type Row } from './route.ts'
import { sample } from './sample.ts'
import { nonEmpty, strict, Timestamp } from './text.ts'
import Type, { type Static } from './type.ts'

/** Something that a member was told in the workspace. */
export const Alert = Type.Object({
  id: Type.String({ examples: ['notice_01kbr2n4d0e8t6v1w3x5z7a9c2'] }),
  notification: Type.String({ description: 'Its name in the profile', examples: ['taskAssigned'] }),
  event: Type.Object({ id: Type.String(), type: Type.String({ examples: ['task.assigned'] }) }),
  caseId: Type.String(),
  docketNumber: Type.String(),
  subject: Type.String({ examples: ['Drafting: 240319-100482'] }),
  text: Type.String(),
  path: Type.String({
    description: 'The page it is about, below the address of the workspace',
    examples: ['cases/case_01kbr2n4d0e8t6v1w3x5z7a9c2'],
  }),
  at: Timestamp,
  readAt: Type.Optional(Timestamp),
})
export type Alert = Static<typeof Alert>

export const AlertList = Type.Object({
  alerts: Type.Array(Alert),
  unread: Type.Integer({ minimum: 0, description: 'How many of all your alerts are unread' }),
  next,
})
export type AlertList = Static<typeof AlertList>

const AlertQuery = Type.Object({
  unread: Type.Optional(Type.Boolean({ description: 'Only those that are unread' })),
  notification: Type.Optional({
    ...Name,
    description: 'Only those of this name in the profile',
    examples: ['taskAssigned'],
  }),
  after: Type.Optional(nonEmpty(200, { description: 'The `next` of the page before' })),
  limit: limit(200, 50),
})

const MarkAlert = Type.Object({ read: Type.Boolean() }, { ...strict, examples: [{ read: true }] })
const AlertDetail = Type.Object({ alert: Alert })

const MarkAlerts = Type.Object(
  {
    upTo: Type.Optional(
      nonEmpty(200, { description: 'The newest that is meant; those after it stay unread. Without it, all' }),
    ),
  },
  { ...strict, examples: [{}] },
)
const MarkedAlerts = Type.Object({ unread: Type.Integer({ minimum: 0 }) })

const hours = { from: clockTime, to: clockTime }
const PushSubscription = Type.Object(
  {
    endpoint: Type.String({
      format: 'uri',
      pattern: '^https://',
      maxLength: 2000,
      examples: ['https://push.example.org/send/4f2a'],
    }),
    keys: Type.Object(
      {
        p256dh: Type.String({
          pattern: '^B[A-Za-z0-9_-]{86}=?$',
          description: 'A point of P-256: 65 bytes as base64url',
          examples: [
            'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
          ],
        }),
        auth: Type.String({
          pattern: '^[A-Za-z0-9_-]{22}(==)?$',
          description: '16 bytes as base64url',
          examples: ['BTBZMqHH6r4Tts7J_aSIgg'],
        }),
      },
      strict,
    ),
  },
  { ...strict, description: 'As the browser gives it: `PushSubscription.toJSON()`' },
)

/** How somebody wants to be told: what they leave out is as the profile says. */
export const Subscriptions = Type.Object(
  {
    timeZone: Type.Optional(nonEmpty(100, { examples: ['America/Los_Angeles'] })),
    quietHours: Type.Optional(
      Type.Union([Type.Object(hours, strict), Type.Null()], {
        description: 'By the clock of your time zone; null: never',
        examples: [{ from: '20:00', to: '08:00' }],
      }),
    ),
    digest: Type.Optional(
      Type.Object(
        {
          at: Type.Optional({ ...clockTime, description: 'When it is sent each day' }),
          notifications: Type.Optional(
            Type.Array(Name, {
              maxItems: 200,
              uniqueItems: true,
              description:
                'Those that are gathered; without it, all. What quiet hours put off is gathered too',
            }),
          ),
        },
        { ...strict, description: 'Gathers what would come by email into one message a day' },
      ),
    ),
    optOuts: Type.Optional(
      Type.Array(
        Type.Object(
          {
            notification: Name,
            channels: Type.Optional(someOf(channels, { minItems: 1, description: 'Without it, all' })),
          },
          strict,
        ),
        { maxItems: 500, description: 'What you do not want, where the profile lets you choose' },
      ),
    ),
    phone: Type.Optional(
      Type.String({
        pattern: '^\\+[0-9][0-9 ().\\-]{4,30}$',
        description: 'Where texts go',
        examples: ['+1 503 555 0140'],
      }),
    ),
    pushSubscriptions: Type.Optional(
      Type.Array(PushSubscription, { maxItems: 20, description: 'The browsers that are told by web push' }),
    ),
  },
  { ...strict, examples: [{ timeZone: 'America/Los_Angeles', digest: { at: '07:30' } }] },
)
export type Subscriptions = Static<typeof Subscriptions>

const choice = Type.Object({
  notification: Type.String(),
  label: Type.String({ examples: ['Task assigned to me'] }),
  channels: someOf(channels, { description: 'How it is sent here, if nothing speaks against it' }),
  mayOptOut: Type.Boolean(),
})
const SubscriptionsDetail = Type.Object({
  version: Type.Integer({ minimum: 0, description: 'Raised whenever you save; 0 before the first time' }),
  subscriptions: Subscriptions,
  choices: Type.Array(choice, { description: 'What the profile sends' }),
  channels: someOf(channels, {
    description: 'The channels that there are here: `inApp`, and those that are bound',
  }),
  pushKey: Type.Optional(
    Type.String({
      description: 'The VAPID key that a browser subscribes with; absent if nothing is sent by push',
    }),
  ),
})

const ofAlert = Type.Object({ id: Type.String({ description: 'The ID of the alert' }) })

export const tag = 'Notifications'

/** Each is about the caller alone; nobody reads the alerts of another. */
export const routes = {
  listAlerts: {
    method: 'GET',
    path: '/alerts',
    audience: 'party',
    needs: 'token',
    summary: 'List your alerts, newest first',
    description:
      'Nothing is shown of a case that you may no longer read. New ones are announced on `GET /changes` to those who may read tasks; others, such as representatives, ask here from time to time.',
    query: AlertQuery,
    answers: { 200: json('A page of alerts', AlertList) },
    errors: [400, 401],
    servedBy: { call: ['alerts.list', 'caller', 'query'] },
    sdk: {
      call: 'client.alerts.list',
      about: 'List your alerts, newest first. New ones are announced by `cases.watchChanges`.',
      example: sample`
        const { alerts, unread } = await client.alerts.list({ limit: 20 }).page()
        console.log(unread)
        for (const { subject, path, readAt } of alerts) console.log(readAt ? ' ' : '*', subject, path)
      `,
    },
  },
  markAlert: {
    method: 'PUT',
    path: '/alerts/{id}/read',
    audience: 'party',
    needs: 'token',
    summary: 'Mark one of your alerts as read or unread',
    params: ofAlert,
    body: MarkAlert,
    answers: { 200: json('The alert', AlertDetail) },
    errors: [400, 401, 404, 413, 415],
    servedBy: { call: ['alerts.mark', 'caller', 'id', 'body.read'] },
    sdk: {
      call: 'client.alerts.mark',
      isByHand: true,
      about: 'Mark one of your alerts as read, or as unread.',
      example: sample`
        for await (const { id } of client.alerts.list({ unread: true })) await client.alerts.mark(id)
      `,
    },
  },
  markAlerts: {
    method: 'PUT',
    path: '/alerts/read',
    audience: 'party',
    needs: 'token',
    summary: 'Mark all your alerts as read',
    body: MarkAlerts,
    answers: { 200: json('How many are unread now', MarkedAlerts) },
    errors: [400, 401, 404, 413, 415],
    servedBy: { call: ['alerts.markAll', 'caller', 'body.upTo'] },
    sdk: {
      call: 'client.alerts.markAll',
      takes: ['upTo?'],
      about:
        'Mark all your alerts as read, or all up to one of them. Resolves to the number that is still unread.',
      example: sample`
        const unread = await client.alerts.markAll()
        console.log(unread)
      `,
    },
  },
  getSubscriptions: {
    method: 'GET',
    path: '/subscriptions',
    audience: 'party',
    needs: 'token',
    summary: 'Get your notification settings, and what you can choose',
    answers: { 200: json('Your subscriptions', SubscriptionsDetail) },
    errors: [401],
    sdk: {
      call: 'client.alerts.subscriptions',
      example: sample`
        const { subscriptions, choices } = await client.alerts.subscriptions()
        console.log(subscriptions.timeZone, choices.map(({ label }) => label))
      `,
    },
  },
  setSubscriptions: {
    method: 'PUT',
    path: '/subscriptions',
    audience: 'party',
    needs: 'token',
    summary: 'Replace how you want to be notified',
    description:
      'Send `If-Match` with the version you started from, in quotes, to get 409 if you have saved elsewhere meanwhile.',
    body: Subscriptions,
    answers: { 200: json('Your subscriptions', SubscriptionsDetail) },
    errors: [400, 401, 409, 413, 415],
    sdk: {
      call: 'client.alerts.subscribe',
      takes: ['subscriptions'],
      about:
        'Replace how you want to be notified. With `ifMatch`, fails with `conflict` if you have saved elsewhere meanwhile.',
      example: sample`
        const { version } = await client.alerts.subscriptions()
        const digest = { at: '07:30' }
        const optOuts = [{ notification: 'taskAssigned', channels: ['email' as const] }]
        await client.alerts.subscribe({ timeZone: 'America/Los_Angeles', digest, optOuts }, { ifMatch: version })
      `,
    },
  },
} as const satisfies Record<string, Row>
