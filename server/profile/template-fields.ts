import { eventTypes } from '@portico/contract/events'
import type { TemplateFields } from '@portico/contract/profile-versions'
import { letterFields } from './letter-fields.ts'
import { always, digestFields, notificationFields } from './notification-fields.ts'

/** What templates may name, for whoever writes one. */
export function allTemplateFields(): TemplateFields {
  const notified = eventTypes.filter((event) => !event.startsWith('notification.'))
  return {
    letters: [...letterFields],
    notifications: [...always],
    byEvent: notified.map((event) => ({ event, fields: notificationFields(event).slice(always.length) })),
    digest: [...digestFields],
  }
}
