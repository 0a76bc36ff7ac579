import type { PersonName } from '@portico/contract/appeals'
import type { Contact } from '@portico/contract/parties'

type Who = {
  person?: Pick<PersonName, 'firstName' | 'middleName' | 'lastName'> | null | undefined
  organization?: string | null | undefined
}

/** Whether a sender's name is that of a party, ignoring accents, punctuation, titles and the middle name. */
export function isNameOf(name: string, { person, organization }: Who): boolean {
  const written = words(name).join(' ').replace(title, '')
  if (written === '') return false
  if (organization && words(organization).join(' ') === written) return true
  if (!person) return false
  const [first, last] = [words(person.firstName).join(' '), words(person.lastName).join(' ')]
  const middle = words(person.middleName ?? '').join(' ')
  const firstNames = middle === '' ? [first] : [first, `${first} ${middle}`, `${first} ${middle[0]}`]
  return firstNames.some(
    (firstName) => written === `${firstName} ${last}` || written === `${last} ${firstName}`,
  )
}

/** Whether an address is one of a party: email, telephone or fax number, or postal address. */
export function isAddressOf(address: string, contact: Contact | null | undefined): boolean {
  if (!contact) return false
  const { emails = [], phones = [], addresses = [] } = contact
  const written = address.trim().toLowerCase()
  if (emails.some((email) => email.toLowerCase() === written)) return true
  if (isNumber(address) && phones.some((phone) => isSameNumber(phone, address))) return true
  const writtenWords = ` ${words(address).join(' ')} `
  const has = (part: string | undefined) =>
    part !== undefined && writtenWords.includes(` ${words(part).join(' ')} `)
  return addresses.some(({ lines, city, postalCode }) => has(lines[0]) && has(postalCode ?? city))
}

const title = /^(mr|mrs|ms|miss|dr|prof) /

function words(text: string): string[] {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/['’.]/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
}

const minDigits = 7
const isNumber = (text: string) => /^[\d\s()+./x-]+$/i.test(text)

/** Ignores a country prefix on one of the two. */
function isSameNumber(first: string, second: string): boolean {
  const [a, b] = [first, second].map((number) => number.replaceAll(/\D/g, '')) as [string, string]
  if (Math.min(a.length, b.length) < minDigits) return false
  return a === b || (Math.min(a.length, b.length) >= 10 && (a.endsWith(b) || b.endsWith(a)))
}
