import { eventTypes } from '@portico/contract/events'
import { templateFields } from '@portico/contract/profile/text'
import type { TemplateFields } from '@portico/contract/profile-versions'
import { always, digestFields, notificationFields } from './notification-fields.ts'

/** What templates may name, for whoever writes one. */
export function allTemplateFields(): TemplateFields {
  const notified = eventTypes.filter((event) => !event.startsWith('notification.'))
  return {
    letters: [...templateFields],
    notifications: [...always],
    byEvent: notified.map((event) => ({ event, fields: notificationFields(event).slice(always.length) })),
    digest: [...digestFields],
  }
}
