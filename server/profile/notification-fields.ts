import type { Notification } from '@portico/contract/profile/notifications'
import { faultsOfTemplate } from './templates.ts'

/** What a notification may name, whatever it is about. */
export const always = [
  'profile.label',
  'case.docketNumber',
  'case.type',
  'case.docket',
  'case.receiptDate',
  'case.status',
  'claimant.name',
  'representative.name',
  'recipient.name',
  'today',
  'link',
] as const

/** And what else, by the first word of its event. */
const byEvent: Readonly<Record<string, readonly string[]>> = {
  task: ['task.label', 'task.deadline'],
  document: ['document.name', 'document.receiptDate'],
  session: [
    ...['session.date', 'session.time', 'session.zone', 'session.place', 'session.kind'],
    'session.link',
  ],
  workProduct: ['decision.date'],
  delivery: ['decision.date'],
  party: ['party.name', 'party.role'],
}

export const digestFields = ['profile.label', 'recipient.name', 'today', 'link', 'count', 'items'] as const

export function notificationFields(eventType: string): readonly string[] {
  return [...always, ...(byEvent[eventType.split('.')[0] ?? ''] ?? [])]
}

/** A notification may name what its event tells of, and nobody is notified of notifications. */
export function faultsOfNotification(
  place: string,
  { on, subject, body }: Pick<Notification, 'on' | 'subject' | 'body'>,
): { place: string; what: string }[] {
  const fields = notificationFields(on.event)
  const inTemplate = (at: string, text: string) =>
    faultsOfTemplate(at, text, fields).map((what) => ({ place: at, what }))
  return [
    ...inTemplate(`${place}.subject`, subject),
    ...inTemplate(`${place}.body`, body),
    ...(on.event.startsWith('notification.')
      ? [
          {
            place: `${place}.on.event`,
            what: `${place}.on.event is ${on.event}: a notification cannot lead to another.`,
          },
        ]
      : []),
  ]
}
