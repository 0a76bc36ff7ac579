import type { Contact } from '@portico/contract/parties'
import { type Attributes, contactOf, type Entry, firstOf, linesOf, valuesOf } from './ldap-entry.ts'

/** Single values of an attribute, to be taken away and to be added. */
export type AttributeChange = { type: string; remove: readonly string[]; add: readonly string[] }

/**
 * What brings an entry from the contact details that a case could see in it to those that were written there. All other
 * values stay as they are: a case holds fewer of them, and not of every form. Whoever saw nothing takes nothing away.
 */
export function changesOf(
  names: Attributes,
  entry: Entry,
  contact: Contact,
  { hasSeen }: { hasSeen: boolean },
): AttributeChange[] {
  const shown = contactOf(names, entry)
  const details = [
    listed(names.emails, valuesOf(entry, names.emails), shown.emails, contact.emails),
    listed(names.phones, valuesOf(entry, names.phones), shown.phones, contact.phones),
  ]
  const place = placed(names, entry, shown.addresses?.[0], contact.addresses?.[0])
  const changes = hasSeen
    ? [...details, ...place]
    : [
        ...details.map((detail) => ({ ...detail, remove: [] })),
        ...(place.some(({ remove }) => remove.length > 0) ? [] : place),
      ]
  return changes.filter(({ remove, add }) => remove.length > 0 || add.length > 0)
}

function listed(
  type: string,
  there: readonly string[],
  shown: readonly string[] = [],
  wanted: readonly string[] = [],
): AttributeChange {
  const remove = shown.filter((one) => !wanted.includes(one))
  const stays = new Set(there.filter((one) => !remove.includes(one)).map(compared))
  const add = new Map(wanted.filter((one) => !stays.has(compared(one))).map((one) => [compared(one), one]))
  return { type, remove, add: [...add.values()] }
}

/** As directories compare email addresses, phone numbers and names: two values that are equal cannot both be there. */
const compared = (value: string) => value.toLowerCase().replace(/[\s-]+/g, '')

type Address = NonNullable<Contact['addresses']>[number]

function placed(
  names: Attributes,
  entry: Entry,
  shown: Address | undefined,
  wanted: Address | undefined,
): AttributeChange[] {
  const parts = ['city', 'region', 'postalCode', 'country'] as const
  const isSameStreet = JSON.stringify(shown?.lines) === JSON.stringify(wanted?.lines)
  const streets = valuesOf(entry, names.street)
  const seen = streets.filter((street) => linesOf(street).every((line) => shown?.lines.includes(line)))
  const street = isSameStreet
    ? []
    : [listed(names.street, streets, seen, wanted ? [wanted.lines.join('\n')] : [])]
  const others = parts.flatMap((part) => {
    if (shown?.[part] === wanted?.[part]) return []
    const type = names[part]
    const values = valuesOf(entry, type)
    // One that was not shown gives way to the one that is written: an address has one of each.
    const first =
      wanted?.[part] === undefined && shown?.[part] === undefined ? undefined : firstOf(entry, type)
    const next = wanted?.[part]
    return [listed(type, values, first === undefined ? [] : [first], next === undefined ? [] : [next])]
  })
  return [...street, ...others]
}

/** Whether an entry has what was to be added, and no longer what was to be removed. */
export const isDone = (changes: readonly AttributeChange[], entry: Entry): boolean =>
  changes.every(({ type, remove, add }) => {
    const there = valuesOf(entry, type)
    const known = new Set(there.map(compared))
    return add.every((one) => known.has(compared(one))) && !remove.some((one) => there.includes(one))
  })
