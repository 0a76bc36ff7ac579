import type { PersonName } from '@portico/contract/appeals'
import type { Contact } from '@portico/contract/parties'

type Who = {
  person?: Pick<PersonName, 'firstName' | 'middleName' | 'lastName'> | null | undefined
  organization?: string | null | undefined
}

/** Whether a name as a sender writes it is that of a party, but for accents, punctuation, a title and the middle name. */
export function isNameOf(name: string, { person, organization }: Who): boolean {
  const written = words(name).join(' ').replace(title, '')
  if (written === '') return false
  if (organization && words(organization).join(' ') === written) return true
  if (!person) return false
  const [first, last] = [words(person.firstName).join(' '), words(person.lastName).join(' ')]
  const middle = words(person.middleName ?? '').join(' ')
  const firsts = middle === '' ? [first] : [first, `${first} ${middle}`, `${first} ${middle[0]}`]
  return firsts.some((given) => written === `${given} ${last}` || written === `${last} ${given}`)
}

/** Whether an address of a channel is one of a party: email, telephone or fax number, or postal address. */
export function isAddressOf(address: string, contact: Contact | null | undefined): boolean {
  if (!contact) return false
  const { emails = [], phones = [], addresses = [] } = contact
  const written = address.trim().toLowerCase()
  if (emails.some((email) => email.toLowerCase() === written)) return true
  if (isNumber(address) && phones.some((phone) => isSameNumber(phone, address))) return true
  const there = ` ${words(address).join(' ')} `
  const has = (part: string | undefined) => part !== undefined && there.includes(` ${words(part).join(' ')} `)
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

const fewestDigits = 7
const isNumber = (text: string) => /^[\d\s()+./x-]+$/i.test(text)

/** With and without the prefix of the country. */
function isSameNumber(one: string, other: string): boolean {
  const [a, b] = [one, other].map((number) => number.replaceAll(/\D/g, '')) as [string, string]
  if (Math.min(a.length, b.length) < fewestDigits) return false
  return a === b || (Math.min(a.length, b.length) >= 10 && (a.endsWith(b) || b.endsWith(a)))
}
