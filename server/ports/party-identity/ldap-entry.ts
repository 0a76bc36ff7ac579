import { type Contact, contact } from '@portico/contract/parties'
import { PortError } from '@portico/contract/ports/kit'
import { CanonicalRecord } from '@portico/contract/ports/party-identity'
import Type, { type Static } from '@portico/contract/type'
import { isCalendarDate } from '../../core/time/moments.ts'
import { faultsOf } from '../delivery/bindings/check-schema.ts'

export type Told = Static<typeof CanonicalRecord>
export type Entry = { dn: string } & Record<string, string[] | string>

/** Where the usual schemas of people and organizations have it. */
const usual = {
  id: 'uid',
  firstName: 'givenName',
  lastName: 'sn',
  organization: 'o',
  emails: 'mail',
  phones: 'telephoneNumber',
  street: 'street',
  city: 'l',
  region: 'st',
  postalCode: 'postalCode',
  country: 'c',
}

export const attribute = (description: string) =>
  Type.String({ pattern: '^[A-Za-z][A-Za-z0-9;.-]*$', maxLength: 100, description })

const named = (description: string, standard?: string) =>
  Type.Optional(attribute(standard === undefined ? description : `${description}; else ${standard}`))

/** Which attribute of an entry has what. */
export const Attributes = Type.Object(
  {
    id: named('The identifier', usual.id),
    firstName: named('First name', usual.firstName),
    middleName: named('Middle name'),
    lastName: named('Last name', usual.lastName),
    birthDate: named('Date of birth, as 1948-12-10 or 19481210000000Z'),
    deathDate: named('Date of death'),
    organization: named('The name, of an entry that has no last name', usual.organization),
    emails: named('Email addresses', usual.emails),
    phones: named('Phone numbers', usual.phones),
    street: named('The lines of the address', usual.street),
    city: named('City', usual.city),
    region: named('Region', usual.region),
    postalCode: named('Postal code', usual.postalCode),
    country: named('Two-letter country', usual.country),
    representative: named('The DN of the entry of whoever represents the party'),
    powerStart: named('First day of the power of attorney; else the day the entry was made'),
    powerEnd: named('Last day of the power of attorney'),
  },
  { additionalProperties: false },
)
export type Attributes = Static<typeof Attributes> & typeof usual

export const withUsual = (given: Static<typeof Attributes> = {}): Attributes => ({ ...usual, ...given })

export const valuesOf = (entry: Entry, name: string | undefined): string[] => {
  if (name === undefined) return []
  const key = Object.keys(entry).find((one) => one.toLowerCase() === name.toLowerCase())
  const value = key === undefined ? [] : entry[key]
  return (Array.isArray(value) ? value : [value ?? '']).map(String).filter((one) => one.trim() !== '')
}
export const firstOf = (entry: Entry, name: string | undefined) => valuesOf(entry, name)[0]

/** What an entry says of a party. One without an identifier, or of which nothing can be used, is nobody. */
export function recordOf(
  { attributes, source }: { attributes: Attributes; source: string },
  entry: Entry,
): Told | undefined {
  const id = firstOf(entry, attributes.id)
  const lastName = firstOf(entry, attributes.lastName)
  const organization = firstOf(entry, attributes.organization)
  if (id === undefined || (lastName === undefined && organization === undefined)) return undefined
  const person = lastName === undefined ? undefined : personOf(attributes, entry, lastName)
  const record = {
    identifiers: [{ source, externalId: id }],
    ...(person ? { person } : {}),
    ...(lastName === undefined && organization !== undefined ? { organization } : {}),
    contact: contactOf(attributes, entry),
    asOf: timeOf(entry),
  }
  return faultsOf(CanonicalRecord, record, { where: entry.dn }).length === 0 ? record : undefined
}

