import type { Letter, MailType, NotificationRule, Profile } from '@portico/sdk'
import { words } from '../words/admin.ts'
import { letterheadEntry, timesEntry } from './places.ts'
import type { Parts } from './profile-draft.ts'

/** The screens of the administration. */
export const adminParts = ['letters', 'mail', 'notifications', 'versions'] as const
export type AdminPart = (typeof adminParts)[number]
export type EntryPart = Exclude<AdminPart, 'versions'>

export const sectionOf = {
  letters: 'letters',
  mail: 'mailTypes',
  notifications: 'notifications',
} as const satisfies Record<EntryPart, keyof Profile>

type Entry = { id: string; label: string; note?: string }

/** What a screen lists: the entries of the profile, and what there is only one of first. */
export function entriesOf(part: EntryPart, profile: Profile): Entry[] {
  const entries = profile[sectionOf[part]].map(({ name, label }) => ({ id: name, label }))
  if (part === 'letters') return [{ id: letterheadEntry, label: words.letterhead.title }, ...entries]
  if (part === 'notifications') return [{ id: timesEntry, label: words.times.title }, ...entries]
  return entries
}

export function addEntry(part: EntryPart, profile: Profile): { parts: Partial<Parts>; entry: string } {
  const key = sectionOf[part]
  const label = words.newEntry[part]
  const name = nameFrom(
    label,
    profile[key].map((one) => one.name),
  )
  const made = { letters: newLetter, mail: newMailType, notifications: newNotification }[part]
  return { parts: { [key]: [...profile[key], made(name, label, profile)] }, entry: name }
}

export function removeEntry(part: EntryPart, profile: Profile, name: string) {
  const key = sectionOf[part]
  const rest = (profile[key] as { name: string }[]).filter((one) => one.name !== name)
  return { key, parts: { [key]: rest } as Partial<Parts> }
}

/** A word of the profile from what something is called: `Status of the appeal` is `statusOfTheAppeal`. */
export function nameFrom(label: string, taken: readonly string[]): string {
  const parts = label
    .normalize('NFD')
    .replaceAll(/[^A-Za-z0-9 ]/g, '')
    .split(/\s+/)
    .filter(Boolean)
  const joined = parts
    .map((part, index) => (index === 0 ? part.toLowerCase() : `${part[0]?.toUpperCase()}${part.slice(1)}`))
    .join('')
    .replace(/^[^a-z]+/, '')
    .slice(0, 50)
  const name = joined || 'entry'
  if (!taken.includes(name)) return name
  for (let nth = 2; ; nth++) if (!taken.includes(`${name}${nth}`)) return `${name}${nth}`
}

const newLetter = (name: string, label: string): Letter => ({
  name,
  label,
  subject: 'About your appeal {{ case.docketNumber }}',
  body: '{{ today }}\n\n{{ recipient.name }}\n{{ recipient.address }}\n\nDear {{ recipient.name }}:\n\n{{ reason }}\n\nSincerely,\n\n{{ sender.name }}\n{{ profile.label }}',
})

const newMailType = (name: string, label: string, profile: Profile): MailType => ({
  name,
  label,
  taskType: profile.mailTypes[0]?.taskType ?? profile.taskTypes[0]?.name ?? '',
  routes: [{ team: profile.unmatchedMailTeam }],
  blocksDistribution: false,
  allowedOnClosed: false,
  documentTypes: [],
})

const newNotification = (name: string, label: string): NotificationRule => ({
  name,
  label,
  on: { event: 'task.assigned' },
  recipients: ['assignee'],
  channels: ['inApp'],
  subject: '{{ case.docketNumber }}',
  body: '{{ case.docketNumber }}\n\n{{ link }}',
  suppressWhen: ['causedByRecipient', 'optedOut'],
})
