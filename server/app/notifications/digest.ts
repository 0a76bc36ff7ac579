import type { Profile } from '@portico/contract/profile'
import { derivedId } from '../../core/kernel/ids.ts'
import { filledTemplate } from '../../profile/templates.ts'
import type { Notice } from '../../store/notices.ts'

const digestType = 'digest'

export const isDigest = ({ eventType }: Pick<Notice, 'eventType'>): boolean => eventType === digestType

/** Recorded on the case of the newest thing in it. What it says is written when it is sent. */
export function digestUpTo(newest: Notice, { at, binding }: { at: Date; binding: string }): Notice {
  return {
    ...newest,
    id: derivedId('notice', { id: newest.id, at: newest.at.toISOString() }, digestType),
    eventId: `${digestType} ${newest.id}`,
    eventType: digestType,
    notification: digestType,
    subject: '',
    body: '',
    path: '',
    at,
    binding,
  }
}

export function digestWords(
  { label, notificationTimes: { digest } }: Profile,
  items: readonly Notice[],
  { workspaceUrl, today }: { workspaceUrl: string; today: string },
) {
  const values = {
    'profile.label': label,
    'recipient.name': items[0]?.recipient.name ?? '',
    today,
    link: workspaceUrl,
    count: String(items.length),
    items: items.map(({ subject, path }) => `- ${subject}\n  ${workspaceUrl}${path}`).join('\n'),
  }
  // One that cannot be filled costs nobody what it gathered.
  const filled = (text: string, otherwise: string, most: number) => {
    try {
      return filledTemplate(text, values).trim().slice(0, most).toWellFormed()
    } catch {
      return otherwise.slice(0, most).toWellFormed()
    }
  }
  return {
    subject: filled(digest.subject, label, 500).replaceAll(/\s+/g, ' '),
    body: filled(digest.body, values.items, 100_000),
  }
}
