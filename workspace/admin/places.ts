import type { Profile } from '@portico/sdk'
import { words } from '../words/admin.ts'

/** `letters[general].body` as people call it: Letters, General, text. */
export function placeWords(place: string, profile: Profile): string {
  const parts = place.split(/\.|(?=\[)/).filter(Boolean)
  const section = parts[0] as keyof Profile
  return parts
    .map((part) => {
      const name = /^\[(.+)\]$/.exec(part)?.[1]
      if (name === undefined) return words.places[part] ?? part
      const list = profile[section] as unknown
      const entry = Array.isArray(list)
        ? list.find((one, index) => one?.name === name || String(index) === name)
        : undefined
      return entry?.label ?? name
    })
    .join(' · ')
}

const screens: Record<string, 'letters' | 'mail' | 'notifications'> = {
  letters: 'letters',
  letterhead: 'letters',
  mailTypes: 'mail',
  unmatchedMailTeam: 'mail',
  notifications: 'notifications',
  notificationTimes: 'notifications',
}

/** The entries that are not in a list have a name that no entry can have. */
export const letterheadEntry = '-letterhead'
export const timesEntry = '-times'

/** Where a place is edited: the screen, and its entry. Faults tell entries by number, changes by name. */
export function placeOf(place: string, profile: Profile) {
  const [, section = '', which] = /^(\w+)(?:\[(\w+)\])?/.exec(place) ?? []
  const part = screens[section]
  if (!part) return undefined
  if (section === 'letterhead') return { part, entry: letterheadEntry }
  if (section === 'notificationTimes') return { part, entry: timesEntry }
  const list = profile[section as 'letters'] as unknown
  const entry = Array.isArray(list)
    ? (list[Number(which)]?.name ?? list.find(({ name }) => name === which)?.name)
    : undefined
  return { part, entry: entry as string | undefined }
}

/** A value in a line or more, for who compares. */
export function shown(value: unknown): string {
  if (value === undefined) return ''
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.every((one) => typeof one === 'string')) return value.join(', ')
  return JSON.stringify(value, null, 1)
}
