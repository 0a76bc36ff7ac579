import { inLanguage } from './language.ts'

const en = {
  title: (unread: number) => (unread === 0 ? 'Alerts' : `Alerts, ${unread} unread`),
  none: 'No alerts.',
  failed: 'The alerts could not be loaded. Trying again.',
  unread: 'Unread',
  markAll: 'Mark all as read',
  markOne: 'Mark as read',
  mark: (subject: string) => `Mark as read: ${subject}`,
}

export const words = inLanguage({ en })