/** Of a person whose first name is not there, the directory does not say who they are. */
function personOf(names: Attributes, entry: Entry, lastName: string): Told['person'] {
  const whole = firstOf(entry, 'cn') ?? ''
  const before = whole.endsWith(` ${lastName}`) ? whole.slice(0, -lastName.length).trim() : undefined
  const firstName = firstOf(entry, names.firstName) ?? before
  if (firstName === undefined) return undefined
  const middleName = firstOf(entry, names.middleName)
  const birthDate = dayOf(firstOf(entry, names.birthDate))
  const deathDate = dayOf(firstOf(entry, names.deathDate))
  return {
    firstName,
    ...(middleName === undefined ? {} : { middleName }),
    lastName,
    ...(birthDate === undefined ? {} : { birthDate }),
    ...(deathDate === undefined ? {} : { deathDate }),
  }
}

/** A value that no contact detail may have stays in the directory. */
export function contactOf(names: Attributes, entry: Entry): Contact {
  const isSound = (some: Contact) => faultsOf(contact, some, { where: entry.dn }).length === 0
  const emails = valuesOf(entry, names.emails).filter((one) => isSound({ emails: [one] }))
  const phones = valuesOf(entry, names.phones).filter((one) => isSound({ phones: [one] }))
  const lines = valuesOf(entry, names.street).flatMap(linesOf)
  const place = {
    city: firstOf(entry, names.city),
    region: firstOf(entry, names.region),
    postalCode: firstOf(entry, names.postalCode),
    country: twoLetters(firstOf(entry, names.country)),
  }
  const known = Object.fromEntries(Object.entries(place).filter(([, value]) => value !== undefined))
  const street = lines.slice(0, 6)
  const addresses = street.length > 0 ? [{ lines: street, ...known }] : []
  return {
    ...(addresses.length > 0 && isSound({ addresses }) ? { addresses } : {}),
    ...(emails.length > 0 ? { emails: emails.slice(0, 10) } : {}),
    ...(phones.length > 0 ? { phones: phones.slice(0, 10) } : {}),
  }
}

export const linesOf = (street: string): string[] =>
  street
    .split(/\r?\n|\$/)
    .map((one) => one.trim())
    .filter(Boolean)

const twoLetters = (country: string | undefined) =>
  /^[A-Za-z]{2}$/.test(country ?? '') ? country?.toUpperCase() : undefined

/** `1948-12-10`, or a generalized time. */
export function dayOf(value: string | undefined): string | undefined {
  const [, year, month, day] = /^(\d{4})-?(\d{2})-?(\d{2})/.exec(value ?? '') ?? []
  const date = `${year}-${month}-${day}`
  return isCalendarDate(date) ? date : undefined
}

/** When it was last changed: by its entryCSN, to the millisecond, where there is one; else to the second. */
export function timeOf(entry: Entry): string {
  const told = firstOf(entry, 'entryCSN') ?? firstOf(entry, 'modifyTimestamp') ?? ''
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(?:\.(\d{1,3}))?/.exec(told)
  const [, year, month, day, hour, minute, second, fraction = '0'] = found ?? []
  const at = `${year}-${month}-${day}T${hour}:${minute}:${second}.${fraction.padEnd(3, '0')}Z`
  if (!found || Number.isNaN(Date.parse(at)))
    throw new PortError('invalid', `${entry.dn} has no modifyTimestamp that can be read.`)
  return new Date(at).toISOString()
}

/** What the directory can hold of them: one address, and no preference. */
export const written = ({ addresses = [], emails = [], phones = [] }: Contact): Contact => ({
  ...(addresses[0] ? { addresses: [addresses[0]] } : {}),
  ...(emails.length > 0 ? { emails } : {}),
  ...(phones.length > 0 ? { phones } : {}),
})

/** The values of an attribute have no order. */
export function sameContact(one: Contact, other: Contact): boolean {
  const sorted = ({ addresses, emails = [], phones = [] }: Contact) =>
    JSON.stringify([addresses?.[0]?.lines, addresses?.[0]?.city, emails.toSorted(), phones.toSorted()])
  return sorted(one) === sorted(other)
}
